// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What recordings call their properties, events, figures and tables, what they say of an event, and errors
// are English; here it gets the language of the window. resources/translations/replay_words.h says where
// known words stand; others stay as they are.
#include "model/base/error.h"
#include "model/replay/event.h"
#include "model/replay/replay_info.h"
#include "model/world/property.h"

namespace ghostline::app {

QString shownName(const QString& word);
/// A line that was made of patterns, those of it that are known in the window's language.
QString shownSentence(const QString& english, const model::Wording& wording);
inline QString shownSentence(const model::Event& event) { return shownSentence(event.text, event.wording); }
/// Errors that people meet have patterns; a deep reason of damage stays English.
inline QString shownError(const model::Error& error) { return shownSentence(error.message, error.wording); }
inline QString shownAdvice(const model::Error& error)
{
    return shownSentence(error.advice, error.adviceWording);
}
/// Names that the format has given; what a recording calls its teams stays.
inline QString shownTeam(const model::Team& team) { return shownSentence(team.name, team.nameWording); }
inline QString shownSide(const model::Team& team) { return shownSentence(team.side, team.sideWording); }
/// As model::displayText(), with the window's words and decimal point.
QString shownValue(const model::PropertyInfo& info, model::PropertyValue value,
                   const model::StringTable& strings);

} // namespace ghostline::app
