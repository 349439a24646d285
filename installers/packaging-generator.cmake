# SPDX-License-Identifier: GPL-3.0-or-later
# Read by CPack for each generator.
if(CPACK_GENERATOR STREQUAL "TGZ")
    set(CPACK_PACKAGING_INSTALL_PREFIX /)
    # All that was configured, the libraries that come along as well.
    set(CPACK_MONOLITHIC_INSTALL ON)
else()
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
# DEB strips by its own means, which keep the symbols for a package of their own.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    set(CPACK_STRIP_FILES ON)
endif()
