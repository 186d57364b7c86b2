// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tells the keys of a JSON object from each other without hashing: recorders write them in the same order in
// every line, so the key that followed last time is tried first.
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ghostline::echo {

/// The keys of one kind of object, numbered. Live for ever.
template<std::size_t N>
class KeyList
{
public:
    /// All of them, with a blank between each two.
    consteval explicit KeyList(std::string_view words)
    {
        for (std::string_view& key : keys) {
            key = words.substr(0, words.find(' '));
            words.remove_prefix(key.size() < words.size() ? key.size() + 1 : words.size());
        }
        if (!words.empty() || keys[N - 1].empty())
            throw "another number of keys";
    }
    /// Number of a key, which must be one of them.
    consteval std::size_t operator[](std::string_view key) const
    {
        for (std::size_t i = 0; i < N; ++i) {
            if (keys[i] == key)
                return i;
        }
        throw "no such key";
    }

    std::array<std::string_view, N> keys;
};

template<std::size_t N>
class KeyFinder
{
    static_assert(N < 255);

public:
    static constexpr std::size_t None = N;

    explicit constexpr KeyFinder(const std::array<std::string_view, N>& keys) : m_keys(keys) {}
    explicit constexpr KeyFinder(const KeyList<N>& list) : m_keys(list.keys) {}

    /// Before the first key of an object.
    void start() { m_last = N; }
    /// Index of the key whose text begins at `raw`, behind the quote; None for any other. More bytes than the
    /// longest key has must be readable there.
    std::size_t find(const char* raw)
    {
        const std::size_t guess = m_after[m_last];
        if (guess < N && is(raw, guess))
            return m_last = guess;
        for (std::size_t i = 0; i < N; ++i) {
            if (is(raw, i)) {
                m_after[m_last] = static_cast<std::uint8_t>(i);
                return m_last = i;
            }
        }
        return None;
    }

private:
    bool is(const char* raw, std::size_t i) const
    {
        const std::string_view key = m_keys[i];
        return raw[0] == key[0] && std::memcmp(raw, key.data(), key.size()) == 0 && raw[key.size()] == '"';
    }

    const std::array<std::string_view, N>& m_keys;
    std::array<std::uint8_t, N + 1> m_after{}; ///< by the key before; N = at the start
    std::size_t m_last = N;
};

} // namespace ghostline::echo
