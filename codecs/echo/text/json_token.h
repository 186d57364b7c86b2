// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Single JSON values read leniently from their text: numbers in all the ways recorders write them, words,
// flags. The parser has found where they lie; LinePadding bytes behind them may be read.
#include <simdjson.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace ghostline::echo {

namespace json = simdjson::ondemand;

/// A number with at most 18 digits and no exponent, exactly; leaves `at` behind it. False for any other.
inline bool takePlainNumber(const char*& at, double& value)
{
    static constexpr double Tenths[19] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                          1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    const char* p = at;
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    const char* const first = p;
    std::uint64_t digits = 0;
    unsigned d = static_cast<unsigned char>(*p) - unsigned{'0'};
    for (; d < 10; d = static_cast<unsigned char>(*++p) - unsigned{'0'})
        digits = digits * 10 + d;
    std::ptrdiff_t count = p - first;
    std::ptrdiff_t behind = 0;
    if (*p == '.') {
        const char* const point = p;
        for (d = static_cast<unsigned char>(*++p) - unsigned{'0'}; d < 10;
             d = static_cast<unsigned char>(*++p) - unsigned{'0'})
            digits = digits * 10 + d;
        behind = p - point - 1;
        count += behind;
    }
    // Up to 2^53 both are exact, and so the quotient is the nearest double.
    if (count == 0 || count > 18 || digits > (std::uint64_t{1} << 53) || *p == 'e' || *p == 'E')
        return false;
    const auto whole = static_cast<double>(digits);
    const double magnitude = behind > 0 ? whole / Tenths[behind] : whole;
    value = negative ? -magnitude : magnitude;
    at = p;
    return true;
}

/// Any number, also "1.5" in quotes, true and false; NaN for what is none (null, NaN, a word) and for what no
/// float can hold. Leaves `at` behind it.
double takeOddNumber(const char*& at, const char* end);

inline double takeNumber(const char*& at, const char* end)
{
    double value = 0.0;
    return takePlainNumber(at, value) ? value : takeOddNumber(at, end);
}

inline double numberOf(std::string_view token)
{
    const char* at = token.data();
    return takeNumber(at, token.data() + token.size());
}

/// Towards zero, clipped; 0 for what is no number.
template<typename T>
T wholeOf(std::string_view token)
{
    const double value = numberOf(token);
    if (!(value == value))
        return 0;
    constexpr auto least = static_cast<double>(std::numeric_limits<T>::min());
    constexpr auto most = static_cast<double>(std::numeric_limits<T>::max());
    return value <= least  ? std::numeric_limits<T>::min()
           : value >= most ? std::numeric_limits<T>::max()
                           : static_cast<T>(value);
}

/// All 64 bits: user ids are above what a double holds.
std::int64_t bigWholeOf(std::string_view token);

inline bool flagOf(std::string_view token)
{
    if (token.empty() || token[0] == 'f' || token[0] == 'n')
        return false;
    if (token[0] == 't')
        return true;
    const double value = numberOf(token);
    return value == value && value != 0.0;
}

/// What stands between the quotes; unescaped where that is needed, valid until the parser's next line. Empty
/// for what is no text.
inline std::string_view wordOf(json::value value)
{
    const std::string_view token = value.raw_json_token();
    if (token.empty() || token[0] != '"')
        return {};
    const std::size_t close = token.rfind('"');
    const std::string_view plain = token.substr(1, close > 0 ? close - 1 : 0);
    if (plain.find('\\') == std::string_view::npos)
        return plain;
    std::string_view unescaped;
    return value.get_string().get(unescaped) == simdjson::SUCCESS ? unescaped : std::string_view();
}

} // namespace ghostline::echo
