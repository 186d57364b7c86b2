// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A header that holds.
#include "codecs/recording/format/header.h"

#include <QtTest>

namespace ghostline::test {

using namespace ghostline::recording;

inline constexpr Profile All[] = {Profile::S1, Profile::H4, Profile::H5};

inline Header sampleHeader(Profile profile)
{
    Header header;
    header.profile = profile;
    header.flags = 3;
    for (std::size_t i = 0; i < 16; ++i)
        header.worldId[i] = static_cast<std::byte>(0x11 * i);
    header.worldVersion = QByteArray("0123456789abcdef");
    header.startMs = 1786000000123;
    header.dictionary = 7;
    header.metadataBytes = 2;
    header.indexBytes = 40;
    header.tickCount = 500;
    header.chunkCount = 3;
    header.dataVersion = profile == Profile::S1 ? 0 : 4903;
    return header;
}

} // namespace ghostline::test
