# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DROOT=FOLDER -DHEADERS=a.h;b.h -DOUT=FILE -P codec_abi.cmake: writes the tag of what these headers
# contain, as the plugins' interface id. FILE is left alone when it says that already, so that nothing is built anew.
set(contents "")
foreach(header IN LISTS HEADERS)
  file(SHA256 "${ROOT}/${header}" hash)
  string(APPEND contents "${header} ${hash}\n")
endforeach()
string(SHA256 tag "${contents}")
string(SUBSTRING "${tag}" 0 16 tag)
file(CONFIGURE OUTPUT "${OUT}" CONTENT "// SPDX-License-Identifier: GPL-3.0-or-later
// Made while building from the contents of the model's headers (cmake/codec_abi.cmake).
#pragma once

#define GHOSTLINE_CODEC_IID \"org.ghostline.Codec/${tag}\"
" @ONLY)
