// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/marks/tag_presets.h"

#include "app/gui/widgets/replay_words.h"
#include "model/sidecar/tags.h"

#include <QCoreApplication>

#include <algorithm>

namespace ghostline::app {

namespace {

struct TagPresets
{
    Q_DECLARE_TR_FUNCTIONS(TagPresets)
};

constexpr std::size_t MostKinds = 5;

/// Major ones first, then by how often they happen: what happens all the time is nothing to mark.
std::vector<QString> kindsToMark(const model::EventTable& events)
{
    std::vector<int> counts(events.kinds.size(), 0);
    for (const model::Event& event : events.events)
        ++counts[static_cast<std::size_t>(event.kind)];
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const model::EventKind& kind = events.kinds[i];
        if (counts[i] > 0 && kind.shownByDefault && kind.id != QLatin1String("bookmark"))
            order.push_back(i);
    }
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (events.kinds[a].major != events.kinds[b].major)
            return events.kinds[a].major;
        return counts[a] < counts[b];
    });
    std::vector<QString> names;
    for (const std::size_t i : order) {
        if (names.size() < MostKinds)
            names.push_back(shownName(events.kinds[i].name));
    }
    return names;
}

} // namespace

TagSet presetFor(const model::ReplayIndex& index)
{
    TagSet set;
    set.name = TagPresets::tr("For this recording");
    const auto add = [&set](const QString& name, int hue, TagKind kind, const QString& group = {}) {
        TagButton button;
        button.tag = model::normalTag(name);
        const bool there = std::ranges::find(set.buttons, button.tag, &TagButton::tag) != set.buttons.end();
        if (button.tag.isEmpty() || there)
            return;
        const auto number = static_cast<int>(set.buttons.size()) + 1;
        button.key = QKeySequence(static_cast<Qt::Key>(Qt::Key_0 + number % 10));
        button.hue = hue;
        button.kind = kind;
        button.group = group;
        if (kind == TagKind::Span)
            button.lead = button.lag = model::Micros{};
        set.buttons.push_back(std::move(button));
    };
    for (const QString& kind : kindsToMark(*index.events))
        add(kind, 1, TagKind::Moment);
    const QString phase = TagPresets::tr("Phase");
    add(TagPresets::tr("Attack"), 0, TagKind::Span, phase);
    add(TagPresets::tr("Defence"), 5, TagKind::Span, phase);
    add(TagPresets::tr("Well done"), 2, TagKind::Moment);
    add(TagPresets::tr("To improve"), 3, TagKind::Moment);
    add(TagPresets::tr("Ask about it"), 6, TagKind::Moment);
    return set;
}

} // namespace ghostline::app
