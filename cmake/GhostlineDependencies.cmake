# SPDX-License-Identifier: GPL-3.0-or-later
# Everything comes from distribution packages; docs/developing/dependencies.md says what each is for.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Network Sql Test WebSockets)
find_package(glm REQUIRED)
find_package(tl-expected REQUIRED)
find_package(zstd REQUIRED)
find_package(ZLIB REQUIRED)
find_package(BZip2 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(simdjson REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
find_package(Threads REQUIRED)
if(GHOSTLINE_GUI)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Gui Widgets PrintSupport Svg OpenGL 3DCore 3DRender
    LinguistTools DBus) # D-Bus for a test alone
  find_package(QCustomPlotQt6 REQUIRED)
  find_package(meshoptimizer REQUIRED)
endif()
# Qt names every test's folders on the compiler's line, for QFINDTESTDATA alone, which nobody uses: without them
# all tests can share precompiled headers, and all checkouts the compiler cache.
set_property(TARGET Qt6::Test PROPERTY INTERFACE_COMPILE_DEFINITIONS QT_TESTLIB_LIB)
if(GHOSTLINE_BENCH)
  find_package(benchmark REQUIRED)
endif()
set(CMAKE_AUTOMOC ON)
get_target_property(moc Qt6::moc LOCATION)
configure_file("${CMAKE_CURRENT_LIST_DIR}/moc-alone.in" "${PROJECT_BINARY_DIR}/moc-alone" @ONLY)
get_target_property(configurations Qt6::moc IMPORTED_CONFIGURATIONS)
list(TRANSFORM configurations PREPEND IMPORTED_LOCATION_)
foreach(location IMPORTED_LOCATION ${configurations})
  set_property(TARGET Qt6::moc PROPERTY ${location} "${PROJECT_BINARY_DIR}/moc-alone")
endforeach()
# Else the sources of a target wait until all libraries that it links are built, although moc needs none of them.
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF)
set(CMAKE_AUTORCC ON)
