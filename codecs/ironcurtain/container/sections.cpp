// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/container/sections.h"

#include <algorithm>

namespace ghostline::ironcurtain {

void Sections::placeOne(Section which, const SectionExtent& extent, const Header& header, std::uint64_t size,
                        DamageLog& damages)
{
    const std::uint64_t begin = extent.offset;
    const std::uint64_t announced = begin + extent.length;
    if (begin < HeaderBytes || begin > size) {
        Damage outside;
        outside.section = which;
        outside.offset = begin;
        outside.what = QStringLiteral("the section lies outside the file");
        // Orders and events concern every tick, other parts none in particular.
        if (which == Section::Orders || which == Section::Events) {
            outside.first = 0;
            outside.last = header.totalTicks;
        }
        damages.add(std::move(outside));
        return;
    }
    SectionRange& range = m_ranges[static_cast<std::size_t>(which)];
    if (announced > size)
        damages.add(which, begin,
                    QStringLiteral("the section is cut off: %1 of %2 bytes are left")
                        .arg(size - begin)
                        .arg(extent.length));
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
        const SectionRange& other = m_ranges[i];
        if (other.present && begin < other.end && other.begin < announced)
            damages.add(which, begin,
                        QStringLiteral("the section overlaps the section %1")
                            .arg(sectionName(static_cast<Section>(i))));
    }
    range.begin = begin;
    range.announced = announced;
    range.end = std::min(announced, size);
    range.present = true;
}

Sections Sections::place(const Header& header, std::uint64_t size, DamageLog& damages)
{
    Sections sections;
    if ((header.flags & ~KnownFlags) != 0)
        damages.add(Section::Header, 7, QStringLiteral("reserved flags are set"), false);
    const bool finalised = !header.journal();
    struct Wanted
    {
        Section section;
        SectionExtent extent;
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
    for (const Wanted& one : all) {
        if (one.wanted && one.extent.offset != 0)
            sections.placeOne(one.section, one.extent, header, size, damages);
    }
    for (const Wanted& one : all) {
        if (one.needed && one.extent.offset == 0)
            damages.add(one.section, 0, QStringLiteral("the section is announced but absent"));
    }
    return sections;
}

} // namespace ghostline::ironcurtain
