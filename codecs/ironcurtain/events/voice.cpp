// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/events/voice.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/chunk.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

using model::ErrorCode;

constexpr std::size_t SpanBytes = 25;
/// A blob of nothing: its size and one token.
constexpr std::size_t SmallestBlob = 5;
constexpr std::uint32_t Targets = 3;

VoiceSpan readSpan(BinReader& in)
{
    VoiceSpan span;
    span.first = in.u64();
    span.last = in.u64();
    span.frames = in.u32();
    const std::uint8_t target = in.u8();
    if (target >= Targets)
        in.fail("an unknown target of speech");
    span.target = static_cast<VoiceTarget>(target % Targets);
    span.targetPlayer = in.u32();
    return span;
}

/// What no frames could have been joined to. Null when there is nothing.
const char* oddSpan(const VoiceSpan& span, const VoiceSpan* before)
{
    if (span.first > span.last)
        return "a span ends before it begins";
    if (span.frames == 0)
        return "a span has no frames";
    if (span.target != VoiceTarget::Player && span.targetPlayer != 0)
        return "a span names a listener that its target does not have";
    if (before != nullptr && span.first < before->last)
        return "spans are out of order";
    return nullptr;
}

void readSpans(BinReader& in, VoiceTrack& track)
{
    const std::uint32_t n = in.u32();
    if (in.ok() && n > in.remaining() / SpanBytes)
        in.fail("more spans than there are bytes for");
    std::uint64_t frames = 0;
    track.spans.reserve(in.ok() ? n : 0);
    for (std::uint32_t i = 0; i < n && in.ok(); ++i) {
        const VoiceSpan span = readSpan(in);
        if (const char* why = oddSpan(span, track.spans.empty() ? nullptr : &track.spans.back()))
            in.fail(why);
        frames += span.frames;
        track.spans.push_back(span);
    }
    track.frames = in.u32();
    if (in.ok() && frames != track.frames)
        in.fail("the spans do not hold as many frames as there are");
}

SimTick joinTicks(int msPerTick)
{
    const int ms = std::max(msPerTick, 1);
    return static_cast<SimTick>((1000 + ms - 1) / ms);
}

PlayerId listener(const VoiceFrame& frame)
{
    return frame.target == VoiceTarget::Player ? frame.targetPlayer : 0;
}

Bytes encodeFrames(std::span<const VoiceFrame> frames)
{
    Bytes raw;
    BinWriter out(raw);
    for (const VoiceFrame& frame : frames) {
        out.u64(frame.tick);
        out.bytes(frame.opus);
        out.u32(static_cast<std::uint32_t>(frame.target));
        if (frame.target == VoiceTarget::Player)
            out.u32(frame.targetPlayer);
    }
    return packBlob(raw);
}

} // namespace

model::Result<VoiceTrack> parseVoice(std::span<const std::byte> payload, std::uint64_t base)
{
    VoiceTrack track;
    BinReader in(payload, base);
    track.player = in.u32();
    track.consented = in.boolean();
    readSpans(in, track);
    if (in.ok() && !track.consented && (track.frames > 0 || !track.spans.empty()))
        in.fail("speech of a player who did not consent; nothing of it is shown");
    if (in.ok() && in.remaining() < SmallestBlob)
        in.fail("the sound is cut off");
    if (!in.ok()) {
        const QString why = QString::fromLatin1(in.why() != nullptr ? in.why() : "it is cut off");
        return model::fail(ErrorCode::Damaged, QStringLiteral("voice: %1").arg(why), {.offset = in.offset()});
    }
    return track;
}

std::vector<VoiceSpan> voiceSpans(std::span<const VoiceFrame> frames, int msPerTick)
{
    const SimTick join = joinTicks(msPerTick);
    std::vector<VoiceSpan> spans;
    for (const VoiceFrame& frame : frames) {
        VoiceSpan* open = spans.empty() ? nullptr : &spans.back();
        if (open != nullptr && open->target == frame.target && open->targetPlayer == listener(frame) &&
            frame.tick - open->last <= join) {
            open->last = frame.tick;
            ++open->frames;
        } else {
            spans.push_back({frame.tick, frame.tick, 1, frame.target, listener(frame)});
        }
    }
    return spans;
}

Bytes encodeVoice(PlayerId player, bool consented, std::span<const VoiceFrame> frames, int msPerTick)
{
    const auto kept = consented ? frames : std::span<const VoiceFrame>();
    const std::vector<VoiceSpan> spans = voiceSpans(kept, msPerTick);
    Bytes payload;
    BinWriter out(payload);
    out.u32(player);
    out.boolean(consented);
    out.u32(static_cast<std::uint32_t>(spans.size()));
    for (const VoiceSpan& span : spans) {
        out.u64(span.first);
        out.u64(span.last);
        out.u32(span.frames);
        out.u8(static_cast<std::uint8_t>(span.target));
        out.u32(span.targetPlayer);
    }
    out.u32(static_cast<std::uint32_t>(kept.size()));
    out.raw(encodeFrames(kept));
    return payload;
}

} // namespace ghostline::ironcurtain
