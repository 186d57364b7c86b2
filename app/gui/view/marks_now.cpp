// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/view/marks_now.h"

#include "app/gui/view/provenance_legend.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <utility>

namespace ghostline::app {

namespace {
constexpr int ProvenancePx = 10;
constexpr int StatePx = 16;
constexpr int NowGapPx = 5;
} // namespace

MarksNow::MarksNow(QWidget* parent) : QWidget(parent), m_theme(render::Theme::dark())
{
    setObjectName(QStringLiteral("marksNow"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    tell();
}

void MarksNow::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    update();
}

void MarksNow::setInfo(const model::ReplayInfo& info)
{
    auto states = StateLegend::marksOf(info);
    if (states == m_states)
        return; // a longer revision
    m_states = std::move(states);
    m_now = {};
    m_provenance = {};
    updateGeometry();
    tell();
}

void MarksNow::setProvenanceShown(bool shown)
{
    m_provenanceShown = shown;
    updateGeometry();
    tell();
}

void MarksNow::setState(const model::WorldState& state)
{
    std::array<bool, 4> provenance{};
    std::array<bool, 4> now{};
    for (std::size_t i = 0; i < state.size(); ++i) {
        if ((state.flags[i] & model::Hidden) != 0)
            continue;
        provenance[static_cast<std::size_t>(state.provenance[i])] = true;
        for (const auto& [mark, property] : m_states) {
            const model::PropertyValue value = state.value(i, property);
            if (!value.absent() && value != model::PropertyValue::boolean(false))
                now[static_cast<std::size_t>(mark)] = true;
        }
    }
    if (provenance == m_provenance && now == m_now)
        return;
    m_provenance = provenance;
    m_now = now;
    tell();
}

QStringList MarksNow::words() const
{
    QStringList words;
    for (std::size_t i = 0; m_provenanceShown && i < m_provenance.size(); ++i) {
        if (m_provenance[i])
            words << ProvenanceLegend::word(static_cast<model::Provenance>(i));
    }
    for (const auto& [mark, property] : m_states) {
        if (m_now[static_cast<std::size_t>(mark)])
            words << StateLegend::name(mark);
    }
    return words;
}

void MarksNow::tell()
{
    const QStringList told = words();
    setAccessibleName(told.isEmpty() ? tr("No marks in the picture")
                                     : tr("In the picture: %1").arg(told.join(QStringLiteral(", "))));
    update();
}

QSize MarksNow::sizeHint() const
{
    const int provenance =
        m_provenanceShown ? static_cast<int>(m_provenance.size()) * (ProvenancePx + NowGapPx) : 0;
    return {provenance + static_cast<int>(m_states.size()) * (StatePx + NowGapPx), StatePx + 4};
}

void MarksNow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto box = [this](int x, int side) { return QRectF(x, (height() - side) / 2.0, side, side); };
    int x = 0;
    for (std::size_t i = 0; m_provenanceShown && i < m_provenance.size(); ++i) {
        if (!m_provenance[i])
            continue;
        ProvenanceLegend::paintMark(painter, static_cast<model::Provenance>(i), box(x, ProvenancePx),
                                    m_theme.text);
        x += ProvenancePx + NowGapPx;
    }
    for (const auto& [mark, property] : m_states) {
        if (!m_now[static_cast<std::size_t>(mark)])
            continue;
        StateLegend::paintMark(painter, m_theme, mark, box(x, StatePx));
        x += StatePx + NowGapPx;
    }
}

/// Made when it is asked for: the marks change with every picture.
bool MarksNow::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), accessibleName(), this);
    return true;
}

} // namespace ghostline::app
