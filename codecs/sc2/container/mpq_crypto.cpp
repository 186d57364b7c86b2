// SPDX-License-Identifier: GPL-3.0-or-later
// The archive's word table, from which both its name hash and its cipher are made.
#include "codecs/sc2/container/mpq_crypto.h"

#include <array>

namespace ghostline::sc2 {

namespace {

using WordTable = std::array<std::uint32_t, 1280>;

constexpr WordTable makeWords()
{
    WordTable words{};
    std::uint32_t seed = 0x00100001;
    const auto half = [&seed] {
        seed = (seed * 125 + 3) % 0x2AAAAB;
        return seed & 0xFFFF;
    };
    for (std::size_t i = 0; i < 256; ++i) {
        for (std::size_t j = 0; j < 5; ++j) {
            const std::uint32_t high = half();
            words[j * 256 + i] = high << 16 | half();
        }
    }
    return words;
}

constexpr WordTable CipherTable = makeWords();
constexpr std::size_t CipherWords = 1024;

/// The running key of the cipher: the same for both directions, fed with plain words.
struct Cipher
{
    std::uint32_t key;
    std::uint32_t sum = 0xEEEEEEEE;

    std::uint32_t mask()
    {
        sum += CipherTable[CipherWords + (key & 0xFF)];
        return key + sum;
    }
    void advance(std::uint32_t plain)
    {
        key = ((~key << 21) + 0x11111111) | (key >> 11);
        sum = plain + sum + (sum << 5) + 3;
    }
};

} // namespace

std::uint32_t mpqHash(std::string_view name, MpqHash kind)
{
    std::uint32_t a = 0x7FED7FED;
    std::uint32_t b = 0xEEEEEEEE;
    for (const char letter : name) {
        auto c = static_cast<unsigned char>(letter);
        if (c >= 'a' && c <= 'z')
            c = static_cast<unsigned char>(c - ('a' - 'A'));
        if (c == '/')
            c = '\\';
        a = CipherTable[static_cast<std::size_t>(kind) * 256 + c] ^ (a + b);
        b = c + a + b + (b << 5) + 3;
    }
    return a;
}

void mpqDecrypt(std::span<std::uint32_t> words, std::uint32_t key)
{
    Cipher cipher{key};
    for (std::uint32_t& word : words) {
        word ^= cipher.mask();
        cipher.advance(word);
    }
}

void mpqEncrypt(std::span<std::uint32_t> words, std::uint32_t key)
{
    Cipher cipher{key};
    for (std::uint32_t& word : words) {
        const std::uint32_t plain = word;
        word ^= cipher.mask();
        cipher.advance(plain);
    }
}

} // namespace ghostline::sc2
