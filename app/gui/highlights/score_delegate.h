// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A score as a bar in four colours, one for each part, behind its figure.
#include "app/gui/widgets/panel_style.h"
#include "render/base/theme.h"

namespace ghostline::app {

class ScoreDelegate final : public PanelDelegate
{
    Q_OBJECT
public:
    explicit ScoreDelegate(QObject* parent = nullptr);

    void setTheme(const render::Theme& theme) { m_theme = theme; }
    /// The score that fills the whole width.
    void setMost(double most) { m_most = most; }
    /// Where each part lies in `box`, in their order.
    static std::vector<QRectF> partBoxes(const QVariantList& parts, double most, const QRectF& box);
    /// Of the part of that number.
    static QColor colourOf(const render::Theme& theme, int part);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    render::Theme m_theme;
    double m_most = 1.0;
};

} // namespace ghostline::app
