# SPDX-License-Identifier: GPL-3.0-or-later
# Provides the target reusescope_llhttp: a system library where there is one, otherwise the C sources that
# Debian's node-llhttp installs under share/llhttp.
find_package(llhttp CONFIG QUIET)
if(TARGET llhttp::llhttp)
    add_library(reusescope_llhttp INTERFACE)
    target_link_libraries(reusescope_llhttp INTERFACE llhttp::llhttp)
    return()
endif()

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(LLHTTP QUIET IMPORTED_TARGET libllhttp)
    if(LLHTTP_FOUND)
        add_library(reusescope_llhttp INTERFACE)
        target_link_libraries(reusescope_llhttp INTERFACE PkgConfig::LLHTTP)
        return()
    endif()
endif()

find_path(LLHTTP_SOURCE_DIR NAMES llhttp.c PATH_SUFFIXES share/llhttp)
find_path(LLHTTP_INCLUDE_DIR NAMES llhttp.h PATH_SUFFIXES share/include/llhttp share/include include PATHS /usr /usr/local)
if(NOT LLHTTP_SOURCE_DIR OR NOT LLHTTP_INCLUDE_DIR)
    message(FATAL_ERROR "llhttp was not found: install node-llhttp (Debian) or libllhttp-dev, or run installers/bootstrap")
endif()
add_library(reusescope_llhttp STATIC
    ${LLHTTP_SOURCE_DIR}/api.c ${LLHTTP_SOURCE_DIR}/http.c ${LLHTTP_SOURCE_DIR}/llhttp.c)
target_include_directories(reusescope_llhttp SYSTEM PUBLIC ${LLHTTP_INCLUDE_DIR})
target_compile_options(reusescope_llhttp PRIVATE -O2)
