// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who had the disc for how long, as one bar divided among the teams.
#include "model/replay/replay_info.h"
#include "render/base/theme.h"

#include <QWidget>

namespace ghostline::app {

class PossessionBar : public QWidget
{
    Q_OBJECT
public:
    explicit PossessionBar(QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// `seconds` by team; all zero draws an empty bar.
    void setShares(const std::vector<model::Team>& teams, std::vector<double> seconds);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    render::Theme m_theme;
    std::vector<model::Team> m_teams;
    std::vector<double> m_seconds;
};

} // namespace ghostline::app
