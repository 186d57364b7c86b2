// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/copied_runs.h"

#include "app/gui/ghosts/ghost_words.h"
#include "model/time/time_text.h"

namespace ghostline::app {

CopiedRuns::CopiedRuns(QObject* parent) : QObject(parent) {}

void CopiedRuns::look(const GhostSet& ghosts)
{
    std::vector<Pair> pairs;
    for (const Ghost& ghost : ghosts.ghosts()) {
        if (ghost.status == GhostStatus::Ready && ghost.track != nullptr)
            pairs.push_back({ghost.id, ghost.name, ghost.track});
    }
    if (ghosts.runnerTrack() == m_runner && pairs == m_looked)
        return;
    m_runner = ghosts.runnerTrack();
    m_looked = pairs;
    if (m_runner == nullptr || pairs.empty()) {
        m_job.cancel();
        m_found.clear();
        Q_EMIT changed();
        return;
    }
    m_job.start([this, runner = m_runner, pairs = std::move(pairs)](const model::Progress&,
                                                                    const std::stop_token& stop) {
        std::vector<CopiedGhost> found;
        for (const Pair& pair : pairs) {
            if (stop.stop_requested())
                break;
            CopiedGhost ghost{pair.id, pair.name, model::copiedStretches(*runner, *pair.ghost)};
            if (!ghost.stretches.empty())
                found.push_back(std::move(ghost));
        }
        return std::function<void()>([this, found = std::move(found)] {
            m_found = found;
            Q_EMIT changed();
        });
    });
}

QString CopiedRuns::summary() const
{
    return m_found.size() < 2 ? text()
                              : tr("%n ghosts are the same run, frame for frame, at least in part", nullptr,
                                   static_cast<int>(m_found.size()));
}

QString CopiedRuns::text() const
{
    QStringList lines;
    for (const CopiedGhost& ghost : m_found) {
        QStringList ranges;
        for (const model::CopiedStretch& stretch : ghost.stretches)
            ranges << tr("%1–%2 (%3)")
                          .arg(model::formatTime(m_runner->axis.timeOf(stretch.a.first)),
                               model::formatTime(m_runner->axis.timeOf(stretch.a.end - 1)),
                               lengthText(stretch.metres, m_runner->unit));
        constexpr qsizetype Listed = 3;
        QString text = ranges.mid(0, Listed).join(QStringLiteral(", "));
        if (ranges.size() > Listed)
            text += tr(" and %1 more").arg(ranges.size() - Listed);
        lines << tr("%1 is the same run, frame for frame, in %2").arg(ghost.name, text);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace ghostline::app
