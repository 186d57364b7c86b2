// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/highlights/highlights_panel.h"

#include "app/gui/highlights/highlight_store.h"
#include "app/gui/highlights/highlights_model.h"
#include "app/gui/highlights/score_delegate.h"
#include "app/gui/highlights/weights_dialog.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/event_hooks.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"
#include "model/highlights/highlight_clips.h"
#include "model/highlights/why_none.h"

#include <QHeaderView>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

/// What is still being recorded is looked through again after so much more of it.
constexpr model::Micros LookAgainAfter{30'000'000};
constexpr int ScoreWidth = 40 * Grid;
constexpr int LegendMark = 3 * Grid;

} // namespace

HighlightsPanel::HighlightsPanel(QWidget* parent)
    : Panel(parent, TablesMs), m_weights(loadHighlightWeights()), m_job(new Job(this))
{
    build();
    onThemeChanged();
}

QLayout* HighlightsPanel::buildTools()
{
    QHBoxLayout* row = toolRow();
    m_play = iconButton(QStringLiteral("play"), tr("Play the highlights one after the other"), this,
                        [this] { playAll(); });
    m_bookmark = iconButton(QStringLiteral("bookmark"), tr("Add the highlights as bookmarks"), this,
                            [this] { bookmarkAll(); });
    m_export =
        iconButton(QStringLiteral("export"), tr("Export the highlights…"), this, [this] { exportAll(); });
    row->addWidget(m_play);
    row->addWidget(m_bookmark);
    row->addWidget(m_export);
    row->addStretch(1);
    row->addWidget(
        iconButton(QStringLiteral("settings"), tr("Edit the weights…"), this, [this] { editWeights(); }));
    return row;
}

/// What the colours of the bars stand for.
QLayout* HighlightsPanel::buildLegend()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(2 * Grid, 0, 2 * Grid, 0);
    row->setSpacing(Grid);
    for (const model::ScorePartOf part : HighlightsModel::parts()) {
        m_marks.push_back(new QLabel(this));
        auto* name = new ElidedLabel(HighlightsModel::partName(part), this);
        name->setForegroundRole(QPalette::PlaceholderText);
        row->addWidget(m_marks.back());
        row->addWidget(name, 1);
    }
    return row;
}

void HighlightsPanel::build()
{
    m_model = new HighlightsModel(this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("highlights"));
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Highlights"));
    m_table->setTextElideMode(Qt::ElideRight); // titles begin with who it was
    m_table->setSortingEnabled(false);         // best first, that is the point
    m_delegate = new ScoreDelegate(this);
    m_table->setItemDelegateForColumn(HighlightsModel::ScoreColumn, m_delegate);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(HighlightsModel::TitleColumn, QHeaderView::Stretch);
    header->resizeSection(HighlightsModel::TimeColumn,
                          QFontMetrics(tabularFont(font())).horizontalAdvance(QStringLiteral("0:00:00")) +
                              4 * Grid);
    header->resizeSection(HighlightsModel::ScoreColumn, ScoreWidth);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& at) { goTo(at.row()); });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& at) { play(at.row()); });
    onEnter(m_table, [this] { play(m_table->currentIndex().row()); });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this,
            [this](QPoint at) { makeMenu()->popup(m_table->viewport()->mapToGlobal(at)); });

    QVBoxLayout* column = makeContentColumn({}, Grid);
    column->addLayout(buildTools());
    column->addLayout(buildLegend());
    column->addWidget(m_table, 1);
    m_none = emptyStateOver(m_table);
    updateButtons();
}

void HighlightsPanel::onSessionChanged()
{
    forget();
    showEmpty(tr("Open a recording to see its best moments"));
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, &throttle(), &RefreshThrottle::schedule);
    refresh();
}

void HighlightsPanel::onThemeChanged()
{
    m_delegate->setTheme(theme());
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        m_marks[i]->setPixmap(
            markIcon(Mark::Square, ScoreDelegate::colourOf(theme(), static_cast<int>(i))).pixmap(LegendMark));
    m_table->viewport()->update();
}

void HighlightsPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    refresh();
}

void HighlightsPanel::refresh()
{
    if (session() == nullptr || !(isVisible() || m_playWhenFound))
        return;
    const auto index = session()->source()->index();
    if (!index->complete) {
        showEmpty(tr("The best moments appear here once the recording has been read"));
        return;
    }
    if (!upToDate(*index))
        find();
}

bool HighlightsPanel::upToDate(const model::ReplayIndex& index) const
{
    if (m_job->running())
        return true; // what came meanwhile is looked at next time
    if (m_foundIn == nullptr)
        return false;
    return m_foundIn->revision == index.revision ||
           (index.growing && index.timeAxis.duration() < m_foundIn->timeAxis.duration() + LookAgainAfter);
}

void HighlightsPanel::find()
{
    if (m_foundIn == nullptr)
        showEmpty(tr("Looking for the best moments…"));
    const auto source = session()->source();
    const auto index = source->index();
    const model::HighlightWeights chosen = m_weights;
    m_job->start([this, source, index, chosen](const model::Progress& progress,
                                               std::stop_token stop) -> std::function<void()> {
        auto lead = model::readLead(*source, progress, stop);
        // Without it the events alone tell.
        auto found = model::findHighlights(*index, chosen, lead ? *lead : model::Lead(), stop);
        if (!found)
            return [this, index, error = found.error()] {
                take(index, {});
                if (error.code != model::ErrorCode::Cancelled)
                    showEmpty(shownError(error));
            };
        return [this, index, all = std::move(*found)] { take(index, all); };
    });
}

void HighlightsPanel::take(std::shared_ptr<const model::ReplayIndex> index,
                           std::vector<model::Highlight> found)
{
    m_foundIn = index;
    if (found.empty()) {
        const model::Sentence why = model::whyNoHighlights(*index, m_weights);
        m_none->setText(shownSentence(why.text(), why.wording()));
    }
    m_delegate->setMost(m_weights.engagement + m_weights.momentum + m_weights.anomaly + m_weights.rarity);
    m_model->setHighlights(std::move(index), std::move(found));
    tellMoments();
    showContent();
    updateButtons();
    if (std::exchange(m_playWhenFound, false))
        playAll();
}

void HighlightsPanel::forget()
{
    m_job->cancel();
    m_foundIn.reset();
    m_playWhenFound = false;
    m_model->setHighlights(nullptr, {});
    tellMoments();
    updateButtons();
}

/// Others mark them, too.
void HighlightsPanel::tellMoments()
{
    if (session() == nullptr)
        return;
    std::vector<MomentMark> marks;
    marks.reserve(m_model->highlights().size());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const model::Highlight& highlight = *m_model->at(row);
        const auto said = [this, row](HighlightsModel::Column column) {
            return m_model->index(row, column).data(Qt::AccessibleTextRole).toString();
        };
        marks.push_back({highlight.from, highlight.to, highlight.frame, said(HighlightsModel::TitleColumn),
                         said(HighlightsModel::ScoreColumn)});
    }
    session()->setMoments(std::move(marks));
}

void HighlightsPanel::updateButtons()
{
    const bool any = m_model->rowCount() > 0;
    for (QToolButton* button : {m_play, m_export, m_bookmark})
        button->setEnabled(any);
}

// ---- what the user does ----

void HighlightsPanel::setWeights(const model::HighlightWeights& weights)
{
    if (weights == m_weights)
        return;
    m_weights = weights;
    saveHighlightWeights(weights);
    forget();
    refresh();
}

void HighlightsPanel::editWeights()
{
    if (raiseDialog(window(), "highlight-weights") != nullptr)
        return;
    std::vector<model::EventKind> kinds;
    if (session() != nullptr)
        kinds = session()->source()->index()->events->kinds;
    auto* dialog = new WeightsDialog(m_weights, std::move(kinds), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &WeightsDialog::weightsAccepted, this, &HighlightsPanel::setWeights);
    dialog->show();
}

void HighlightsPanel::goTo(int row)
{
    const model::Highlight* const highlight = m_model->at(row);
    if (session() == nullptr || highlight == nullptr)
        return;
    // Whoever listens may bring another revision, and with it other rows.
    const model::Highlight there = *highlight;
    session()->playhead().seek({there.frame, 0.0});
    if (!there.actors.empty())
        session()->actors()->select(there.actors.front());
    if (there.placed)
        Q_EMIT session()->placeRequested(there.place, there.spread);
}

void HighlightsPanel::play(int row)
{
    const model::Highlight* const highlight = m_model->at(row);
    if (highlight != nullptr)
        Q_EMIT playRequested(model::clipsOf(*highlight, *m_model->index()->info));
}

/// About those that are selected, else about all.
QMenu* HighlightsPanel::makeMenu()
{
    auto* menu = new QMenu(m_table);
    menu->setObjectName(QStringLiteral("highlightsMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool some = m_table->selectionModel()->hasSelection();
    const auto verb = [&](const char* icon, const QString& text, auto signal) {
        QAction* action = menu->addAction(themedIcon(QLatin1String(icon)), text, this, [this, signal] {
            if (const auto clips = clipsInTime(selectedOrAll()); !clips.empty())
                Q_EMIT(this->*signal)(clips);
        });
        action->setObjectName(QStringLiteral("%1These").arg(QLatin1String(icon)));
        action->setEnabled(m_model->rowCount() > 0);
    };
    verb("play", some ? tr("Play these") : tr("Play all"), &HighlightsPanel::playRequested);
    verb("add", some ? tr("Add to the play list") : tr("Add all to the play list"),
         &HighlightsPanel::playListRequested);
    verb("export", some ? tr("Export these…") : tr("Export all…"), &HighlightsPanel::exportRequested);
    addExport(menu, m_table);
    return menu;
}

std::vector<model::Highlight> HighlightsPanel::selectedOrAll() const
{
    std::vector<model::Highlight> selected;
    for (const QModelIndex& row : m_table->selectionModel()->selectedRows()) {
        if (const model::Highlight* highlight = m_model->at(row.row()))
            selected.push_back(*highlight);
    }
    return selected.empty() ? m_model->highlights() : selected;
}

/// A reel is looked at from the beginning of the recording to its end, not from the best to the worst.
std::vector<model::Clip> HighlightsPanel::clipsInTime(std::vector<model::Highlight> all) const
{
    std::sort(all.begin(), all.end(),
              [](const model::Highlight& a, const model::Highlight& b) { return a.from < b.from; });
    return all.empty() ? std::vector<model::Clip>{}
                       : model::clipsOf(std::span<const model::Highlight>(all), *m_model->index()->info);
}

void HighlightsPanel::playAll()
{
    if (session() == nullptr)
        return;
    if (m_foundIn == nullptr) {
        m_playWhenFound = true;
        refresh();
        return;
    }
    if (const std::vector<model::Clip> clips = clipsInTime(m_model->highlights()); !clips.empty())
        Q_EMIT playRequested(clips);
}

void HighlightsPanel::exportAll()
{
    if (const std::vector<model::Clip> clips = clipsInTime(m_model->highlights()); !clips.empty())
        Q_EMIT exportRequested(clips);
}

void HighlightsPanel::bookmarkAll()
{
    if (session() == nullptr || m_model->rowCount() == 0)
        return;
    ReplayNotes* const notes = session()->notes();
    const model::TimeAxis axis = m_model->index()->timeAxis;
    notes->history().beginMacro(tr("Bookmark the highlights"));
    // A copy: adding one tells everybody.
    for (const model::Highlight& highlight : std::vector<model::Highlight>(m_model->highlights())) {
        const QString id =
            notes->addBookmark(shownSentence(highlight.title.text(), highlight.title.wording()));
        const auto& all = notes->sidecar().bookmarks;
        const auto added = std::find_if(all.begin(), all.end(),
                                        [&id](const model::Bookmark& mark) { return mark.id == id; });
        if (added == all.end())
            continue;
        model::Bookmark mark = *added;
        mark.frame = axis.frameAt(highlight.from);
        mark.time = axis.timeOf(mark.frame);
        mark.length = highlight.to - mark.time;
        notes->updateBookmark(mark);
    }
    notes->history().endMacro();
}

} // namespace ghostline::app
