// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/fights_lane.h"

#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/replay_words.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double FightMargin = 3.0;
constexpr double LowestFight = 3.0; // pixels
constexpr double NarrowestFight = 3.0;

/// The team of whoever lost something, -1 = nobody's.
int teamOfLoss(const model::ReplayInfo& info, const model::ActorLoss& loss)
{
    const model::ActorInfo* const actor = info.actor(loss.actor);
    return actor != nullptr && actor->team < static_cast<int>(info.teams.size()) ? actor->team : -1;
}

FightsLane::Block blockOf(const model::Event& event, int number, const model::ReplayInfo& info)
{
    FightsLane::Block block{event.time, event.time + event.length, number, 0.0, {}};
    for (const model::ActorLoss& loss : event.losses) {
        if (!std::isfinite(loss.worth) || loss.worth <= 0.0)
            continue;
        const int team = teamOfLoss(info, loss);
        const auto known = std::ranges::find(block.parts, team, &FightsLane::Block::Part::team);
        if (known == block.parts.end())
            block.parts.push_back({team, loss.worth});
        else
            known->worth += loss.worth;
        block.worth += loss.worth;
    }
    std::ranges::sort(block.parts, {}, &FightsLane::Block::Part::team);
    return block;
}

} // namespace

FightsLane::FightsLane() : Lane(QStringLiteral("fights"), QObject::tr("Fights"), 28) {}

void FightsLane::setData(const LaneData& data)
{
    Lane::setData(data);
    m_blocks.clear();
    m_most = 0.0;
    m_used = false;
    if (!data.index || !data.events)
        return;
    // Whatever the filter hides, the recording has them: the lane stays, so that others do not jump.
    m_used = std::ranges::any_of(data.index->events->events, [](const auto& e) { return !e.losses.empty(); });
    for (int row = 0; row < data.events->count(); ++row) {
        const model::Event& event = data.events->at(row);
        if (event.losses.empty())
            continue;
        Block block = blockOf(event, data.events->tableIndex(row), *data.index->info);
        m_most = std::max(m_most, block.worth);
        if (block.worth > 0.0)
            m_blocks.push_back(std::move(block));
    }
}

QRectF FightsLane::place(const Block& block, const LaneFrame& frame) const
{
    const double room = frame.height - 2.0 * FightMargin;
    const double high = std::max(room * block.worth / m_most, LowestFight);
    const double left = frame.view.x(block.begin);
    const double wide = std::max(frame.view.x(block.end) - left, NarrowestFight);
    return {left, frame.height - FightMargin - high, wide, high};
}

void FightsLane::paint(QPainter& painter, const LaneFrame& frame)
{
    if (!data().index)
        return;
    painter.fillRect(QRectF(0.0, frame.height - FightMargin, frame.view.width(), 1.0), frame.theme.line);
    for (const Block& block : m_blocks) {
        const QRectF whole = place(block, frame);
        if (whole.right() < 0.0 || whole.left() > frame.view.width())
            continue;
        double bottom = whole.bottom();
        for (const Block::Part& part : block.parts) {
            const double high = whole.height() * part.worth / block.worth;
            const QColor colour = part.team >= 0
                                      ? render::teamColor(frame.theme, data().index->info->teams, part.team)
                                      : frame.theme.textMuted;
            painter.fillRect(QRectF(whole.left(), bottom - high, whole.width(), high), colour);
            bottom -= high;
        }
    }
}

std::optional<LaneHit> FightsLane::hit(QPointF at, const LaneFrame& frame)
{
    if (!data().index)
        return std::nullopt;
    const Block* found = nullptr; // of those that overlap the largest
    for (const Block& block : m_blocks) {
        const QRectF whole = place(block, frame);
        if (at.x() >= whole.left() - 2.0 && at.x() <= whole.right() + 2.0 &&
            (found == nullptr || block.worth > found->worth))
            found = &block;
    }
    if (found == nullptr)
        return std::nullopt;
    const model::Event& event = data().index->events->events[static_cast<std::size_t>(found->event)];
    LaneHit hit;
    hit.at = {event.frame, 0.0};
    hit.x = frame.view.x(found->begin);
    hit.event = found->event;
    hit.text = shownSentence(event);
    QStringList parts;
    for (const Block::Part& part : found->parts) {
        const QString who = part.team >= 0
                                ? shownTeam(data().index->info->teams[static_cast<std::size_t>(part.team)])
                                : QObject::tr("others");
        parts << QObject::tr("%1 %2", "side and number").arg(who, groupedNumber(std::llround(part.worth)));
    }
    hit.detail = QObject::tr("Lost: %1").arg(parts.join(QStringLiteral(", ")));
    return hit;
}

} // namespace ghostline::app
