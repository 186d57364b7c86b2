// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/compare/splits.h"

#include <QHash>

#include <algorithm>

namespace ghostline::model {

namespace {

/// A section by its ends. Start and finish are no ids: checkpoints may be called like them.
struct SectionKey
{
    std::optional<QString> from;
    std::optional<QString> to;
    friend bool operator==(const SectionKey&, const SectionKey&) = default;
};

std::size_t qHash(const SectionKey& key, std::size_t seed)
{
    return qHashMulti(seed, key.from.has_value(), key.from.value_or(QString()), key.to.has_value(),
                      key.to.value_or(QString()));
}

struct Section
{
    SectionKey key;
    Micros time{};
};

std::vector<Section> sectionsOf(const RunTrack& run)
{
    std::vector<Section> sections;
    sections.reserve(run.checkpoints.size() + 1);
    std::optional<QString> from;
    FrameNumber begin = run.start;
    const auto add = [&](const std::optional<QString>& to, FrameNumber frame) {
        sections.push_back({{from, to}, run.axis.timeOf(frame) - run.axis.timeOf(begin)});
        from = to;
        begin = frame;
    };
    for (const CheckpointTaken& checkpoint : run.checkpoints)
        add(checkpoint.id, checkpoint.frame);
    if (run.finished && run.end)
        add(std::nullopt, *run.end);
    return sections;
}

struct Best
{
    Micros time{};
    int run = 0;
};

} // namespace

BestSections bestSections(const std::vector<const RunTrack*>& runs)
{
    BestSections out;
    if (runs.empty())
        return out;
    QHash<SectionKey, Best> best;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const Section& section : sectionsOf(*runs[i])) {
            const auto found = best.find(section.key);
            if (found == best.end() || section.time < found->time)
                best.insert(section.key, {section.time, static_cast<int>(i)});
        }
    }
    const std::vector<Section> wanted = sectionsOf(*runs.front());
    out.rows.reserve(wanted.size());
    Micros sum{};
    for (const Section& section : wanted) {
        const Best& found = best[section.key];
        out.rows.push_back({section.key.from.value_or(QStringLiteral("start")),
                            section.key.to.value_or(QStringLiteral("finish")), !section.key.to.has_value(),
                            found.time, found.run});
        sum += found.time;
    }
    // Of a run that did not arrive, some sections are missing: their sum would be too good.
    if (runs.front()->finished)
        out.sum = sum;
    return out;
}

} // namespace ghostline::model
