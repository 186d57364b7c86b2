// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever bytes come: headers, keyframes, blocks of events and orders, talk, signatures, chunks with good
// checksums, whole matches. The first byte says which. What reads is written and reads the same again.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/events/event_block.h"
#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/events/voice.h"
#include "codecs/ironcurtain/integrity/signature_chain.h"
#include "codecs/ironcurtain/state/sim_state.h"
#include "tests/codecs/ironcurtain/built_file.h"
#include "tests/codecs/ironcurtain/made_state.h"
#include "tests/codecs/ironcurtain/whole_match.h"
#include "tests/fuzz/require.h"

using namespace ghostline;
using namespace ghostline::ironcurtain;
using namespace ghostline::fuzz;

namespace {

enum class What : unsigned {
    Head,
    Blob,
    Full,
    Delta,
    Events,
    Orders,
    Voice,
    Signatures,
    Chunks,
    Whole,
    Kinds
};

using View = std::span<const std::byte>;

void head(View bytes)
{
    const auto header = parseHeader(bytes);
    require(header || explained(header.error()));
    if (header) {
        const auto again = parseHeader(encodeHeader(*header));
        require(again && *again == *header);
    }
    const auto metadata = parseMetadata(bytes, 0);
    require(metadata || explained(metadata.error()));
    require(!metadata || (metadata->msPerTick() >= 1 && metadata->msPerTick() <= 10'000));
}

void blob(View bytes)
{
    const auto raw = unpackBlob(bytes, MaxInput * 16, 0);
    require(raw ? raw->size() <= MaxInput * 16 : explained(raw.error()));
    const auto back = unpackBlob(packBlob(bytes), MaxInput, 0);
    require(back && std::equal(back->begin(), back->end(), bytes.begin(), bytes.end()));
}

/// A state that was read is the same when it is written and read again.
void requireSame(const SimState& state)
{
    const auto again = parseFull(std::make_shared<const Bytes>(encodeFull(state)), 0);
    require(again && stateHash(*again) == stateHash(state) && again->side.campaign == state.side.campaign &&
            again->side.script == state.side.script);
}

void full(View bytes)
{
    const auto shared = std::make_shared<const Bytes>(bytes.begin(), bytes.end());
    const auto state = parseFull(shared, 0);
    require(state || explained(state.error()));
    if (!state)
        return;
    requireSame(*state);
}

void delta(View bytes)
{
    static const SimState baseline = test::smallState(300).state();
    const auto shared = std::make_shared<const Bytes>(bytes.begin(), bytes.end());
    const auto start = parseDeltaHead(bytes, 0);
    require(start || explained(start.error()));
    const auto state = applyDelta(baseline, shared, 0);
    require(state || explained(state.error()));
    if (!state)
        return;
    require(start && state->tick == start->tick);
    requireSame(*state);
    // The same step, made by our own writer.
    const auto ours =
        std::make_shared<const Bytes>(encodeDelta(baseline, stateHash(baseline), *state, state->side));
    const auto again = applyDelta(baseline, ours, 0);
    require(again && stateHash(*again) == stateHash(*state));
}

/// Ticks and count of a head, then what the block unpacks to.
void events(View bytes)
{
    const auto start = parseEventBlockHead(bytes);
    if (!start)
        return;
    const View raw = bytes.subspan(EventBlockHeadBytes);
    std::uint64_t known = 0;
    const auto facts = scanEventBlock(raw, *start, [&known](const ParsedEvent& parsed) {
        if (parsed.result == EventParse::Unknown)
            return true;
        ++known;
        Bytes again;
        appendEvent(again, parsed.event);
        const ParsedEvent back = parseEvent(again);
        require(back.result == EventParse::Known && back.kind == parsed.kind);
        if (const auto* vote = std::get_if<VoteEvent>(&parsed.event.body))
            require(parseVote(vote->body).has_value());
        if (const auto* end = std::get_if<MatchEnded>(&parsed.event.body)) {
            const auto outcome = parseOutcome(end->outcome);
            require(outcome.has_value());
            Bytes written;
            appendOutcome(written, *outcome);
            require(std::equal(written.begin(), written.end(), end->outcome.begin(), end->outcome.end()));
        }
        return true;
    });
    require(facts.has_value() && facts->usable <= raw.size());
    std::uint64_t seen = 0;
    visitEventBlock(raw, *facts, 0, ~SimTick{0}, [&seen](const AnalysisEvent&) { ++seen; });
    require(seen == known);
    const SimTick middle = start->first / 2 + start->last / 2;
    std::uint64_t parts = 0;
    visitEventBlock(raw, *facts, 0, middle, [&parts](const AnalysisEvent&) { ++parts; });
    if (middle < ~SimTick{0})
        visitEventBlock(raw, *facts, middle + 1, ~SimTick{0}, [&parts](const AnalysisEvent&) { ++parts; });
    require(parts == known);
}

/// First tick and number of frames, then what the block unpacks to.
void orders(View bytes)
{
    constexpr std::size_t Head = 12;
    if (bytes.size() < Head)
        return;
    Bytes payload(bytes.begin(), bytes.begin() + Head);
    const Bytes packed = packBlob(bytes.subspan(Head));
    payload.insert(payload.end(), packed.begin(), packed.end());
    const auto read = parseOrderBlock(payload, 0, [](const OrderFrame& frame) {
        const SimTick block = frame.tick / FramesPerOrderBlock * FramesPerOrderBlock;
        const Bytes one = encodeOrderBlock(block, {&frame, 1});
        const auto again = parseOrderBlock(one, 0, [&](const OrderFrame& back) {
            require(back.tick == frame.tick && back.orders.size() == frame.orders.size());
            require(encodeOrderBlock(block, {&back, 1}) == one);
            return true;
        });
        require(again.has_value());
        return true;
    });
    require(read || explained(read.error()));
}

void voice(View bytes)
{
    const auto track = parseVoice(bytes, 0);
    require(track || explained(track.error()));
    if (!track)
        return;
    require(track->consented || (track->spans.empty() && track->frames == 0));
    for (const VoiceSpan& span : track->spans)
        require(span.first <= span.last && span.frames > 0);
}

void signatures(View bytes)
{
    const auto section = parseSignatureSection(bytes, 0);
    require(section || explained(section.error()));
    if (section) {
        const Bytes again = encodeSignatureSection(*section);
        require(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()));
        const ChainResult result = verifyChain(*section, {});
        require(result.checked <= section->entries.size());
    }
    Signatures found;
    const auto chunk = appendSignatureChunk(found, bytes, 0);
    require(chunk || explained(chunk.error()));
}

/// Kind, length, payload, over and over: a journal whose checksums all hold. Bit 7 of the kind: the payload
/// ends in a blob that is still to be packed, from the byte on that belongs to its kind.
void chunks(View bytes)
{
    struct Form
    {
        ChunkKind kind;
        std::size_t blobAt;
    };
    constexpr Form Forms[] = {{ChunkKind::Orders, 12},
                              {ChunkKind::Events, 20},
                              {ChunkKind::Voice, ~std::size_t{0}},
                              {ChunkKind::Keyframe, 13},
                              {ChunkKind::Signatures, ~std::size_t{0}}};
    Bytes made;
    while (bytes.size() > 3) {
        const unsigned first = std::to_integer<unsigned>(bytes[0]);
        const Form& form = Forms[(first & 0x7FU) % std::size(Forms)];
        const std::size_t said =
            std::to_integer<std::size_t>(bytes[1]) * 256 + std::to_integer<std::size_t>(bytes[2]);
        const View body = bytes.subspan(3, std::min(said, bytes.size() - 3));
        bytes = bytes.subspan(3 + body.size());
        Bytes payload(body.begin(), body.end());
        if ((first & 0x80U) != 0 && body.size() >= form.blobAt) {
            payload.resize(form.blobAt);
            const Bytes packed = packBlob(body.subspan(form.blobAt));
            payload.insert(payload.end(), packed.begin(), packed.end());
        }
        appendChunk(made, form.kind, payload);
    }
    requireNone(test::problemWithMatchBytes(test::builtJournal(made)));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0 || size > MaxInput)
        return 0;
    // A block of its own: reads past it are seen.
    const std::vector<std::byte> copy(reinterpret_cast<const std::byte*>(data + 1),
                                      reinterpret_cast<const std::byte*>(data + size));
    const View bytes(copy);
    switch (static_cast<What>(data[0] % static_cast<unsigned>(What::Kinds))) {
    case What::Head:
        head(bytes);
        break;
    case What::Blob:
        blob(bytes);
        break;
    case What::Full:
        full(bytes);
        break;
    case What::Delta:
        delta(bytes);
        break;
    case What::Events:
        events(bytes);
        break;
    case What::Orders:
        orders(bytes);
        break;
    case What::Voice:
        voice(bytes);
        break;
    case What::Signatures:
        signatures(bytes);
        break;
    case What::Chunks:
        chunks(bytes);
        break;
    case What::Whole:
        requireNone(test::problemWithMatchBytes(copy));
        break;
    case What::Kinds:
        break;
    }
    return 0;
}
