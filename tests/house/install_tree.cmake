# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into a temporary folder, moves that folder, and runs the programs from their new place; then builds
# a program against what was installed, as somebody else would.
cmake_policy(VERSION 3.22)
include("${CMAKE_CURRENT_LIST_DIR}/search_paths.cmake")
set(first "${BUILD_DIR}/install-test")
set(moved "${first}-moved")
# What a failed run left behind.
file(REMOVE_RECURSE ${first} ${moved})

function(run expected_word)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE rc)
  if(NOT rc EQUAL 0)
    message(FATAL_ERROR "${ARGN} ended with ${rc}:\n${out}${err}")
  endif()
  string(FIND "${out}${err}" "${expected_word}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${ARGN} did not print '${expected_word}':\n${out}${err}")
  endif()
endfunction()

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${first}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${first} ${moved})
# Nothing of the build tree may be needed: no search path points there.
unset(ENV{GHOSTLINE_CODEC_PATH})
unset(ENV{LD_LIBRARY_PATH})
file(GLOB_RECURSE binaries ${moved}/bin/* ${moved}/lib/*.so*)
check_search_paths(${binaries})
run("${moved}/lib/ghostline/codecs" ${moved}/bin/ghostline-cli codecs --json)
# Every sample, and the name of the one that is shown.
set(samples "${moved}/share/ghostline/samples")
file(GLOB installed RELATIVE ${samples} "${samples}/sample-*")
file(GLOB built RELATIVE "${BUILD_DIR}/share/ghostline/samples" "${BUILD_DIR}/share/ghostline/samples/sample-*")
file(STRINGS ${samples}/default sample)
if(NOT installed STREQUAL built OR NOT sample IN_LIST installed)
  message(FATAL_ERROR "of the samples ${built} were installed: ${installed}; the default one is ${sample}")
endif()
run("\"frames\"" ${moved}/bin/ghostline-cli info ${samples}/${sample} --json)
set(programs ghostline-cli)
if(GUI)
  run("ghostline " ${moved}/bin/ghostline --version)
  list(APPEND programs ghostline)
  # The desktop offers the program for whatever a codec says it reads.
  execute_process(COMMAND ${moved}/bin/ghostline-cli codecs --json
    OUTPUT_VARIABLE codecs COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${moved}/share/applications/org.ghostline.Ghostline.desktop entry)
  string(JSON count LENGTH "${codecs}" codecs)
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON type GET "${codecs}" codecs ${i} mime_type)
    if(NOT entry MATCHES "\nMimeType=([^\n]*;)?${type};")
      message(FATAL_ERROR "the desktop file does not name ${type}:\n${entry}")
    endif()
  endforeach()
  # A line to watch together by is a link, and each of several recordings gets a window of its own.
  if(NOT entry MATCHES "\nExec=ghostline %u\n" OR
     NOT entry MATCHES "\nMimeType=([^\n]*;)?x-scheme-handler/ghostline;")
    message(FATAL_ERROR "the desktop file does not take ghostline://:\n${entry}")
  endif()
endif()
foreach(program IN LISTS programs)
  foreach(page man/man1/${program}.1 bash-completion/completions/${program} zsh/site-functions/_${program}
               fish/vendor_completions.d/${program}.fish)
    if(NOT EXISTS ${moved}/share/${page})
      message(FATAL_ERROR "share/${page} was not installed")
    endif()
  endforeach()
endforeach()

# Another program that links the recorder: nothing but the installed headers and libraries, found by pkg-config.
set(ENV{PKG_CONFIG_PATH} "${moved}/lib/pkgconfig")
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs ghostline-recorder
  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
if(SANITIZE)
  list(APPEND flags -fsanitize=${SANITIZE})
endif()
file(MAKE_DIRECTORY ${moved}/outside)
file(COPY ${EXAMPLE} DESTINATION ${moved}/outside)
execute_process(
  COMMAND ${CXX} record_a_run.cpp ${flags} -Wl,-rpath,${moved}/lib -o record_a_run
  WORKING_DIRECTORY ${moved}/outside COMMAND_ERROR_IS_FATAL ANY)
run("200 ticks in 1 segments" ${moved}/outside/record_a_run ${moved}/outside/run)
run("\"frames\"" ${moved}/bin/ghostline-cli info ${moved}/outside/run --json)
file(REMOVE_RECURSE ${moved})
