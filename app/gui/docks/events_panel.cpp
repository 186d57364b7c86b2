// SPDX-License-Identifier: GPL-3.0-or-later
// The event list's view: chips, filter, following, going from event to event.
#include "app/gui/docks/events_panel.h"

#include "app/gui/docks/chip_shelf.h"
#include "app/gui/docks/events_model.h"
#include "app/gui/docks/go_to_event.h"
#include "app/gui/docks/kind_chip.h"
#include "app/gui/docks/now_delegate.h"
#include "app/gui/shell/replay_words.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace ghostline::app {

namespace {

constexpr model::Micros LeadIn{3'000'000}; ///< Enter plays from this long before
constexpr int TypingMs = 80;
constexpr int LeastKindWidth = 28 * Grid; ///< "Round start", whole

} // namespace

EventsPanel::EventsPanel(QWidget* parent) : QWidget(parent), m_theme(themeFor(palette()))
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(TypingMs);
    connect(&m_typing, &QTimer::timeout, this, [this] {
        m_filter.text = m_text->text().trimmed();
        applyFilter();
    });
    build();
    setTheme(m_theme);
}

EventsPanel::~EventsPanel() = default;

QHBoxLayout* EventsPanel::buildToolRow()
{
    m_text = new QLineEdit(this);
    m_text->setPlaceholderText(tr("Filter events"));
    m_text->setAccessibleName(tr("Filter events by text or actor"));
    m_text->setClearButtonEnabled(true);
    m_onlySelected = iconButton(QStringLiteral("cast"), tr("Only events of the selected actor"), true, this);
    m_followPlayhead = iconButton(QStringLiteral("follow"), tr("Keep the list at the playhead"), true, this);
    m_followPlayhead->setChecked(true);
    m_previous = iconButton(QStringLiteral("previous-event"), tr("Previous event"), false, this);
    m_next = iconButton(QStringLiteral("next-event"), tr("Next event"), false, this);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 0);
    row->setSpacing(Grid);
    row->addWidget(m_text, 1);
    for (QToolButton* button : {m_onlySelected, m_followPlayhead, m_previous, m_next})
        row->addWidget(button);
    connect(m_text, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_onlySelected, &QToolButton::toggled, this, [this] {
        widen();
        applyFilter();
    });
    connect(m_followPlayhead, &QToolButton::toggled, this, &EventsPanel::scrollToPlayhead);
    connect(m_previous, &QToolButton::clicked, this, &EventsPanel::goPrevious);
    connect(m_next, &QToolButton::clicked, this, &EventsPanel::goNext);
    return row;
}

void EventsPanel::build()
{
    m_model = new EventsModel(this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Events"));
    m_table->setTextElideMode(Qt::ElideRight); // sentences begin with what matters
    m_table->setItemDelegate(new NowDelegate(EventsModel::CurrentRole, m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(EventsModel::TimeColumn, Qt::AscendingOrder);
    QHeaderView* header = m_table->horizontalHeader();
    header->resizeSection(EventsModel::KindColumn, LeastKindWidth);
    // Names and texts share what is left, so that nothing lies beyond the right edge.
    header->setSectionResizeMode(EventsModel::ActorsColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(EventsModel::TextColumn, QHeaderView::Stretch);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fitTimeColumn();
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& at) { activate(at.row()); });

    m_nothing = emptyState(QString(), m_table->viewport());
    m_nothing->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* over = new QVBoxLayout(m_table->viewport());
    over->addWidget(m_nothing);

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2 * Grid);
    column->addLayout(buildToolRow());
    column->addWidget(buildScope());
    m_chipBox = new ChipShelf(content);
    column->addWidget(m_chipBox);
    column->addWidget(m_table, 1);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(emptyState(tr("The events of a replay are listed here"), this));
    m_pages->addWidget(content);
}

/// As wide as the longest time, and the arrow that says the list is sorted by it.
void EventsPanel::fitTimeColumn()
{
    const bool hours =
        m_session != nullptr && m_session->index()->timeAxis.duration() >= std::chrono::hours{1};
    const QString longest = hours ? QStringLiteral("00:00:00.000") : QStringLiteral("00:00.000");
    const int digits = QFontMetrics(tabularFont(font())).horizontalAdvance(longest);
    m_table->horizontalHeader()->resizeSection(EventsModel::TimeColumn, digits + 4 * Grid);
}

/// In a narrow panel the texts get the room of the names, where they say the names anyway.
void EventsPanel::chooseColumns()
{
    constexpr int Narrow = 160 * Grid;
    constexpr std::size_t Looked = 50;
    bool said = m_kindsOf != nullptr;
    auto only = model::ActorId::None;
    bool alone = said; // one and the same in every row tells nothing either
    for (std::size_t i = 0; (said || alone) && i < std::min(m_kindsOf->events.size(), Looked); ++i) {
        const model::Event& event = m_kindsOf->events[i];
        const auto kind = static_cast<std::size_t>(event.kind);
        const model::ActorInfo* actor =
            event.actors.empty() ? nullptr : m_session->info().actor(event.actors.front());
        if (actor == nullptr || kind >= m_kindsOf->kinds.size() || !m_kindsOf->kinds[kind].shownByDefault)
            continue;
        said = said && event.text.contains(actor->name);
        alone = alone && (only == model::ActorId::None || only == actor->id) && actor->principal;
        only = actor->id;
    }
    m_table->setColumnHidden(EventsModel::ActorsColumn, (said || alone) && m_table->width() < Narrow);
    fitKindColumn();
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

void EventsPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr) {
        m_session->disconnect(this);
        m_session->playhead().disconnect(this);
    }
    m_session = session;
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
    m_pages->setCurrentIndex(session != nullptr ? 1 : 0);
    if (session == nullptr) {
        m_model->setReplay(nullptr, m_filter);
        buildChips();
        Q_EMIT filterChanged();
        return;
    }
    connect(session, &ReplaySession::indexChanged, this, &EventsPanel::onIndexChanged);
    connect(session, &ReplaySession::selectionChanged, this, [this] {
        m_onlySelected->setEnabled(m_onlySelected->isChecked() ||
                                   m_session->selection() != model::ActorId::None);
        if (!m_onlySelected->isChecked() || m_filter.actor == m_session->selection())
            return;
        widen(); // somebody else's events are not what the figure counts
        applyFilter();
    });
    connect(session, &ReplaySession::perspectiveChanged, this, &EventsPanel::onPerspective);
    connect(&session->playhead(), &model::Playhead::moved, this, &EventsPanel::onMoved);
    m_filter.perspective = session->perspectiveTeam();
    m_onlySelected->setEnabled(session->selection() != model::ActorId::None);
    onIndexChanged();
    onMoved();
}

/// What a player could not perceive is not told either.
void EventsPanel::onPerspective()
{
    m_filter.perspective = m_session->perspectiveTeam();
    applyFilter();
}

void EventsPanel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_model->setTheme(theme);
    for (std::size_t kind = 0; kind < m_chips.size(); ++kind)
        m_chips[kind]->setColours(theme, eventColour(theme, *m_kindsOf, static_cast<int>(kind)));
}

void EventsPanel::onIndexChanged()
{
    if (m_session->index()->events == m_kindsOf)
        return; // a new revision, the same events
    fitTimeColumn();
    const bool first = m_kindsOf == nullptr;
    const std::size_t known = first ? 0 : m_kindsOf->kinds.size();
    m_kindsOf = m_session->index()->events;
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
    m_model->setFrame(m_session->playhead().at().frame);
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
    goToEvent(*m_session, event, !m_onlySelected->isChecked());
}

void EventsPanel::activate(int row)
{
    if (m_session != nullptr && row >= 0 && row < m_model->rowCount())
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
    if (m_session == nullptr || row < 0 || row >= m_model->rowCount())
        return;
    const model::Event event = m_model->eventAt(row);
    if (!event.actors.empty() && !m_onlySelected->isChecked())
        m_session->select(event.actors.front());
    m_session->playhead().seekTime(std::max(event.time - LeadIn, model::Micros{0}));
    if (m_session->playhead().rate() < 0)
        m_session->playhead().setRate(-m_session->playhead().rate());
    m_session->playhead().play();
}

void EventsPanel::go(int direction, Among among)
{
    if (m_session == nullptr || m_kindsOf == nullptr)
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
        chosen = model::EventList(m_kindsOf, m_session->info().cast, wanted);
    }
    const model::EventList& list = among == Among::Listed ? m_model->list() : chosen;
    const model::FrameTime now = m_session->playhead().at();
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
    m_chipBox->setRoom(height() / 4);
}

bool EventsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::Resize && m_session != nullptr) {
        chooseColumns();
        // Once the table has laid itself out anew, "now" is in sight again.
        QMetaObject::invokeMethod(this, &EventsPanel::scrollToPlayhead, Qt::QueuedConnection);
    }
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            playFrom(m_table->currentIndex().row());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ghostline::app
