// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Raw records as JSON, under the design's own names of fields. Identifiers of strings come with their text.
#include "codecs/ironcurtain/base/value_text.h"
#include "codecs/ironcurtain/container/header.h"
#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/events/voice.h"
#include "codecs/ironcurtain/integrity/signature_chain.h"
#include "codecs/ironcurtain/units/kinds.h"

#include <QJsonObject>

namespace ghostline::ironcurtain {

QJsonObject toJson(const Header& header);
QJsonObject toJson(const AnalysisEvent& event, const Kinds& kinds);
QJsonObject toJson(const VoteRecord& vote);
QJsonObject toJson(const MatchOutcome& outcome);
QJsonObject toJson(const PlayerStats& stats);
QJsonObject toJson(const Order& order);
QJsonObject toJson(const VoiceTrack& track);
QJsonObject toJson(const TickSignature& entry);

} // namespace ghostline::ironcurtain
