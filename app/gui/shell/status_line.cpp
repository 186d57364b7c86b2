// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/status_line.h"

#include "app/gui/settings/theme_manager.h"
#include "app/gui/shell/reading_gauge.h"
#include "model/replay/keyframe_index.h"

#include <QLabel>
#include <QLocale>
#include <QToolButton>

#include <array>

namespace ghostline::app {

namespace {

/// How most of what is drawn came about.
model::Provenance common(const model::WorldState& state)
{
    std::array<int, 4> counts{};
    for (std::size_t i = 0; i < state.size(); ++i) {
        if ((state.flags[i] & model::Hidden) == 0)
            ++counts[static_cast<std::size_t>(state.provenance[i])];
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < counts.size(); ++i) {
        if (counts[i] > counts[best])
            best = i;
    }
    return static_cast<model::Provenance>(best);
}

QString figure(qint64 n) { return QLocale().toString(n); }

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent), m_place(new QLabel(this)), m_rate(new QLabel(this)),
      m_diagnostics(new QToolButton(this)), m_reading(new ReadingGauge(this))
{
    setSizeGripEnabled(false);
    // A name would take the place of what a label says.
    setAccessibleName(tr("Status line"));
    m_place->setAccessibleDescription(tr("Place"));
    m_rate->setAccessibleDescription(tr("Frame rate"));
    m_diagnostics->setAutoRaise(true);
    m_diagnostics->setObjectName(QStringLiteral("diagnosticsButton"));
    connect(m_diagnostics, &QToolButton::clicked, this, &StatusLine::diagnosticsRequested);
    const QFont figures = tabularFont(font());
    for (QLabel* label : {m_place, m_rate}) {
        label->setFont(figures);
        label->setContentsMargins(8, 0, 8, 0);
    }
    connect(this, &QStatusBar::messageChanged, this, [this] { tellChanged(this); });
    addWidget(m_place);
    addPermanentWidget(m_diagnostics);
    addPermanentWidget(m_rate);
    addPermanentWidget(m_reading);
    setSession(nullptr);
}

void StatusLine::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    m_shown.reset();
    const bool open = session != nullptr;
    for (QWidget* part : std::initializer_list<QWidget*>{m_place, m_rate, m_diagnostics, m_reading})
        part->setVisible(open);
    m_reading->setSession(session);
    if (!open) {
        m_placeText.clear();
        return;
    }
    connect(session->playback(), &Playback::stateChanged, this, &StatusLine::showPlace);
    connect(session->playback(), &Playback::bufferingChanged, this, &StatusLine::showPlace);
    connect(session, &ReplaySession::indexChanged, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::showEvent(QShowEvent* event)
{
    QStatusBar::showEvent(event);
    if (m_session != nullptr)
        refresh();
}

void StatusLine::refresh()
{
    showPlace();
    showDiagnostics();
}

/// Where only keyframes are recorded in full: how far from them this is put together.
QString StatusLine::betweenKeyframes(const model::ReplayIndex& index, model::FrameTime at) const
{
    const QString word = index.info->frameName.isEmpty() ? tr("Frame") : index.info->frameName;
    const QString name = word.left(1).toUpper() + word.mid(1);
    const QString place = tr("%1 %2 of %3").arg(name, figure(at.frame), figure(index.frames() - 1));
    const int keyframe = index.keyframes.recordedAt(at.frame);
    const int next = index.keyframes.recordedAfter(at.frame);
    if (keyframe < 0)
        return tr("%1: reconstructed, nothing is exact").arg(place);
    const model::FrameNumber exact = index.keyframes[keyframe].frame;
    if (at.frame == exact && at.fraction == 0.0)
        return tr("%1: exact keyframe").arg(place);
    if (m_session->playback()->samplePolicy() == model::SamplePolicy::ExactOnly)
        return tr("%1: showing exact %2").arg(place, figure(exact));
    QString text =
        tr("%1: reconstructed, %2 after exact %3").arg(place, figure(at.frame - exact), figure(exact));
    if (m_session->playback()->samplePolicy() == model::SamplePolicy::Interpolate && next >= 0)
        text += tr(", %1 before the next").arg(figure(index.keyframes[next].frame - at.frame));
    return text;
}

/// Called for every picture: words are only put together where they would be others.
void StatusLine::showPlace()
{
    if (!isVisible())
        return;
    const model::WorldState& state = m_session->playback()->state();
    Place place;
    place.index = m_session->index();
    place.frame = state.at.frame;
    place.between = state.at.fraction != 0.0;
    place.empty = state.size() == 0;
    place.buffering = m_session->playback()->buffering();
    place.policy = m_session->playback()->samplePolicy();
    if (place == m_shown)
        return;
    m_shown = place;
    composePlace();
}

void StatusLine::composePlace()
{
    const model::ReplayIndex& index = *m_session->index();
    const model::WorldState& state = m_session->playback()->state();
    const QString frame = figure(state.at.frame);
    if (index.info->exactAtKeyframes) {
        m_placeText = betweenKeyframes(index, state.at);
        finishPlace(index);
        return;
    }
    switch (common(state)) {
    case model::Provenance::Exact:
        m_placeText = tr("recorded frame %1").arg(frame);
        break;
    case model::Provenance::Interpolated:
        m_placeText = tr("interpolated %1 → %2").arg(frame, figure(state.at.frame + 1));
        break;
    case model::Provenance::Sampled:
        m_placeText = tr("sampled near frame %1").arg(frame);
        break;
    case model::Provenance::Held:
        m_placeText = tr("held since before frame %1").arg(frame);
        break;
    }
    m_placeText += tr(" of %1").arg(figure(index.frames()));
    finishPlace(index);
}

void StatusLine::finishPlace(const model::ReplayIndex& index)
{
    if (!index.complete || index.growing)
        m_placeText += tr(" so far");
    if (m_session->playback()->buffering())
        m_placeText += tr(", buffering");
    m_place->setText(m_placeText);
    tellChanged(this);
}

QString StatusLine::accessibleValue() const
{
    QStringList parts{currentMessage()};
    if (m_session != nullptr)
        parts << m_place->text() << m_diagnostics->text() << m_rate->text()
              << m_reading->figures()->oneLine();
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

void StatusLine::showDiagnostics()
{
    const auto& found = m_session->index()->diagnostics;
    int errors = 0;
    for (const model::Diagnostic& d : found)
        errors += d.severity == model::Severity::Error ? 1 : 0;
    m_diagnostics->setText(found.empty() ? tr("no problems")
                                         : tr("%n notices", nullptr, static_cast<int>(found.size())));
    m_diagnostics->setToolTip(errors > 0 ? tr("%n of them lost data. Click for the list", nullptr, errors)
                                         : tr("What the reader noticed. Click for the list"));
    m_diagnostics->setAccessibleName(m_diagnostics->text());
}

void StatusLine::tell(const QString& text)
{
    constexpr int TellMs = 5000;
    showMessage(text, TellMs);
}

void StatusLine::setFrameRate(double framesPerSecond)
{
    m_rate->setText(framesPerSecond > 0.5 ? tr("%L1 fps").arg(framesPerSecond, 0, 'f', 0) : QString());
}

} // namespace ghostline::app
