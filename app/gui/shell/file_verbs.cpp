// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/file_verbs.h"

#include "app/gui/review/review_settings.h"
#include "app/gui/settings/settings.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"
#include "model/time/time_text.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace ghostline::app {

FileVerbs::FileVerbs(Actions* actions, const model::CodecRegistry& registry, const QString& samplePath,
                     QWidget* window)
    : QObject(window), m_registry(registry), m_window(window), m_recent(new QMenu(tr("Open recent"), window))
{
    m_recent->setIcon(actions->get(id("file.recent"))->icon());
    connect(m_recent, &QMenu::aboutToShow, this, &FileVerbs::fillRecent);
    actions->on(id("file.open"), this, [this](bool) { choose(); });
    actions->on(id("file.openFolder"), this, [this](bool) { chooseFolder(); });
    actions->on(id("file.openAddress"), this, [this](bool) {
        showAddressDialog(m_window, [this](const QString& address) { Q_EMIT openRequested(address); });
    });
    actions->on(id("file.openSample"), this, [this, samplePath](bool) { Q_EMIT openRequested(samplePath); });
    actions->offer(id("file.openSample"), !samplePath.isEmpty(), tr("No sample is installed"));
}

void FileVerbs::choose()
{
    if (raiseDialog(m_window, "openFileDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(m_window, tr("Open a recording"));
    chooser->setObjectName(QStringLiteral("openFileDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters(recordingFilters(m_registry));
    if (const auto recent = loadRecent(); !recent.isEmpty())
        chooser->setDirectory(folderForOutput(recent.first().path));
    connect(chooser, &QFileDialog::fileSelected, this, &FileVerbs::openRequested);
    chooser->show();
}

void FileVerbs::chooseFolder()
{
    if (raiseDialog(m_window, "folderDialog") != nullptr)
        return;
    auto* chooser =
        new QFileDialog(m_window, tr("Open a folder of recordings, or a recording made of segments"));
    chooser->setObjectName(QStringLiteral("folderDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    if (const QString last = loadReviewSettings().folder; !last.isEmpty())
        chooser->setDirectory(last);
    else if (const auto recent = loadRecent(); !recent.isEmpty())
        chooser->setDirectory(folderForOutput(recent.first().path));
    connect(chooser, &QFileDialog::fileSelected, this, &FileVerbs::takeFolder);
    chooser->show();
}

/// One that is a recording itself may be meant either way.
void FileVerbs::takeFolder(const QString& folder)
{
    if (!m_registry.isReplayFolder(folder)) {
        Q_EMIT listRequested(folder);
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Question, tr("Open folder"),
                                tr("%1 is a recording made of segments.").arg(shortName(folder)),
                                QMessageBox::Cancel, m_window);
    box->setObjectName(QStringLiteral("folderQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    const QPushButton* open = box->addButton(tr("Open the recording"), QMessageBox::AcceptRole);
    const QPushButton* list = box->addButton(tr("List the recordings in it"), QMessageBox::ActionRole);
    connect(open, &QPushButton::clicked, this, [this, folder] { Q_EMIT openRequested(folder); });
    connect(list, &QPushButton::clicked, this, [this, folder] { Q_EMIT listRequested(folder); });
    box->show();
}

void FileVerbs::fillRecent()
{
    m_recent->clear();
    int number = 0;
    for (const RecentFile& file : loadRecent()) {
        QString name = shortName(file.path);
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QString length = file.duration.count() > 0 ? model::formatTimeShort(file.duration) : QString();
        QAction* action = m_recent->addAction(QStringLiteral("&%1  %2\t%3").arg(++number).arg(name, length));
        action->setToolTip(file.path);
        connect(action, &QAction::triggered, this, [this, path = file.path] { Q_EMIT openRequested(path); });
    }
    if (number == 0) {
        m_recent->addAction(tr("Nothing was opened yet"))->setEnabled(false);
        return;
    }
    m_recent->addSeparator();
    m_recent->addAction(tr("Clear this list"), this, [] { clearRecent(); });
}

} // namespace ghostline::app
