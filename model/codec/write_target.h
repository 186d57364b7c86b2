// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a file made of a recording may go, and by which codec it can be written.
#include "model/codec/codec_registry.h"

namespace ghostline::model {

/// The recording and all notes must survive: `output` may be neither `input` nor lie in it, nor be called as
/// notes are (<file>.ghostline.json).
/// `input`: a path, a folder that is one recording, or an address.
GHOSTLINE_MODEL_EXPORT Result<void> checkWriteTarget(const CodecRegistry& registry, const QString& input,
                                                     const QString& output);

/// Codecs that can write a part of a recording of the format `id`: its own first.
GHOSTLINE_MODEL_EXPORT std::vector<const CodecInfo*> partWriters(const CodecRegistry& registry,
                                                                 const QString& id);

} // namespace ghostline::model
