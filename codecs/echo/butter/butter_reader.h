// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The small number forms of a frame, read one after the other; what is odd about them is counted.
#include "codecs/echo/butter/butter_values.h"

#include <span>

namespace ghostline::echo::butter {

/// What is remarkable without being damage; frames counted from the chunk's first.
struct Oddity
{
    std::uint32_t count = 0;
    std::uint32_t frame = 0; ///< the first
    void note(std::size_t at)
    {
        if (count++ == 0)
            frame = static_cast<std::uint32_t>(at);
    }
};
struct Oddities
{
    Oddity notFinite;   ///< numbers that are none
    Oddity unknownWord; ///< codes nobody listed
    Oddity noSuchName;  ///< file indices above the list
    Oddity sharedName;  ///< one file index with two slots in a frame
};

enum class Problem : std::uint8_t {
    None,
    CutShort,    ///< the chunk ends within a frame
    Magic,       ///< no frame begins here
    NoKeyframe,  ///< a difference to a frame that is not there
    Time,        ///< no date
    EndlessText, ///< a name without an end
    TooMuch,     ///< more than limits allow
    ReaderFails, ///< the reference reader throws here (Reference only)
    Cancelled
};

/// Reads on past the end of the bytes into their padding; whole records are checked afterwards. `Exact`: by
/// the middle of bins, and what is no number counts as unchanged.
template<bool Exact>
class FrameReader
{
public:
    /// `people` in the header's list.
    FrameReader(std::span<const std::byte> bytes, std::size_t people)
        : m_begin(bytes.data()), m_at(m_begin), m_end(m_begin + bytes.size()), m_people(people)
    {
    }

    /// Oddities are noted for this frame of the chunk.
    void beginFrame(std::size_t number) { m_frame = number; }
    std::size_t frame() const { return m_frame; }
    void note(Oddity Oddities::*oddity) { (m_oddities.*oddity).note(m_frame); }
    const Oddities& oddities() const { return m_oddities; }

    bool atEnd() const { return m_at >= m_end; }
    bool over() const { return m_at > m_end; }
    /// Bytes to the end; only where it is not over.
    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }
    std::size_t position() const { return static_cast<std::size_t>(m_at - m_begin); }
    const std::byte* here() const { return m_at; }
    void goTo(const std::byte* at) { m_at = at; }

    std::uint8_t u8() { return get<std::uint8_t>(); }
    std::uint16_t u16() { return get<std::uint16_t>(); }
    std::uint32_t u32() { return get<std::uint32_t>(); }
    std::int16_t i16() { return get<std::int16_t>(); }
    std::int64_t i64() { return get<std::int64_t>(); }
    float real() { return get<float>(); }

    /// `before` where it is no number.
    float half(float before)
    {
        const auto stored = u16();
        if (Exact && !isFinite(stored)) {
            note(&Oddities::notFinite);
            return before;
        }
        return halfEdge(stored);
    }

    glm::vec3 vector()
    {
        glm::vec3 out;
        for (int i = 0; i < 3; ++i) {
            const auto stored = u16();
            if (!Exact) {
                out[i] = halfEdge(stored);
            } else if (isFinite(stored)) {
                out[i] = halfMiddle(stored);
            } else {
                // A difference of nothing keeps what was.
                out[i] = 0.0F;
                note(&Oddities::notFinite);
            }
        }
        return out;
    }

    void rotation(glm::quat& out) { smallestThree<Exact ? Bin::Middle : Bin::Edge>(u32(), out); }

    /// Number in MatchNames of a stored file index.
    std::int32_t person(std::uint8_t fileIndex)
    {
        if (fileIndex <= m_people)
            return fileIndex - 1;
        note(&Oddities::noSuchName);
        return Nobody;
    }

private:
    template<io::Scalar T>
    T get()
    {
        const T value = io::loadLe<T>(m_at);
        m_at += sizeof(T);
        return value;
    }

    const std::byte* m_begin;
    const std::byte* m_at;
    const std::byte* m_end;
    std::size_t m_people;
    std::size_t m_frame = 0;
    Oddities m_oddities;
};

} // namespace ghostline::echo::butter
