# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the commit that is being built into OUTPUT, as a header, and only when it has changed. Called at each build:
#   cmake -D SOURCE=DIR -D OUTPUT=FILE [-D COMMIT=TEXT] -P commit.cmake
# A source tree without git names none, unless COMMIT does.
if(NOT COMMIT)
    execute_process(COMMAND git describe --always --abbrev=12 --dirty=-modified --exclude=*
        WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT COMMIT)
    set(COMMIT "unknown")
endif()
set(text "// Made at each build by cmake/commit.cmake.\n#define REUSESCOPE_COMMIT \"${COMMIT}\"\n")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} before)
endif()
if(NOT "${before}" STREQUAL "${text}")
    file(WRITE ${OUTPUT} "${text}")
endif()
