// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/review_queue.h"

#include "model/base/ordered_work.h"
#include "model/replay/lasting_id.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// Those of the line-up, else the players that a viewer wants first; whom a flag accuses before them.
void namePeople(ReviewedFile& file, const ReplayInfo& info)
{
    const auto add = [&file](const QString& name, const ActorInfo* actor) {
        if (name.isEmpty() || file.people.contains(name))
            return;
        file.people << name;
        file.peopleIds << lastingId(actor);
    };
    for (const Flag& flag : file.flags) {
        if (const ActorInfo* const accused = info.actor(flag.actor))
            add(accused->name, accused);
    }
    for (const PlayerCard& card : info.players)
        add(card.name, info.actor(card.actor));
    if (!info.players.empty())
        return;
    for (const ActorInfo& actor : info.cast) {
        if (actor.kind == ActorKind::Player && actor.principal)
            add(actor.name, &actor);
    }
}

} // namespace

int ReviewedFile::openFlags(int fromSeverity, const ReviewRules& rules) const
{
    return static_cast<int>(std::count_if(flags.begin(), flags.end(), [&](const Flag& flag) {
        return flag.severity >= fromSeverity && isOpen(flag, sidecar, rules);
    }));
}

int ReviewedFile::disputedFlags(const ReviewRules& rules) const
{
    return static_cast<int>(std::count_if(
        flags.begin(), flags.end(), [&](const Flag& flag) { return isDisputed(flag, sidecar, rules); }));
}

int ReviewedFile::worstSeverity() const
{
    int worst = -1;
    for (const Flag& flag : flags)
        worst = std::max(worst, flag.severity);
    return worst;
}

ReviewedFile reviewFile(const QString& path, const Opener& open, const OpenOptions& options)
{
    ReviewedFile file;
    file.path = path;
    const auto opened = openComplete(open, path, options);
    if (!opened) {
        file.error = opened.error();
        return file;
    }
    const ReplayIndex& index = *opened->index;
    file.map = index.info->map;
    file.recordedAt = index.info->recordedAt;
    file.duration = index.timeAxis.duration();
    file.flags = flagsOf(*index.events);
    file.diagnostics = index.diagnostics;
    file.lost = index.lost;
    file.lostData = index.lostData();
    if (auto notes = loadNotes(path)) {
        file.sidecar = std::move(notes->sidecar);
        file.sidecarError = std::move(notes->leftOut);
        identify(file.sidecar, path, options.stop);
    } else {
        file.sidecarError = notes.error();
    }
    putOwnFlags(file.flags, file.sidecar, index.info.get());
    namePeople(file, *index.info);
    return file;
}

Result<void> reviewFiles(const QStringList& files, const Opener& open, const OpenOptions& options,
                         int threads, const std::function<bool(ReviewedFile&&)>& sink, std::stop_token stop)
{
    const auto count = static_cast<std::size_t>(files.size());
    const auto cancelled = [] {
        return fail(ErrorCode::Cancelled, QStringLiteral("stopped before all recordings were looked at"));
    };
    if (stop.stop_requested())
        return cancelled();
    if (count == 0)
        return {};
    const auto review = [&](std::size_t number, const std::stop_token& token) {
        OpenOptions own = options;
        own.stop = token;
        return reviewFile(files[static_cast<qsizetype>(number)], open, own);
    };
    OrderedWork<ReviewedFile> work(count, openerThreads(threads, count), review, stop);
    for (std::size_t i = 0; i < count; ++i) {
        std::optional<ReviewedFile> file = work.next();
        if (!file || stop.stop_requested())
            return cancelled();
        if (!sink(std::move(*file)))
            return {};
    }
    return {};
}

} // namespace ghostline::model
