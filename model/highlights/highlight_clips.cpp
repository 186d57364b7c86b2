// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/highlights/highlight_clips.h"

#include <algorithm>

namespace ghostline::model {

namespace {

constexpr double LeastWide = 25.0; ///< metres
constexpr double LeastClose = 8.0;
constexpr double WideOfSpread = 2.0;
/// The stretch may be one instant, of which half a second each way is shown.
constexpr Micros LeastHalfStretch{500'000};

QString placeWord(const glm::dvec3& place, double radius)
{
    const auto number = [](double value) { return QString::number(value, 'f', 2); };
    return QStringLiteral("place:%1,%2,%3,%4")
        .arg(number(place.x), number(place.y), number(place.z), number(radius));
}

/// Whoever can be seen and is there all the time, who does most first; empty = nobody.
QString followWord(const Highlight& highlight, const ReplayInfo& info)
{
    for (const ActorId id : highlight.actors) {
        const ActorInfo* const actor = info.actor(id);
        // A name that two have says of neither that it is meant.
        if (actor != nullptr && actor->shape != ActorShape::None && actor->life.contains(highlight.frame) &&
            std::count_if(info.cast.begin(), info.cast.end(),
                          [actor](const ActorInfo& other) { return other.name == actor->name; }) == 1)
            return QStringLiteral("follow:%1").arg(actor->name);
    }
    return {};
}

} // namespace

std::vector<Clip> clipsOf(const Highlight& highlight, const ReplayInfo& info)
{
    QString wide = QStringLiteral("directed");
    QString close = wide;
    if (highlight.placed) {
        wide = placeWord(highlight.place, std::max(LeastWide, WideOfSpread * highlight.spread));
        close = highlight.spread <= CloseSpread ? followWord(highlight, info) : QString();
        if (close.isEmpty())
            close = placeWord(highlight.place, std::max(LeastClose, highlight.spread));
    }
    const Micros peakFrom = std::clamp(std::min(highlight.peakFrom, highlight.peak - LeastHalfStretch),
                                       highlight.from, highlight.to);
    const Micros peakTo =
        std::clamp(std::max(highlight.peakTo, highlight.peak + LeastHalfStretch), peakFrom, highlight.to);
    Clip clip;
    clip.title = highlight.title.text();
    std::vector<Clip> clips;
    const auto add = [&](Micros from, Micros to, double rate, const QString& camera) {
        if (to <= from)
            return;
        clip.from = from;
        clip.to = to;
        clip.rate = rate;
        clip.camera = camera;
        clip.goesOn = !clips.empty();
        clips.push_back(clip);
    };
    add(highlight.from, peakFrom, 1.0, wide);
    add(peakFrom, peakTo, PeakRate, close);
    add(peakTo, highlight.to, 1.0, wide);
    return clips;
}

std::vector<Clip> clipsOf(std::span<const Highlight> highlights, const ReplayInfo& info)
{
    std::vector<Clip> all;
    for (const Highlight& highlight : highlights) {
        const std::vector<Clip> clips = clipsOf(highlight, info);
        all.insert(all.end(), clips.begin(), clips.end());
    }
    return all;
}

} // namespace ghostline::model
