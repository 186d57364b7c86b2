// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tells the keys of a JSON object from each other without hashing: recorders write them in the same order in
// every line, so the key that followed last time is tried first.
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ghostline::echo {

template<std::size_t N>
class KeyFinder
{
    static_assert(N < 255);

public:
    static constexpr std::size_t None = N;

    explicit KeyFinder(const std::array<std::string_view, N>& keys)
    {
        for (std::size_t i = 0; i < N; ++i) {
            Key& key = m_keys[i];
            key.size = keys[i].size() + 1; // with the closing quote
            keys[i].copy(key.text.data(), keys[i].size());
            key.text[keys[i].size()] = '"';
            key.mask = key.size < Word ? (std::uint64_t{1} << (8 * key.size)) - 1 : ~std::uint64_t{0};
            key.first = load(key.text.data());
            key.last = key.size > Word ? load(key.text.data() + key.size - Word) : 0;
        }
    }

    /// Before the first key of an object.
    void start() { m_last = N; }
    /// Index of the key whose text begins at `raw`, behind the quote; None for any other. More bytes than the
    /// longest key has must be readable there.
    std::size_t find(const char* raw)
    {
        const std::size_t guess = m_after[m_last];
        if (guess < N && is(raw, m_keys[guess]))
            return m_last = guess;
        for (std::size_t i = 0; i < N; ++i) {
            if (is(raw, m_keys[i])) {
                m_after[m_last] = static_cast<std::uint8_t>(i);
                return m_last = i;
            }
        }
        return None;
    }

private:
    static constexpr std::size_t Word = sizeof(std::uint64_t);
    static constexpr std::size_t MaxKeyBytes = 40;
    struct Key
    {
        std::array<char, MaxKeyBytes> text{};
        std::size_t size = 0;
        std::uint64_t mask = 0; ///< of the bytes of `first` that count
        std::uint64_t first = 0;
        std::uint64_t last = 0; ///< the last bytes of a longer key
    };
    static std::uint64_t load(const char* at)
    {
        std::uint64_t word = 0;
        std::memcpy(&word, at, Word);
        return word;
    }
    /// Word by word, as a call for each key costs more than the comparison.
    static bool is(const char* raw, const Key& key)
    {
        if ((load(raw) & key.mask) != key.first)
            return false;
        if (key.size <= Word)
            return true;
        return load(raw + key.size - Word) == key.last &&
               (key.size <= 2 * Word ||
                std::memcmp(raw + Word, key.text.data() + Word, key.size - 2 * Word) == 0);
    }

    std::array<Key, N> m_keys{};
    std::array<std::uint8_t, N + 1> m_after{}; ///< by the key before; N = at the start
    std::size_t m_last = N;
};

} // namespace ghostline::echo
