// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the marks on people mean: stunned, blocking and so on, as far as a replay tells of them.
#include "model/replay/replay_info.h"
#include "render/base/theme.h"

#include <QWidget>

#include <utility>
#include <vector>

namespace ghostline::app {

/// Paints the mark of each state with its name; hidden where a replay has none of them.
class StateLegend : public QWidget
{
    Q_OBJECT
public:
    enum class Mark { Stunned, Blocking, Invulnerable, Possession };

    explicit StateLegend(QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    void setInfo(const model::ReplayInfo& info);
    const QList<Mark>& marks() const { return m_marks; }
    static QString name(Mark mark);
    /// Which a replay can have, with the property that tells of each.
    static std::vector<std::pair<Mark, model::ActorPropertyId>> marksOf(const model::ReplayInfo& info);
    /// As the view draws it, seen from the front.
    static void paintMark(QPainter& painter, const render::Theme& theme, Mark mark, const QRectF& box);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintMark(QPainter& painter, Mark mark, const QRectF& box) const;

    render::Theme m_theme;
    QList<Mark> m_marks;
};

} // namespace ghostline::app
