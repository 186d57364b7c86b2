# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` lays down besides the targets' own rules.
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/ghostline")
