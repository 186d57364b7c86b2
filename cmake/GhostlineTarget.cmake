# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of ours gets.

# ghostline_target(TARGET): warnings, definitions, sanitizers; headers are included from the source root. What
# links a library that was built again is not linked again: nothing of it was copied, and a changed header
# compiles anew whoever includes it.
function(ghostline_target target)
  target_link_libraries(${target} PRIVATE ghostline_settings)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES LINK_DEPENDS_NO_SHARED ON)
endfunction()

# ghostline_install(TARGET RUNTIME|LIBRARY FOLDER): installed with the search path that it is built with. CMake
# would else write the one over the other while installing, and make room for that with separators: empty
# elements, which the loader takes for the current folder, so that a library beside a replay would be run. What is
# linked from outside the project, such as a Qt of one's own, stays found.
function(ghostline_install target kind folder)
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${target} ${kind} DESTINATION "${folder}")
endfunction()
