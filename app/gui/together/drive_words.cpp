// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/drive_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace ghostline::app {

namespace {

/// Whose texts these are, for translators.
struct DriveWords
{
    Q_DECLARE_TR_FUNCTIONS(DriveWords)
};

} // namespace

DriveWish driveWish(const together::Participant& participant)
{
    const together::Person* own = participant.person(participant.me());
    if (own == nullptr || participant.drives())
        return DriveWish::None;
    // As Guest::askForDrive() has it: who is not there is not asked.
    const together::Person* driving = participant.person(participant.driver());
    if (own->id == together::PersonId::Host || driving == nullptr || driving->lost)
        return DriveWish::TakeOver;
    return own->asks ? DriveWish::TakeBack : DriveWish::Ask;
}

QString driveWishText(DriveWish wish)
{
    switch (wish) {
    case DriveWish::Ask:
        return DriveWords::tr("Ask for the drive");
    case DriveWish::TakeBack:
        return DriveWords::tr("Take back the request");
    case DriveWish::TakeOver:
        return DriveWords::tr("Take over");
    case DriveWish::None:
        break;
    }
    return {};
}

void carryOut(DriveWish wish, together::Participant& participant)
{
    if (wish != DriveWish::None)
        participant.askForDrive(wish != DriveWish::TakeBack);
}

QString personName(const together::Person& person)
{
    return person.name.trimmed().isEmpty() ? DriveWords::tr("Somebody") : person.name;
}

QString driverText(const together::Participant& participant)
{
    if (participant.people().empty())
        return {};
    if (participant.drives())
        return DriveWords::tr("You drive");
    const together::Person* driver = participant.person(participant.driver());
    return driver == nullptr ? DriveWords::tr("Nobody drives")
                             : DriveWords::tr("%1 drives").arg(personName(*driver));
}

bool mayHandOver(const together::Participant& participant)
{
    return participant.drives() || participant.me() == together::PersonId::Host;
}

std::vector<together::Person> askingPeople(const together::Participant& participant)
{
    std::vector<together::Person> asking;
    std::ranges::copy_if(participant.people(), std::back_inserter(asking),
                         [&](const together::Person& person) {
                             return person.asks && !person.lost && person.id != participant.me();
                         });
    return asking;
}

} // namespace ghostline::app
