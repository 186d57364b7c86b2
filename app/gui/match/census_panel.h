// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every team has at the playhead, by type. For every format that declares a census.
#include "app/gui/session/panel.h"

class QLabel;
class QToolButton;

namespace ghostline::app {

class CensusModel;
class CensusTable;

class CensusPanel final : public Panel
{
    Q_OBJECT
public:
    explicit CensusPanel(QWidget* parent = nullptr);

    CensusModel* model() const;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    void onIndexChanged();

    CensusTable* m_table = nullptr;
    QToolButton* m_copy = nullptr;
    QLabel* m_when = nullptr;
};

} // namespace ghostline::app
