// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The flags of the open recording: listed, gone through one by one, judged.
#include "app/gui/session/panel.h"
#include "model/review/flag.h"

#include <optional>

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace ghostline::app {

class Actions;
class FlagsModel;
class VerdictForm;

class FlagsView final : public Panel
{
    Q_OBJECT
public:
    explicit FlagsView(Actions* actions, QWidget* parent = nullptr);

    /// To the next (1) or previous (-1) flag in time, of all or of those that are open; `round`: from the
    /// last one on to the first. False where there is none.
    bool go(int delta, bool openOnly, bool round = false);
    /// As soon as it is there: the flag of that number, from 1 in order of time; 0 = the first that is open,
    /// else the first.
    void chooseNumber(int number);
    /// Saves what the form says of the chosen flag; nothing without one. Without a name it is asked for,
    /// once.
    void judge(model::FlagVerdict verdict);
    /// Whether there is a verdict on the chosen flag by whoever is named in the form.
    bool canTakeBack() const;
    void takeBack();
    /// Of one's own flags only: whoever is named in the form has raised it, or nobody has signed it.
    bool canRemove() const;
    void removeOwn();
    QString reviewer() const;
    void editNote();
    void reloadReasons(); ///< the list to choose from was edited
    /// Which checks have raised a flag here.
    QStringList checks() const;
    std::optional<model::Flag> current() const;
    /// Of how people review together, less who looks: that is whoever is named in the form.
    void setRules(bool blind, int needed);
    const model::ReviewRules& rules() const;
    void setPlayBefore(bool on) { m_playBefore = on; }
    int count() const;

Q_SIGNALS:
    void chosen();            ///< current() is another one
    void countChanged();      ///< flags or reviews
    void missing(int number); ///< was to be chosen, and there are fewer
    void takeBackChanged();
    void reasonsAsked(); ///< to be edited
    void rulesChanged();

private:
    void judgeUnsigned();
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build(Actions* actions);
    QWidget* buildTools(Actions* actions);
    void onRowsChanged();
    void chooseAgain();
    void showCurrent();
    void choose(int row);
    void playChosen();
    int rowToStartFrom(int delta) const;
    int firstOpen() const;

    FlagsModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_count = nullptr;
    VerdictForm* m_form = nullptr;
    int m_chosen = -1;                 ///< row of the model
    std::optional<model::Flag> m_kept; ///< was chosen, while the rows are made anew
    bool m_playBefore = true;
    std::optional<int> m_due; ///< to be chosen, as in chooseNumber()
    bool m_askedForName = false;
    /// A verdict that waits for a name.
    struct Unsigned
    {
        model::FlagVerdict verdict;
        model::Flag flag;
    };
    std::optional<Unsigned> m_unsigned;
};

} // namespace ghostline::app
