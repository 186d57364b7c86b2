# SPDX-License-Identifier: GPL-3.0-or-later
# Build options and the settings every target shares.
option(GHOSTLINE_GUI "Build the window and its 3D viewport" ON)
option(GHOSTLINE_WERROR "Treat compiler warnings as errors" OFF)
option(GHOSTLINE_COVERAGE "Count lines: everything with gcc, model/ and codecs/ with clang" OFF)
option(GHOSTLINE_FUZZ "Build the libFuzzer targets (clang)" OFF)
option(GHOSTLINE_BENCH "Build the micro benchmarks" OFF)
set(GHOSTLINE_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(GHOSTLINE_CODEC_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/ghostline/codecs")
# A tree that runs from anywhere: bin/ finds ../lib, a codec finds ../.. .
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

find_program(GHOSTLINE_CCACHE ccache)
if(GHOSTLINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_CURRENT_LIST_DIR}/ccache-clang")
  else()
    # Precompiled headers are cacheable only with these two allowances. Without the other two
    # each source is preprocessed once more and up to 300 MB of them hashed: an eighth of a build from empty.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_INODECACHE=1 CCACHE_DEPEND=1 ${GHOSTLINE_CCACHE})
  endif()
endif()

add_library(ghostline_settings INTERFACE)
target_compile_options(ghostline_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<BOOL:${GHOSTLINE_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Until a gigabyte the compiler need not look for memory it could give back: units of many sources take a tenth
  # less time and a tenth more memory.
  target_compile_options(ghostline_settings INTERFACE -fpch-preprocess --param=ggc-min-heapsize=1048576)
  if(GHOSTLINE_UNITY)
    # Said of a class in any included file that holds what an unnamed namespace declares: here sources are included.
    target_compile_options(ghostline_settings INTERFACE -Wno-subobject-linkage)
  endif()
elseif(GHOSTLINE_CCACHE)
  target_compile_options(ghostline_settings INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()
target_compile_definitions(ghostline_settings INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS
  GLM_FORCE_CTOR_INIT)
if(GHOSTLINE_SANITIZE)
  target_compile_options(ghostline_settings INTERFACE
    -fsanitize=${GHOSTLINE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ghostline_settings INTERFACE -fsanitize=${GHOSTLINE_SANITIZE})
  if(GHOSTLINE_SANITIZE MATCHES "undefined")
    # A third of the compile time, for what AddressSanitizer reports as soon as such a pointer is used.
    target_compile_options(ghostline_settings INTERFACE -fno-sanitize=null,object-size,pointer-overflow)
  endif()
endif()
if(GHOSTLINE_COVERAGE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ghostline_settings INTERFACE --coverage)
  target_link_options(ghostline_settings INTERFACE --coverage)
elseif(GHOSTLINE_COVERAGE)
  # Nothing that names this checkout, so that the compiler cache serves others too: it makes a relative path of
  # counts one below this build. LLVM_PROFILE_FILE says where to; without it they go nowhere.
  set(GHOSTLINE_COVERAGE_FLAGS
    -fprofile-instr-generate=/dev/null -fcoverage-mapping -fcoverage-compilation-dir=.)
  target_link_options(ghostline_settings INTERFACE -fprofile-instr-generate)
endif()
