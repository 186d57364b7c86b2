// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/base/colour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace ghostline::render {

namespace {

constexpr int Halvings = 20; // of a search: finer than the steps of a screen
constexpr int LightnessSteps = 50;
constexpr double Degrees = 180.0 / std::numbers::pi;

using Triple = std::array<double, 3>;

double linear(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }

double encoded(double v) { return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055; }

Triple linearRgb(const QColor& c)
{
    const auto part = [](float v) { return linear(static_cast<double>(v)); };
    return {part(c.redF()), part(c.greenF()), part(c.blueF())};
}

/// WCAG 2.1: relative luminance of an sRGB colour.
double luminance(const QColor& c)
{
    const Triple rgb = linearRgb(c);
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

Triple oklab(const QColor& c)
{
    const auto [r, g, b] = linearRgb(c);
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Triple linearRgb(const Oklch& c)
{
    const double a = c.chroma * std::cos(c.hue / Degrees);
    const double b = c.chroma * std::sin(c.hue / Degrees);
    const auto cube = [](double v) { return v * v * v; };
    const double l = cube(c.lightness + 0.3963377774 * a + 0.2158037573 * b);
    const double m = cube(c.lightness - 0.1055613458 * a - 0.0638541728 * b);
    const double s = cube(c.lightness - 0.0894841775 * a - 1.2914855480 * b);
    return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool onScreen(const Triple& rgb)
{
    constexpr double Rounding = 1e-4;
    return std::all_of(rgb.begin(), rgb.end(), [](double v) { return v >= -Rounding && v <= 1 + Rounding; });
}

double leastContrast(const QColor& colour, std::span<const QColor> grounds)
{
    double least = 21.0;
    for (const QColor& ground : grounds)
        least = std::min(least, contrast(colour, ground));
    return least;
}

double leastDifference(const QColor& colour, std::span<const QColor> others)
{
    double least = 1.0;
    for (const QColor& other : others)
        least = std::min(least, difference(colour, other));
    return least;
}

} // namespace

Oklch toOklch(const QColor& colour)
{
    const auto [lightness, a, b] = oklab(colour);
    const double hue = std::atan2(b, a) * Degrees;
    return {lightness, std::hypot(a, b), hue < 0.0 ? hue + 360.0 : hue};
}

QColor fromOklch(const Oklch& colour)
{
    Oklch shown = colour;
    shown.lightness = std::clamp(shown.lightness, 0.0, 1.0);
    Triple rgb = linearRgb(shown);
    if (!onScreen(rgb)) {
        double less = 0.0;
        double more = shown.chroma;
        for (int i = 0; i < Halvings; ++i) {
            shown.chroma = (less + more) / 2.0;
            (onScreen(linearRgb(shown)) ? less : more) = shown.chroma;
        }
        shown.chroma = less;
        rgb = linearRgb(shown);
    }
    const auto part = [](double v) {
        return static_cast<int>(std::lround(std::clamp(encoded(std::max(v, 0.0)), 0.0, 1.0) * 255.0));
    };
    return {part(rgb[0]), part(rgb[1]), part(rgb[2])};
}

double difference(const QColor& a, const QColor& b)
{
    const Triple one = oklab(a);
    const Triple other = oklab(b);
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

QColor blend(const QColor& a, const QColor& b, double share)
{
    const auto between = [share](float x, float y) { return x + (y - x) * static_cast<float>(share); };
    return QColor::fromRgbF(between(a.redF(), b.redF()), between(a.greenF(), b.greenF()),
                            between(a.blueF(), b.blueF()));
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor withContrast(const QColor& colour, std::span<const QColor> grounds, double ratio)
{
    if (grounds.empty() || leastContrast(colour, grounds) >= ratio)
        return colour;
    const Oklch own = toOklch(colour);
    // Away from the grounds: 0.18 is as far, by contrast, from black as from white.
    const double far = luminance(grounds.front()) < 0.18 ? 1.0 : 0.0;
    double enough = far;
    double tooNear = own.lightness;
    for (int i = 0; i < Halvings; ++i) {
        const double tried = (enough + tooNear) / 2.0;
        const bool stands = leastContrast(fromOklch({tried, own.chroma, own.hue}), grounds) >= ratio;
        (stands ? enough : tooNear) = tried;
    }
    return fromOklch({enough, own.chroma, own.hue});
}

QColor toldApart(const QColor& colour, std::span<const QColor> grounds, double ratio,
                 std::span<const QColor> others, double least)
{
    const QColor plain = withContrast(colour, grounds, ratio);
    if (leastDifference(plain, others) >= least)
        return plain;
    const Oklch own = toOklch(colour);
    const double from = toOklch(plain).lightness;
    QColor best = plain;
    double mostUnlike = leastDifference(plain, others);
    std::optional<double> nearest;
    for (int step = 1; step < LightnessSteps; ++step) {
        const double lightness = static_cast<double>(step) / LightnessSteps;
        const QColor tried = fromOklch({lightness, own.chroma, own.hue});
        if (leastContrast(tried, grounds) < ratio)
            continue;
        const double unlike = leastDifference(tried, others);
        const double moved = std::abs(lightness - from);
        if (unlike >= least ? !nearest || moved < *nearest : !nearest && unlike > mostUnlike) {
            best = tried;
            mostUnlike = unlike;
            if (unlike >= least)
                nearest = moved;
        }
    }
    return best;
}

} // namespace ghostline::render
