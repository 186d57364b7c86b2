// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/moment_verbs.h"

#include "app/gui/settings/settings.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/replay_opener.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/view/view_area.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"
#include "model/base/shown_text.h"
#include "model/bytes/byte_sources.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>

namespace ghostline::app {

MomentVerbs::MomentVerbs(MainWindow* window, ReplayOpener* opener)
    : QObject(window), m_window(window), m_opener(opener)
{
    window->actions().on(id("edit.copyLink"), this, [this](bool) { copyLink(); });
}

void MomentVerbs::copyLink()
{
    const model::MomentLink link = linkToNow(*m_window->session(), m_window->area().camera().word());
    QGuiApplication::clipboard()->setText(link.text());
    m_window->statusLine().tell(tr("The link to this moment is on the clipboard"));
}

bool MomentVerbs::takes(const QString& address, const model::StartPlace& place)
{
    if (!model::isMomentLink(address))
        return false;
    auto link = model::parseMomentLink(address);
    if (link)
        link->place = model::merged(place, link->place);
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
    const QString file = fileOfLink(link.file, now, recentPaths());
    if (file.isEmpty()) {
        const auto missing = model::fail(model::ErrorCode::NotFound,
                                         model::Sentence::of(QStringLiteral(
                                             "the recording that the link leads to is not on this machine")));
        showErrorDialog(m_window, link.file, missing.value());
        return;
    }
    if (file == now && link.place.flag == 0)
        m_opener->goTo(link.place);
    else
        m_window->openRecording(file, link.place); // no list and no folder, which would open more
    if (file != link.file)
        m_window->area().banner()->tell(Banner::Level::Info,
                                        tr("%1 is not here: this is %2").arg(link.file, file));
}

void MomentVerbs::ask(const model::MomentLink& link)
{
    // The host stands alone and whole: the rest is whatever somebody wrote into the link.
    constexpr qsizetype MostShown = 80;
    const QString name = model::shownText(shortName(link.file)).left(MostShown);
    auto* box = new QMessageBox(QMessageBox::Question, tr("Link to a moment"),
                                tr("Open a recording from %1?").arg(QUrl(link.file).host()),
                                QMessageBox::Cancel, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(name);
    box->setObjectName(QStringLiteral("momentLinkDialog"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    QPushButton* yes = box->addButton(tr("Open"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(yes, &QPushButton::clicked, m_window,
            [window = m_window, link] { window->openRecording(link.file, link.place); });
    box->show();
}

} // namespace ghostline::app
