// SPDX-License-Identifier: GPL-3.0-or-later

// What a file contains and whether it holds. Members that other readers' reports have, too, have their names.
#include "codecs/ironcurtain/analysis/report.h"

#include "codecs/ironcurtain/analysis/report_events.h"
#include "codecs/ironcurtain/analysis/tables.h"
#include "codecs/ironcurtain/base/value_text.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

using model::ErrorCode;
using model::Result;

QJsonValue sideJson(const std::optional<Bytes>& state, bool lost)
{
    if (lost)
        return QStringLiteral("lost");
    return state && !state->empty() ? QJsonValue(hexText(*state)) : QJsonValue();
}

Result<QJsonObject> keyframeJson(const ReplayFile& file, const KeyframeStore& store, int i,
                                 const KeyframeCheck& check, const std::stop_token& stop)
{
    const KeyframeEntry& entry = file.keyframes()[static_cast<std::size_t>(i)];
    QJsonObject json{{QStringLiteral("tick"), jsonNumber(entry.tick)},
                     {QStringLiteral("full"), entry.full},
                     {QStringLiteral("uncompressed"), jsonNumber(std::uint64_t{entry.uncompressed})}};
    if (!check.restored) {
        json.insert(QStringLiteral("lost"), check.lost);
        return json;
    }
    std::optional<std::int64_t> baseline;
    if (!entry.full) {
        const auto blob = file.keyframe(i, stop);
        if (!blob)
            return tl::unexpected(blob.error());
        if (const auto head = parseDeltaHead(*blob, entry.offset))
            baseline = static_cast<std::int64_t>(head->baselineTick);
    }
    const auto side = store.side(i, stop);
    if (!side)
        return tl::unexpected(side.error());
    json.insert(QStringLiteral("baseline"), jsonNumber(baseline));
    json.insert(QStringLiteral("links"), check.links);
    json.insert(QStringLiteral("state_sha256"), hexText(check.hash));
    json.insert(QStringLiteral("entities"), jsonNumber(check.entities));
    json.insert(QStringLiteral("strings"), jsonNumber(check.strings));
    json.insert(QStringLiteral("campaign"), sideJson(side->campaign, side->campaignLost));
    json.insert(QStringLiteral("script"), sideJson(side->script, side->scriptLost));
    return json;
}

Result<QJsonArray> keyframesJson(const ReplayFile& file, const KeyframeStore& store, const Checked& checked,
                                 const std::stop_token& stop)
{
    QJsonArray json;
    for (std::size_t i = 0; i < checked.keyframes.size(); ++i) {
        auto one = keyframeJson(file, store, static_cast<int>(i), checked.keyframes[i], stop);
        if (!one)
            return tl::unexpected(one.error());
        json.append(*one);
    }
    return json;
}

QJsonArray damagesJson(const DamageList& damages)
{
    QJsonArray json;
    for (const Damage& damage : damages) {
        if (!damage.lost)
            continue; // odd, but nothing is missing
        QJsonObject one{{QStringLiteral("section"), sectionName(damage.section)},
                        {QStringLiteral("offset"), jsonNumber(damage.offset)},
                        {QStringLiteral("what"), damage.what}};
        if (damage.first)
            one.insert(QStringLiteral("first_tick"), jsonNumber(*damage.first));
        if (damage.last)
            one.insert(QStringLiteral("last_tick"), jsonNumber(*damage.last));
        json.append(one);
    }
    return json;
}

QJsonArray warningsJson(const DamageList& damages)
{
    QJsonArray json;
    for (const Damage& damage : damages) {
        if (!damage.lost)
            json.append(QStringLiteral("%1: %2").arg(sectionName(damage.section), damage.what));
    }
    return json;
}

void insertVerdicts(QJsonObject& json, const Checked& checked)
{
    QJsonObject words;
    QJsonArray checks;
    for (const model::Verdict& verdict : checked.verdicts) {
        words.insert(verdict.check, verdictWords(verdict));
        checks.append(
            QJsonObject{{QStringLiteral("check"), verdict.check},
                        {QStringLiteral("state"), model::verdictName(verdict.state)},
                        {QStringLiteral("frame"),
                         verdict.frame ? QJsonValue(static_cast<qint64>(*verdict.frame)) : QJsonValue()},
                        {QStringLiteral("detail"), verdict.detail}});
    }
    if (!checked.signatures.entries.empty()) {
        words.insert(QStringLiteral("head_of_chain"),
                     checked.chainHead ? QJsonValue(hexText(*checked.chainHead)) : QJsonValue());
    }
    json.insert(QStringLiteral("verdicts"), words);
    json.insert(QStringLiteral("checks"), checks);
}

QJsonObject signaturesJson(const Signatures& signatures)
{
    const auto& entries = signatures.entries;
    const bool any = !entries.empty();
    return {
        {QStringLiteral("count"), jsonNumber(entries.size())},
        {QStringLiteral("key"), signatures.present ? QJsonValue(hexText(signatures.relay)) : QJsonValue()},
        {QStringLiteral("first"), any ? jsonNumber(entries.front().tick) : QJsonValue()},
        {QStringLiteral("last"), any ? jsonNumber(entries.back().tick) : QJsonValue()}};
}

Result<QJsonObject> blocksJson(const ReplayFile& file, const std::stop_token& stop)
{
    std::vector<ChunkKind> kinds{ChunkKind::Orders, ChunkKind::Events, ChunkKind::Voice};
    if (file.form() == ReplayFile::Form::Journal) {
        kinds.push_back(ChunkKind::Keyframe);
        kinds.push_back(ChunkKind::Signatures);
    }
    QJsonObject json;
    for (const ChunkKind kind : kinds) {
        const auto chunks = file.chunks(kind, stop);
        if (!chunks)
            return tl::unexpected(chunks.error());
        if (!chunks->empty())
            json.insert(chunkName(kind), jsonNumber(chunks->size()));
    }
    return json;
}

QJsonObject metricsOf(const ReplayFile& file, const EventFindings& events)
{
    QJsonObject json = handsJson(events.hands, file.metadata().msPerTick(), events.endTick);
    if (events.limited)
        json.insert(QStringLiteral("limited"), true);
    return json;
}

void append(DamageList& to, DamageList&& from)
{
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

} // namespace

Result<QJsonObject> contentsJson(const std::shared_ptr<const ReplayFile>& file, const KeyframeStore& store,
                                 std::span<const PublicKey> trusted, const std::stop_token& stop)
{
    auto orders = goThroughOrders(*file, stop);
    if (!orders)
        return tl::unexpected(orders.error());
    auto events = goThroughEvents(file, stop);
    if (!events)
        return tl::unexpected(events.error());
    DamageList found;
    const auto voice = voiceJson(*file, found, stop);
    if (!voice)
        return tl::unexpected(voice.error());
    auto checked = checkIntegrity(*file, store, trusted, {}, stop);
    if (!checked)
        return tl::unexpected(checked.error());
    const auto keyframes = keyframesJson(*file, store, *checked, stop);
    if (!keyframes)
        return tl::unexpected(keyframes.error());
    const auto blocks = blocksJson(*file, stop);
    if (!blocks)
        return tl::unexpected(blocks.error());

    DamageList damages = file->damages();
    append(damages, std::move(orders->damages));
    append(damages, std::move(events->damages));
    append(damages, std::move(found));
    append(damages, DamageList(checked->damages));
    const auto restored = std::count_if(checked->keyframes.begin(), checked->keyframes.end(),
                                        [](const KeyframeCheck& keyframe) { return keyframe.restored; });
    QJsonObject json{{QStringLiteral("bytes"), jsonNumber(file->bytes())},
                     {QStringLiteral("form"), file->form() == ReplayFile::Form::Journal
                                                  ? QStringLiteral("journal")
                                                  : QStringLiteral("finalised")},
                     {QStringLiteral("total_ticks"), jsonNumber(file->lastTick())},
                     {QStringLiteral("recovered"),
                      QStringLiteral("%1 of %2 keyframes").arg(restored).arg(checked->keyframes.size())},
                     {QStringLiteral("metadata"), file->metadata().json},
                     {QStringLiteral("damages"), damagesJson(damages)},
                     {QStringLiteral("warnings"), warningsJson(damages)},
                     {QStringLiteral("blocks"), *blocks},
                     {QStringLiteral("orders"), ordersJson(*orders)},
                     {QStringLiteral("events"), eventsJson(events->counts)},
                     {QStringLiteral("unknown"), unknownJson(events->counts, *orders)},
                     {QStringLiteral("keyframes"), *keyframes},
                     {QStringLiteral("voice"), *voice},
                     {QStringLiteral("signatures"), signaturesJson(checked->signatures)},
                     {QStringLiteral("votes"), votesJson(events->votes)},
                     {QStringLiteral("metrics"), metricsOf(*file, *events)}};
    insertVerdicts(json, *checked);
    return json;
}

Result<QByteArray> makeReport(const QString& name, const std::shared_ptr<const ReplayFile>& file,
                              const KeyframeStore& store, std::span<const PublicKey> trusted,
                              const std::stop_token& stop)
{
    const auto text = [](const QJsonObject& json) {
        return QJsonDocument(json).toJson(QJsonDocument::Indented);
    };
    if (name == QLatin1String("contents")) {
        const auto json = contentsJson(file, store, trusted, stop);
        if (!json)
            return tl::unexpected(json.error());
        return text(*json);
    }
    const bool groups = name == QLatin1String("control-groups");
    if (!groups && name != QLatin1String("votes"))
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no report \"%1\"").arg(name));
    const auto events = goThroughEvents(file, stop);
    if (!events)
        return tl::unexpected(events.error());
    if (groups)
        return text(metricsOf(*file, *events));
    QJsonObject votes = votesJson(events->votes);
    votes.insert(QStringLiteral("note"),
                 QStringLiteral("What the events of the match say; votes are not signed by the relay."));
    if (events->votes.limited)
        votes.insert(QStringLiteral("limited"), true);
    return text(votes);
}

} // namespace ghostline::ironcurtain
