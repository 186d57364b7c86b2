# SPDX-License-Identifier: GPL-3.0-or-later
# ghostline_add_codec(ID
#   SOURCES ...        the format's own code, built once as static library ghostline-codec-ID-core
#   PLUGIN plugin.cpp  includes the header with Q_PLUGIN_METADATA; built as the plugin ghostline-codec-ID
#   [METADATA x.json]  plugin metadata, default ID.json
#   [MIME x.xml]       shared-mime-info entry
#   [TESTS a.cpp ...]  QtTest programs in tests/codecs/ID/, linked with the core library
#   [SHARED_TESTS ...] the same, marked as needing the reference data
#   [FUZZ x.cpp]       libFuzzer target fuzz-ID in tests/fuzz/ (built with GHOSTLINE_FUZZ)
#   [LIBRARIES ...])   what the core needs besides model and the codec toolbox
function(ghostline_add_codec id)
  cmake_parse_arguments(ARG "" "PLUGIN;METADATA;MIME;FUZZ" "SOURCES;TESTS;SHARED_TESTS;LIBRARIES" ${ARGN})
  set(core ghostline-codec-${id}-core)
  set(plugin ghostline-codec-${id})

  add_library(${core} STATIC ${ARG_SOURCES})
  ghostline_target(${core})
  target_link_libraries(${core} PUBLIC ghostline-model ghostline-codec-io ${ARG_LIBRARIES})
  target_precompile_headers(${core} REUSE_FROM ghostline-codec-io)

  string(REGEX REPLACE "\\.cpp$" ".h" plugin_header "${ARG_PLUGIN}")
  add_library(${plugin} MODULE ${ARG_PLUGIN} ${plugin_header})
  ghostline_target(${plugin})
  target_link_libraries(${plugin} PRIVATE ${core})
  set_target_properties(${plugin} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY "${GHOSTLINE_CODEC_OUTPUT_DIRECTORY}"
    INSTALL_RPATH "$ORIGIN/../..")
  install(TARGETS ${plugin} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/ghostline/codecs")
  set_property(GLOBAL APPEND PROPERTY GHOSTLINE_CODEC_PLUGINS ${plugin})

  if(ARG_MIME)
    install(FILES ${ARG_MIME} DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
  endif()
  if(BUILD_TESTING)
    foreach(source IN LISTS ARG_TESTS ARG_SHARED_TESTS)
      get_filename_component(name ${source} NAME_WE)
      set(flags "")
      if(source IN_LIST ARG_SHARED_TESTS)
        set(flags SHARED)
      endif()
      set_property(GLOBAL APPEND PROPERTY GHOSTLINE_CODEC_TESTS
        "${name}|${PROJECT_SOURCE_DIR}/tests/codecs/${id}/${source}|${core}|${id}|${flags}")
    endforeach()
  endif()
  if(ARG_FUZZ)
    set_property(GLOBAL APPEND PROPERTY GHOSTLINE_CODEC_FUZZERS
      "${id}|${PROJECT_SOURCE_DIR}/tests/fuzz/${ARG_FUZZ}|${core}")
  endif()
endfunction()

# Called once from tests/: the codecs' own tests come after the test support library exists.
function(ghostline_register_codec_tests)
  get_property(entries GLOBAL PROPERTY GHOSTLINE_CODEC_TESTS)
  foreach(entry IN LISTS entries)
    string(REPLACE "|" ";" parts "${entry}")
    list(GET parts 0 name)
    list(GET parts 1 source)
    list(GET parts 2 core)
    list(GET parts 3 id)
    list(LENGTH parts count)
    set(flags "")
    if(count GREATER 4)
      list(GET parts 4 flags)
    endif()
    ghostline_add_test(${name} SOURCES ${source} LIBRARIES ${core} LABELS codec ${id} ${flags})
    add_dependencies(${name} ghostline-codec-${id})
  endforeach()
endfunction()
