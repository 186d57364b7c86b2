// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/entry/entry_of.h"

#include "model/replay/lasting_id.h"
#include "model/review/flag.h"

#include <algorithm>

namespace ghostline::library {

using namespace Qt::StringLiterals;

namespace {

QString factOf(const model::PlayerCard& card, QLatin1StringView label)
{
    const auto found = std::ranges::find(card.facts, label, &std::pair<QString, QString>::first);
    return found == card.facts.end() ? QString() : found->second;
}

/// As it was played: "Zerg (random)" is Zerg.
QString raceOf(const model::PlayerCard& card)
{
    const QString race = factOf(card, "Race"_L1);
    return race.isEmpty() ? factOf(card, "Faction"_L1) : race.section(u" ("_s, 0, 0);
}

void setTeam(Person& person, const model::ReplayInfo& info, int team)
{
    if (team < 0 || static_cast<std::size_t>(team) >= info.teams.size())
        return;
    const model::Team& told = info.teams[static_cast<std::size_t>(team)];
    person.team = told.name;
    person.side = told.side.isEmpty() ? QString::number(team) : told.side;
}

std::vector<Person> peopleOf(const model::ReplayInfo& info)
{
    std::vector<Person> people;
    for (const model::PlayerCard& card : info.players) {
        Person person{.name = card.name, .clan = card.clan, .race = raceOf(card), .result = card.result};
        person.id = model::lastingId(info.actor(card.actor));
        setTeam(person, info, card.team);
        people.push_back(std::move(person));
    }
    if (!people.empty())
        return people;
    for (const model::ActorInfo& actor : info.cast) {
        if (actor.kind != model::ActorKind::Player || !actor.principal || actor.name.isEmpty())
            continue;
        Person person{.name = actor.name, .id = model::lastingId(&actor)};
        setTeam(person, info, actor.team);
        // Somebody who left and came back is another actor.
        if (std::ranges::find(people, person) == people.end())
            people.push_back(std::move(person));
    }
    return people;
}

} // namespace

void describe(Entry& entry, const model::ReplayInfo& info)
{
    entry.format = info.format;
    entry.formatName = info.formatName;
    entry.version = info.formatVersion;
    entry.map = info.map;
    entry.recordedAt = info.recordedAt;
    entry.people = peopleOf(info);
}

void describeNotes(Entry& entry, const model::ReplayIndex& index, const model::Sidecar& notes)
{
    std::vector<model::Flag> flags = model::flagsOf(*index.events);
    model::putOwnFlags(flags, notes, index.info.get());
    entry.flags = static_cast<int>(flags.size());
    entry.openFlags = static_cast<int>(
        std::ranges::count_if(flags, [&](const model::Flag& flag) { return model::isOpen(flag, notes); }));
    entry.worst = -1;
    for (const model::Flag& flag : flags)
        entry.worst = std::max(entry.worst, flag.severity);
    entry.bookmarks = static_cast<int>(notes.bookmarks.size());
    entry.tags.clear();
    for (const model::Bookmark& bookmark : notes.bookmarks)
        entry.tags += bookmark.tags;
    entry.tags.removeDuplicates();
}

} // namespace ghostline::library
