// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The list of what was drawn: gone to, edited in place, removed. Says that none of it was recorded.
#include "app/gui/session/panel.h"

#include <vector>

class QTableView;
class QToolButton;

namespace ghostline::app {

class Actions;
class DrawingsModel;

class BoardPanel final : public Panel
{
    Q_OBJECT
public:
    explicit BoardPanel(Actions* actions, QWidget* parent = nullptr);
    /// Selects the row of a drawing; none where there is none of that id. Goes nowhere.
    void showChosen(const QString& id);

Q_SIGNALS:
    void drawingActivated(const QString& id); ///< by click or Enter, after the playhead went there

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build(Actions* actions);
    void goTo(int row);
    void removeSelected();
    void selectAgain();
    bool anyOwnSelected() const;
    std::vector<QString> selectedIds() const;

    DrawingsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QToolButton* m_remove = nullptr;
    std::vector<QString> m_selected; ///< rows change when drawings come and go
};

} // namespace ghostline::app
