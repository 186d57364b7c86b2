// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/reading_gauge.h"

#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "model/replay/keyframe_index.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QScreen>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int ReadingIntervalMs = 500;
constexpr double BytesPerMegabyte = 1024.0 * 1024.0;

QString megabytes(std::size_t bytes)
{
    return QLocale().toString(static_cast<double>(bytes) / BytesPerMegabyte, 'f', 0);
}

} // namespace

// ---- the figures ----

ReadingFigures::ReadingFigures(QWidget* anchor)
    : QFrame(anchor, Qt::Popup), m_anchor(anchor), m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("readingFigures"));
    setAccessibleName(tr("Reading"));
    setFrameShape(QFrame::StyledPanel);
    setAttribute(Qt::WA_NoMouseReplay); // a click on the button puts it away, and does not open it again
    m_grid->setContentsMargins(3 * Grid, 2 * Grid, 3 * Grid, 2 * Grid);
    m_grid->setHorizontalSpacing(4 * Grid);
    m_grid->setVerticalSpacing(Grid);
    m_grid->setSizeConstraint(QLayout::SetFixedSize);
    m_timer.setInterval(ReadingIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &ReadingFigures::refresh);
}

void ReadingFigures::setSession(ReplaySession* session)
{
    m_session = session;
    if (session == nullptr)
        hide();
}

std::vector<ReadingFigures::Row> ReadingFigures::rows() const
{
    if (!m_session)
        return {};
    const QLocale locale;
    const model::CacheStats stats = m_session->playback()->reader().stats();
    std::vector<Row> rows;
    rows.push_back({tr("Cache"), tr("%1 of %2 MB").arg(megabytes(stats.bytes), megabytes(stats.budget)),
                    tr("Decoded stretches kept in memory; the limit is in the settings")});
    rows.push_back({tr("Stretches kept"), locale.toString(stats.segments), {}});
    rows.push_back({tr("Stretches decoded"), locale.toString(static_cast<qulonglong>(stats.decoded)),
                    tr("Since the recording was opened")});
    if (const auto asked = static_cast<double>(stats.hits + stats.misses); asked > 0.0)
        rows.push_back({tr("Found in the cache"),
                        tr("%1 %").arg(std::lround(100.0 * static_cast<double>(stats.hits) / asked)),
                        {}});
    const model::ReplayIndex& index = *m_session->index();
    const model::FrameNumber frame = m_session->playback()->state().at.frame;
    if (const int keyframe = index.keyframes.at(frame); keyframe >= 0) {
        const model::FrameNumber first = index.keyframes[keyframe].frame;
        rows.push_back({tr("Keyframe"),
                        tr("%1 (+%2)").arg(locale.toString(first), locale.toString(frame - first)),
                        tr("The keyframe decoding starts from, and how many frames after it this is")});
    }
    rows.push_back({tr("Keyframes"), locale.toString(index.keyframes.count()), {}});
    return rows;
}

QString ReadingFigures::oneLine() const
{
    if (!m_session)
        return {};
    const QLocale locale;
    const model::CacheStats stats = m_session->playback()->reader().stats();
    QStringList parts;
    const model::ReplayIndex& index = *m_session->index();
    const model::FrameNumber frame = m_session->playback()->state().at.frame;
    if (const int keyframe = index.keyframes.at(frame); keyframe >= 0) {
        const model::FrameNumber first = index.keyframes[keyframe].frame;
        parts << tr("keyframe %1 (+%2)").arg(locale.toString(first), locale.toString(frame - first));
    }
    parts << tr("cache %1 / %2 MB").arg(megabytes(stats.bytes), megabytes(stats.budget));
    return parts.join(QStringLiteral(", "));
}

void ReadingFigures::open()
{
    if (!m_session)
        return;
    refresh();
    show();
    setFocus(Qt::PopupFocusReason);
}

void ReadingFigures::refresh()
{
    const std::vector<Row> shown = rows();
    while (m_values.size() < shown.size()) {
        const int line = static_cast<int>(m_values.size());
        m_names.push_back(new QLabel(this));
        m_names.back()->setForegroundRole(QPalette::PlaceholderText);
        m_values.push_back(new QLabel(this));
        m_values.back()->setFont(tabularFont(font()));
        m_grid->addWidget(m_names.back(), line, 0);
        m_grid->addWidget(m_values.back(), line, 1, Qt::AlignRight);
    }
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const bool is = i < shown.size();
        m_names[i]->setVisible(is);
        m_values[i]->setVisible(is);
        if (!is)
            continue;
        m_names[i]->setText(shown[i].name);
        m_values[i]->setText(shown[i].value);
        m_values[i]->setAccessibleDescription(shown[i].name); // a name would take the place of the value
        for (QLabel* label : {m_names[i], m_values[i]})
            label->setToolTip(shown[i].help);
    }
    place();
}

/// Above the button, as far to the right as it is, and on its screen.
void ReadingFigures::place()
{
    layout()->activate();
    const QSize size = sizeHint();
    QPoint at = m_anchor->mapToGlobal(QPoint(m_anchor->width() - size.width(), -size.height() - Grid));
    if (const QScreen* screen = m_anchor->screen()) {
        const QRect room = screen->availableGeometry();
        at.setX(std::max(room.left(), at.x()));
        at.setY(std::max(room.top(), at.y()));
    }
    move(at);
}

void ReadingFigures::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    m_timer.start();
}

void ReadingFigures::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    m_timer.stop();
}

// ---- the button ----

ReadingGauge::ReadingGauge(QWidget* parent) : QToolButton(parent), m_figures(new ReadingFigures(this))
{
    setObjectName(QStringLiteral("readingGauge"));
    setAutoRaise(true);
    setIcon(themedIcon(QStringLiteral("cache")));
    setIconSize({16, 16});
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Reading"));
    setAccessibleDescription(tr("Cache and keyframes. Press for the figures"));
    setToolTip(accessibleDescription()); // the figures take its place when somebody points here
    connect(this, &QToolButton::clicked, m_figures, &ReadingFigures::open);
}

void ReadingGauge::setSession(ReplaySession* session) { m_figures->setSession(session); }

bool ReadingGauge::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip)
        setToolTip(tr("%1\nClick for more").arg(m_figures->oneLine()));
    return QToolButton::event(event);
}

} // namespace ghostline::app
