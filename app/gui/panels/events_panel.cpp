// SPDX-License-Identifier: GPL-3.0-or-later
// The event list's view: chips, filter, following, going from event to event.
#include "app/gui/panels/events_panel.h"

#include "app/gui/panels/event_delegate.h"
#include "app/gui/session/events_model.h"
#include "app/gui/session/go_to_event.h"
#include "app/gui/session/kind_chips.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/type_sizes.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace ghostline::app {

namespace {

constexpr int TypingMs = 80;
constexpr int LeastKindWidth = 28 * Grid; ///< "Round start", whole
constexpr int KindMarkWidth = 7 * Grid;   ///< a kind's mark alone
/// From here on kinds and people have columns of their own; below, a row is one sentence.
constexpr int WideTable = 130 * Grid;

} // namespace

EventsPanel::EventsPanel(QWidget* parent) : Panel(parent)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(TypingMs);
    connect(&m_typing, &QTimer::timeout, this, [this] {
        m_filter.text = m_text->text().trimmed();
        applyFilter();
    });
    build();
    onThemeChanged();
}

QHBoxLayout* EventsPanel::buildToolRow()
{
    m_text = new QLineEdit(this);
    m_text->setPlaceholderText(tr("Filter events"));
    m_text->setAccessibleName(tr("Filter events by text or actor"));
    m_text->setClearButtonEnabled(true);
    m_onlySelected = iconButton(QStringLiteral("cast"), tr("Only events of the selected actor"), true, this);
    m_followPlayhead = iconButton(QStringLiteral("follow"), tr("Keep the list at the playhead"), true, this);
    m_followPlayhead->setChecked(true);
    m_previous =
        iconButton(QStringLiteral("previous-event"), tr("Previous event"), this, [this] { goPrevious(); });
    m_next = iconButton(QStringLiteral("next-event"), tr("Next event"), this, [this] { goNext(); });
    QHBoxLayout* row = toolRow();
    row->addWidget(m_text, 1);
    for (QToolButton* button : {m_onlySelected, m_followPlayhead, m_previous, m_next})
        row->addWidget(button);
    connect(m_text, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_onlySelected, &QToolButton::toggled, this, [this] {
        widen();
        applyFilter();
    });
    connect(m_followPlayhead, &QToolButton::toggled, this, &EventsPanel::scrollToPlayhead);
    return row;
}

void EventsPanel::build()
{
    m_model = new EventsModel(this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Events"));
    m_table->setTextElideMode(Qt::ElideRight); // sentences begin with what matters
    m_delegate = new EventDelegate(m_table);
    m_table->setItemDelegate(m_delegate);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(EventsModel::TimeColumn, Qt::AscendingOrder);
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(KindMarkWidth);
    // Names and texts share what is left, so that nothing lies beyond the right edge.
    header->setSectionResizeMode(EventsModel::ActorsColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(EventsModel::TextColumn, QHeaderView::Stretch);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fitTimeColumn();
    onEnter(m_table, [this] { playFrom(m_table->currentIndex().row()); });
    onResize(m_table, [this] {
        if (session() == nullptr)
            return;
        chooseColumns();
        // Once the table has laid itself out anew, "now" is in sight again.
        QMetaObject::invokeMethod(this, &EventsPanel::scrollToPlayhead, Qt::QueuedConnection);
    });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& at) { activate(at.row()); });

    m_nothing = emptyStateOver(m_table);

    QVBoxLayout* column = makeContentColumn(tr("The events of a replay are listed here"), 2 * Grid);
    column->addLayout(buildToolRow());
    column->addWidget(buildScope());
    m_chips = new KindChips(this);
    m_chips->setFolding(true);
    connect(m_chips, &KindChips::hiddenChanged, this, [this] {
        widen();
        m_filter.hiddenKinds = m_chips->hidden();
        applyFilter();
    });
    column->addWidget(m_chips);
    column->addWidget(m_table, 1);
}

/// As wide as the longest time, and the arrow that says the list is sorted by it.
void EventsPanel::fitTimeColumn()
{
    const bool hours =
        session() != nullptr && session()->index()->timeAxis.duration() >= std::chrono::hours{1};
    const QString longest = hours ? QStringLiteral("00:00:00.000") : QStringLiteral("00:00.000");
    const int digits = QFontMetrics(tabularFont(font())).horizontalAdvance(longest);
    m_table->horizontalHeader()->resizeSection(EventsModel::TimeColumn, digits + 4 * Grid);
}

/// In a narrow panel a row is one sentence, with a mark for its kind; who takes part is not said twice.
void EventsPanel::chooseColumns()
{
    const bool compact = m_table->width() <= WideTable;
    m_delegate->setCompact(compact);
    m_table->setColumnHidden(EventsModel::ActorsColumn, compact || m_model->textsSayWho());
    if (compact)
        m_table->horizontalHeader()->resizeSection(EventsModel::KindColumn, KindMarkWidth);
    else
        fitKindColumn();
    m_table->viewport()->update();
}

/// As wide as the longest kind that is listed at first, where that leaves most of the room to the texts.
void EventsPanel::fitKindColumn()
{
    constexpr int MarkRoom = 8 * Grid;
    int wanted = LeastKindWidth;
    if (m_kindsOf != nullptr) {
        for (const model::EventKind& kind : m_kindsOf->kinds) {
            if (kind.shownByDefault)
                wanted = std::max(wanted, fontMetrics().horizontalAdvance(shownName(kind.name)) + MarkRoom);
        }
    }
    const int most = std::max(LeastKindWidth, m_table->width() / 3);
    m_table->horizontalHeader()->resizeSection(EventsModel::KindColumn, std::min(wanted, most));
}

void EventsPanel::onSessionChanged()
{
    m_kindsOf = nullptr;
    m_filter = {};
    m_scope->hide();
    {
        const QSignalBlocker quietText(m_text);
        const QSignalBlocker quietOnly(m_onlySelected);
        m_text->clear();
        m_onlySelected->setChecked(false);
        m_typing.stop();
    }
    showContent(session() != nullptr);
    if (session() == nullptr) {
        m_model->setReplay(nullptr, m_filter);
        buildChips();
        Q_EMIT filterChanged();
        return;
    }
    connect(session(), &ReplaySession::indexChanged, this, &EventsPanel::onIndexChanged);
    connect(session()->actors(), &ActorSelection::selectedChanged, this, [this] {
        m_onlySelected->setEnabled(m_onlySelected->isChecked() ||
                                   session()->actors()->selected() != model::ActorId::None);
        if (!m_onlySelected->isChecked() || m_filter.actor == session()->actors()->selected())
            return;
        widen(); // somebody else's events are not what the figure counts
        applyFilter();
    });
    connect(session()->actors(), &ActorSelection::perspectiveChanged, this, &EventsPanel::onPerspective);
    connect(&session()->playhead(), &model::Playhead::moved, this, &EventsPanel::onMoved);
    m_filter.perspective = session()->actors()->perspectiveTeam(session()->info());
    m_onlySelected->setEnabled(session()->actors()->selected() != model::ActorId::None);
    onIndexChanged();
    onMoved();
}

/// What a player could not perceive is not told either.
void EventsPanel::onPerspective()
{
    m_filter.perspective = session()->actors()->perspectiveTeam(session()->info());
    applyFilter();
}

void EventsPanel::onThemeChanged()
{
    m_model->setTheme(theme());
    m_chips->setTheme(theme());
}

void EventsPanel::onIndexChanged()
{
    if (session()->index()->events == m_kindsOf)
        return; // a new revision, the same events
    fitTimeColumn();
    const bool first = m_kindsOf == nullptr;
    const std::size_t known = first ? 0 : m_kindsOf->kinds.size();
    m_kindsOf = session()->index()->events;
    for (std::size_t kind = known; kind < m_kindsOf->kinds.size(); ++kind) {
        if (!m_kindsOf->kinds[kind].shownByDefault)
            m_filter.hiddenKinds.insert(static_cast<int>(kind));
    }
    applyFilter();
    buildChips();
    chooseColumns();
}

void EventsPanel::onMoved()
{
    const int before = m_model->currentRow();
    m_model->setFrame(session()->playhead().at().frame);
    if (m_model->currentRow() != before)
        scrollToPlayhead();
}

void EventsPanel::scrollToPlayhead()
{
    const int row = m_model->currentRow();
    // Not under the user's hand: while the pointer presses the list, it stays where it is.
    if (!m_followPlayhead->isChecked() || row < 0 || m_table->verticalScrollBar()->isSliderDown())
        return;
    const QRect shown = m_table->visualRect(m_model->index(row, 0));
    const int edge = 2 * m_table->verticalHeader()->defaultSectionSize();
    if (!m_table->viewport()->rect().adjusted(0, edge, 0, -edge).contains(shown.center()))
        centreRow(*m_table, m_model->index(row, 0));
}

void EventsPanel::goTo(const model::Event& event)
{
    goToEvent(*session(), event, !m_onlySelected->isChecked());
}

void EventsPanel::activate(int row)
{
    if (session() != nullptr && row >= 0 && row < m_model->rowCount())
        goTo(m_model->eventAt(row));
}

void EventsPanel::reveal(int event)
{
    const int row = m_model->rowOfTableIndex(event);
    if (row < 0)
        return;
    m_table->setCurrentIndex(m_model->index(row, 0));
    centreRow(*m_table, m_model->index(row, 0));
}

void EventsPanel::playFrom(int row)
{
    if (session() == nullptr || row < 0 || row >= m_model->rowCount())
        return;
    const model::Event event = m_model->eventAt(row);
    if (!event.actors.empty() && !m_onlySelected->isChecked())
        session()->actors()->select(event.actors.front());
    session()->playhead().seekTime(std::max(event.time - LeadIn, model::Micros{0}));
    if (session()->playhead().rate() < 0)
        session()->playhead().setRate(-session()->playhead().rate());
    session()->playhead().play();
}

void EventsPanel::go(int direction, Among among)
{
    if (session() == nullptr || m_kindsOf == nullptr)
        return;
    model::EventList chosen;
    if (among != Among::Listed) {
        // From engagement to engagement goes whoever reads the match, not the list.
        model::EventFilter wanted = among == Among::Bands ? model::EventFilter{} : m_filter;
        wanted.perspective = m_filter.perspective;
        wanted.hiddenKinds.clear();
        for (std::size_t kind = 0; kind < m_kindsOf->kinds.size(); ++kind) {
            const model::EventKind& k = m_kindsOf->kinds[kind];
            if (among == Among::Flags ? !k.flag : !isEngagement(k))
                wanted.hiddenKinds.insert(static_cast<int>(kind));
        }
        chosen = model::EventList(m_kindsOf, session()->info().cast, wanted);
    }
    const model::EventList& list = among == Among::Listed ? m_model->list() : chosen;
    const model::FrameTime now = session()->playhead().at();
    // Between two frames, what happened at the earlier one lies before now.
    const int found =
        direction > 0 ? list.next(now.frame) : list.previous(now.frame + (now.fraction > 0.0 ? 1 : 0));
    if (found < 0)
        return;
    const model::Event event = list.at(found);
    goTo(event);
    const int row = among == Among::Listed ? m_model->rowOf(found) : -1;
    if (row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
}

void EventsPanel::goNext() { go(1, Among::Listed); }
void EventsPanel::goPrevious() { go(-1, Among::Listed); }
void EventsPanel::goNextFlag() { go(1, Among::Flags); }
void EventsPanel::goNextBand() { go(1, Among::Bands); }
void EventsPanel::goPreviousBand() { go(-1, Among::Bands); }
void EventsPanel::goPreviousFlag() { go(-1, Among::Flags); }

void EventsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_chips->setRoom(height() / 4);
}

// What the event list lets through: kinds, text, one actor, or exactly what a figure counts.

/// Which figure's events are listed, and a way back to all.
QWidget* EventsPanel::buildScope()
{
    m_scope = new QWidget(this);
    m_scope->setObjectName(QStringLiteral("eventScope"));
    auto* row = new QHBoxLayout(m_scope);
    row->setContentsMargins(3 * Grid, 0, 2 * Grid, 0);
    row->setSpacing(Grid);
    m_scopeText = new ElidedLabel(m_scope);
    m_scopeText->setFont(typeFont(m_scopeText->font(), TypeSize::Section));
    row->addWidget(m_scopeText, 1);
    row->addWidget(
        iconButton(QStringLiteral("close"), tr("Show all events again"), m_scope, [this] { dropScope(); }));
    m_scope->hide();
    return m_scope;
}

void EventsPanel::buildChips()
{
    std::vector<std::pair<int, int>> counts;
    for (const int count : m_model->list().countsByKind())
        counts.emplace_back(static_cast<int>(counts.size()), count);
    m_chips->setHidden(m_filter.hiddenKinds);
    m_chips->setKinds(m_kindsOf, m_kindsOf != nullptr ? counts : std::vector<std::pair<int, int>>());
    m_chips->setVisible(m_chips->used() > 0);
}

void EventsPanel::setKindShown(int kind, bool shown) { m_chips->setKindShown(kind, shown); }

/// The user filters by hand again: no longer exactly what one figure counts.
void EventsPanel::widen()
{
    const model::EventFilter all;
    m_filter.counted = all.counted;
    m_filter.place = all.place;
    m_filter.team = all.team;
    m_filter.first = all.first;
    m_filter.end = all.end;
    m_scope->hide();
}

void EventsPanel::dropScope()
{
    widen();
    {
        const QSignalBlocker quiet(m_onlySelected);
        m_onlySelected->setChecked(false);
    }
    m_filter.hiddenKinds = m_hiddenBefore;
    m_chips->setHidden(m_hiddenBefore);
    applyFilter();
}

void EventsPanel::showEventsBehind(const EventsBehind& figure)
{
    if (session() == nullptr || m_kindsOf == nullptr)
        return;
    const auto& kinds = m_kindsOf->kinds;
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const model::EventKind& k) { return k.id == figure.kind; });
    if (found == kinds.end())
        return;
    const bool ofOne = figure.actor != model::ActorId::None;
    if (ofOne)
        session()->actors()->select(figure.actor);
    {
        const QSignalBlocker quiet(m_onlySelected);
        m_onlySelected->setEnabled(true);
        m_onlySelected->setChecked(ofOne);
    }
    {
        const QSignalBlocker quiet(m_text);
        m_text->clear();
    }
    m_typing.stop();
    m_filter.text.clear();
    if (!m_filter.counted)
        m_hiddenBefore = m_filter.hiddenKinds;
    m_filter.counted = true;
    m_filter.team = ofOne ? -1 : figure.team;
    m_filter.place = ofOne || m_filter.team >= 0 ? figure.place : -1;
    m_filter.first = figure.first;
    m_filter.end = figure.end;
    m_scopeText->setText(figure.text);
    m_scope->setVisible(!figure.text.isEmpty());
    m_filter.hiddenKinds.clear();
    for (auto kind = kinds.begin(); kind != kinds.end(); ++kind) {
        if (kind != found)
            m_filter.hiddenKinds.insert(static_cast<int>(kind - kinds.begin()));
    }
    m_chips->setHidden(m_filter.hiddenKinds);
    applyFilter();
    if (const int row = m_model->currentRow(); row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
}

void EventsPanel::applyFilter()
{
    if (session() == nullptr)
        return;
    const int current = m_table->currentIndex().row();
    const int event = current >= 0 ? m_model->tableIndexAt(current) : -1;
    m_filter.actor = m_onlySelected->isChecked() ? session()->actors()->selected() : model::ActorId::None;
    m_filter.shown = [](const model::Event& shown) { return shownSentence(shown); }; // what is read is found
    m_model->setReplay(session()->index(), m_filter);
    if (const int row = m_model->rowOfTableIndex(event); row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
    updateEmptyNote();
    scrollToPlayhead();
    Q_EMIT filterChanged();
}

void EventsPanel::updateEmptyNote()
{
    const bool none = m_kindsOf == nullptr || m_kindsOf->events.empty();
    const QString why = m_filter.counted ? tr("Nothing was counted here") : tr("No event passes the filter");
    const bool early = !session() || !session()->index()->complete || session()->index()->growing;
    m_nothing->setText(!none ? why : early ? tr("No events yet") : tr("This replay records no events"));
    m_previous->setEnabled(m_model->rowCount() > 0);
    m_next->setEnabled(m_model->rowCount() > 0);
}

} // namespace ghostline::app
