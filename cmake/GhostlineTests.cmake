# SPDX-License-Identifier: GPL-3.0-or-later
# The one way to add tests: a program a folder, whose tests CTest knows one by one.

# Seconds: against hanging, not against slowness. Sanitizers take several times as long.
set(GHOSTLINE_TEST_TIMEOUT 180)
if(GHOSTLINE_SANITIZE)
  set(GHOSTLINE_TEST_TIMEOUT 420)
endif()

# A private runtime folder: without one Qt warns, and a warning is fatal in a test.
set(GHOSTLINE_TEST_RUNTIME_DIR "${PROJECT_BINARY_DIR}/tests/runtime")
file(MAKE_DIRECTORY "${GHOSTLINE_TEST_RUNTIME_DIR}")
file(CHMOD "${GHOSTLINE_TEST_RUNTIME_DIR}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

# ghostline_test_driver_name(FOLDER VARIABLE): tests/app/cli -> tests-app-cli
function(ghostline_test_driver_name folder variable)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
  string(REPLACE "/" "-" name "${folder}")
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# ghostline_moc_tests(DRIVER SOURCES...): NAME.moc from each NAME.cpp. CMake's automatic one takes a second
# for each of hundreds of tests, and finds the same: a test's one class stands in the file that it is named
# after. Which slots there are may depend on definitions of the driver, and on nothing else: moc sees no
# headers here.
function(ghostline_moc_tests driver)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${driver}_moc")
  file(MAKE_DIRECTORY "${folder}")
  set(definitions "$<TARGET_PROPERTY:${driver},COMPILE_DEFINITIONS>")
  foreach(source IN LISTS ARGN)
    cmake_path(GET source STEM name)
    add_custom_command(OUTPUT "${folder}/${name}.moc"
      COMMAND Qt6::moc "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
        -o "${folder}/${name}.moc" "${source}"
      DEPENDS "${source}" Qt6::moc
      COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${driver} PRIVATE "${folder}/${name}.moc")
  endforeach()
  target_include_directories(${driver} PRIVATE "${folder}")
  set_target_properties(${driver} PROPERTIES AUTOMOC OFF AUTORCC OFF)
endfunction()

# ghostline_add_tests([FOLDER folder]   default: this one; the program is named after it (tests-app-cli)
#   [TESTS a.cpp ...]         each holds the test that it is named after (tests/support/test_driver.h)
#   [SHARED_TESTS a.cpp ...]  read reference data below GHOSTLINE_SHARED and skip, visibly, without it
#   [GL_TESTS a.cpp ...]      need an X display with OpenGL; neither built nor run with sanitizers
#   [SUPPORT x.cpp ...]       what several of them use
#   [LIBRARIES ...] [DEFINITIONS ...] [LABELS ...]
#   [DEPENDS ...])            programs and plugins that the tests start or load
function(ghostline_add_tests)
  cmake_parse_arguments(ARG "" "FOLDER"
    "TESTS;SHARED_TESTS;GL_TESTS;SUPPORT;LIBRARIES;DEFINITIONS;LABELS;DEPENDS" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  if(GHOSTLINE_SANITIZE)
    set(ARG_GL_TESTS "")
  endif()
  set(tests ${ARG_TESTS} ${ARG_SHARED_TESTS} ${ARG_GL_TESTS})
  foreach(list IN ITEMS tests ARG_SUPPORT)
    set(${list}_sources "")
    foreach(source IN LISTS ${list})
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${ARG_FOLDER}" NORMALIZE)
      list(APPEND ${list}_sources "${source}")
    endforeach()
  endforeach()

  ghostline_test_driver_name("${ARG_FOLDER}" driver)
  add_executable(${driver} ${tests_sources} ${ARG_SUPPORT_sources})
  ghostline_target(${driver})
  target_link_libraries(${driver} PRIVATE Qt6::Test ghostline-test-support ${ARG_LIBRARIES})
  target_compile_definitions(${driver} PRIVATE ${ARG_DEFINITIONS})
  target_precompile_headers(${driver} REUSE_FROM ${GHOSTLINE_TEST_HEADERS})
  ghostline_moc_tests(${driver} ${tests_sources})
  ghostline_unity(${driver})
  set_target_properties(${driver} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  if(ARG_DEPENDS)
    add_dependencies(${driver} ${ARG_DEPENDS})
  endif()

  set(environment
    "QT_FATAL_WARNINGS=1"
    "XDG_RUNTIME_DIR=${GHOSTLINE_TEST_RUNTIME_DIR}"
    "GHOSTLINE_CODEC_PATH=${GHOSTLINE_CODEC_OUTPUT_DIRECTORY}"
    "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1")
  foreach(test IN LISTS tests)
    cmake_path(GET test STEM name)
    add_test(NAME ${name} COMMAND ${driver} ${name})
    set(labels ${ARG_LABELS})
    set(platform "QT_QPA_PLATFORM=offscreen")
    if(test IN_LIST ARG_GL_TESTS)
      list(APPEND labels gl)
      set(platform "LIBGL_ALWAYS_SOFTWARE=1" "QT_QPA_PLATFORM=xcb")
      # One GL test at a time: two software renderers on two cores time each other out. They begin first, so
      # that the others run beside them instead of leaving a core idle at the end.
      set_tests_properties(${name} PROPERTIES RESOURCE_LOCK display COST 100)
    elseif(test IN_LIST ARG_SHARED_TESTS)
      list(APPEND labels shared)
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${GHOSTLINE_TEST_TIMEOUT} LABELS "${labels}"
      ENVIRONMENT "${environment};${platform}")
  endforeach()
endfunction()
