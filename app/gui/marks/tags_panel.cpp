// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/marks/tags_panel.h"

#include "app/gui/marks/tag_keys.h"
#include "app/gui/marks/tag_presets.h"
#include "app/gui/marks/tag_set_dialog.h"
#include "app/gui/settings/settings.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/flow_layout.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/atomic_file.h"
#include "model/time/time_text.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ghostline::app {

TagsPanel::TagsPanel(Actions* actions, QWidget* parent)
    : Panel(parent), m_actions(actions), m_marker(new TagMarker(this)),
      m_keys(new TagKeys(actions, this, [this](std::size_t button) { m_marker->press(button); })),
      m_sets(loadTagSets())
{
    QVBoxLayout* column =
        makeContentColumn(tr("What happens in a recording is marked here with tags"), 2 * Grid);
    column->addWidget(buildHead());
    m_codeText = new QLabel(this);
    m_codeText->setObjectName(QStringLiteral("codeModeText"));
    m_codeText->setWordWrap(true);
    m_codeText->setMargin(2 * Grid);
    m_codeText->hide();
    column->addWidget(m_codeText);
    m_ground = new QWidget(this);
    auto* flow = new FlowLayout(m_ground, Grid);
    flow->setContentsMargins(2 * Grid, 0, 2 * Grid, 0);
    column->addWidget(m_ground);
    m_last = new QLabel(this);
    m_last->setObjectName(QStringLiteral("lastMark"));
    m_last->setWordWrap(true);
    m_last->setContentsMargins(2 * Grid, 0, 2 * Grid, Grid);
    column->addWidget(m_last);
    column->addStretch(1);

    connect(m_marker, &TagMarker::openChanged, this, &TagsPanel::showOpen);
    connect(m_marker, &TagMarker::marked, this,
            [this](const QString& tags, model::Micros from, model::Micros to) {
                m_last->setText(tr("%1: %2 to %3").arg(tags, model::formatTime(from), model::formatTime(to)));
            });
    m_actions->on(id("marks.codeMode"), this, [this](bool on) { setCodeMode(on); });
    fillSets();
    onThemeChanged();
}

QWidget* TagsPanel::buildHead()
{
    auto* head = new QWidget(this);
    QHBoxLayout* row = toolRow();
    head->setLayout(row);
    m_choice = new QComboBox(head);
    m_choice->setAccessibleName(tr("Set of tags"));
    m_choice->setMinimumContentsLength(8);
    connect(m_choice, &QComboBox::activated, this, &TagsPanel::chooseSet);
    const QAction* code = m_actions->get(id("marks.codeMode"));
    m_codeButton = switchButton(code->text(), code->toolTip(), head);
    connect(m_codeButton, &QToolButton::clicked, code, &QAction::trigger);
    connect(code, &QAction::toggled, m_codeButton, &QToolButton::setChecked);
    auto* more = iconButton(QStringLiteral("settings"), tr("Edit tags, other sets"), false, head);
    auto* menu = new QMenu(more);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMenu(menu); });
    row->addWidget(m_choice, 1);
    row->addWidget(m_codeButton);
    row->addWidget(more);
    return head;
}

void TagsPanel::fillMenu(QMenu* menu)
{
    menu->clear();
    menu->addAction(tr("Edit these tags…"), this, [this] {
        TagSet set = m_marker->tags();
        const bool own = m_choice->currentIndex() > 0;
        if (!own)
            set.name = freeName(tr("My tags")); // the one for the recording stays
        edit(set, own ? set.name : QString());
    });
    menu->addAction(tr("New set…"), this, [this] {
        TagSet set;
        set.name = freeName(tr("My tags"));
        edit(set, {});
    });
    menu->addAction(tr("Remove this set"), this, &TagsPanel::removeSet)
        ->setEnabled(m_choice->currentIndex() > 0);
    menu->addSeparator();
    menu->addAction(tr("Import a set…"), this, &TagsPanel::askImport);
    menu->addAction(tr("Export this set…"), this, &TagsPanel::askExport);
    if (m_marker->anyOpen()) {
        menu->addSeparator();
        menu->addAction(tr("End what is open"), m_marker, &TagMarker::endAll);
        menu->addAction(tr("Forget what is open"), m_marker, &TagMarker::dropAll);
    }
}

bool TagsPanel::codeMode() const { return m_keys->codeMode(); }

void TagsPanel::onSessionChanged()
{
    m_marker->setSession(session());
    m_last->clear();
    showContent(session() != nullptr);
    if (session() == nullptr) {
        if (codeMode())
            m_actions->get(id("marks.codeMode"))->trigger();
        return;
    }
    connect(session(), &ReplaySession::indexChanged, &throttle(), &RefreshThrottle::schedule);
    useSet(wantedSet());
}

/// More is known of what happens: the set for the recording follows, as long as nothing depends on it.
void TagsPanel::refresh()
{
    if (session() == nullptr || m_choice->currentIndex() > 0 || m_marker->anyOpen())
        return;
    const TagSet set = presetFor(*session()->index());
    if (set != m_marker->tags())
        useSet(set);
}

void TagsPanel::onThemeChanged()
{
    m_codeText->setStyleSheet(
        QStringLiteral("background:%1;color:%2").arg(theme().accent.name(), theme().accentText.name()));
    buildButtons();
}

// ---- sets ----

void TagsPanel::fillSets()
{
    m_choice->clear();
    m_choice->addItem(tr("For this recording"));
    for (const TagSet& set : m_sets.sets)
        m_choice->addItem(set.name);
    const auto current = std::ranges::find(m_sets.sets, m_sets.current, &TagSet::name);
    m_choice->setCurrentIndex(
        current == m_sets.sets.end() ? 0 : static_cast<int>(current - m_sets.sets.begin()) + 1);
}

TagSet TagsPanel::wantedSet() const
{
    const int row = m_choice->currentIndex();
    if (row > 0 && row <= static_cast<int>(m_sets.sets.size()))
        return m_sets.sets[static_cast<std::size_t>(row) - 1];
    return session() != nullptr ? presetFor(*session()->index()) : TagSet();
}

void TagsPanel::chooseSet(int row)
{
    m_sets.current = row > 0 ? m_choice->itemText(row) : QString();
    saveTagSets(m_sets);
    useSet(wantedSet());
}

void TagsPanel::useSet(const TagSet& set)
{
    m_marker->setTags(set);
    m_keys->setTags(set);
    buildButtons();
}

void TagsPanel::keepSet(TagSet set, const QString& replaced)
{
    const auto before =
        replaced.isEmpty() ? m_sets.sets.end() : std::ranges::find(m_sets.sets, replaced, &TagSet::name);
    const bool added = before == m_sets.sets.end();
    if (added && m_sets.sets.size() >= TagSets::MostSets) {
        tellFull();
        return;
    }
    set.name = freeName(set.name, added ? QString() : replaced);
    m_sets.current = set.name;
    if (added)
        m_sets.sets.push_back(std::move(set));
    else
        *before = std::move(set);
    saveTagSets(m_sets);
    fillSets();
    useSet(wantedSet());
}

/// With a number behind it where another set than the replaced one has that name.
QString TagsPanel::freeName(const QString& wanted, const QString& replaced) const
{
    const auto taken = [&](const QString& name) {
        return name != replaced && std::ranges::find(m_sets.sets, name, &TagSet::name) != m_sets.sets.end();
    };
    QString name = wanted;
    for (int number = 2; taken(name); ++number)
        name = QStringLiteral("%1 %2").arg(wanted).arg(number);
    return name;
}

void TagsPanel::tellFull()
{
    auto* box = new QMessageBox(QMessageBox::Warning, tr("The tags were not kept"),
                                tr("There are %L1 sets of tags already; remove one first")
                                    .arg(static_cast<qulonglong>(TagSets::MostSets)),
                                QMessageBox::Ok, window());
    box->setObjectName(QStringLiteral("tagSetsFull"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void TagsPanel::removeSet()
{
    const int row = m_choice->currentIndex();
    if (row <= 0)
        return;
    m_sets.sets.erase(m_sets.sets.begin() + (row - 1));
    m_sets.current.clear();
    saveTagSets(m_sets);
    fillSets();
    useSet(wantedSet());
}

void TagsPanel::edit(const TagSet& set, const QString& replaced)
{
    if (raiseDialog(window(), "tagSetDialog") != nullptr)
        return;
    if (replaced.isEmpty() && m_sets.sets.size() >= TagSets::MostSets) {
        tellFull(); // not once the work is done
        return;
    }
    auto* dialog = new TagSetDialog(m_actions, set, theme(), window());
    connect(dialog, &TagSetDialog::saved, this,
            [this, replaced](const TagSet& edited) { keepSet(edited, replaced); });
    dialog->show();
}

void TagsPanel::askImport()
{
    if (raiseDialog(window(), "importTagsDialog") != nullptr)
        return;
    auto* dialog = new QFileDialog(window(), tr("Import a set of tags"), loadExportFolder(),
                                   tr("Sets of tags (*.json)"));
    dialog->setObjectName(QStringLiteral("importTagsDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &TagsPanel::importFrom);
    dialog->open();
}

void TagsPanel::importFrom(const QString& path)
{
    const auto refuse = [this, &path](const QString& why) {
        auto* box = new QMessageBox(QMessageBox::Warning, tr("The tags were not imported"), why,
                                    QMessageBox::Ok, window());
        box->setObjectName(QStringLiteral("tagsNotImported"));
        box->setInformativeText(path);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    };
    constexpr qint64 Most = qint64{2} << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        refuse(file.errorString());
        return;
    }
    auto set = readTagSet(file.read(Most));
    if (!set) {
        refuse(shownError(set.error()));
        return;
    }
    if (set->name.isEmpty())
        set->name = tr("My tags");
    // Somebody else's verbs may have had other keys.
    if (!clashIn(*set, *m_actions).isEmpty()) {
        refuse(clashIn(*set, *m_actions));
        return;
    }
    keepSet(*set);
}

void TagsPanel::askExport()
{
    askExportFile(this,
                  {tr("Export the set of tags"), m_marker->tags().name, tr("Sets of tags (*.json)"),
                   QStringLiteral("json")},
                  [this](const QString& path) { exportTo(path); });
}

void TagsPanel::exportTo(const QString& path)
{
    if (const auto done = model::replaceFile(path, tagSetJson(m_marker->tags())); !done)
        tellExportFailed(this, path, shownError(done.error()));
}

// ---- buttons ----

void TagsPanel::buildButtons()
{
    qDeleteAll(m_buttons);
    m_buttons.clear();
    const std::vector<TagButton>& tags = m_marker->tags().buttons;
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const TagButton& tag = tags[i];
        auto* button = new QToolButton(m_ground);
        QString name = tag.tag;
        name.replace(QLatin1Char('&'), QLatin1String("&&"));
        const QString key = tag.key.toString(QKeySequence::NativeText);
        button->setText(key.isEmpty() ? name : QStringLiteral("%1  [%2]").arg(name, key));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCheckable(tag.kind == TagKind::Span);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(tr("Mark with the tag \"%1\"").arg(tag.tag));
        button->setToolTip(tag.kind == TagKind::Span
                               ? tr("Begins here; pressed again, ends here")
                               : tr("Marks from %1 s before to %2 s after this moment; while something is "
                                    "open, puts the tag on that")
                                     .arg(QLocale().toString(model::seconds(tag.lead), 'g', 4),
                                          QLocale().toString(model::seconds(tag.lag), 'g', 4)));
        connect(button, &QToolButton::clicked, this, [this, i] { m_marker->press(i); });
        m_ground->layout()->addWidget(button);
        button->show();
        m_buttons.push_back(button);
    }
    showOpen();
}

void TagsPanel::showOpen()
{
    const std::vector<TagButton>& tags = m_marker->tags().buttons;
    for (std::size_t i = 0; i < m_buttons.size() && i < tags.size(); ++i) {
        const bool open = m_marker->isOpen(i);
        const bool span = tags[i].kind == TagKind::Span;
        const QColor colour = tags[i].hue >= 0 ? theme().hue(tags[i].hue) : theme().plainMark();
        m_buttons[i]->setChecked(open);
        m_buttons[i]->setIcon(markIcon(span ? Mark::Square : Mark::Flag, colour, !span || open));
    }
}

void TagsPanel::setCodeMode(bool on)
{
    m_keys->setCodeMode(on);
    const QString key = m_actions->get(id("marks.codeMode"))->shortcut().toString(QKeySequence::NativeText);
    m_codeText->setText(
        key.isEmpty() ? tr("Code mode: the keys of the tags come before all others")
                      : tr("Code mode: the keys of the tags come before all others; %1 ends it").arg(key));
    m_codeText->setVisible(on);
    if (on)
        m_actions->get(id("marks.panel"))->trigger(); // whoever types has to see what is marked
}

} // namespace ghostline::app
