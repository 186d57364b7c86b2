// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The limit that a check held somebody to, as its flag tells it, and the figures that it is about.
#include "model/base/export.h"

#include <QString>

#include <optional>

class QJsonObject;

namespace ghostline::model {

struct EvidenceRow;
struct Flag;

struct FlagLimit
{
    double value = 0.0;
    QString unit{};       ///< as rows of evidence have it ("m/s" for blocks/s); empty = none was told
    bool isLeast = false; ///< what is odd lies below it
    std::optional<double> measured{};
};

/// From the numbers of an event (`limit`, `measured`, `unit`, `limit_is` "least"), else from the words of its
/// detail ("6.4 blocks/s, at most 5.6 expected"). Nothing where none is told: none is worked out from the
/// figures.
GHOSTLINE_MODEL_EXPORT std::optional<FlagLimit> flagLimit(const QJsonObject& data, const QString& detail);
/// Whether a check is about how time passes ("timer"): about the clocks of the match, not about somebody.
GHOSTLINE_MODEL_EXPORT bool isAboutClocks(const QString& check);
/// Whether the row is one of those that show what the flag's check is about: speeds of `speed`, clocks of
/// `timer`, the property of that name of any other.
GHOSTLINE_MODEL_EXPORT bool speaksOf(const Flag& flag, const EvidenceRow& row);
/// In the row's unit; nothing where the flag tells none, or one of something else.
GHOSTLINE_MODEL_EXPORT std::optional<double> ownLimit(const Flag& flag, const EvidenceRow& row);

} // namespace ghostline::model
