// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/evidence_panel.h"

#include "app/gui/review/evidence_strip.h"
#include "app/gui/review/review_settings.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

/// Before and after the flag.
constexpr model::Micros Around{3'000'000};
constexpr double LargestLimit = 1e6;

} // namespace

EvidencePanel::EvidencePanel(QWidget* parent) : Panel(parent, CurvesMs), m_limits(loadReviewSettings().limits)
{
    build();
    onThemeChanged();
    showFlag(std::nullopt);
}

void EvidencePanel::build()
{
    m_strip = new EvidenceStrip(this);
    m_strip->setLimits(m_limits);
    connect(m_strip, &EvidenceStrip::frameChosen, this, [this](qint64 frame) {
        if (session() == nullptr)
            return;
        session()->playhead().pause();
        session()->playhead().seek({frame, 0.0});
    });
    connect(m_strip, &EvidenceStrip::currentRowChanged, this, &EvidencePanel::showLimit);

    m_title = new ElidedLabel(this);
    m_limited = new QCheckBox(this);
    m_limit = new QDoubleSpinBox(this);
    m_limit->setRange(0.0, LargestLimit);
    m_limit->setDecimals(2);
    m_limit->setKeyboardTracking(false);
    m_limit->setAccessibleName(tr("Limit"));
    m_limit->setToolTip(tr("What is beyond it is hatched; remembered for every recording"));
    connect(m_limited, &QCheckBox::toggled, this, [this](bool on) { setLimit(on, m_limit->value()); });
    connect(m_limit, &QDoubleSpinBox::valueChanged, this, [this](double value) { setLimit(true, value); });

    QHBoxLayout* row = toolRow();
    row->setContentsMargins(3 * Grid, Grid, 2 * Grid, Grid);
    row->setSpacing(2 * Grid);
    row->addWidget(m_title, 1);
    row->addWidget(m_limited);
    row->addWidget(m_limit);
    QVBoxLayout* column = makeContentColumn({}, 0);
    column->addLayout(row);
    column->addWidget(m_strip, 1);
}

void EvidencePanel::onSessionChanged()
{
    showFlag(std::nullopt);
    if (session() == nullptr)
        return;
    connect(&session()->playhead(), &model::Playhead::moved, &throttle(), &RefreshThrottle::schedule);
    connect(session(), &ReplaySession::indexChanged, this, &EvidencePanel::onIndexChanged);
}

void EvidencePanel::onThemeChanged() { m_strip->setTheme(theme()); }

void EvidencePanel::refresh()
{
    if (session() != nullptr)
        m_strip->setPlayhead(session()->playhead().at());
}

void EvidencePanel::showFlag(const std::optional<model::Flag>& flag)
{
    m_flag = flag;
    m_job.cancel();
    if (!flag || session() == nullptr) {
        m_strip->clear();
        showEmpty(tr("Choose a flag in the Review panel: what was measured around it is drawn here"));
        return;
    }
    fetch();
}

model::FrameRange EvidencePanel::wantedFrames() const
{
    const model::TimeAxis& axis = session()->index()->timeAxis;
    const model::Micros start = std::max(model::Micros{0}, m_flag->time - Around);
    return {axis.frameAt(start), std::min(axis.frameAt(m_flag->time + Around) + 1, axis.frames())};
}

/// Of a recording that is still read or made, there may be more behind the flag now.
void EvidencePanel::onIndexChanged()
{
    if (m_flag && wantedFrames() != m_fetched)
        fetch();
}

void EvidencePanel::fetch()
{
    m_fetched = wantedFrames();
    const bool ofMatch = !model::checkedOfMatch(m_flag->check, session()->info()).empty();
    if (m_flag->actor == model::ActorId::None && !ofMatch) {
        showEmpty(tr("This flag names nobody whose movements could be drawn"));
        return;
    }
    m_job.start([this, source = session()->source(), actor = m_flag->actor, frames = m_fetched,
                 check = m_flag->check](const model::Progress&, std::stop_token stop) {
        auto evidence = model::evidenceOf(*source, actor, frames, stop, check);
        return [this, found = std::move(evidence)] { onFetched(found); };
    });
}

void EvidencePanel::onFetched(const model::Result<model::Evidence>& evidence)
{
    if (!evidence) {
        showEmpty(tr("There is no evidence to draw: %1").arg(shownError(evidence.error())));
        return;
    }
    if (evidence->rows.empty()) {
        showEmpty(model::isLost(*m_flag, session()->index()->lost)
                      ? tr("The frames that this flag speaks of are lost: nothing was measured there")
                      : tr("Nothing was recorded or could be worked out around this flag"));
        return;
    }
    const model::ActorInfo* actor = session()->info().actor(m_flag->actor);
    const QString title = tr("%1 at %2, %3")
                              .arg(m_flag->check, model::formatTime(m_flag->time),
                                   actor != nullptr ? actor->name : tr("nobody known"));
    QString text = m_flag->detail.isEmpty()
                       ? title
                       : QStringLiteral("%1: %2").arg(title, shownSentence(m_flag->detail, m_flag->wording));
    if (model::isLost(*m_flag, session()->index()->lost))
        text = tr("%1. The frames it speaks of are lost").arg(text);
    m_title->setText(text);
    m_strip->setEvidence(*evidence, *m_flag);
    m_strip->setPlayhead(session()->playhead().at());
    showContent();
}

// ---- limits ----

const model::EvidenceRow* EvidencePanel::currentRow() const
{
    const auto& rows = m_strip->evidence().rows;
    const int row = m_strip->currentRow();
    return row >= 0 && row < static_cast<int>(rows.size()) ? &rows[static_cast<std::size_t>(row)] : nullptr;
}

void EvidencePanel::showLimit()
{
    const model::EvidenceRow* row = currentRow();
    const bool possible = row != nullptr && takesLimit(*row);
    m_limited->setEnabled(possible);
    m_limit->setEnabled(possible);
    m_limited->setText(possible ? tr("Limit for %1").arg(shownName(row->name)) : tr("Limit"));
    const QSignalBlocker quietBox(m_limited);
    const QSignalBlocker quietValue(m_limit);
    m_limited->setChecked(possible && m_limits.contains(row->id));
    m_limit->setSuffix(possible && !row->unit.isEmpty() ? QStringLiteral(" %1").arg(row->unit) : QString());
    if (!possible)
        return;
    // A first proposal: the check's own limit, else what it was at the flag.
    const auto at = static_cast<std::size_t>(
        std::max<model::FrameNumber>(m_flag->frame - m_strip->evidence().frames.first, 0));
    const double now = at < row->values.size() && std::isfinite(row->values[at]) ? row->values[at] : 0.0;
    const double first = m_strip->toldLimit(m_strip->currentRow()).value_or(std::abs(now));
    m_limit->setValue(m_limits.value(row->id, first));
}

void EvidencePanel::setLimit(bool on, double value)
{
    const model::EvidenceRow* row = currentRow();
    if (row == nullptr || !takesLimit(*row))
        return;
    if (on)
        m_limits.insert(row->id, value);
    else
        m_limits.remove(row->id);
    m_strip->setLimits(m_limits);
    showLimit();
    ReviewSettings settings = loadReviewSettings();
    settings.limits = m_limits;
    saveReviewSettings(settings);
}

} // namespace ghostline::app
