# SPDX-License-Identifier: GPL-3.0-or-later
# oracle_node: the same programs on the libuv that Node is made of, for the loop model of libuv >= 1.45,
# which Debian 12 has no library of. Where it cannot run, the test is skipped and says why.

# Sets node_program and node_headers in the caller; where there is no such Node, `reason`.
function(oracle_find_node)
    if(REUSESCOPE_SANITIZE)
        set(reason "an add-on with sanitizers cannot be loaded into a Node without" PARENT_SCOPE)
        return()
    endif()
    find_program(REUSESCOPE_NODE NAMES node nodejs DOC "Node.js 20 or later, for a test")
    if(NOT REUSESCOPE_NODE)
        set(reason "there is no Node" PARENT_SCOPE)
        return()
    endif()
    execute_process(COMMAND ${REUSESCOPE_NODE} -p "process.versions.uv + ';' + process.execPath"
        OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT answer MATCHES "^[0-9.]+;/")
        set(reason "${REUSESCOPE_NODE} does not say what it is" PARENT_SCOPE)
        return()
    endif()
    list(GET answer 0 version)
    list(GET answer 1 program)
    if(version VERSION_LESS 1.46)
        set(reason "${program} has libuv ${version}, 1.46 or later is needed (Node 20)" PARENT_SCOPE)
        return()
    endif()
    cmake_path(GET program PARENT_PATH folder)
    find_path(REUSESCOPE_NODE_HEADERS NAMES node_api.h HINTS ${folder}/../include/node PATH_SUFFIXES node
        DOC "Folder of node_api.h and uv.h of that Node")
    set(theirs "none")
    if(EXISTS ${REUSESCOPE_NODE_HEADERS}/uv/version.h)
        file(STRINGS ${REUSESCOPE_NODE_HEADERS}/uv/version.h lines REGEX "define UV_VERSION_(MAJOR|MINOR|PATCH) ")
        string(REGEX REPLACE "[^0-9;]" "" theirs "${lines}")
        list(JOIN theirs "." theirs)
    endif()
    if(NOT theirs VERSION_EQUAL version)
        set(reason "${program} has libuv ${version}, its headers are needed, found: ${theirs}" PARENT_SCOPE)
        return()
    endif()
    set(node_program ${program} PARENT_SCOPE)
    set(node_headers ${REUSESCOPE_NODE_HEADERS} PARENT_SCOPE)
endfunction()

add_custom_target(oracle-tests DEPENDS tst_oracle)
oracle_find_node()
if(reason)
    message(STATUS "oracle_node is skipped: ${reason}")
    add_test(NAME oracle_node COMMAND ${CMAKE_COMMAND} -E echo "SKIP: ${reason}")
    set_tests_properties(oracle_node PROPERTIES SKIP_REGULAR_EXPRESSION "^SKIP")
    return()
endif()

# Node links libuv statically, so only what is loaded before libc can take libc's place for it.
add_library(oracle_virtualsystem SHARED oracle/virtualsystem.cpp)
target_link_libraries(oracle_virtualsystem PRIVATE reusescope_options ${CMAKE_DL_LIBS})
add_library(oracle_node MODULE oracle/nodeaddon.cpp ${oracle_sources})
target_include_directories(oracle_node SYSTEM PRIVATE ${node_headers})
target_link_libraries(oracle_node PRIVATE reusescope_options reusescope_script oracle_virtualsystem)
set_target_properties(oracle_node PROPERTIES PREFIX "" SUFFIX ".node" CXX_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
add_dependencies(oracle-tests oracle_node)
foreach(part script validation net trace loop base)
    set_target_properties(reusescope_${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endforeach()

add_test(NAME oracle_node
    COMMAND ${node_program} ${CMAKE_CURRENT_SOURCE_DIR}/oracle/nodeaddon.js $<TARGET_FILE:oracle_node>)
set_tests_properties(oracle_node PROPERTIES TIMEOUT 300
    ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:oracle_virtualsystem>")
