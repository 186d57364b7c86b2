// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/bookmarks_menu.h"

#include "app/gui/panels/mark_filter.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/table_menu.h"
#include "model/marks/marked_clip.h"
#include "model/sidecar/tags.h"

#include <QInputDialog>
#include <QMenu>
#include <QTableView>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int MostInMenu = 30; ///< tags; others are typed

std::vector<model::Clip> clipsOf(const BookmarksMenu::Subject& subject,
                                 const std::vector<model::Bookmark>& marks)
{
    std::vector<model::Clip> clips;
    if (subject.session == nullptr)
        return clips;
    const model::Micros duration = subject.session->index()->timeAxis.duration();
    clips.reserve(marks.size());
    for (const model::Bookmark& mark : marks)
        clips.push_back(model::clipOf(mark, duration));
    return clips;
}

QString menuText(const QString& tag) { return QString(tag).replace(QLatin1Char('&'), QLatin1String("&&")); }

} // namespace

BookmarksMenu::BookmarksMenu(Actions* actions, QTableView* table, Ask ask)
    : QObject(table), m_actions(actions), m_table(table), m_ask(std::move(ask))
{
    table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table, &QWidget::customContextMenuRequested, this,
            [this](QPoint at) { makeMenu()->popup(m_table->viewport()->mapToGlobal(at)); });
}

QMenu* BookmarksMenu::makeMenu()
{
    const Subject subject = m_ask();
    auto* menu = new QMenu(m_table);
    menu->setObjectName(QStringLiteral("bookmarksMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addClips(menu, subject);
    menu->addSeparator();
    addTagging(menu, subject);
    QAction* remove = menu->addAction(themedIcon(QStringLiteral("remove")), tr("Remove"), this,
                                      &BookmarksMenu::removeSelected);
    remove->setEnabled(!subject.selected.empty());
    menu->addSeparator();
    menu->addAction(m_actions->get(id("file.importMarks")));
    menu->addAction(m_actions->get(id("file.exportMarks")));
    addExport(menu, m_table);
    return menu;
}

/// Where nothing is selected, all that is shown is meant.
void BookmarksMenu::addClips(QMenu* menu, const Subject& subject)
{
    const bool any = !subject.selected.empty();
    QAction* play = menu->addAction(
        themedIcon(QStringLiteral("play")), any ? tr("Play these") : tr("Play all shown"), this, [this] {
            const Subject now = m_ask();
            Q_EMIT playRequested(clipsOf(now, now.selected.empty() ? now.shown : now.selected));
        });
    QAction* add = menu->addAction(
        themedIcon(QStringLiteral("add")),
        any ? tr("Add to the play list") : tr("Add all shown to the play list"), this, [this] {
            const Subject now = m_ask();
            Q_EMIT playListRequested(clipsOf(now, now.selected.empty() ? now.shown : now.selected));
        });
    QAction* one = menu->addAction(themedIcon(QStringLiteral("export")), tr("Export clip…"), this, [this] {
        const Subject now = m_ask();
        Q_EMIT exportRequested(clipsOf(now, now.selected));
    });
    QAction* all = menu->addAction(tr("Export all shown as clips…"), this, [this] {
        const Subject now = m_ask();
        Q_EMIT exportRequested(clipsOf(now, now.shown));
    });
    play->setObjectName(QStringLiteral("playThese"));
    add->setObjectName(QStringLiteral("addToPlayList"));
    one->setObjectName(QStringLiteral("exportClip"));
    all->setObjectName(QStringLiteral("exportAllShown"));
    play->setEnabled(!subject.shown.empty());
    add->setEnabled(!subject.shown.empty());
    one->setEnabled(any);
    all->setEnabled(!subject.shown.empty());
}

void BookmarksMenu::addTagging(QMenu* menu, const Subject& subject)
{
    QMenu* tag = menu->addMenu(tr("Tag"));
    QMenu* untag = menu->addMenu(tr("Take the tag off"));
    int listed = 0;
    if (subject.session != nullptr) {
        for (const auto& [name, count] : tagsInUse(subject.session->notes()->sidecar().bookmarks)) {
            if (listed++ == MostInMenu)
                break;
            tag->addAction(menuText(name), this, [this, name = name] { tagSelected(name); });
        }
    }
    if (listed > 0)
        tag->addSeparator();
    tag->addAction(tr("Another tag…"), this, &BookmarksMenu::askTag);
    for (const auto& [name, count] : tagsInUse(subject.selected))
        untag->addAction(menuText(name), this, [this, name = name] { untagSelected(name); });
    tag->setEnabled(!subject.selected.empty());
    untag->setEnabled(!untag->isEmpty());
}

void BookmarksMenu::askTag()
{
    if (raiseDialog(m_table->window(), "tagDialog") != nullptr)
        return;
    auto* dialog = new QInputDialog(m_table->window());
    dialog->setObjectName(QStringLiteral("tagDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Tag"));
    dialog->setLabelText(tr("The tag for the selected bookmarks"));
    connect(dialog, &QInputDialog::textValueSelected, this, &BookmarksMenu::tagSelected);
    dialog->open();
}

void BookmarksMenu::tagSelected(const QString& tag)
{
    const Subject subject = m_ask();
    if (subject.session == nullptr)
        return;
    std::vector<model::Bookmark> changed;
    for (model::Bookmark mark : subject.selected) {
        const QStringList before = mark.tags;
        mark.tags = model::normalTags(before + model::tagsOf(tag));
        if (mark.tags != before)
            changed.push_back(std::move(mark));
    }
    if (!changed.empty())
        subject.session->notes()->editBookmarks(tr("Tag bookmarks"), changed);
}

void BookmarksMenu::untagSelected(const QString& tag)
{
    const Subject subject = m_ask();
    if (subject.session == nullptr)
        return;
    std::vector<model::Bookmark> changed;
    for (model::Bookmark mark : subject.selected) {
        if (mark.tags.removeAll(tag) > 0)
            changed.push_back(std::move(mark));
    }
    if (!changed.empty())
        subject.session->notes()->editBookmarks(tr("Take tags off bookmarks"), changed);
}

void BookmarksMenu::removeSelected()
{
    const Subject subject = m_ask();
    if (subject.session == nullptr || subject.selected.empty())
        return;
    std::vector<QString> ids;
    ids.reserve(subject.selected.size());
    for (const model::Bookmark& mark : subject.selected)
        ids.push_back(mark.id);
    subject.session->notes()->editBookmarks(tr("Remove bookmarks"), {}, ids);
}

} // namespace ghostline::app
