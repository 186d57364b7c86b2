// SPDX-License-Identifier: GPL-3.0-or-later
// The plugin's door: metadata for the registry and the one codec object.
#include "codecs/echo/echo_codec.h"
#include "model/codec/codec_abi.h"

#include <QObject>

namespace ghostline::echo {

class EchoPlugin final : public QObject, public EchoCodec
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GHOSTLINE_CODEC_IID FILE "echo.json")
    Q_INTERFACES(ghostline::model::Codec)
};

} // namespace ghostline::echo

#include "echo_plugin.moc"
