// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The flags of the open recording: listed, gone through one by one, judged.
#include "app/gui/shell/replay_session.h"
#include "model/review/flag.h"
#include "render/theme.h"

#include <QPointer>
#include <QWidget>

#include <optional>

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace ghostline::app {

class Actions;
class FlagsModel;
class VerdictForm;

class FlagsView : public QWidget
{
    Q_OBJECT
public:
    explicit FlagsView(Actions* actions, QWidget* parent = nullptr);

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// To the next (1) or previous (-1) flag in time, round the end among those nobody has reviewed.
    void go(int delta, bool unreviewedOnly);
    /// As soon as there is one: the first that nobody has reviewed, else the first.
    void chooseFirst();
    /// Saves what the form says of the chosen flag; nothing without one.
    void judge(model::FlagVerdict verdict);
    void editNote();
    std::optional<model::Flag> current() const;
    void setPlayBefore(bool on) { m_playBefore = on; }
    int count() const;

Q_SIGNALS:
    void chosen();       ///< current() is another one
    void countChanged(); ///< flags or reviews

private:
    void build(Actions* actions);
    QWidget* buildTools(Actions* actions);
    void onRowsChanged();
    void showCurrent();
    void choose(int row);
    void playChosen();
    int rowToStartFrom(int delta) const;

    QPointer<ReplaySession> m_session;
    FlagsModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_count = nullptr;
    VerdictForm* m_form = nullptr;
    int m_chosen = -1; ///< row of the model
    bool m_playBefore = true;
    bool m_firstDue = false;
};

} // namespace ghostline::app
