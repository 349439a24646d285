# SPDX-License-Identifier: GPL-3.0-or-later
# Read by CPack for each generator.
if(CPACK_GENERATOR STREQUAL "TGZ")
    set(CPACK_PACKAGING_INSTALL_PREFIX /)
    # All that was configured, the libraries that come along as well.
    set(CPACK_MONOLITHIC_INSTALL ON)
    set(CPACK_STRIP_FILES ON)
else()
    # DEB and RPM strip by their own means; that of DEB keeps the symbols, for a package of their own.
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
