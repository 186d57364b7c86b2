// SPDX-License-Identifier: GPL-3.0-or-later
// The plugin's door: metadata for the registry and the one codec object.
#include "codecs/ironcurtain/ironcurtain_codec.h"
#include "model/codec/codec_abi.h"

#include <QObject>

namespace ghostline::ironcurtain {

class IronCurtainPlugin final : public QObject, public IronCurtainCodec
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GHOSTLINE_CODEC_IID FILE "ironcurtain.json")
    Q_INTERFACES(ghostline::model::Codec)
};

} // namespace ghostline::ironcurtain

#include "ironcurtain_plugin.moc"
