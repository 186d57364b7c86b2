// SPDX-License-Identifier: GPL-3.0-or-later
// The plugin's door: metadata for the registry and the one codec object.
#include "codecs/recording/recording_codec.h"
#include "model/codec/codec_abi.h"

#include <QObject>

namespace ghostline::recording {

class RecordingPlugin final : public QObject, public RecordingCodec
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GHOSTLINE_CODEC_IID FILE "recording.json")
    Q_INTERFACES(ghostline::model::Codec)
};

} // namespace ghostline::recording

#include "recording_plugin.moc"
