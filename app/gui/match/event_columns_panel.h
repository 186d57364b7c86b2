// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the teams did, side by side: follows the playhead, leads to every line, copies as text.
#include "app/gui/shell/replay_session.h"
#include "render/theme.h"

#include <QPointer>
#include <QSet>
#include <QWidget>

class QComboBox;
class QLabel;
class QMenu;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace ghostline::app {

class ChipShelf;
class EventColumnsModel;
class KindChip;

class EventColumnsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit EventColumnsPanel(QWidget* parent = nullptr);
    ~EventColumnsPanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    void setKindShown(int kind, bool shown);
    /// Puts the lines of one team into the clipboard, -1 = of all; as EventColumnsModel::teams() counts.
    void copy(int block) const;
    EventColumnsModel* model() const { return m_model; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    QWidget* buildHead();
    void onIndexChanged();
    void fill();
    void buildChips();
    void showChips();
    void fitColumns();
    void onMoved();
    void scrollToPlayhead();
    void goTo(const QModelIndex& at);
    void showOnly(int kind);
    void fillCopyMenu(QMenu* menu) const;
    void showMenu(QPoint at);

    QPointer<ReplaySession> m_session;
    render::Theme m_theme;
    std::shared_ptr<const model::EventTable> m_shown;
    QSet<int> m_hidden; ///< kinds switched off
    EventColumnsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QComboBox* m_which = nullptr;
    ChipShelf* m_chipBox = nullptr;
    QWidget* m_chipSpace = nullptr;
    std::vector<std::pair<int, KindChip*>> m_chips; ///< kind, its chip
    QToolButton* m_follow = nullptr;
    QToolButton* m_copy = nullptr;
    QMenu* m_copyMenu = nullptr;
    QLabel* m_nothing = nullptr;
    QStackedLayout* m_pages = nullptr;
};

} // namespace ghostline::app
