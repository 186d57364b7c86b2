// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/text/json_token.h"

namespace ghostline::echo {

namespace {

constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

/// The text of the value at `at`: up to what ends a value.
std::string_view valueAt(const char* at, const char* end)
{
    const char* last = at;
    if (last < end && *last == '"') {
        const char* const first = ++last;
        while (last < end && *last != '"')
            ++last;
        return {first, static_cast<std::size_t>(last - first)};
    }
    while (last < end && *last != ',' && *last != ']' && *last != '}' && *last != ' ' && *last != '\t')
        ++last;
    return {at, static_cast<std::size_t>(last - at)};
}

} // namespace

double takeOddNumber(const char*& at, const char* end)
{
    const std::string_view text = valueAt(at, end);
    const bool quoted = text.data() > at;
    at = text.data() + text.size() + (quoted && text.data() + text.size() < end ? 1 : 0);
    if (text == "true")
        return 1.0;
    if (text == "false")
        return 0.0;
    double value = 0.0;
    const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || after == text.data())
        return NotANumber;
    return std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()) ? value : NotANumber;
}

std::int64_t bigWholeOf(std::string_view token)
{
    const char* first = token.data();
    const char* const end = first + token.size();
    if (first != end && *first == '"')
        ++first;
    std::int64_t whole = 0;
    const auto [after, error] = std::from_chars(first, end, whole);
    const bool ends = after == end || (*after != '.' && *after != 'e' && *after != 'E');
    return error == std::errc{} && ends ? whole : wholeOf<std::int64_t>(token);
}

} // namespace ghostline::echo
