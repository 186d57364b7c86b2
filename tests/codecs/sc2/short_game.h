// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A made-up game as a file, and its words and members to be spoilt.
#include "codecs/sc2/container/mpq_crypto.h"
#include "codecs/sc2/sample/ladder_game.h"
#include "codecs/sc2/sample/mpq_writer.h"
#include "tests/codecs/sc2/byte_words.h"

#include <cstring>
#include <functional>

namespace ghostline::test {

using namespace ghostline::sc2;

inline constexpr std::size_t HeaderAt = 1024;

/// A short game, so that hundreds of damaged ones can be looked at.
inline const LadderGame& shortGame()
{
    static const LadderGame game = [] {
        LadderOptions options;
        options.minutes = 1.5;
        return playLadderGame(options);
    }();
    return game;
}

inline Bytes fileOf(const LadderGame& game) { return writeMpq(game.header, game.members); }

inline Bytes& member(LadderGame& game, std::string_view name)
{
    const auto found = std::find_if(game.members.begin(), game.members.end(),
                                    [&](const MpqWriteMember& m) { return m.name == name; });
    return found->bytes;
}

/// The block table in the clear while `edit` looks at it: four words an entry.
inline void editBlocks(Bytes& file, const std::function<void(std::span<std::uint32_t>)>& edit)
{
    const std::size_t at = HeaderAt + word(file, HeaderAt + 20);
    std::vector<std::uint32_t> words(static_cast<std::size_t>(word(file, HeaderAt + 28)) * 4);
    std::memcpy(words.data(), file.data() + at, words.size() * 4);
    mpqDecrypt(words, mpqHash("(block table)", MpqHash::Key));
    edit(words);
    mpqEncrypt(words, mpqHash("(block table)", MpqHash::Key));
    std::memcpy(file.data() + at, words.data(), words.size() * 4);
}

} // namespace ghostline::test
