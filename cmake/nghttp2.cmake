# SPDX-License-Identifier: GPL-3.0-or-later
# Provides the target reusescope_nghttp2. Two options came with security fixes, which distributions carry back;
# they are set where the library has them.
find_path(NGHTTP2_INCLUDE_DIR nghttp2/nghttp2.h)
find_library(NGHTTP2_LIBRARY nghttp2)
if(NOT NGHTTP2_INCLUDE_DIR OR NOT NGHTTP2_LIBRARY)
    message(FATAL_ERROR "nghttp2 was not found: install libnghttp2-dev (Debian), or run installers/bootstrap")
endif()
add_library(reusescope_nghttp2 INTERFACE)
target_include_directories(reusescope_nghttp2 SYSTEM INTERFACE ${NGHTTP2_INCLUDE_DIR})
target_link_libraries(reusescope_nghttp2 INTERFACE ${NGHTTP2_LIBRARY})

include(CheckSymbolExists)
set(CMAKE_REQUIRED_INCLUDES ${NGHTTP2_INCLUDE_DIR})
set(CMAKE_REQUIRED_LIBRARIES ${NGHTTP2_LIBRARY})
check_symbol_exists(nghttp2_option_set_max_continuations nghttp2/nghttp2.h NGHTTP2_HAS_MAX_CONTINUATIONS)
check_symbol_exists(nghttp2_option_set_stream_reset_rate_limit nghttp2/nghttp2.h NGHTTP2_HAS_RESET_RATE_LIMIT)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_LIBRARIES)
target_compile_definitions(reusescope_nghttp2 INTERFACE
    $<$<BOOL:${NGHTTP2_HAS_MAX_CONTINUATIONS}>:REUSESCOPE_NGHTTP2_HAS_MAX_CONTINUATIONS>
    $<$<BOOL:${NGHTTP2_HAS_RESET_RATE_LIMIT}>:REUSESCOPE_NGHTTP2_HAS_RESET_RATE_LIMIT>)
