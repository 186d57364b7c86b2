// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/players/match_part.h"

#include "model/metrics/stat_history.h"
#include "model/time/time_text.h"

#include <array>

namespace ghostline::model {

namespace {

std::array<FrameRange, 2> halvesOf(const ReplayIndex& index)
{
    const FrameNumber middle = index.timeAxis.frameAt(index.timeAxis.duration() / 2) + 1;
    return {FrameRange{0, std::min(middle, index.frames())}, FrameRange{middle, index.frames()}};
}

Result<MatchPart> noRound(const QString& word, std::size_t rounds)
{
    if (rounds == 0)
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("\"%1\": this recording does not tell of rounds; name a half "
                                                "(half:1) or a range (0:10..1:25)"),
                                 {word}));
    return fail(ErrorCode::InvalidArgument,
                Sentence::of(QStringLiteral("\"%1\": there are rounds 1 to %2"),
                             {word, QString::number(static_cast<qulonglong>(rounds))}));
}

} // namespace

std::vector<MatchPart> partsOf(const ReplayIndex& index)
{
    std::vector<MatchPart> parts;
    if (index.frames() == 0)
        return parts;
    parts.push_back({QStringLiteral("whole"), {0, index.frames()}});
    const auto add = [&parts](const char* kind, std::size_t number, FrameRange frames) {
        if (!frames.empty())
            parts.push_back({QStringLiteral("%1:%2").arg(QLatin1String(kind)).arg(number), frames});
    };
    const std::vector<FrameRange> rounds = roundFrames(index);
    for (std::size_t i = 0; i < rounds.size(); ++i)
        add("round", i + 1, rounds[i]);
    const auto halves = halvesOf(index);
    for (std::size_t i = 0; i < halves.size(); ++i)
        add("half", i + 1, halves[i]);
    return parts;
}

Result<MatchPart> partNamed(const QString& typed, const ReplayIndex& index)
{
    const QString word = typed.trimmed();
    const FrameRange all{0, index.frames()};
    if (all.empty())
        return fail(ErrorCode::InvalidArgument, Sentence::of(QStringLiteral("this recording has no frames")));
    if (word.isEmpty() || word.compare(QLatin1String("whole"), Qt::CaseInsensitive) == 0)
        return MatchPart{QStringLiteral("whole"), all};
    if (const qsizetype dots = word.indexOf(QLatin1String("..")); dots >= 0) {
        const auto frames =
            parseFrameRange(word.left(dots).trimmed(), word.mid(dots + 2).trimmed(), index.timeAxis);
        if (!frames)
            return tl::unexpected(frames.error());
        return MatchPart{word, *frames};
    }
    for (const MatchPart& part : partsOf(index)) {
        if (part.word.compare(word, Qt::CaseInsensitive) == 0)
            return part;
    }
    if (word.startsWith(QLatin1String("round:"), Qt::CaseInsensitive))
        return noRound(word, roundFrames(index).size());
    return fail(ErrorCode::InvalidArgument,
                Sentence::of(QStringLiteral("\"%1\" is no part of a recording; expected whole, round:N, "
                                            "half:1, half:2 or FROM..TO"),
                             {word}));
}

} // namespace ghostline::model
