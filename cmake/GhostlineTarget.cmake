# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of ours gets, and the one way to add a test.

# ghostline_target(TARGET): warnings, definitions, sanitizers; headers are included from the source root.
function(ghostline_target target)
  target_link_libraries(${target} PRIVATE ghostline_settings)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
endfunction()

# A private runtime folder: without one Qt warns, and a warning is fatal in a test.
set(GHOSTLINE_TEST_RUNTIME_DIR "${PROJECT_BINARY_DIR}/tests/runtime")
file(MAKE_DIRECTORY "${GHOSTLINE_TEST_RUNTIME_DIR}")
file(CHMOD "${GHOSTLINE_TEST_RUNTIME_DIR}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

# ghostline_moc_test(NAME SOURCES...): NAME.moc from NAME.cpp. CMake's automatic one takes a second for each of
# hundreds of tests, and finds the same: a test's one class stands in the file that it is named after. Which
# slots there are may depend on definitions of the target, and on nothing else: moc sees no headers here.
function(ghostline_moc_test name)
  set(source ${ARGN})
  list(FILTER source INCLUDE REGEX "(^|/)${name}\\.cpp$")
  if(NOT source)
    message(FATAL_ERROR "${name} has no ${name}.cpp")
  endif()
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}_moc")
  set(definitions "$<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>")
  add_custom_command(OUTPUT "${folder}/${name}.moc"
    COMMAND Qt6::moc "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
      -o "${folder}/${name}.moc" "${source}"
    DEPENDS "${source}" Qt6::moc
    COMMAND_EXPAND_LISTS VERBATIM)
  file(MAKE_DIRECTORY "${folder}")
  target_sources(${name} PRIVATE "${folder}/${name}.moc")
  target_include_directories(${name} PRIVATE "${folder}")
  set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTORCC OFF)
endfunction()

# ghostline_add_test(NAME SOURCES... [LIBRARIES...] [LABELS...] [GL] [SHARED])
#   GL      needs an X display with OpenGL; neither built nor run with sanitizers
#   SHARED  reads reference data below GHOSTLINE_SHARED and skips, visibly, without it
function(ghostline_add_test name)
  cmake_parse_arguments(ARG "GL;SHARED" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  ghostline_target(${name})
  target_link_libraries(${name} PRIVATE Qt6::Test ghostline-test-support ${ARG_LIBRARIES})
  target_precompile_headers(${name} REUSE_FROM ${GHOSTLINE_TEST_HEADERS})
  ghostline_moc_test(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  add_test(NAME ${name} COMMAND ${name})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 180)
  endif()
  set(environment
    "QT_FATAL_WARNINGS=1"
    "XDG_RUNTIME_DIR=${GHOSTLINE_TEST_RUNTIME_DIR}"
    "GHOSTLINE_CODEC_PATH=${GHOSTLINE_CODEC_OUTPUT_DIRECTORY}"
    "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1")
  if(ARG_GL)
    list(APPEND ARG_LABELS gl)
    list(APPEND environment "LIBGL_ALWAYS_SOFTWARE=1" "QT_QPA_PLATFORM=xcb")
    if(GHOSTLINE_SANITIZE)
      set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    # One GL test at a time: two software renderers on two cores time each other out.
    set_tests_properties(${name} PROPERTIES RESOURCE_LOCK display)
  else()
    list(APPEND environment "QT_QPA_PLATFORM=offscreen")
  endif()
  if(ARG_SHARED)
    list(APPEND ARG_LABELS shared)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
    ENVIRONMENT "${environment}")
endfunction()
