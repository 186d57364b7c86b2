// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings in a folder as somebody who looks for a ghost wants to see them.
#include "model/codec/codec_registry.h"

namespace ghostline::app {

struct FolderRun
{
    QString path;
    QString name;
    QString version; ///< of the format, for people
    QDateTime recordedAt;
    model::Micros time{}; ///< of the run, else of the whole recording
    bool marked = false;  ///< the recording says where the run starts
    QString outcome;      ///< how the run ended, in the recording's word; empty = it does not say
    bool finished = false;
    bool otherWorld = false;
    QString trouble; ///< why it cannot be read; empty = it can
};

/// Opens a recording and reads its index, nothing more. Blocks: call it off the UI thread.
FolderRun readFolderRun(const model::CodecRegistry& registry, const QString& path,
                        const model::ReplayInfo& mine, std::stop_token stop);
/// The run that an index tells of.
FolderRun folderRunOf(const model::ReplayIndex& index, const model::ReplayInfo& mine);

} // namespace ghostline::app
