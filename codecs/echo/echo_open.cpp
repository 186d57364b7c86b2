// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the two layouts a file has.
#include "codecs/echo/echo_source.h"

namespace ghostline::echo {

using model::Result;

namespace {

Result<std::unique_ptr<FrameFile>> openFile(std::shared_ptr<model::ByteSource> bytes,
                                            const model::OpenOptions& options)
{
    std::vector<std::byte> first(model::ProbeBytes);
    const auto got = bytes->read(0, first, options.stop);
    if (!got)
        return tl::unexpected(got.error());
    first.resize(*got);
    const QString name = bytes->identity().name;
    if (probeEchoReplay(first, name) > probeButter(first, name))
        return openEchoReplay(std::move(bytes), options.stop);
    const bool reference = options.codec.value(QStringLiteral("decode")) == QLatin1String("reference");
    return openButter(std::move(bytes), reference ? ButterDecoding::Reference : ButterDecoding::Exact,
                      options.stop);
}

} // namespace

Result<std::unique_ptr<model::ReplaySource>> EchoSource::open(std::unique_ptr<model::ByteSource> bytes,
                                                              const model::OpenOptions& options)
{
    const std::shared_ptr<model::ByteSource> shared = std::move(bytes);
    const auto withFile = [&shared](model::Error error) {
        error.file = shared->identity().name;
        return tl::unexpected(std::move(error));
    };
    auto file = openFile(shared, options);
    if (!file)
        return withFile(file.error());
    auto source = fromFile(std::move(*file), shared->size(), options.stop);
    if (!source)
        return withFile(source.error());
    return std::unique_ptr<model::ReplaySource>(std::move(*source));
}

} // namespace ghostline::echo
