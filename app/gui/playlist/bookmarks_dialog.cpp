// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/bookmarks_dialog.h"

#include "app/gui/widgets/dialogs.h"
#include "model/marks/marked_clip.h"
#include "model/time/time_text.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace ghostline::app {

namespace {

struct BookmarkChoice
{
    Q_DECLARE_TR_FUNCTIONS(BookmarkChoice)
};

} // namespace

QDialog* showBookmarksDialog(QWidget* parent, ReplaySession& session,
                             std::function<void(const std::vector<model::Clip>&)> take)
{
    if (QDialog* shown = raiseDialog(parent, "playListBookmarks"); shown != nullptr)
        return shown;
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("playListBookmarks"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(BookmarkChoice::tr("Add bookmarks to the play list"));
    QObject::connect(&session, &QObject::destroyed, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    auto* list = new QListWidget(dialog);
    list->setAccessibleName(BookmarkChoice::tr("Bookmarks"));
    std::vector<model::Clip> clips;
    for (const model::Bookmark& bookmark : session.notes()->sidecar().bookmarks) {
        clips.push_back(model::clipOf(bookmark, session.index()->timeAxis.duration()));
        clips.back().recording = session.path();
        auto* item = new QListWidgetItem(
            QStringLiteral("%1  %2").arg(model::formatTime(bookmark.time), bookmark.title.simplified()),
            list);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    column->addWidget(list);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, dialog);
    buttons->button(QDialogButtonBox::Ok)->setText(BookmarkChoice::tr("Add"));
    buttons->button(QDialogButtonBox::Ok)->setEnabled(!clips.empty());
    column->addWidget(buttons);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    QObject::connect(dialog, &QDialog::accepted, parent,
                     [list, clips = std::move(clips), take = std::move(take)] {
                         std::vector<model::Clip> marked;
                         for (int i = 0; i < list->count(); ++i) {
                             if (list->item(i)->checkState() == Qt::Checked)
                                 marked.push_back(clips[static_cast<std::size_t>(i)]);
                         }
                         take(marked);
                     });
    dialog->show();
    return dialog;
}

} // namespace ghostline::app
