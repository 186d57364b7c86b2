// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/moment_verbs.h"

#include "app/gui/settings/settings.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"
#include "model/bytes/byte_sources.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>

namespace ghostline::app {

namespace {

QStringList openedBefore()
{
    QStringList paths;
    for (const RecentFile& file : loadRecent())
        paths << file.path;
    return paths;
}

} // namespace

MomentVerbs::MomentVerbs(MainWindow* window) : QObject(window), m_window(window)
{
    window->actions().on(id("edit.copyLink"), this, [this](bool) { copyLink(); });
}

void MomentVerbs::copyLink()
{
    const model::MomentLink link = linkToNow(*m_window->session(), m_window->area().camera().word());
    QGuiApplication::clipboard()->setText(link.text());
    m_window->statusLine().tell(tr("The link to this moment is on the clipboard"));
}

bool MomentVerbs::takes(const QString& address)
{
    if (!model::isMomentLink(address))
        return false;
    const auto link = model::parseMomentLink(address);
    if (!link)
        showErrorDialog(m_window, address, link.error());
    else if (model::isWebAddress(link->file))
        ask(*link);
    else
        open(*link);
    return true;
}

void MomentVerbs::open(const model::MomentLink& link)
{
    const QString now = m_window->session() != nullptr ? m_window->session()->path() : QString();
    const QString file = fileOfLink(link.file, now, openedBefore());
    if (file.isEmpty()) {
        const auto missing = model::fail(model::ErrorCode::NotFound,
                                         model::Sentence::of(QStringLiteral(
                                             "the recording that the link leads to is not on this machine")));
        showErrorDialog(m_window, link.file, missing.value());
        return;
    }
    m_window->openFile(file, link.place);
    if (file != link.file)
        m_window->area().banner()->tell(Banner::Level::Info,
                                        tr("%1 is not here: this is %2").arg(link.file, file));
}

void MomentVerbs::ask(const model::MomentLink& link)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Link to a moment"),
                                tr("Open %1 from %2?").arg(shortName(link.file), whereabouts(link.file)),
                                QMessageBox::Cancel, m_window);
    box->setObjectName(QStringLiteral("momentLinkDialog"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    QPushButton* yes = box->addButton(tr("Open"), QMessageBox::AcceptRole);
    box->setDefaultButton(yes);
    connect(yes, &QPushButton::clicked, m_window,
            [window = m_window, link] { window->openFile(link.file, link.place); });
    box->show();
}

} // namespace ghostline::app
