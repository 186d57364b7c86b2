// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every team has at the playhead, by type. For every format that declares a census.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace ghostline::app {

class CensusModel;
class CensusTable;
class Pace;

class CensusPanel : public QWidget
{
    Q_OBJECT
public:
    explicit CensusPanel(QWidget* parent = nullptr);
    ~CensusPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    CensusModel* model() const;

private:
    void build();
    void onIndexChanged();
    void refresh();

    QPointer<ReplaySession> m_session;
    CensusTable* m_table = nullptr;
    QToolButton* m_copy = nullptr;
    QLabel* m_when = nullptr;
    QStackedLayout* m_pages = nullptr;
    Pace* m_pace;
};

} // namespace ghostline::app
