# SPDX-License-Identifier: GPL-3.0-or-later
# What CPack is told; installers/packages calls it. Its own generator for DEB does: with strict permissions, compressed
# documents and shlibs' dependencies lintian has nothing to say, and there is no second list of files to keep.
set(CPACK_PACKAGE_NAME reusescope)
set(CPACK_PACKAGE_VENDOR "Reusescope developers")
set(CPACK_PACKAGE_CONTACT "Reusescope developers <developers@reusescope.invalid>" CACHE STRING
    "Who packages: name and address")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "oscilloscope for HTTP connection reuse")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# Each folder of its own, so that one file list makes one package.
set(CPACK_COMPONENTS_ALL window cli data)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(about "Reusescope shows for every HTTP request what it cost to reuse the connection,
in which phase of the event loop each step ran, how long poll slept and why,
and what each way of validating an idle socket would have cost and caught.
The figures come from real runs on this machine, against its own lab server
or any other.")
set(CPACK_COMPONENT_WINDOW_DESCRIPTION "oscilloscope for HTTP connection reuse - window
${about}
.
This package has the desktop program.")
set(CPACK_COMPONENT_CLI_DESCRIPTION "oscilloscope for HTTP connection reuse - command line
${about}
.
This package has the command-line program, which needs no desktop.")
set(CPACK_COMPONENT_DATA_DESCRIPTION "oscilloscope for HTTP connection reuse - data
${about}
.
This package has the scenarios, lessons, icons and documents of both programs.")

# DEB
set(revision 1)
set(version ${PROJECT_VERSION}-${revision})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${revision})
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME reusescope)
set(CPACK_DEBIAN_WINDOW_PACKAGE_SHLIBDEPS ON)
# Plugins and translations of Qt's are loaded at run time, where shlibs does not see them.
set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS "reusescope-data (= ${version}), libqt6svg6, qt6-translations-l10n")
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS "qt6-wayland, reusescope-cli, ca-certificates")
set(CPACK_DEBIAN_WINDOW_DEBUGINFO_PACKAGE ON)
set(CPACK_DEBIAN_CLI_PACKAGE_NAME reusescope-cli)
set(CPACK_DEBIAN_CLI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_CLI_PACKAGE_DEPENDS "reusescope-data (= ${version})")
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS ca-certificates)
set(CPACK_DEBIAN_CLI_DEBUGINFO_PACKAGE ON)
set(CPACK_DEBIAN_DATA_PACKAGE_NAME reusescope-data)
set(CPACK_DEBIAN_DATA_PACKAGE_ARCHITECTURE all)

# RPM. Its own scripts find what the programs need, by soname.
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_RELEASE ${revision})
set(CPACK_RPM_PACKAGE_LICENSE GPL-3.0-or-later)
set(CPACK_RPM_PACKAGE_GROUP Development/Tools)
set(CPACK_RPM_WINDOW_PACKAGE_NAME reusescope)
set(CPACK_RPM_WINDOW_PACKAGE_SUMMARY "Oscilloscope for HTTP connection reuse, the window")
set(CPACK_RPM_WINDOW_PACKAGE_REQUIRES "reusescope-data = ${PROJECT_VERSION}")
set(CPACK_RPM_CLI_PACKAGE_NAME reusescope-cli)
set(CPACK_RPM_CLI_PACKAGE_SUMMARY "Oscilloscope for HTTP connection reuse, the command line")
set(CPACK_RPM_CLI_PACKAGE_REQUIRES "reusescope-data = ${PROJECT_VERSION}")
set(CPACK_RPM_DATA_PACKAGE_NAME reusescope-data)
set(CPACK_RPM_DATA_PACKAGE_SUMMARY "Oscilloscope for HTTP connection reuse, data")
set(CPACK_RPM_DATA_PACKAGE_ARCHITECTURE noarch)
foreach(component WINDOW CLI DATA)
    # Without DEB's first line, which is the summary, and without the dots of its empty lines.
    string(FIND "${CPACK_COMPONENT_${component}_DESCRIPTION}" "\n" summary_end)
    math(EXPR begin "${summary_end} + 1")
    string(SUBSTRING "${CPACK_COMPONENT_${component}_DESCRIPTION}" ${begin} -1 description)
    string(REPLACE "\n.\n" "\n\n" CPACK_RPM_${component}_PACKAGE_DESCRIPTION "${description}")
endforeach()
set(share /usr/share)
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
    ${share}/applications ${share}/bash-completion ${share}/bash-completion/completions ${share}/doc
    ${share}/fish ${share}/fish/vendor_completions.d ${share}/icons ${share}/icons/hicolor
    ${share}/icons/hicolor/scalable ${share}/icons/hicolor/scalable/apps
    ${share}/man ${share}/man/man1 ${share}/metainfo ${share}/mime ${share}/mime/packages
    ${share}/zsh ${share}/zsh/site-functions)
foreach(size 16 32 48 64 128 256)
    list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
        ${share}/icons/hicolor/${size}x${size} ${share}/icons/hicolor/${size}x${size}/apps)
endforeach()
# The same bytes each time: times, and no name of the machine.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _buildhost reproducible
%define packager ${CPACK_PACKAGE_CONTACT}
%define _build_id_links none")

# TGZ: one folder that can be put anywhere.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_PACKAGE_FILE_NAME ${CPACK_PACKAGE_NAME}-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/packaging-generator.cmake)
include(CPack)
