// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_choice.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::encode {

namespace {

constexpr std::uint32_t ForgetAt = 1U << 15; ///< bytes; then the counts are halved
constexpr double NearnessBits = 0.7;         ///< what being off by the whole tolerance costs

/// The number of the fewest binary digits, up to `most` of them, within `tolerance`.
template<typename T, typename Round>
T shortest(T wanted, T tolerance, int most, const Round& round)
{
    if (std::abs(wanted) <= tolerance)
        return T{0};
    int exponent = 0;
    const T mantissa = std::frexp(wanted, &exponent);
    for (int digits = 1; digits <= most; ++digits) {
        const T rounded = std::ldexp(round(std::ldexp(mantissa, digits)), exponent - digits);
        if (std::abs(wanted - rounded) <= tolerance)
            return rounded;
    }
    return wanted;
}

} // namespace

ByteCosts::ByteCosts()
{
    m_counts.fill(1);
    m_sum = 256;
    m_total = std::log2(m_sum);
}

void ByteCosts::count(unsigned value)
{
    m_logs[value] = std::log2(++m_counts[value]);
    if (++m_sum >= ForgetAt) {
        m_sum = 0;
        for (std::size_t i = 0; i < m_counts.size(); ++i) {
            m_counts[i] = std::max(1U, m_counts[i] / 2);
            m_logs[i] = std::log2(m_counts[i]);
            m_sum += m_counts[i];
        }
    }
    m_total = std::log2(m_sum);
}

void ByteCosts::add(const Half3& halfs)
{
    for (const Half half : halfs) {
        count(half & 0xFFU);
        count(static_cast<unsigned>(half) >> 8);
    }
}

void ByteCosts::add(std::uint32_t bits)
{
    for (unsigned shift = 0; shift < 32; shift += 8)
        count((bits >> shift) & 0xFF);
}

double ByteCosts::ofBone(std::int32_t step) const
{
    const unsigned folded = static_cast<unsigned>(step >= 0 ? 2 * step : -2 * step - 1);
    if (folded <= 240)
        return byte(folded);
    return folded <= 2287 ? byte(241 + ((folded - 240) >> 8)) + byte((folded - 240) & 0xFF)
                          : byte(249) + byte((folded - 2288) >> 8) + byte((folded - 2288) & 0xFF);
}

void ByteCosts::addBone(std::int32_t step)
{
    const unsigned folded = static_cast<unsigned>(step >= 0 ? 2 * step : -2 * step - 1);
    if (folded <= 240)
        count(folded);
}

std::int32_t cheapestBoneStep(double wanted, double tolerance, const ByteCosts& costs)
{
    std::int32_t best = boneFixed(wanted);
    double lowest = 1e9;
    const double steps = wanted / BoneStep;
    for (int bits = 6; bits >= 0; --bits) {
        const double unit = std::ldexp(1.0, bits);
        const auto candidate =
            static_cast<std::int32_t>(std::clamp(std::round(steps / unit) * unit, -8192.0, 8191.0));
        const double off = std::abs(boneMiddle(candidate) - wanted);
        const double cost = costs.ofBone(candidate) + NearnessBits * off * off / (tolerance * tolerance);
        if (off <= tolerance && cost < lowest) {
            lowest = cost;
            best = candidate;
        }
    }
    return best;
}

std::uint32_t cheapestTurn(const glm::dquat& wanted, double degrees, const ByteCosts& costs)
{
    constexpr std::int64_t None = 511; // the level of a component that is 0
    const std::uint32_t exact = smallestThree(glm::quat(wanted));
    std::uint32_t best = exact;
    double lowest = costs.of(exact);
    for (int coarse = 1; coarse <= 4; ++coarse) {
        const std::int64_t unit = std::int64_t{1} << coarse;
        std::uint32_t bits = exact & 3U;
        for (unsigned shift = 2; shift < 32; shift += 10) {
            const std::int64_t level = static_cast<std::int64_t>((exact >> shift) & Component) - None;
            const std::int64_t rounded = ((level + unit * 512 + unit / 2) / unit - 512) * unit + None;
            bits |= static_cast<std::uint32_t>(std::clamp<std::int64_t>(rounded, 0, Component)) << shift;
        }
        const double cost = costs.of(bits);
        if (cost < lowest && degreesBetween(rotationOf(bits, 0.5), wanted) <= degrees) {
            lowest = cost;
            best = bits;
        }
    }
    return best;
}

Half cheapestHalf(double wanted, double tolerance, const ByteCosts& costs)
{
    Half best = half(static_cast<float>(wanted));
    double lowest = 1e9;
    const auto consider = [&](Half candidate) {
        const double off = std::abs(halfMiddle(candidate) - wanted);
        if (off > tolerance)
            return;
        const double cost = costs.of(candidate) + NearnessBits * off * off / (tolerance * tolerance);
        if (cost < lowest) {
            lowest = cost;
            best = candidate;
        }
    };
    consider(0);
    int exponent = 0;
    const double mantissa = std::frexp(wanted, &exponent);
    for (int digits = 1; digits <= 11; ++digits) {
        const double scaled = std::ldexp(mantissa, digits);
        for (const double rounded : {std::floor(scaled), std::ceil(scaled)})
            consider(half(static_cast<float>(std::ldexp(rounded, exponent - digits))));
    }
    return best;
}

float shortBelow(float wanted, float tolerance)
{
    return shortest(wanted, tolerance, 11, [](float scaled) { return std::trunc(scaled); });
}

float shortFloat(double wanted, double tolerance)
{
    return static_cast<float>(
        shortest(wanted, tolerance, 23, [](double scaled) { return std::round(scaled); }));
}

} // namespace ghostline::echo::encode
