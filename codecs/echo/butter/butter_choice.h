// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Of all numbers that are near enough, which one compresses best.
#include "codecs/echo/butter/butter_encode.h"

namespace ghostline::echo::encode {

/// How many bits a byte costs an entropy coder that has seen the same bytes as this. What was chosen before
/// gets cheaper, so that choices settle on few byte values.
class ByteCosts
{
public:
    ByteCosts();
    double of(Half half) const { return byte(half & 0xFFU) + byte(static_cast<unsigned>(half) >> 8); }
    double of(std::uint32_t bits) const
    {
        return byte(bits & 0xFF) + byte((bits >> 8) & 0xFF) + byte((bits >> 16) & 0xFF) + byte(bits >> 24);
    }
    double of(const Half3& halfs) const { return of(halfs[0]) + of(halfs[1]) + of(halfs[2]); }
    /// Of a bone's step along one axis.
    double ofBone(std::int32_t step) const;
    void add(const Half3& halfs);
    void add(std::uint32_t bits);
    void addBone(std::int32_t step);

private:
    double byte(unsigned value) const { return m_total - m_logs[value]; }
    void count(unsigned value);

    std::array<std::uint32_t, 256> m_counts{};
    std::array<double, 256> m_logs{};
    std::uint32_t m_sum = 0;
    double m_total = 0.0; ///< log2 of the sum
};

/// The cheapest half whose middle is within `tolerance` of `wanted`; the nearest one when none is.
Half cheapestHalf(double wanted, double tolerance, const ByteCosts& costs);
/// The cheapest step of a bone, in the format's own unit, that comes within `tolerance` metres.
std::int32_t cheapestBoneStep(double wanted, double tolerance, const ByteCosts& costs);
/// The cheapest turn, stored as three components, that comes within so many degrees of a small one.
std::uint32_t cheapestTurn(const glm::dquat& wanted, double degrees, const ByteCosts& costs);
/// The number nearest to zero of few bits that is at most `tolerance` short of `wanted`, never beyond it.
float shortBelow(float wanted, float tolerance);
/// The float of the fewest bits within `tolerance` of `wanted`.
float shortFloat(double wanted, double tolerance);

} // namespace ghostline::echo::encode
