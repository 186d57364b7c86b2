// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/frame/time_stamp.h"

#include "codecs/echo/frame/limits.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace ghostline::echo {

namespace {

constexpr std::size_t Fields = 6;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Up to `most` digits; -1 when there is none.
int takeNumber(std::string_view& text, std::size_t most)
{
    std::size_t i = 0;
    int value = 0;
    for (; i < text.size() && i < most && isDigit(text[i]); ++i)
        value = value * 10 + (text[i] - '0');
    text.remove_prefix(i);
    return i > 0 ? value : -1;
}

bool skipSeparator(std::string_view& text)
{
    std::size_t i = 0;
    while (i < text.size() && !isDigit(text[i]))
        ++i;
    if (i == 0 || i > MaxSeparatorBytes)
        return false;
    text.remove_prefix(i);
    return true;
}

int takeMilliseconds(std::string_view text)
{
    if (!skipSeparator(text))
        return 0;
    int value = 0;
    for (std::size_t i = 0; i < 3; ++i)
        value = value * 10 + (i < text.size() && isDigit(text[i]) ? text[i] - '0' : 0);
    return value;
}

} // namespace

std::optional<std::int64_t> parseTimeStamp(std::string_view text)
{
    if (text.size() > MaxStampBytes)
        return std::nullopt;
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    std::array<int, Fields> field{};
    for (std::size_t i = 0; i < Fields; ++i) {
        if (i > 0 && !skipSeparator(text))
            return std::nullopt;
        field[i] = takeNumber(text, i == 0 ? 4 : 2);
        if (field[i] < 0)
            return std::nullopt;
    }
    using namespace std::chrono;
    const year_month_day date{year(field[0]), month(static_cast<unsigned>(field[1])),
                              day(static_cast<unsigned>(field[2]))};
    if (!date.ok() || field[3] > 23 || field[4] > 59 || field[5] > 60)
        return std::nullopt;
    const auto time = sys_days(date) + hours(field[3]) + minutes(field[4]) + seconds(field[5]);
    return duration_cast<milliseconds>(time.time_since_epoch()).count() + takeMilliseconds(text);
}

void appendTimeStamp(std::string& out, std::int64_t timeMs)
{
    using namespace std::chrono;
    // Years that four digits hold.
    const std::int64_t least =
        duration_cast<milliseconds>(sys_days(year(0) / 1 / 1).time_since_epoch()).count();
    const std::int64_t most =
        duration_cast<milliseconds>(sys_days(year(10000) / 1 / 1).time_since_epoch()).count() - 1;
    const sys_time<milliseconds> time(milliseconds(std::clamp(timeMs, least, most)));
    const auto days = floor<std::chrono::days>(time);
    const year_month_day date(days);
    const auto rest = (time - days).count();
    const auto put = [&out](std::int64_t value, int digits, char after) {
        std::array<char, 4> text{};
        for (int i = digits - 1; i >= 0; --i, value /= 10)
            text[static_cast<std::size_t>(i)] = static_cast<char>('0' + value % 10);
        out.append(text.data(), static_cast<std::size_t>(digits));
        if (after != '\0')
            out.push_back(after);
    };
    put(static_cast<int>(date.year()), 4, '/');
    put(static_cast<unsigned>(date.month()), 2, '/');
    put(static_cast<unsigned>(date.day()), 2, ' ');
    put(rest / 3'600'000, 2, ':');
    put(rest / 60'000 % 60, 2, ':');
    put(rest / 1000 % 60, 2, '.');
    put(rest % 1000, 3, '\0');
}

} // namespace ghostline::echo
