// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/describe.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/base/value_text.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

using model::Severity;

QJsonObject extentTree(const SectionExtent& extent)
{
    return {{QStringLiteral("offset"), wholeNumber(extent.offset)},
            {QStringLiteral("length"), wholeNumber(extent.length)}};
}

QJsonObject headerTree(const Header& header)
{
    QJsonObject tree{{QStringLiteral("version"), header.version},
                     {QStringLiteral("compression"), QStringLiteral("LZ4")},
                     {QStringLiteral("signed"), header.has(Signed)},
                     {QStringLiteral("has_events"), header.has(HasEvents)},
                     {QStringLiteral("has_voice"), header.has(HasVoice)},
                     {QStringLiteral("incomplete"), header.has(Incomplete)},
                     {QStringLiteral("total_ticks"), wholeNumber(header.totalTicks)},
                     {QStringLiteral("final_state_hash"), hexText(header.finalStateHash)},
                     {QStringLiteral("lost_frame_count"), wholeNumber(header.lostFrames)}};
    const auto section = [&tree](const char* name, const SectionExtent& extent) {
        if (extent.offset != 0)
            tree.insert(QLatin1String(name), extentTree(extent));
    };
    section("metadata", header.metadata);
    section("orders", header.orders);
    section("keyframes", header.keyframes);
    section("events", header.events);
    section("voice", header.voice);
    section("signature", header.signature);
    if (header.embedded.offset != 0)
        tree.insert(QStringLiteral("embedded"),
                    QStringLiteral("%1 bytes, not read").arg(header.embedded.length));
    return tree;
}

QJsonObject keyframesTree(std::span<const KeyframeEntry> keyframes)
{
    std::uint64_t full = 0;
    std::uint64_t cut = 0;
    std::uint64_t packed = 0;
    std::uint64_t unpacked = 0;
    for (const KeyframeEntry& entry : keyframes) {
        full += entry.full ? 1 : 0;
        cut += entry.inFile ? 0 : 1;
        packed += entry.length;
        unpacked += entry.uncompressed;
    }
    QJsonObject tree{{QStringLiteral("count"), wholeNumber(keyframes.size())},
                     {QStringLiteral("full"), wholeNumber(full)},
                     {QStringLiteral("deltas"), wholeNumber(keyframes.size() - full)},
                     {QStringLiteral("bytes"), wholeNumber(packed)},
                     {QStringLiteral("bytes_unpacked"), wholeNumber(unpacked)}};
    if (cut > 0)
        tree.insert(QStringLiteral("outside_of_the_file"), wholeNumber(cut));
    return tree;
}

QJsonObject eventsTree(const EventCounts& counts)
{
    QJsonObject tree{{QStringLiteral("total"), wholeNumber(counts.total)}};
    for (std::uint32_t kind = 0; kind < AnalysisKinds; ++kind) {
        if (counts.byKind[kind] > 0)
            tree.insert(QLatin1String(analysisKindName(kind)), wholeNumber(counts.byKind[kind]));
    }
    for (const auto& [kind, count] : counts.unknown)
        tree.insert(QStringLiteral("event %1").arg(kind), wholeNumber(count));
    return tree;
}

QJsonObject ordersTree(const OrderCounts& counts)
{
    QJsonObject tree{{QStringLiteral("frames"), wholeNumber(counts.frames)},
                     {QStringLiteral("missing"), wholeNumber(counts.missing)}};
    for (std::uint32_t kind = 0; kind < OrderKinds; ++kind) {
        if (counts.byKind[kind] > 0)
            tree.insert(QLatin1String(orderKindName(kind)), wholeNumber(counts.byKind[kind]));
    }
    if (counts.unknown > 0)
        tree.insert(QStringLiteral("frames_not_understood"), wholeNumber(counts.unknown));
    return tree;
}

} // namespace

void addNote(model::DiagnosticList& list, Severity severity, const char* code, QString message)
{
    model::Diagnostic one;
    one.severity = severity;
    one.code = QString::fromLatin1(code);
    one.message = std::move(message);
    list.push_back(std::move(one));
}

model::TimeAxis timeAxisOf(SimTick lastTick, int msPerTick)
{
    return model::TimeAxis::uniform(static_cast<model::FrameNumber>(lastTick) + 1, msPerTick, 1000);
}

QJsonObject infoTree(const ReplayFile& file, const Counted& counted)
{
    QJsonObject tree{
        {QStringLiteral("form"),
         file.form() == ReplayFile::Form::Journal ? QStringLiteral("journal") : QStringLiteral("finalised")},
        {QStringLiteral("header"), headerTree(file.header())},
        {QStringLiteral("metadata"), file.metadata().json},
        {QStringLiteral("ms_per_tick"), file.metadata().msPerTick()},
        {QStringLiteral("keyframes"), keyframesTree(file.keyframes())},
        {QStringLiteral("not_signed"), QStringLiteral("events, metadata and voice are never signed")}};
    if (counted.events != nullptr)
        tree.insert(QStringLiteral("events"), eventsTree(*counted.events));
    if (counted.orders != nullptr)
        tree.insert(QStringLiteral("orders"), ordersTree(*counted.orders));
    return tree;
}

void reportDamages(const DamageList& damages, SimTick lastTick, model::DiagnosticList& diagnostics,
                   model::SpanList& lost)
{
    const auto frames = static_cast<model::FrameNumber>(lastTick) + 1;
    for (const Damage& damage : damages) {
        model::Diagnostic one;
        one.severity = damage.lost ? Severity::Error : Severity::Warning;
        one.code = damage.lost ? QStringLiteral("damaged") : QStringLiteral("odd");
        one.message = QStringLiteral("%1: %2").arg(sectionName(damage.section), damage.what);
        one.where.offset = damage.offset;
        if (damage.first)
            one.where.frame = static_cast<std::int64_t>(std::min(*damage.first, lastTick));
        if (damage.lost && damage.first && *damage.first <= lastTick) {
            const auto first = static_cast<model::FrameNumber>(*damage.first);
            const auto end = damage.last && *damage.last < lastTick
                                 ? static_cast<model::FrameNumber>(*damage.last) + 1
                                 : frames;
            if (end > first) {
                lost.emplace_back();
                lost.back().frames = {first, end};
                lost.back().reason = one.message;
            }
        }
        diagnostics.push_back(std::move(one));
    }
}

void reportOddities(const ReplayFile& file, model::DiagnosticList& diagnostics)
{
    const Header& header = file.header();
    if (header.lostFrames > 0)
        addNote(diagnostics, Severity::Warning, "frames-missing",
                QStringLiteral("%1 frames missing: they never reached the recorder").arg(header.lostFrames));
    else if (header.has(Incomplete))
        addNote(diagnostics, Severity::Warning, "incomplete",
                QStringLiteral("the recorder marked this match as incomplete"));
    if (file.form() == ReplayFile::Form::Journal)
        addNote(
            diagnostics, Severity::Warning, "journal",
            QStringLiteral("a journal that was never finalised: the recording broke off; \"repair\" writes a "
                           "whole file of it"));
    if (!file.metadata().layoutKnown())
        addNote(
            diagnostics, Severity::Warning, "snapshot-layout-unknown",
            QStringLiteral("snapshot layout unknown: keyframes are not read, units are shown as events tell "
                           "of them, without health"));
    if (header.embedded.offset != 0)
        addNote(diagnostics, Severity::Info, "embedded",
                QStringLiteral("%1 bytes of embedded resources are not read").arg(header.embedded.length));
}

void reportUnknown(const Counted& counted, bool lostTold, model::DiagnosticList& diagnostics)
{
    if (counted.events != nullptr) {
        std::uint64_t all = 0;
        for (const auto& [kind, count] : counted.events->unknown)
            all += count;
        if (all > 0)
            addNote(diagnostics, Severity::Info, "unknown-events",
                    QStringLiteral("%1 events of kinds that are not known were stepped over").arg(all));
    }
    if (counted.orders != nullptr && counted.orders->missing > 0 && !lostTold)
        addNote(diagnostics, Severity::Warning, "frames-missing",
                QStringLiteral("%1 frames missing: what was commanded then is not known")
                    .arg(counted.orders->missing));
    if (counted.orders != nullptr && counted.orders->unknown > 0)
        addNote(
            diagnostics, Severity::Info, "unknown-orders",
            QStringLiteral("%1 frames have orders of kinds that are not known").arg(counted.orders->unknown));
}

void reportLeftOut(const Lives& lives, model::DiagnosticList& diagnostics)
{
    if (lives.leftOut() > 0)
        addNote(diagnostics, Severity::Warning, "units-left-out",
                QStringLiteral("more than %1 units are not held: others, named %2 times, are left out")
                    .arg(lives.count())
                    .arg(lives.leftOut()));
}

} // namespace ghostline::ironcurtain
