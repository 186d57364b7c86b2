// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a made-up replay says of itself: its header and the members that are no event streams.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ghostline::sc2::ladder {

struct Summary
{
    std::uint32_t baseBuild = 0;
    std::uint32_t loops = 0;
    int apm[2] = {0, 0};
};

std::vector<std::byte> headerOf(const Summary& summary);
std::vector<std::byte> detailsOf();
std::vector<std::byte> initDataOf(const Summary& summary);
std::vector<std::byte> attributesOf();
std::vector<std::byte> metadataOf(const Summary& summary);

} // namespace ghostline::sc2::ladder
