# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` lays down besides the targets' own rules.
install(FILES LICENSE README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/ghostline")
if(GHOSTLINE_GUI)
  get_property(mime_types GLOBAL PROPERTY GHOSTLINE_MIME_TYPES)
  configure_file(packaging/org.ghostline.Ghostline.desktop.in
    "${PROJECT_BINARY_DIR}/packaging/org.ghostline.Ghostline.desktop" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/packaging/org.ghostline.Ghostline.desktop"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES packaging/org.ghostline.Ghostline.metainfo.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
  install(FILES resources/icons/ghostline.svg RENAME org.ghostline.Ghostline.svg
    DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()
