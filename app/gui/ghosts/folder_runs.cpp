// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/folder_runs.h"

#include "app/gui/widgets/replay_words.h"
#include "model/codec/opening.h"
#include "model/compare/run_marks.h"
#include "model/compare/run_track.h"

#include <QFileInfo>

namespace ghostline::app {

namespace marks = model::runmarks;

FolderRun folderRunOf(const model::ReplayIndex& index, const model::ReplayInfo& mine)
{
    FolderRun run;
    run.version = index.info->formatVersion;
    run.recordedAt = index.info->recordedAt;
    run.otherWorld = !model::sameWorld(mine, *index.info);
    model::Micros start{};
    std::optional<model::Micros> end;
    const model::EventTable& table = *index.events;
    // The run that RunTrack is of: the first that arrived, else the last one begun.
    for (const model::Event& event : table.events) {
        const QString& kind = table.kinds[static_cast<std::size_t>(event.kind)].id;
        if (kind == marks::Start) {
            start = event.time;
            end.reset();
            run.outcome.clear();
            run.marked = true;
        } else if (kind == marks::End && !end) {
            end = event.time;
            run.outcome = event.data[marks::ReasonKey].toString();
            run.finished = run.outcome == marks::Finish;
        }
        if (run.finished)
            break;
    }
    run.time = end.value_or(index.timeAxis.duration()) - start;
    return run;
}

FolderRun readFolderRun(const model::CodecRegistry& registry, const QString& path,
                        const model::ReplayInfo& mine, std::stop_token stop)
{
    FolderRun run;
    model::OpenOptions options;
    options.stop = stop;
    if (const auto opened = model::openComplete(model::openerOf(registry), path, options))
        run = folderRunOf(*opened->index, mine);
    else
        run.trouble = shownError(opened.error());
    run.path = path;
    run.name = QFileInfo(path).fileName();
    return run;
}

} // namespace ghostline::app
