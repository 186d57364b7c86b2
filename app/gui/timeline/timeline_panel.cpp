// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/timeline_panel.h"

#include "app/gui/session/course_reader.h"
#include "app/gui/timeline/timeline_view.h"
#include "app/gui/timeline/transport_bar.h"

#include <QEvent>
#include <QJsonDocument>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr int TimelineStateVersion = 1;

} // namespace

TimelinePanel::TimelinePanel(Actions* actions, QWidget* parent)
    : Panel(parent), m_transport(new TransportBar(actions, this)), m_view(new TimelineView(this)),
      m_course(new CourseReader(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_transport);
    column->addWidget(m_view, 1);
    connect(m_view, &TimelineView::timeViewChanged, this, &TimelinePanel::timeViewChanged);
    connect(m_view, &TimelineView::hoverTimeChanged, this, &TimelinePanel::hoverTimeChanged);
    connect(m_view, &TimelineView::eventActivated, this, &TimelinePanel::eventActivated);
}

void TimelinePanel::onSessionChanged()
{
    m_transport->setSession(session());
    m_view->setSession(session());
    m_course->setSession(session());
}

void TimelinePanel::onThemeChanged()
{
    m_transport->setTheme(theme());
    m_view->setTheme(theme());
}

void TimelinePanel::setEventFilter(const model::EventFilter& filter) { m_view->setEventFilter(filter); }

const TimeView& TimelinePanel::timeView() const { return m_view->timeView(); }

void TimelinePanel::setTimeView(const TimeView& view) { m_view->setTimeView(view); }

int TimelinePanel::lanesLeft() const { return m_view->mapTo(this, QPoint(m_view->lanesLeft(), 0)).x(); }

int TimelinePanel::lanesLeftGlobal() const { return m_view->mapToGlobal(QPoint(m_view->lanesLeft(), 0)).x(); }

void TimelinePanel::setGuide(std::optional<model::Micros> t) { m_view->setGuide(t); }

QByteArray TimelinePanel::saveState() const
{
    const QJsonObject state{{QStringLiteral("version"), TimelineStateVersion},
                            {QStringLiteral("lanes"), m_view->saveState()},
                            {QStringLiteral("transport"), m_transport->saveState()}};
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool TimelinePanel::restoreState(const QByteArray& state)
{
    if (state.isEmpty()) {
        m_view->restoreState({});
        m_transport->restoreState({});
        return true;
    }
    const QJsonObject root = QJsonDocument::fromJson(state).object();
    if (root[QStringLiteral("version")].toInt() != TimelineStateVersion)
        return false;
    m_view->restoreState(root[QStringLiteral("lanes")].toObject());
    m_transport->restoreState(root[QStringLiteral("transport")].toObject());
    return true;
}

/// The lanes ask for another height.
bool TimelinePanel::event(QEvent* event)
{
    const bool done = Panel::event(event);
    if (const int whole = sizeHint().height();
        event->type() == QEvent::LayoutRequest && whole != m_wholeHeight) {
        m_wholeHeight = whole;
        Q_EMIT wholeHeightChanged();
    }
    return done;
}

void TimelinePanel::moveEvent(QMoveEvent* event)
{
    QWidget::moveEvent(event);
    Q_EMIT timeViewChanged();
}

} // namespace ghostline::app
