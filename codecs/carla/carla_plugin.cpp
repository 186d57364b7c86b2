// SPDX-License-Identifier: GPL-3.0-or-later
// The plugin's door: metadata for the registry and the one codec object.
#include "codecs/carla/carla_codec.h"
#include "model/codec/codec_abi.h"

#include <QObject>

namespace ghostline::carla {

class CarlaPlugin final : public QObject, public CarlaCodec
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GHOSTLINE_CODEC_IID FILE "carla.json")
    Q_INTERFACES(ghostline::model::Codec)
};

} // namespace ghostline::carla

#include "carla_plugin.moc"
