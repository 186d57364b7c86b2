// SPDX-License-Identifier: GPL-3.0-or-later
// Opening: where the sections lie, the metadata, and the keyframe index of a finalised file.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/replay_file_private.h"

#include <algorithm>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t FirstRead = std::size_t{16} << 10; // header and metadata, as a rule
constexpr std::size_t IndexEntryBytes = 21;
constexpr std::size_t IndexBlock = IndexEntryBytes * 50'000;

/// What is sought at a place that the first read may have covered.
Result<Bytes> fetch(const model::ByteSource& source, std::span<const std::byte> first, std::uint64_t offset,
                    std::uint64_t length, const std::stop_token& stop)
{
    if (offset + length <= first.size()) {
        const auto part = first.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
        return Bytes(part.begin(), part.end());
    }
    Bytes out(static_cast<std::size_t>(length));
    const auto got = source.read(offset, out, stop);
    if (!got)
        return tl::unexpected(got.error());
    out.resize(*got);
    return out;
}

} // namespace

void ReplayFile::Private::placeSection(Section which, const SectionPlace& place, bool wanted)
{
    if (!wanted || place.offset == 0)
        return;
    const std::uint64_t begin = place.offset;
    const std::uint64_t announced = begin + place.length;
    // Orders and events concern every tick, other parts none in particular.
    const bool everyTick = which == Section::Orders || which == Section::Events;
    const auto bad = [&](QString what) {
        Damage found;
        found.section = which;
        found.offset = begin;
        found.what = std::move(what);
        if (everyTick) {
            found.first = 0;
            found.last = header.totalTicks;
        }
        damage(std::move(found));
    };
    if (begin < HeaderBytes || begin > size) {
        bad(QStringLiteral("the section lies outside the file"));
        return;
    }
    SectionRange& range = section(which);
    if (announced > size)
        damage(which, begin,
               QStringLiteral("the section is cut off: %1 of %2 bytes are left")
                   .arg(size - begin)
                   .arg(place.length));
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const SectionRange& other = sections[i];
        if (other.present && begin < other.end && other.begin < announced)
            damage(which, begin,
                   QStringLiteral("the section overlaps the section %1")
                       .arg(sectionName(static_cast<Section>(i))));
    }
    range.begin = begin;
    range.announced = announced;
    range.end = std::min(announced, size);
    range.present = true;
}

void ReplayFile::Private::placeSections()
{
    if ((header.flags & ~KnownFlags) != 0)
        damage(Section::Header, 7, QStringLiteral("reserved flags are set"), false);
    const bool finalised = form == Form::Finalised;
    struct Wanted
    {
        Section section;
        SectionPlace place;
        bool wanted;
        bool needed;
    };
    const Wanted all[] = {
        {Section::Metadata, header.metadata, true, false},
        {Section::Orders, header.orders, finalised, finalised},
        {Section::Keyframes, header.keyframes, finalised, finalised},
        {Section::Events, header.events, header.has(HasEvents), finalised && header.has(HasEvents)},
        {Section::Voice, header.voice, header.has(HasVoice), finalised && header.has(HasVoice)},
        {Section::Signature, header.signature, header.has(Signed), finalised && header.has(Signed)},
        {Section::Embedded, header.embedded, true, false}};
    for (const Wanted& one : all)
        placeSection(one.section, one.place, one.wanted);
    for (const Wanted& one : all) {
        if (one.needed && one.place.offset == 0)
            damage(one.section, 0, QStringLiteral("the section is announced but absent"));
    }
}

Result<void> ReplayFile::Private::readMetadata(std::span<const std::byte> first, const std::stop_token& stop)
{
    const SectionRange& range = section(Section::Metadata);
    if (!range.present) {
        if (header.metadata.offset == 0)
            damage(Section::Metadata, 0, QStringLiteral("there is no metadata"));
        return {};
    }
    // One byte more than allowed is enough to be refused.
    const auto json =
        fetch(*source, first, range.begin, std::min<std::uint64_t>(range.size(), MaxMetadataBytes + 1), stop);
    if (!json)
        return tl::unexpected(json.error());
    auto parsed = parseMetadata(*json, range.begin);
    if (parsed)
        metadata = std::move(*parsed);
    else
        damage(Section::Metadata, range.begin, parsed.error().message);
    if (form == Form::Finalised && metadata.totalTicks && *metadata.totalTicks != header.totalTicks)
        damage(Section::Metadata, range.begin,
               QStringLiteral("total_ticks is %1, in the header %2: the header's holds")
                   .arg(*metadata.totalTicks)
                   .arg(header.totalTicks),
               false);
    return {};
}

Result<void> ReplayFile::Private::readIndex(const std::stop_token& stop)
{
    const SectionRange& range = section(Section::Keyframes);
    if (!range.present)
        return {};
    Window window(*source, range.end, IndexBlock);
    const auto start = window.at(range.begin, 8, stop);
    if (!start)
        return tl::unexpected(start.error());
    if (start->size() < 8) {
        damage(Section::Keyframes, range.begin, QStringLiteral("the index is cut off"));
        return {};
    }
    const auto count = io::loadLe<std::uint64_t>(start->data());
    if (count > (range.announced - range.begin) / IndexEntryBytes) {
        damage(Section::Keyframes, range.begin,
               QStringLiteral("an index of %1 keyframes is larger than its section").arg(count));
        return {};
    }
    const std::uint64_t there = std::min<std::uint64_t>((range.size() - 8) / IndexEntryBytes, MaxKeyframes);
    const std::uint64_t blobs = range.begin + 8 + count * IndexEntryBytes;
    std::vector<KeyframeEntry> entries;
    entries.reserve(static_cast<std::size_t>(std::min(count, there)));
    for (std::uint64_t i = 0; i < count && i < there; ++i) {
        const std::uint64_t at = range.begin + 8 + i * IndexEntryBytes;
        const auto bytes = window.at(at, IndexEntryBytes, stop);
        if (!bytes)
            return tl::unexpected(bytes.error());
        BinReader in(*bytes, at);
        KeyframeEntry entry;
        entry.tick = in.u64();
        entry.offset = blobs + in.u32();
        entry.length = in.u32();
        entry.uncompressed = in.u32();
        entry.full = in.boolean();
        entry.inFile = entry.offset + entry.length <= range.end;
        if (!in.ok())
            damage(Section::Keyframes, at,
                   QStringLiteral("entry %1 of the index is neither full nor a delta").arg(i));
        else
            entries.push_back(entry);
    }
    if (count > there)
        damage(Section::Keyframes, range.begin,
               QStringLiteral("%1 of %2 entries of the index are left").arg(there).arg(count));
    keepOrdered(std::move(entries));
    return {};
}

void ReplayFile::Private::keepOrdered(std::vector<KeyframeEntry> entries)
{
    keyframes.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const KeyframeEntry& entry = entries[i];
        const auto after = [&](SimTick tick) { return keyframes.empty() || tick > keyframes.back().tick; };
        // One tick that jumps ahead must not cost all that follow it.
        const bool ahead =
            i + 1 < entries.size() && entry.tick > entries[i + 1].tick && after(entries[i + 1].tick);
        if (after(entry.tick) && !ahead && entry.tick <= MaxTicks)
            keyframes.push_back(entry);
        else
            damage(Section::Keyframes, entry.offset,
                   QStringLiteral("the keyframe of tick %1 does not lie between its neighbours")
                       .arg(entry.tick));
    }
}

void ReplayFile::Private::judgeKeyframes()
{
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
        const KeyframeEntry& entry = keyframes[i];
        if (entry.inFile)
            continue;
        const SectionRange& range = section(Section::Keyframes);
        Damage found;
        found.section = Section::Keyframes;
        found.offset = entry.offset;
        found.what = entry.offset + entry.length > range.announced
                         ? QStringLiteral("the keyframe of tick %1 lies outside the section").arg(entry.tick)
                         : QStringLiteral("the keyframe of tick %1 is cut off").arg(entry.tick);
        found.first = entry.tick;
        std::size_t next = i + 1;
        while (next < keyframes.size() && !keyframes[next].inFile)
            ++next;
        found.last = next < keyframes.size() ? keyframes[next].tick - 1 : std::max(entry.tick, lastTick);
        damage(std::move(found));
    }
    const Section in = form == Form::Journal ? Section::Journal : Section::Keyframes;
    if (keyframes.empty()) {
        damage(in, header.keyframes.offset, QStringLiteral("there is no keyframe"));
    } else if (const KeyframeEntry& first = keyframes.front(); first.tick != 0 || !first.full) {
        Damage found;
        found.section = in;
        found.offset = first.offset;
        found.what = QStringLiteral("the first keyframe is not a full one at tick 0");
        found.first = 0;
        found.last = first.tick;
        damage(std::move(found));
    }
}

Result<std::shared_ptr<const ReplayFile>> ReplayFile::open(std::unique_ptr<model::ByteSource> bytes,
                                                           const std::function<bool(double)>& progress,
                                                           const std::stop_token& stop)
{
    auto own = std::make_unique<Private>();
    own->source = std::move(bytes);
    own->size = own->source->size();
    own->identity = own->source->identity();
    const auto first = fetch(*own->source, {}, 0, std::min<std::uint64_t>(FirstRead, own->size), stop);
    if (!first)
        return tl::unexpected(first.error());
    const auto header = parseHeader(*first);
    if (!header)
        return tl::unexpected(header.error());
    own->header = *header;
    own->form = header->journal() ? Form::Journal : Form::Finalised;
    own->lastTick = std::min<std::uint64_t>(header->totalTicks, MaxTicks);
    own->placeSections();
    if (auto read = own->readMetadata(*first, stop); !read)
        return tl::unexpected(std::move(read.error()));
    auto read = own->form == Form::Journal ? own->scanJournal(progress, stop) : own->readIndex(stop);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    if (own->form == Form::Finalised) {
        const SimTick last = own->keyframes.empty() ? 0 : own->keyframes.back().tick;
        if (last > own->lastTick || header->totalTicks > MaxTicks)
            own->damage(Section::Header, 48,
                        QStringLiteral("total_ticks is %1, the last keyframe is of tick %2")
                            .arg(header->totalTicks)
                            .arg(last),
                        false);
        own->lastTick = header->totalTicks > MaxTicks ? last : std::max(own->lastTick, last);
    }
    own->judgeKeyframes();
    const bool anything = !own->keyframes.empty() ||
                          std::any_of(own->chunks.begin(), own->chunks.end(),
                                      [](const auto& list) { return !list.entries.empty(); }) ||
                          own->section(Section::Orders).size() > 0 ||
                          own->section(Section::Events).size() > 0;
    if (!anything)
        return model::fail(ErrorCode::Damaged,
                           own->form == Form::Journal
                               ? QStringLiteral("the journal has no whole chunk")
                               : QStringLiteral("neither keyframes nor orders nor events are in the file"),
                           {.offset = own->size});
    return std::shared_ptr<const ReplayFile>(new ReplayFile(std::move(own)));
}

} // namespace ghostline::ironcurtain
