// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened: a filtered list of events that follows the playhead and leads to any of them.
#include "app/gui/session/events_behind.h"
#include "app/gui/session/panel.h"
#include "model/replay/event_list.h"

#include <QTimer>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace ghostline::app {

class EventDelegate;
class EventsModel;
class KindChips;

class EventsPanel final : public Panel
{
    Q_OBJECT
public:
    explicit EventsPanel(QWidget* parent = nullptr);

    /// What the list shows now; the timeline's markers may show the same.
    model::EventFilter filter() const { return m_filter; }
    void setKindShown(int kind, bool shown);

    /// The events that a figure counts and nothing else, until the user filters by hand. The last one that
    /// has happened is marked.
    void showEventsBehind(const EventsBehind& figure);
    /// Selects the row of an event by its place in the table of all; nothing where the filter hides it.
    void reveal(int event);

    /// To the next or previous event that the filter lets through.
    void goNext();
    void goPrevious();
    /// The same among flags, whichever kinds are switched off.
    void goNextFlag();
    void goPreviousFlag();
    /// The same among what lasts and matters, fights and engagements, whatever else is filtered.
    static bool isEngagement(const model::EventKind& kind) { return kind.band && kind.major; }
    void goNextBand();
    void goPreviousBand();

Q_SIGNALS:
    void filterChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build();
    QHBoxLayout* buildToolRow();
    QWidget* buildScope();
    void fitTimeColumn();
    void fitKindColumn();
    void chooseColumns();
    void onIndexChanged();
    void buildChips();
    void applyFilter();
    void onMoved();
    void scrollToPlayhead();
    void activate(int row);
    void playFrom(int row);
    void goTo(const model::Event& event);
    enum class Among { Listed, Flags, Bands };
    void go(int direction, Among among);
    void onPerspective();
    void widen();
    void dropScope();
    void updateEmptyNote();

    model::EventFilter m_filter;
    std::shared_ptr<const model::EventTable> m_kindsOf; ///< the table the chips were made for
    QTimer m_typing;                                    ///< the text filter waits until a word is typed
    EventsModel* m_model = nullptr;
    EventDelegate* m_delegate = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_nothing = nullptr;
    QLineEdit* m_text = nullptr;
    QWidget* m_scope = nullptr; ///< says which figure's events these are
    QLabel* m_scopeText = nullptr;
    QSet<int> m_hiddenBefore; ///< kinds switched off before that figure was looked into
    QToolButton* m_onlySelected = nullptr;
    QToolButton* m_followPlayhead = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    KindChips* m_chips = nullptr;
};

} // namespace ghostline::app
