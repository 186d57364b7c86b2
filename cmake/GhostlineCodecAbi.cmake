# SPDX-License-Identifier: GPL-3.0-or-later
# ghostline-abi: "model/codec/codec_abi.h", which defines GHOSTLINE_CODEC_IID. It changes with the contents of
# any header of the model, so that a plugin built against others is refused before it is loaded. Only those link it
# that need it: plugins and the registry.
file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/model/*.h")
list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE files)
set(GHOSTLINE_CODEC_ABI_HEADER "${PROJECT_BINARY_DIR}/generated/model/codec/codec_abi.h")
add_custom_command(OUTPUT "${GHOSTLINE_CODEC_ABI_HEADER}"
  COMMAND ${CMAKE_COMMAND} "-DROOT=${PROJECT_SOURCE_DIR}" "-DHEADERS=${headers}"
          "-DOUT=${GHOSTLINE_CODEC_ABI_HEADER}" -P "${CMAKE_CURRENT_LIST_DIR}/codec_abi.cmake"
  DEPENDS ${files} "${CMAKE_CURRENT_LIST_DIR}/codec_abi.cmake"
  COMMENT "Hashing the model's headers" VERBATIM)
add_custom_target(ghostline-abi-header DEPENDS "${GHOSTLINE_CODEC_ABI_HEADER}")
add_library(ghostline-abi INTERFACE)
add_dependencies(ghostline-abi ghostline-abi-header)
target_include_directories(ghostline-abi INTERFACE "${PROJECT_BINARY_DIR}/generated")

# ghostline_plugin_of_this_abi(TARGET): the plugin's metadata say which headers it was built against.
function(ghostline_plugin_of_this_abi target)
  target_link_libraries(${target} PRIVATE ghostline-abi)
  # moc reads the id, so it runs after the header was made, and again when that changes.
  set_property(TARGET ${target} APPEND PROPERTY AUTOGEN_TARGET_DEPENDS "${GHOSTLINE_CODEC_ABI_HEADER}")
endfunction()
