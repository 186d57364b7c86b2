// SPDX-License-Identifier: GPL-3.0-or-later
// The plugin's door: metadata for the registry and the one codec object.
#include "codecs/sc2/sc2_codec.h"
#include "model/codec/codec_abi.h"

#include <QObject>

namespace ghostline::sc2 {

class Sc2Plugin final : public QObject, public Sc2Codec
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GHOSTLINE_CODEC_IID FILE "sc2.json")
    Q_INTERFACES(ghostline::model::Codec)
};

} // namespace ghostline::sc2

#include "sc2_plugin.moc"
