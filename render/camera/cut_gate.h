// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lets no two cuts of the picture come close upon each other, however it is moved through the recording.
#include <optional>

namespace ghostline::render {

/// Where a cut may not be, the camera travels to the new shot instead: which shot an instant has is the
/// director's word alone.
class CutGate
{
public:
    /// Seconds of the recording without a cut after a cut or a jump.
    static constexpr double Least = 2.0;

    /// After every step. `seconds` since the picture before, in either direction, none = a jump, which is a
    /// cut by itself; `wanted`: this is another shot than before. True where it is cut.
    bool pass(std::optional<double> seconds, bool wanted)
    {
        if (!seconds) {
            m_since = 0.0;
            return wanted;
        }
        m_since += *seconds;
        if (!wanted || m_since < Least)
            return false;
        m_since = 0.0;
        return true;
    }
    /// Nothing was shown before: the first cut may be any time.
    void reset() { m_since = Least; }

private:
    double m_since = Least;
};

} // namespace ghostline::render
