// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small .icrep files put together from chunks, without a writer: for tests of what reads them.
#include "codecs/ironcurtain/container/chunk.h"
#include "codecs/ironcurtain/container/header.h"

#include <QByteArray>

#include <cstring>

namespace ghostline::test {

struct BuiltParts
{
    ironcurtain::Bytes orders;                            ///< chunks, one after another
    ironcurtain::Bytes keyframes = ironcurtain::Bytes(8); ///< index and blobs: none
    ironcurtain::Bytes events;
    ironcurtain::Bytes voice;
    ironcurtain::Bytes signatures; ///< the section
    std::uint64_t totalTicks = 0;
    std::uint8_t moreFlags = 0;
};

ironcurtain::Bytes builtMetadata();
/// The sections of a finished match, in the order of the format.
ironcurtain::Bytes builtFile(const BuiltParts& parts);
/// A recording that was never finished: chunks behind the metadata.
ironcurtain::Bytes builtJournal(const ironcurtain::Bytes& chunks);

} // namespace ghostline::test
