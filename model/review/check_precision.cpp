// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/check_precision.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace ghostline::model {

namespace {

/// Of the normal distribution: 95 % lie within so many standard deviations.
constexpr double Z95 = 1.959963984540054;

/// What one person alone has said of it.
Sidecar ownOnly(const Sidecar& sidecar, const QString& reviewer)
{
    Sidecar own;
    own.replayHash = sidecar.replayHash;
    own.recording = sidecar.recording;
    if (!reviewer.isEmpty()) // an unsigned verdict may be anybody's
        std::ranges::copy_if(sidecar.reviews, std::back_inserter(own.reviews),
                             [&reviewer](const FlagReview& each) { return each.reviewer == reviewer; });
    return own;
}

void withoutOthers(Flag& flag, const QString& reviewer)
{
    if (reviewer.isEmpty() || flag.recordedReviewer != reviewer)
        flag.recordedVerdict.clear();
}

} // namespace

std::optional<Precision> precisionFrom(int confirmed, int rejected)
{
    const double n = static_cast<double>(confirmed) + rejected;
    if (confirmed < 0 || rejected < 0 || n <= 0.0)
        return std::nullopt;
    const double share = confirmed / n;
    const double z2 = Z95 * Z95;
    const double middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    const double half = Z95 / (1.0 + z2 / n) * std::sqrt(share * (1.0 - share) / n + z2 / (4.0 * n * n));
    return Precision{share, std::clamp(middle - half, 0.0, share), std::clamp(middle + half, share, 1.0)};
}

std::optional<Precision> CheckPrecision::precision() const { return precisionFrom(confirmed, rejected); }

PrecisionCount::PrecisionCount(ReviewRules rules, int fromSeverity)
    : m_rules(std::move(rules)), m_fromSeverity(fromSeverity)
{
}

void PrecisionCount::add(const ReviewedFile& file)
{
    if (file.error)
        return;
    const Sidecar own = m_rules.blind ? ownOnly(file.sidecar, m_rules.reviewer) : Sidecar{};
    for (Flag flag : file.flags) {
        if (flag.severity < m_fromSeverity)
            continue;
        if (m_rules.blind)
            withoutOthers(flag, m_rules.reviewer);
        add(flag, m_rules.blind ? own : file.sidecar);
    }
}

void PrecisionCount::add(const Flag& flag, const Sidecar& sidecar)
{
    const auto key = [](const CheckPrecision& row) { return std::tie(row.check, row.source); };
    const auto place = std::ranges::lower_bound(m_checks, std::tie(flag.check, flag.source), {}, key);
    const bool known = place != m_checks.end() && place->check == flag.check && place->source == flag.source;
    CheckPrecision& row =
        known ? *place : *m_checks.insert(place, CheckPrecision{.check = flag.check, .source = flag.source});
    // What is kept back from whoever looks was taken out before.
    const ReviewRules all{.needed = m_rules.blind ? 1 : m_rules.needed};
    ++row.flags;
    row.open += isOpen(flag, sidecar, all) ? 1 : 0;
    const Judgement said = judgementOf(flag, sidecar, all);
    int& counted = said.word.isEmpty()                      ? row.unjudged
                   : isDisputed(flag, sidecar, all)         ? row.disputed
                   : needsMore(flag, sidecar, all)          ? row.needsMore
                   : said.verdict == FlagVerdict::Confirmed ? row.confirmed
                   : said.verdict == FlagVerdict::Rejected  ? row.rejected
                   : said.verdict == FlagVerdict::Unsure    ? row.unsure
                                                            : row.otherWord;
    ++counted;
}

std::vector<CheckPrecision> precisionOf(std::span<const ReviewedFile* const> files, const ReviewRules& rules,
                                        int fromSeverity)
{
    PrecisionCount count(rules, fromSeverity);
    for (const ReviewedFile* file : files)
        count.add(*file);
    return count.checks();
}

} // namespace ghostline::model
