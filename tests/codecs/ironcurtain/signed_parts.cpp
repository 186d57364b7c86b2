// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/ironcurtain/signed_parts.h"

namespace ghostline::test {

SimState signedState(SimTick tick)
{
    SimState state;
    state.tick = tick;
    state.gameSeed = 7;
    auto strings = std::make_shared<StringPool>(StringPool{"e1", "ore"});
    if (tick >= 60)
        strings->emplace_back("2tnk");
    state.strings = std::move(strings);
    const auto buffer = std::make_shared<Bytes>();
    constexpr std::size_t Size = 9 + 8;
    const std::uint16_t units = tick >= 90 ? 2 : 3;
    BinWriter out(*buffer);
    for (std::uint16_t i = 0; i < units; ++i) {
        out.u32(0);
        out.u32(i % 2);
        out.u8(0);
        out.i32(static_cast<std::int32_t>(500 - tick - i));
        out.i32(500);
    }
    for (std::uint16_t i = 0; i < units; ++i) {
        Entity entity;
        entity.tag = {i, 1};
        entity.components.mask = bit(Slot::Identity) | bit(Slot::Health);
        entity.components.bytes = std::span(*buffer).subspan(i * Size, Size);
        state.entities.push_back(entity);
    }
    state.buffers.push_back(buffer);
    PlayerState player;
    player.credits = static_cast<std::int64_t>(1000 + tick);
    state.players = std::make_shared<PlayerTable>(PlayerTable{player});
    auto map = std::make_shared<MapState>();
    map->width = map->height = 1;
    map->terrainKinds = {0};
    map->cells.resize(1);
    state.map = std::move(map);
    return state;
}

QJsonObject signedMetadata()
{
    return {{QStringLiteral("game_speed"), QStringLiteral("slower")},
            {QStringLiteral("total_ticks"), static_cast<int>(SignedLast)},
            {QStringLiteral("ic_viewer"),
             QJsonObject{{QStringLiteral("component_schema"), QStringLiteral("ra1-v1")},
                         {QStringLiteral("state_hash_kind"), QStringLiteral("sha256-bincode-v1")}}}};
}

SignedParts::SignedParts(DeltaMode mode, std::uint32_t skipped)
{
    ChainSigner signer(seedOf("a relay of this test"));
    signatures.relay = signer.relay();
    signatures.present = true;
    for (SimTick tick = 0; tick <= SignedLast; tick += SignedStep) {
        const SimState state = signedState(tick);
        const StateHash hash = stateHash(state);
        const SimState base = signedState(mode == DeltaMode::Chained && tick > 0 ? tick - SignedStep : 0);
        snapshots.push_back(tick == 0 ? encodeFull(state) : encodeDelta(base, stateHash(base), state, {}));
        std::uint64_t prefix = 0;
        std::memcpy(&prefix, hash.data(), sizeof prefix);
        orderHashes.push_back(prefix);
        signatures.entries.push_back(signer.sign(tick, hash, tick == 60 ? skipped : 0));
        finalHash = hash;
    }
}

Bytes SignedParts::file() const
{
    const QByteArray json = QJsonDocument(meta).toJson(QJsonDocument::Compact);
    std::vector<OrderFrame> frames(SignedLast + 1);
    for (SimTick tick = 0; tick <= SignedLast; ++tick) {
        frames[tick].tick = tick;
        frames[tick].stateHash = tick % SignedStep == 0 ? orderHashes[tick / SignedStep] : 0;
    }
    Bytes orders;
    appendChunk(orders, ChunkKind::Orders, encodeOrderBlock(0, frames));
    Bytes index;
    Bytes blobs;
    BinWriter out(index);
    out.u64(snapshots.size());
    for (std::size_t i = 0; i < snapshots.size(); ++i) {
        const Bytes blob = packBlob(snapshots[i]);
        out.u64(i * SignedStep);
        out.u32(static_cast<std::uint32_t>(blobs.size()));
        out.u32(static_cast<std::uint32_t>(blob.size()));
        out.u32(static_cast<std::uint32_t>(snapshots[i].size()));
        out.boolean(i == 0);
        append(blobs, blob);
    }
    append(index, blobs);
    Header header;
    header.flags = flags;
    header.totalTicks = SignedLast;
    header.finalStateHash = finalHash;
    Bytes body;
    const auto place = [&](SectionExtent& section, std::span<const std::byte> run) {
        section.offset = static_cast<std::uint32_t>(HeaderBytes + body.size());
        section.length = static_cast<std::uint32_t>(run.size());
        append(body, run);
    };
    place(header.metadata, std::as_bytes(std::span(json.constData(), static_cast<std::size_t>(json.size()))));
    place(header.orders, orders);
    place(header.keyframes, index);
    const Bytes section = encodeSignatureSection(signatures);
    if (signatures.present)
        place(header.signature, std::span(section).first(section.size() - signatureBytesCut));
    Bytes all = encodeHeader(header);
    append(all, body);
    return all;
}

Checked check(Bytes bytes, std::span<const PublicKey> trusted)
{
    const auto file = ReplayFile::open(std::make_unique<model::MemorySource>(std::move(bytes)), {}, {});
    if (!file) {
        qInfo("not opened: %s", qPrintable(file.error().message));
        return {};
    }
    const KeyframeStore store(*file);
    auto checked = checkIntegrity(**file, store, trusted, {}, {});
    return checked ? std::move(*checked) : Checked{};
}

QString told(const Checked& checked)
{
    QStringList list;
    for (const model::Verdict& verdict : checked.verdicts) {
        QString one = model::verdictName(verdict.state);
        if (verdict.frame)
            one += QStringLiteral(" %1").arg(*verdict.frame);
        list << one;
    }
    return list.join(QStringLiteral(", "));
}

const model::Verdict& verdict(const Checked& checked, const char* name)
{
    for (const model::Verdict& one : checked.verdicts) {
        if (one.check == QLatin1String(name))
            return one;
    }
    static const model::Verdict none;
    return none;
}

} // namespace ghostline::test
