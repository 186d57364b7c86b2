// SPDX-License-Identifier: GPL-3.0-or-later
// A plugin that opens any file beginning with "FAKE" as a fake replay.
#include "model/codec/codec.h"
#include "model/codec/codec_abi.h"
#include "tests/support/fake_replay.h"

#include <cstring>

namespace ghostline::test {

class FakeCodec final : public QObject, public model::Codec
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GHOSTLINE_CODEC_IID FILE "fake_codec.json")
    Q_INTERFACES(ghostline::model::Codec)
public:
    model::Confidence probe(std::span<const std::byte> firstBytes, const QString& name) const override
    {
        if (firstBytes.size() >= 4 && std::memcmp(firstBytes.data(), "FAKE", 4) == 0)
            return model::Confidence::Certain;
        return name.endsWith(QStringLiteral(".fake")) ? model::Confidence::Possible : model::Confidence::No;
    }

    model::Result<std::unique_ptr<model::ReplaySource>> open(std::unique_ptr<model::ByteSource> bytes,
                                                             const model::OpenOptions& options) const override
    {
        if (bytes->size() < 8)
            return model::fail(model::ErrorCode::Damaged, QStringLiteral("the header is cut"),
                               {.offset = bytes->size()});
        FakeReplayOptions fake;
        fake.frames = options.codec.value(QStringLiteral("frames"), QStringLiteral("1000")).toLongLong();
        return std::make_unique<FakeReplay>(fake);
    }
};

} // namespace ghostline::test

#include "fake_codec.moc"
