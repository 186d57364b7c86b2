// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/alignment.h"

#include <array>

namespace ghostline::model {

QString alignmentName(Alignment alignment)
{
    switch (alignment) {
    case Alignment::Start:
        return QStringLiteral("start");
    case Alignment::Tick:
        return QStringLiteral("tick");
    case Alignment::Checkpoint:
        return QStringLiteral("checkpoint");
    case Alignment::Progress:
        return QStringLiteral("progress");
    }
    return {};
}

std::optional<Alignment> alignmentNamed(const QString& name)
{
    constexpr std::array All{Alignment::Start, Alignment::Tick, Alignment::Checkpoint, Alignment::Progress};
    for (const Alignment alignment : All) {
        if (name == alignmentName(alignment))
            return alignment;
    }
    return std::nullopt;
}

QString noNumberName(NoNumber why)
{
    switch (why) {
    case NoNumber::None:
        return {};
    case NoNumber::OffPath:
        return QStringLiteral("off_path");
    case NoNumber::Checkpoints:
        return QStringLiteral("checkpoints");
    case NoNumber::NoCheckpointYet:
        return QStringLiteral("no_checkpoint_yet");
    case NoNumber::ReferenceStoodStill:
        return QStringLiteral("reference_stood_still");
    case NoNumber::Outside:
        return QStringLiteral("outside");
    }
    return {};
}

} // namespace ghostline::model
