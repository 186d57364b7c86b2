// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A toggle for one kind of event: its mark, its name, how many there are.
#include "app/gui/widgets/panel_style.h"

#include <QAbstractButton>

namespace ghostline::app {

class KindChip : public QAbstractButton
{
    Q_OBJECT
public:
    KindChip(QString name, Mark mark, QWidget* parent = nullptr);

    void setCount(int count);
    int count() const { return m_count; }
    void setColours(const render::Theme& theme, const QColor& mark);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {16 * Grid, sizeHint().height()}; }

Q_SIGNALS:
    /// Ctrl+click: this kind and no other.
    void onlyThis();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QString m_name;
    Mark m_mark;
    int m_count = 0;
    render::Theme m_theme;
    QColor m_colour;
};

} // namespace ghostline::app
