# SPDX-License-Identifier: GPL-3.0-or-later
# ghostline_add_codec(ID
#   SOURCES ...        the format's own code, built once as static library ghostline-codec-ID-core
#   [SAMPLE_SOURCES ...]  what makes recordings up, for samples and tests: static library ghostline-codec-ID-sample
#   PLUGIN plugin.cpp  the class with Q_PLUGIN_METADATA, which is ID.json; built as the plugin ghostline-codec-ID
#   [MIME x.xml]       shared-mime-info entry
#   [TESTS a.cpp ...]  QtTest classes in tests/codecs/ID/, together one program tests-codecs-ID
#   [SHARED_TESTS ...] the same, marked as needing the reference data
#   [TEST_SUPPORT ...] sources there that the tests share
#   [FUZZ x.cpp ...]   libFuzzer target fuzz-ID in tests/fuzz/ (built with GHOSTLINE_FUZZ)
#   [LIBRARIES ...])   what the core needs besides model and the codec toolbox
function(ghostline_add_codec id)
  cmake_parse_arguments(ARG "" "PLUGIN;MIME"
    "FUZZ;SOURCES;SAMPLE_SOURCES;TESTS;SHARED_TESTS;TEST_SUPPORT;LIBRARIES" ${ARGN})
  set(core ghostline-codec-${id}-core)
  set(plugin ghostline-codec-${id})

  add_library(${core} STATIC ${ARG_SOURCES})
  ghostline_target(${core})
  target_link_libraries(${core} PUBLIC ghostline-model ghostline-codec-io ${ARG_LIBRARIES})
  target_precompile_headers(${core} REUSE_FROM ghostline-codec-io)
  ghostline_unity(${core})

  # Of its own, so that no plugin carries it. Tests and fuzzers link it, and through it the core.
  set(tested ${core})
  if(ARG_SAMPLE_SOURCES)
    set(tested ghostline-codec-${id}-sample)
    add_library(${tested} STATIC ${ARG_SAMPLE_SOURCES})
    ghostline_target(${tested})
    target_link_libraries(${tested} PUBLIC ${core})
    target_precompile_headers(${tested} REUSE_FROM ghostline-codec-io)
    ghostline_unity(${tested})
  endif()

  add_library(${plugin} MODULE ${ARG_PLUGIN})
  ghostline_target(${plugin})
  target_link_libraries(${plugin} PRIVATE ${core})
  ghostline_plugin_of_this_abi(${plugin})
  target_precompile_headers(${plugin} REUSE_FROM ghostline-codec-io)
  set_target_properties(${plugin} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY "${GHOSTLINE_CODEC_OUTPUT_DIRECTORY}"
    INSTALL_RPATH "$ORIGIN/../..")
  ghostline_install(${plugin} LIBRARY "${CMAKE_INSTALL_LIBDIR}/ghostline/codecs")
  set_property(GLOBAL APPEND PROPERTY GHOSTLINE_CODEC_PLUGINS ${plugin})

  # What the desktop file says the program opens.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${id}.json)
  file(READ ${id}.json metadata)
  string(JSON mime_type ERROR_VARIABLE none GET "${metadata}" mimeType)
  if(NOT none)
    set_property(GLOBAL APPEND PROPERTY GHOSTLINE_MIME_TYPES ${mime_type})
  endif()

  if(ARG_MIME)
    install(FILES ${ARG_MIME} DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
  endif()
  set_property(GLOBAL PROPERTY GHOSTLINE_CODEC_TESTED_${id} ${tested})
  if(BUILD_TESTING AND (ARG_TESTS OR ARG_SHARED_TESTS))
    set_property(GLOBAL APPEND PROPERTY GHOSTLINE_TESTED_CODECS ${id})
    foreach(list IN ITEMS TESTS SHARED_TESTS TEST_SUPPORT)
      set_property(GLOBAL PROPERTY GHOSTLINE_CODEC_${list}_${id} ${ARG_${list}})
    endforeach()
  endif()
  if(ARG_FUZZ)
    set_property(GLOBAL APPEND PROPERTY GHOSTLINE_FUZZED_CODECS ${id})
    set_property(GLOBAL PROPERTY GHOSTLINE_CODEC_FUZZ_${id} ${ARG_FUZZ})
  endif()
endfunction()

# Called once from tests/: the codecs' own tests come after the test support library exists.
function(ghostline_register_codec_tests)
  get_property(ids GLOBAL PROPERTY GHOSTLINE_TESTED_CODECS)
  foreach(id IN LISTS ids)
    foreach(list IN ITEMS TESTED TESTS SHARED_TESTS TEST_SUPPORT)
      get_property(${list} GLOBAL PROPERTY GHOSTLINE_CODEC_${list}_${id})
    endforeach()
    ghostline_add_tests(FOLDER "${PROJECT_SOURCE_DIR}/tests/codecs/${id}"
      TESTS ${TESTS} SHARED_TESTS ${SHARED_TESTS} SUPPORT ${TEST_SUPPORT}
      LIBRARIES ${TESTED} LABELS codec ${id} DEPENDS ghostline-codec-${id})
  endforeach()
endfunction()
