// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/play_list_desk.h"

#include "app/gui/playlist/bookmarks_dialog.h"
#include "app/gui/playlist/play_list_panel.h"
#include "app/gui/playlist/play_list_settings.h"
#include "app/gui/playlist/play_list_strip.h"
#include "app/gui/session/moment_clip.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

QString listFilter()
{
    return QStringLiteral("%1 (*%2)").arg(PlayListDesk::tr("Play lists"), model::playListSuffix());
}

std::vector<int> allIds(const PlayListDocument& document)
{
    std::vector<int> ids;
    ids.reserve(document.rows().size());
    for (const PlayListDocument::Row& each : document.rows())
        ids.push_back(each.id);
    return ids;
}

} // namespace

PlayListDesk::PlayListDesk(Actions* actions, PlayListPanel* panel, PlayListHost host, PlayListWindow window,
                           QObject* parent)
    : QObject(parent), m_actions(actions), m_panel(panel), m_window(std::move(window)),
      m_player(std::move(host)), m_strip(new PlayListStrip(&m_player, actions, m_window.widget))
{
    m_player.setLeadIn(loadLeadIn());
    bindVerbs();
    bindPlayer();
    fillMenu();
    connect(&document(), &PlayListDocument::changed, this, &PlayListDesk::offer);
    connect(&document(), &PlayListDocument::changed, this, &PlayListDesk::showPlaying);
    connect(&document(), &PlayListDocument::stateChanged, this, &PlayListDesk::offer);
    connect(m_panel, &PlayListPanel::exportRequested, this, &PlayListDesk::exportEntries);
    connect(m_panel, &PlayListPanel::differencesFound, this, &PlayListDesk::tellDifferences);
    connect(m_panel, &PlayListPanel::playFromRequested, this, &PlayListDesk::play);
    connect(m_panel, &PlayListPanel::bookmarksRequested, this, [this] {
        if (m_session != nullptr)
            showBookmarksDialog(m_window.widget, *m_session,
                                [this](const std::vector<model::Clip>& clips) { m_panel->addClips(clips); });
    });
    offer();
}

PlayListDocument& PlayListDesk::document() { return m_panel->document(); }

void PlayListDesk::setSession(ReplaySession* session)
{
    m_session = session;
    m_player.setSession(session);
    if (session != nullptr && std::exchange(m_raiseWithSession, false))
        QMetaObject::invokeMethod(
            this, [this] { m_window.raise(); }, Qt::QueuedConnection);
}

// ---- verbs ----

void PlayListDesk::bindVerbs()
{
    m_actions->on(id("playlist.open"), this, [this](bool) { chooseList(); });
    m_actions->on(id("playlist.save"), this, [this](bool) { saveThen([] {}); });
    m_actions->on(id("playlist.addNow"), this, [this](bool) { addNow(); });
    m_actions->on(id("playlist.play"), this, [this](bool on) {
        if (on)
            play(std::max(0, m_panel->currentRow()));
        else
            m_player.stop();
        offer();
    });
    m_actions->on(id("playlist.next"), this, [this](bool) { m_player.next(); });
    m_actions->on(id("playlist.previous"), this, [this](bool) { m_player.previous(); });
    m_actions->on(id("playlist.export"), this, [this](bool) { exportEntries(allIds(document())); });
}

void PlayListDesk::offer()
{
    const bool any = !document().rows().empty();
    const bool playing = m_player.active();
    const QString empty = tr("The play list is empty");
    m_actions->offer(id("playlist.save"), any || document().modified(), empty);
    m_actions->offer(id("playlist.export"), any, empty);
    m_actions->offer(id("playlist.play"), any || playing, empty);
    m_actions->get(id("playlist.play"))->setChecked(playing);
    for (const char* verb : {"playlist.next", "playlist.previous"})
        m_actions->offer(id(verb), playing, tr("No play list is being played"));
}

void PlayListDesk::addNow()
{
    if (m_session == nullptr)
        return;
    auto clip = momentClip(*m_session, m_window.marked());
    if (!clip)
        return;
    clip->camera = m_window.camera();
    addClips({*clip});
}

void PlayListDesk::addClips(const std::vector<model::Clip>& clips)
{
    m_panel->addClips(clips);
    m_window.raise();
}

// ---- playing ----

void PlayListDesk::bindPlayer()
{
    connect(&m_player, &PlayListPlayer::changed, this, [this] {
        showPlaying();
        offer();
    });
    connect(&m_player, &PlayListPlayer::leftOutEntry, this,
            [this](int, const QString& recording, const QString& why) {
                if (!m_playing.empty())
                    m_panel->setTrouble(recording, why);
            });
    connect(&m_player, &PlayListPlayer::ended, this, &PlayListDesk::onEnded);
    // One of the two that lead through recordings at a time.
    QAction* bookmarks = m_actions->get(id("review.playBookmarks"));
    connect(bookmarks, &QAction::toggled, this, [this](bool on) {
        if (on)
            m_player.stop();
    });
}

void PlayListDesk::play(int row)
{
    const auto& rows = document().rows();
    if (rows.empty())
        return;
    playClips({}); // ends what was played
    m_playing = allIds(document());
    m_player.playFrom(document().clips(), row);
}

void PlayListDesk::playClips(const std::vector<model::Clip>& clips)
{
    QAction* bookmarks = m_actions->get(id("review.playBookmarks"));
    if (bookmarks->isChecked())
        bookmarks->trigger();
    m_player.stop();
    m_playing.clear();
    if (!clips.empty())
        m_player.playClips(clips);
}

void PlayListDesk::showPlaying()
{
    const auto entry = static_cast<std::size_t>(m_player.entry());
    const int id = m_player.active() && entry < m_playing.size() ? m_playing[entry] : 0;
    m_panel->setPlaying(id);
    const bool showing = m_player.phase() == PlayListPlayer::Phase::Showing;
    if (showing && id != m_shown)
        tellDifference(id);
    if (showing || id == 0)
        m_shown = id;
}

void PlayListDesk::onEnded(PlayListPlayer::End how)
{
    showPlaying();
    offer();
    if (how == PlayListPlayer::End::Finished && m_player.leftOut() > 0)
        m_window.tell(m_player.leftOut() == m_player.count()
                          ? tr("Nothing of the play list could be shown. %1").arg(m_player.trouble())
                          : tr("The play list has ended. %1").arg(m_player.trouble()));
    else if (how == PlayListPlayer::End::Left && m_session != nullptr)
        m_window.tell(tr("The play list was left: it can be played on from any of its entries"));
}

// ---- recordings that are others now ----

/// As far as it is news.
void PlayListDesk::tellDifferences()
{
    QString first;
    int fresh = 0;
    QSet<QString> now;
    for (int row = 0; row < static_cast<int>(document().rows().size()); ++row) {
        const QString difference = m_panel->differenceOf(row);
        if (difference.isEmpty())
            continue;
        now.insert(difference);
        if (m_told.contains(difference))
            continue;
        first = first.isEmpty() ? tr("Entry %1: %2").arg(row + 1).arg(difference) : first;
        ++fresh;
    }
    m_told = now;
    if (fresh == 1)
        m_window.tell(first);
    else if (fresh > 1)
        m_window.tell(
            tr("%n entries are of other recordings than they were made of. %1", nullptr, fresh).arg(first));
}

void PlayListDesk::tellDifference(int id)
{
    const int row = document().rowOf(id);
    if (const QString difference = m_panel->differenceOf(row); !difference.isEmpty())
        m_window.tell(tr("Entry %1: %2").arg(row + 1).arg(difference));
}

/// Those of other recordings may be left out.
void PlayListDesk::exportEntries(const std::vector<int>& ids)
{
    std::vector<model::Clip> all;
    std::vector<model::Clip> same;
    QString first;
    for (const int id : ids) {
        const int row = document().rowOf(id);
        if (row < 0)
            continue;
        all.push_back(document().rows()[static_cast<std::size_t>(row)].entry->clip);
        if (const QString difference = m_panel->differenceOf(row); difference.isEmpty())
            same.push_back(all.back());
        else if (first.isEmpty())
            first = tr("Entry %1: %2").arg(row + 1).arg(difference);
    }
    if (first.isEmpty()) {
        Q_EMIT exportRequested(all);
        return;
    }
    if (QDialog* older = raiseDialog(m_window.widget, "playListDiffers"); older != nullptr)
        older->reject(); // it was about other entries
    const auto others = static_cast<int>(all.size() - same.size());
    auto* box = new QMessageBox(QMessageBox::Question, tr("Play list"),
                                others == 1 ? first
                                            : tr("%n entries are of other recordings than they were made "
                                                 "of. %1",
                                                 nullptr, others)
                                                  .arg(first),
                                QMessageBox::Cancel, m_window.widget);
    box->setObjectName(QStringLiteral("playListDiffers"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    QPushButton* leave = box->addButton(tr("Leave out"), QMessageBox::AcceptRole);
    leave->setEnabled(!same.empty());
    const QPushButton* take = box->addButton(tr("Export all"), QMessageBox::DestructiveRole);
    connect(leave, &QPushButton::clicked, this, [this, same] { Q_EMIT exportRequested(same); });
    connect(take, &QPushButton::clicked, this, [this, all] { Q_EMIT exportRequested(all); });
    box->show();
}

// ---- files ----

void PlayListDesk::fillMenu()
{
    QMenu* menu = m_panel->listMenu();
    menu->addAction(tr("New list"), this, [this] { afterAsking([this] { document().clear(); }); });
    menu->addAction(m_actions->get(id("playlist.open")));
    QMenu* recent = menu->addMenu(tr("Open recent list"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
    menu->addSeparator();
    menu->addAction(m_actions->get(id("playlist.save")));
    menu->addAction(tr("Save list as…"), this, [this] { chooseName([] {}); });
    menu->addAction(m_actions->get(id("playlist.export")));
    menu->addSeparator();
    fillLeadIn(menu->addMenu(tr("Before each entry")));
}

void PlayListDesk::fillRecent(QMenu* recent)
{
    recent->clear();
    const QStringList paths = loadRecentLists();
    for (const QString& path : paths) {
        QString name = shortName(path);
        name.chop(model::isPlayListName(name) ? model::playListSuffix().size() : 0);
        QAction* action = recent->addAction(name.replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                                            [this, path] { openList(path); });
        action->setToolTip(path);
    }
    if (paths.isEmpty())
        recent->addAction(tr("No list was opened yet"))->setEnabled(false);
    else
        recent->addAction(tr("Clear this list"), this, [] { clearRecentLists(); });
}

void PlayListDesk::fillLeadIn(QMenu* leadIn)
{
    auto* group = new QActionGroup(leadIn);
    for (const int seconds : LeadInChoices) {
        QAction* action =
            leadIn->addAction(seconds == 0 ? tr("Nothing") : tr("%n second(s)", nullptr, seconds));
        action->setCheckable(true);
        const model::Micros length = model::fromSeconds(seconds);
        action->setChecked(length == loadLeadIn());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, length] {
            saveLeadIn(length);
            m_player.setLeadIn(length);
        });
    }
}

bool PlayListDesk::takes(const QString& path)
{
    if (model::isWebAddress(path) || !model::isPlayListName(path))
        return false;
    openList(path);
    return true;
}

void PlayListDesk::openList(const QString& path)
{
    afterAsking([this, path] { open(path); });
}

/// Panels stand beside a picture: without one, the first recording that is there is opened, too.
void PlayListDesk::open(const QString& path)
{
    m_player.stop();
    if (const auto opened = document().open(path); !opened) {
        showErrorDialog(m_window.widget, path, opened.error());
        return;
    }
    m_told.clear();
    rememberRecentList(document().path());
    m_window.raise();
    if (m_session != nullptr)
        return;
    for (const PlayListDocument::Row& row : document().rows()) {
        const model::Clip& clip = row.entry->clip;
        if (!model::isWebAddress(clip.recording) && !QFileInfo::exists(clip.recording))
            continue;
        m_raiseWithSession = true; // the recording brings its own panels to the front
        m_window.open(clip.recording, model::formatTime(clip.from));
        return;
    }
    m_window.tell(tr("None of the recordings of this play list is there"));
}

void PlayListDesk::chooseList()
{
    if (raiseDialog(m_window.widget, "openListDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(m_window.widget, tr("Open a play list"));
    chooser->setObjectName(QStringLiteral("openListDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters({listFilter(), tr("All files (*)")});
    if (const QStringList recent = loadRecentLists(); !recent.isEmpty())
        chooser->setDirectory(QFileInfo(recent.front()).absolutePath());
    connect(chooser, &QFileDialog::fileSelected, this, &PlayListDesk::openList);
    chooser->show();
}

void PlayListDesk::saveThen(const std::function<void()>& then)
{
    if (document().path().isEmpty())
        chooseName(then);
    else
        save(document().path(), then);
}

void PlayListDesk::chooseName(const std::function<void()>& then)
{
    if (raiseDialog(m_window.widget, "saveListDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(m_window.widget, tr("Save the play list"));
    chooser->setObjectName(QStringLiteral("saveListDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setNameFilters({listFilter()});
    chooser->setDefaultSuffix(model::playListSuffix().sliced(1));
    if (!document().path().isEmpty())
        chooser->selectFile(document().path());
    else if (m_session != nullptr)
        chooser->setDirectory(folderForOutput(m_session->path()));
    connect(chooser, &QFileDialog::fileSelected, this,
            [this, then](const QString& path) { save(path, then); });
    chooser->show();
}

void PlayListDesk::save(const QString& path, const std::function<void()>& then)
{
    if (const auto saved = document().save(path); !saved) {
        showErrorDialog(m_window.widget, path, saved.error());
        return;
    }
    rememberRecentList(document().path());
    then();
}

void PlayListDesk::afterAsking(std::function<void()> then)
{
    if (!document().modified()) {
        then();
        return;
    }
    // One question at a time: an older one was about something that is no longer wanted.
    if (QDialog* older = raiseDialog(m_window.widget, "playListUnsaved"); older != nullptr)
        older->reject();
    auto* box = new QMessageBox(QMessageBox::Question, tr("Play list"),
                                tr("The play list was changed and is not saved."), QMessageBox::Cancel,
                                m_window.widget);
    box->setObjectName(QStringLiteral("playListUnsaved"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    const QPushButton* keep = box->addButton(tr("Save"), QMessageBox::AcceptRole);
    const QPushButton* drop = box->addButton(tr("Do not save"), QMessageBox::DestructiveRole);
    connect(keep, &QPushButton::clicked, this, [this, then] { saveThen(then); });
    connect(drop, &QPushButton::clicked, this, [then] { then(); });
    box->show();
}

bool PlayListDesk::mayClose()
{
    if (m_letGo || !document().modified())
        return true;
    afterAsking([this] {
        m_letGo = true;
        m_window.widget->close();
    });
    return false;
}

} // namespace ghostline::app
