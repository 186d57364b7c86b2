// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/query/folded_entry.h"

#include <utility>

namespace ghostline::library {

QString folded(const QString& text) { return text.normalized(QString::NormalizationForm_KC).toCaseFolded(); }

QString sortedMatchUp(const QString& matchUp)
{
    QStringList sides = folded(matchUp).split(QLatin1Char('v'));
    sides.sort();
    return sides.join(QLatin1Char('v'));
}

FoldedEntry::FoldedEntry(Entry of) : entry(std::move(of))
{
    QStringList names;
    QStringList ofRaces;
    QStringList ofTeams;
    for (const Person& person : entry.people) {
        names << (person.clan.isEmpty() ? person.name : person.clan + QLatin1Char(' ') + person.name);
        ofRaces << person.race;
        ofTeams << person.team;
    }
    ofRaces.removeDuplicates();
    ofTeams.removeDuplicates();
    const QChar apart(QLatin1Char('\n'));
    const QString told = entry.matchUp();
    matchUp = told.isEmpty() ? QString() : sortedMatchUp(told);
    map = folded(entry.map);
    people = folded(names.join(apart));
    races = folded(ofRaces.join(apart));
    teams = folded(ofTeams.join(apart));
    tags = folded(entry.tags.join(apart));
    path = folded(entry.path);
    all = QStringList{folded(entry.name()), map, people, teams, tags, folded(entry.formatName), folded(told)}
              .join(apart);
}

} // namespace ghostline::library
