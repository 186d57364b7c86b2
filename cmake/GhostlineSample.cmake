# SPDX-License-Identifier: GPL-3.0-or-later
# Bundled samples: made-up recordings that a program of ours writes while building.
set(GHOSTLINE_SAMPLE_DIRECTORY "${PROJECT_BINARY_DIR}/share/ghostline/samples")
set(GHOSTLINE_SAMPLE_INSTALL_DIRECTORY "${CMAKE_INSTALL_DATADIR}/ghostline/samples")
add_custom_target(ghostline-samples ALL)

# ghostline_add_sample(PROGRAM
#   SOURCE tools/make_x.cpp   what the program is made of
#   LIBRARIES ...             what makes the recording up, as a rule ghostline-codec-ID-sample
#   OUTPUTS sample-x.ID ...   what is written below share/ghostline/samples; the first is what --out names
#   [ARGUMENTS ...]           further arguments of the program
#   [DEFAULT])                the sample that "Open sample" and packaging/run show: exactly one says so
function(ghostline_add_sample program)
  cmake_parse_arguments(ARG "DEFAULT" "SOURCE" "LIBRARIES;OUTPUTS;ARGUMENTS" ${ARGN})
  add_executable(${program} ${ARG_SOURCE})
  ghostline_target(${program})
  target_link_libraries(${program} PRIVATE ${ARG_LIBRARIES} ghostline-sample-options)

  list(GET ARG_OUTPUTS 0 name)
  list(TRANSFORM ARG_OUTPUTS PREPEND "${GHOSTLINE_SAMPLE_DIRECTORY}/" OUTPUT_VARIABLE files)
  add_custom_command(OUTPUT ${files}
    COMMAND ${CMAKE_COMMAND} -E make_directory "${GHOSTLINE_SAMPLE_DIRECTORY}"
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:${program}>
            --out "${GHOSTLINE_SAMPLE_DIRECTORY}/${name}" ${ARG_ARGUMENTS}
    DEPENDS ${program}
    COMMENT "Generating ${name}" VERBATIM)
  add_custom_target(${program}-sample DEPENDS ${files})
  add_dependencies(ghostline-samples ${program}-sample)
  # A build of ghostline-app makes the default one only.
  install(FILES ${files} DESTINATION "${GHOSTLINE_SAMPLE_INSTALL_DIRECTORY}" OPTIONAL)

  if(ARG_DEFAULT)
    get_property(other GLOBAL PROPERTY GHOSTLINE_DEFAULT_SAMPLE)
    if(other)
      message(FATAL_ERROR "${name} and ${other} both want to be the default sample")
    endif()
    set_property(GLOBAL PROPERTY GHOSTLINE_DEFAULT_SAMPLE ${name})
    add_custom_target(ghostline-default-sample)
    add_dependencies(ghostline-default-sample ${program}-sample)
    # The window and packaging/run read the name from this file.
    file(CONFIGURE OUTPUT "${GHOSTLINE_SAMPLE_DIRECTORY}/default" CONTENT "${name}\n" @ONLY)
    install(FILES "${GHOSTLINE_SAMPLE_DIRECTORY}/default" DESTINATION "${GHOSTLINE_SAMPLE_INSTALL_DIRECTORY}")
  endif()
endfunction()
