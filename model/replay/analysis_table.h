// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A finding about a whole replay as a table: who used control groups how, who voted for what. A codec fills
// it, any panel shows it.
#include "model/world/actor.h"

#include <QString>

#include <optional>
#include <vector>

namespace ghostline::model {

struct AnalysisColumn
{
    QString id;   ///< snake_case, stable
    QString name; ///< heading
    QString unit{};
    bool numeric = false; ///< right-aligned, sorted by AnalysisCell::value
    QString tip{};        ///< how it is found, for people
};

struct AnalysisCell
{
    QString text; ///< for people; empty = nothing to say
    double value = 0.0;
    AnalysisCell() = default;
    explicit AnalysisCell(QString words) : text(std::move(words)) {}
    AnalysisCell(QString words, double number) : text(std::move(words)), value(number) {}
};

struct AnalysisRow
{
    std::vector<AnalysisCell> cells;  ///< as many as columns
    ActorId actor = ActorId::None;    ///< whom it is about: coloured by team, selected by a click
    std::optional<FrameNumber> frame; ///< where a click leads
    int parent = -1;                  ///< index of the row it belongs to, smaller than its own; -1 = top
};

struct AnalysisTable
{
    QString id;     ///< snake_case, stable ("votes")
    QString name;   ///< for people ("Votes")
    QString note{}; ///< what to know before judging by it
    std::vector<AnalysisColumn> columns;
    std::vector<AnalysisRow> rows;
};

} // namespace ghostline::model
