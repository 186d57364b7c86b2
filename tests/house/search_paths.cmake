# SPDX-License-Identifier: GPL-3.0-or-later
# check_search_paths(FILE...): where the loader looks for what a program or library needs (READELF tells) are folders
# named in full or from where the file lies. It takes an empty element for the current folder, and a relative one is
# below that: whatever lies beside a replay would be run.
function(check_search_paths)
  set(bad "")
  foreach(file IN LISTS ARGN)
    execute_process(COMMAND ${READELF} -d ${file}
      OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "\\((RPATH|RUNPATH)\\)[^\n]*" entries "${dynamic}")
    foreach(entry IN LISTS entries)
      string(REGEX REPLACE ".*\\[(.*)\\]$" "\\1" path "${entry}")
      if(NOT path MATCHES "^(/|[$]ORIGIN)[^:]*(:(/|[$]ORIGIN)[^:]*)*$")
        string(APPEND bad "\n  ${file}: ${path}")
      endif()
    endforeach()
  endforeach()
  if(bad)
    message(FATAL_ERROR "libraries are looked for in the current folder:${bad}")
  endif()
endfunction()
