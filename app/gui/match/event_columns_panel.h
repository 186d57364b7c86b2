// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the teams did, side by side: follows the playhead, leads to every line, copies as text.
#include "app/gui/session/panel.h"

class QComboBox;
class QLabel;
class QMenu;
class QTableView;
class QToolButton;

namespace ghostline::app {

class EventColumnsModel;
class KindChips;

class EventColumnsPanel final : public Panel
{
    Q_OBJECT
public:
    explicit EventColumnsPanel(QWidget* parent = nullptr);

    void setKindShown(int kind, bool shown);
    /// Puts the lines of one team into the clipboard, -1 = of all; as EventColumnsModel::teams() counts.
    void copy(int block) const;
    EventColumnsModel* model() const { return m_model; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build();
    QWidget* buildHead();
    void onIndexChanged();
    void fill();
    void showChips();
    void fitColumns();
    void onMoved();
    void scrollToPlayhead();
    void goTo(const QModelIndex& at);
    void fillCopyMenu(QMenu* menu) const;
    void showMenu(QPoint at);

    std::shared_ptr<const model::EventTable> m_shown;
    EventColumnsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QComboBox* m_which = nullptr;
    KindChips* m_chips = nullptr;
    QWidget* m_chipSpace = nullptr;
    QToolButton* m_follow = nullptr;
    QToolButton* m_copy = nullptr;
    QMenu* m_copyMenu = nullptr;
    QLabel* m_nothing = nullptr;
};

} // namespace ghostline::app
