// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Events as text for people, JSON for programs, CSV for spreadsheets.
#include "app/cli/session.h"

namespace ghostline::app {

enum class EventFormat { Text, Json, Csv };

struct EventOutput
{
    const model::ReplayInfo& info;
    const std::vector<model::EventKind>& kinds; ///< what Event::kind is an index into
    std::vector<const model::Event*> events;
    QString noneBecause{}; ///< a word: why there are none; empty = unknown
    QString noneText{};    ///< the same for people
};
void printEvents(const Session& session, const EventOutput& output, EventFormat format);

/// Its parts, where other things stand around them: the members of an object that is open, ...
void writeEvents(JsonWriter& json, const EventOutput& output);
/// ... and rows of CSV; those of several files in one table begin with the file's name.
void printCsvHeading(const Session& session, bool withFile);
void printCsvRows(const Session& session, const EventOutput& output, const QString& file = {});

} // namespace ghostline::app
