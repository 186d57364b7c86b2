// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/recording_search.h"

#include "app/gui/widgets/replay_address.h"

#include <algorithm>

namespace ghostline::app {

namespace {

/// In the order in which they are to be read.
std::vector<FoundRecording> likelyOnes(const QStringList& paths, const together::RecordingName& wanted,
                                       const std::stop_token& stop)
{
    std::vector<FoundRecording> likely;
    for (const QString& path : paths) {
        if (stop.stop_requested())
            return {};
        const model::ContentId content = model::sizeOfContent(path);
        if (content.size >= 0 && !model::differ(content, wanted.content))
            likely.push_back({path, content});
    }
    std::ranges::stable_partition(
        likely, [&wanted](const FoundRecording& one) { return shortName(one.path) == wanted.name; });
    return likely;
}

} // namespace

Likeness likeness(const together::RecordingName& own, const together::RecordingName& wanted)
{
    if (model::differ(own.content, wanted.content))
        return Likeness::Other;
    if (wanted.content.sha256.isEmpty())
        return own.name == wanted.name ? Likeness::Likely : Likeness::Other;
    return own.content.sha256.isEmpty() ? Likeness::Undecided : Likeness::Same;
}

std::optional<FoundRecording> findRecording(const QStringList& paths, const together::RecordingName& wanted,
                                            const std::stop_token& stop)
{
    const bool isKnown = !wanted.content.sha256.isEmpty();
    if (!isKnown && wanted.content.size < 0)
        return std::nullopt; // a name alone is too little to open something for it
    for (const FoundRecording& one : likelyOnes(paths, wanted, stop)) {
        if (!isKnown && shortName(one.path) == wanted.name)
            return one;
        const auto content = isKnown ? model::contentOf(one.path, stop) : model::Result<model::ContentId>();
        if (stop.stop_requested())
            return std::nullopt;
        if (isKnown && content && !model::differ(*content, wanted.content))
            return FoundRecording{one.path, *content};
    }
    return std::nullopt;
}

} // namespace ghostline::app
