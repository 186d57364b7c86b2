// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_events.h"

#include "app/cli/event_output.h"
#include "model/replay/event_list.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::Event;

namespace {

model::Result<std::vector<bool>> wantedKinds(const QStringList& names, const model::EventTable& table)
{
    std::vector<bool> wanted(table.kinds.size(), names.isEmpty());
    for (const QString& name : names) {
        const auto kind = std::find_if(table.kinds.begin(), table.kinds.end(),
                                       [&name](const model::EventKind& k) { return k.id == name; });
        if (kind == table.kinds.end()) {
            QStringList known;
            for (const model::EventKind& k : table.kinds)
                known += k.id;
            return model::fail(model::ErrorCode::InvalidArgument,
                               u"there is no event kind \"%1\"; there are: %2"_s.arg(
                                   name, known.isEmpty() ? u"none"_s : known.join(u", "_s)));
        }
        wanted[static_cast<std::size_t>(kind - table.kinds.begin())] = true;
    }
    return wanted;
}

model::Result<std::vector<const Event*>> select(const Replay& replay, const EventsArguments& arguments)
{
    const model::EventTable& table = *replay.index->events;
    const auto kinds = wantedKinds(arguments.kinds, table);
    if (!kinds)
        return tl::unexpected(kinds.error());
    const auto actors = findActors(arguments.actors, replay.info());
    if (!actors)
        return tl::unexpected(actors.error());
    const auto range = parseRange(arguments.from, arguments.to, replay.index->timeAxis);
    if (!range)
        return tl::unexpected(range.error());

    std::vector<const Event*> selected;
    for (const Event& event : table.events) {
        const auto kind = static_cast<std::size_t>(event.kind);
        if (kind >= kinds->size() || !(*kinds)[kind] || !range->contains(event.frame))
            continue;
        const bool takesPart =
            actors->empty() || std::find_first_of(event.actors.begin(), event.actors.end(), actors->begin(),
                                                  actors->end()) != event.actors.end();
        if (takesPart)
            selected.push_back(&event);
    }
    return selected;
}

} // namespace

int runEvents(const Session& session, const EventsArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto events = select(*replay, arguments);
    if (!events)
        return failWith(session, events.error(), arguments.file);
    printEvents(session, {replay->info(), replay->index->events->kinds, *events},
                arguments.csv    ? EventFormat::Csv
                : arguments.json ? EventFormat::Json
                                 : EventFormat::Text);
    return finish(session, *replay);
}

} // namespace ghostline::app
