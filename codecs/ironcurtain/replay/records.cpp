// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/records.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/events/event_block.h"
#include "codecs/ironcurtain/replay/record_json.h"
#include "model/base/text.h"

namespace ghostline::ironcurtain {

using namespace Qt::StringLiterals;

namespace {

using model::ErrorCode;
using model::Result;

constexpr QLatin1StringView HeaderStream("header");
constexpr QLatin1StringView MetadataStream("metadata");
constexpr QLatin1StringView KeyframeStream("keyframes");
constexpr QLatin1StringView EventStream("events");
constexpr QLatin1StringView OrderStream("orders");
constexpr QLatin1StringView VoiceStream("voice");
constexpr QLatin1StringView SignatureStream("signatures");

constexpr std::size_t SignatureCountBytes = 8;
constexpr std::size_t SignatureChunkHeadBytes = 36; ///< relay key, count

/// One record on its way out. The data is made only for those who want it.
struct Item
{
    const char* name;
    std::optional<SimTick> tick;
    std::uint64_t offset;
};
using MakeData = std::function<QJsonObject()>;
using Take = std::function<bool(const Item&, const MakeData&)>;

/// Goes through one stream of a file. What is damaged becomes a record of its own, and reading goes on behind
/// it; false from `take` ends everything.
class StreamWalk
{
public:
    StreamWalk(const ReplayFile& file, const Kinds& kinds, const Take& take, const std::stop_token& stop)
        : m_file(file), m_kinds(kinds), m_take(take), m_stop(stop)
    {
    }

    Result<void> run(const QString& stream)
    {
        if (stream == HeaderStream)
            return header();
        if (stream == MetadataStream)
            return metadata();
        if (stream == KeyframeStream)
            return keyframes();
        if (stream == EventStream)
            return chunks(ChunkKind::Events, &StreamWalk::events);
        if (stream == OrderStream)
            return chunks(ChunkKind::Orders, &StreamWalk::orders);
        if (stream == VoiceStream)
            return chunks(ChunkKind::Voice, &StreamWalk::voice);
        if (stream == SignatureStream)
            return signatures();
        return model::fail(ErrorCode::InvalidArgument, u"there is no stream %1 in this file"_s.arg(stream));
    }

private:
    bool put(const Item& item, const MakeData& data)
    {
        m_on = m_on && !m_stop.stop_requested() && m_take(item, data);
        return m_on;
    }
    void putDamage(std::uint64_t offset, const QString& why)
    {
        put({"damaged", std::nullopt, offset}, [&] { return QJsonObject{{u"error"_s, why}}; });
    }

    Result<void> header()
    {
        put({"ReplayHeader", std::nullopt, 0}, [this] { return toJson(m_file.header()); });
        return {};
    }
    Result<void> metadata()
    {
        put({"ReplayMetadata", std::nullopt, m_file.header().metadata.offset},
            [this] { return m_file.metadata().json; });
        return {};
    }
    Result<void> keyframes()
    {
        for (const KeyframeEntry& entry : m_file.keyframes()) {
            const auto data = [&entry] {
                return QJsonObject{{u"tick"_s, jsonNumber(entry.tick)},
                                   {u"is_full"_s, entry.full},
                                   {u"blob_length"_s, jsonNumber(entry.length)},
                                   {u"uncompressed_length"_s, jsonNumber(entry.uncompressed)},
                                   {u"in_file"_s, entry.inFile}};
            };
            if (!put({"KeyframeIndexEntry", entry.tick, entry.offset}, data))
                break;
        }
        return m_stop.stop_requested() ? Result<void>(model::cancelled()) : Result<void>();
    }

    using Each = Result<void> (StreamWalk::*)(const ChunkEntry&, std::span<const std::byte>);
    Result<void> chunks(ChunkKind kind, Each each)
    {
        const auto list = m_file.chunks(kind, m_stop);
        if (!list)
            return tl::unexpected(list.error());
        for (const ChunkEntry& chunk : *list) {
            if (m_stop.stop_requested())
                return model::cancelled();
            if (!m_on)
                return {};
            const auto payload = m_file.payload(chunk, m_stop);
            auto done = payload ? (this->*each)(chunk, *payload) : tl::unexpected(payload.error());
            if (done)
                continue;
            if (!aboutContent(done.error()))
                return done;
            putDamage(chunk.offset, done.error().message);
        }
        return m_stop.stop_requested() ? Result<void>(model::cancelled()) : Result<void>();
    }

    Result<void> events(const ChunkEntry& chunk, std::span<const std::byte> payload)
    {
        const auto head = parseEventBlockHead(payload);
        if (!head)
            return model::fail(ErrorCode::Damaged, u"event block: its head is cut off"_s);
        const auto raw = unpackBlob(payload.subspan(EventBlockHeadBytes), MaxBlockBytes, chunk.offset);
        if (!raw)
            return tl::unexpected(raw.error());
        const auto facts = scanEventBlock(*raw, *head, [&](const ParsedEvent& parsed) {
            if (parsed.result == EventParse::Unknown)
                return put({"Unknown", std::nullopt, chunk.offset}, [&] {
                    return QJsonObject{{u"variant"_s, jsonNumber(parsed.kind)}};
                });
            return put({analysisKindName(parsed.kind), parsed.event.tick, chunk.offset},
                       [&] { return toJson(parsed.event, m_kinds); });
        });
        if (facts && !facts->why.isEmpty())
            return model::fail(ErrorCode::Damaged, facts->why);
        return {};
    }

    Result<void> orders(const ChunkEntry& chunk, std::span<const std::byte> payload)
    {
        return parseOrderBlock(payload, chunk.offset + ChunkHeadBytes, [&](const OrderFrame& frame) {
            const auto data = [&frame] {
                return QJsonObject{
                    {u"tick"_s, jsonNumber(frame.tick)},
                    {u"state_hash"_s, QString::number(frame.stateHash, 16).rightJustified(16, u'0')},
                    {u"orders"_s, jsonNumber(frame.orders.size())},
                    {u"unknown_order"_s, frame.unknown}};
            };
            put({"ReplayTickFrame", frame.tick, chunk.offset}, data);
            for (const Order& order : frame.orders)
                put({orderKindName(static_cast<std::uint32_t>(order.kind)), frame.tick, chunk.offset},
                    [&] { return toJson(order); });
            return m_on;
        });
    }

    Result<void> voice(const ChunkEntry& chunk, std::span<const std::byte> payload)
    {
        const auto track = parseVoice(payload, chunk.offset + ChunkHeadBytes);
        if (!track)
            return tl::unexpected(track.error());
        const auto first = track->spans.empty() ? std::nullopt : std::optional(track->spans.front().first);
        put({"VoiceTrack", first, chunk.offset}, [&] { return toJson(*track); });
        return {};
    }

    void entries(const Signatures& found, std::uint64_t keyAt, std::uint64_t entriesAt)
    {
        put({"RelayKey", std::nullopt, keyAt}, [&] {
            return QJsonObject{{u"public_key"_s, hexText(found.relay)}};
        });
        for (std::size_t i = 0; i < found.entries.size() && m_on; ++i)
            put({"TickSignature", found.entries[i].tick, entriesAt + i * TickSignatureBytes},
                [&] { return toJson(found.entries[i]); });
    }
    Result<void> signatureChunk(const ChunkEntry& chunk, std::span<const std::byte> payload)
    {
        const std::uint64_t at = chunk.offset + ChunkHeadBytes;
        Signatures found;
        if (auto done = appendSignatureChunk(found, payload, at); !done)
            return done;
        entries(found, at, at + SignatureChunkHeadBytes);
        return {};
    }
    Result<void> signatures()
    {
        if (m_file.form() == ReplayFile::Form::Journal)
            return chunks(ChunkKind::Signatures, &StreamWalk::signatureChunk);
        const auto bytes = m_file.signatureSection(m_stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        if (bytes->empty())
            return {};
        const std::uint64_t at = m_file.header().signature.offset;
        const auto found = parseSignatureSection(*bytes, at);
        if (found)
            entries(*found, at + bytes->size() - sizeof(PublicKey), at + SignatureCountBytes);
        else
            putDamage(at, found.error().message);
        return m_stop.stop_requested() ? Result<void>(model::cancelled()) : Result<void>();
    }

    const ReplayFile& m_file;
    const Kinds& m_kinds;
    const Take& m_take;
    const std::stop_token& m_stop;
    bool m_on = true;
};

Result<std::uint64_t> chunkBytes(const ReplayFile& file, ChunkKind kind, const std::stop_token& stop)
{
    const auto list = file.chunks(kind, stop);
    if (!list)
        return tl::unexpected(list.error());
    std::uint64_t bytes = 0;
    for (const ChunkEntry& chunk : *list)
        bytes += ChunkHeadBytes + std::uint64_t{chunk.length};
    return bytes;
}

Result<std::uint64_t> streamBytes(const ReplayFile& file, const QString& stream, const std::stop_token& stop)
{
    if (stream == HeaderStream)
        return HeaderBytes;
    if (stream == MetadataStream)
        return std::uint64_t{file.header().metadata.length};
    if (stream == KeyframeStream) {
        std::uint64_t bytes = 0;
        for (const KeyframeEntry& entry : file.keyframes())
            bytes += entry.length;
        return bytes;
    }
    if (stream == EventStream)
        return chunkBytes(file, ChunkKind::Events, stop);
    if (stream == OrderStream)
        return chunkBytes(file, ChunkKind::Orders, stop);
    if (stream == VoiceStream)
        return chunkBytes(file, ChunkKind::Voice, stop);
    if (file.form() == ReplayFile::Form::Journal)
        return chunkBytes(file, ChunkKind::Signatures, stop);
    const auto section = file.signatureSection(stop);
    if (!section)
        return tl::unexpected(section.error());
    return section->size();
}

} // namespace

Result<std::vector<model::StreamInfo>> recordStreams(const ReplayFile& file, const std::stop_token& stop)
{
    const Kinds nobodyAsks;
    std::vector<model::StreamInfo> streams;
    for (const QLatin1StringView stream : {HeaderStream, MetadataStream, KeyframeStream, EventStream,
                                           OrderStream, VoiceStream, SignatureStream}) {
        const QString name = stream;
        const auto bytes = streamBytes(file, name, stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        std::map<std::string_view, std::uint64_t> kinds;
        const Take count = [&kinds](const Item& item, const MakeData&) {
            ++kinds[item.name];
            return true;
        };
        if (const auto done = StreamWalk(file, nobodyAsks, count, stop).run(name); !done)
            return tl::unexpected(done.error());
        if (kinds.empty())
            continue;
        model::StreamInfo& info = streams.emplace_back();
        info.name = name;
        info.bytes = *bytes;
        for (const auto& [kind, records] : kinds) {
            info.records += records;
            info.kinds[model::textOf(kind)] = records;
        }
    }
    return streams;
}

Result<void> readRecords(const ReplayFile& file, const Kinds& kinds, const QString& stream,
                         const model::RecordSink& sink, const std::stop_token& stop)
{
    const Take take = [&](const Item& item, const MakeData& data) {
        model::Record record;
        record.stream = stream;
        if (item.tick)
            record.frame = static_cast<std::int64_t>(*item.tick);
        record.offset = item.offset;
        record.name = QString::fromLatin1(item.name);
        record.data = data();
        return sink(record);
    };
    return StreamWalk(file, kinds, take, stop).run(stream);
}

} // namespace ghostline::ironcurtain
