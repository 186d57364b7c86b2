// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec/live_reader.h"

#include "model/bytes/http_source.h"
#include "model/codec/codec_metadata.h"

#include <array>

namespace ghostline::model {

LiveSource::~LiveSource() = default;
LiveReader::~LiveReader() = default;

namespace {

const LiveReader* readerOf(const CodecInfo& info, const CodecRegistry& registry)
{
    const auto codec = registry.load(info.id);
    return codec ? dynamic_cast<const LiveReader*>(*codec) : nullptr;
}

} // namespace

std::optional<LiveState> liveStateOf(const ReplaySource& source)
{
    const auto* const live = dynamic_cast<const LiveSource*>(&source);
    return live != nullptr ? live->liveState() : std::nullopt;
}

const CodecInfo* liveCodecOf(const QString& path, const CodecRegistry& registry)
{
    if (!isWebAddress(path))
        return nullptr;
    const QUrl address(path);
    for (const CodecInfo& info : registry.codecs()) {
        const LiveReader* const reader = readerOf(info, registry);
        if (reader != nullptr && reader->knowsAddress(address))
            return &info;
    }
    return nullptr;
}

Result<std::unique_ptr<ReplaySource>> openLive(const QString& path, const CodecInfo& codec,
                                               const CodecRegistry& registry, const OpenOptions& options)
{
    constexpr std::array scopes = {OptionScope::Open, OptionScope::Report};
    if (const auto valid = validateOptions(codec, options.codec, scopes); !valid)
        return tl::unexpected(valid.error());
    const LiveReader* const reader = readerOf(codec, registry);
    if (reader == nullptr)
        return fail(ErrorCode::Unsupported, QStringLiteral("this format watches no running games"));
    return reader->openLive(QUrl(path), options);
}

} // namespace ghostline::model
