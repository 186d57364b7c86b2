// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Links to a moment as the window makes and follows them, and clips of a moment that other programs wrote.
#include "model/marks/moment_link.h"
#include "model/replay/replay_index.h"

namespace ghostline::app {

class ReplaySession;

/// To where the playhead of the open recording stands. `camera`: ViewCamera::word().
model::MomentLink linkToNow(const ReplaySession& session, const QString& camera);

/// The file that a link means on this machine: at its own path, or else one of that name in the folder of the
/// open recording or among those opened before. Web addresses are what they are. Empty = it is not here.
QString fileOfLink(const QString& file, const QString& openRecording, const QStringList& openedBefore);

/// Whether a recording is a clip of a moment, by the names that Spark ("clip_...") and the NEVR anticheat
/// tools ("nevr-MATCH-DETECTOR-frame-N-...") give theirs: what it is about lies in its middle.
bool isClipName(const QString& path);
/// Whom such a clip is about: a player whom its name names, else whom a flag in it accuses, the one nearest
/// to the middle; None where neither says it.
model::ActorId personOfClip(const QString& path, const model::ReplayIndex& index);

} // namespace ghostline::app
