// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/number_checks.h"

#include <QString>

#include <cmath>
#include <functional>

namespace ghostline::app {

namespace {

/// Refuses what is no number, or not such a one; `words` say what is wanted.
template<typename Number>
CLI::Validator wanted(const QString& words, std::function<bool(Number)> allowed)
{
    const auto check = [words = words.toStdString(), allowed = std::move(allowed)](std::string& text) {
        Number value{};
        const bool fine = CLI::detail::lexical_cast(text, value) && allowed(value);
        return fine ? std::string() : "wants " + words + ", not " + text;
    };
    return CLI::Validator(check, std::string());
}

} // namespace

CLI::Validator aboveZero()
{
    return wanted<double>(QStringLiteral("a number above 0"),
                          [](double value) { return std::isfinite(value) && value > 0.0; });
}

CLI::Validator zeroOrMore()
{
    return wanted<double>(QStringLiteral("a number that is 0 or more"),
                          [](double value) { return std::isfinite(value) && value >= 0.0; });
}

CLI::Validator between(double least, double most)
{
    return wanted<double>(
        QStringLiteral("a number from %1 to %2").arg(least, 0, 'g', 12).arg(most, 0, 'g', 12),
        [least, most](double value) { return value >= least && value <= most; });
}

CLI::Validator between(int least, int most)
{
    return wanted<int>(QStringLiteral("a whole number from %1 to %2").arg(least).arg(most),
                       [least, most](int value) { return value >= least && value <= most; });
}

} // namespace ghostline::app
