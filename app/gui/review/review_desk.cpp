// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/review_desk.h"

#include "app/gui/review/evidence_panel.h"
#include "app/gui/review/flag_text.h"
#include "app/gui/review/flags_view.h"
#include "app/gui/review/merge_folder_dialog.h"
#include "app/gui/review/own_flag_dialog.h"
#include "app/gui/review/precision_dialog.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/queue_view.h"
#include "app/gui/review/reasons_dialog.h"
#include "app/gui/review/review_panel.h"
#include "app/gui/review/review_settings.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"

#include <QFileDialog>
#include <QFileInfo>

#include <array>
#include <utility>

namespace ghostline::app {

namespace {

const QString ReviewDock = QStringLiteral("review");
const QString EvidenceDock = QStringLiteral("evidence");

} // namespace

ReviewDesk::ReviewDesk(Actions* actions, ReviewPanel* panel, EvidencePanel* evidence, ReviewHost host,
                       QObject* parent)
    : QObject(parent), m_actions(actions), m_panel(panel), m_evidence(evidence), m_host(std::move(host)),
      m_case(new ExportCase(m_host.registry, m_host.options, m_host.look, panel->window()))
{
    bindPanels();
    bindFlags();
    bindVerdicts();
    bindRules();
}

void ReviewDesk::bindPanels()
{
    m_actions->on(id("review.panel"), this, [this](bool) { m_host.raise(ReviewDock); });
    m_actions->on(id("review.evidence"), this, [this](bool) { m_host.raise(EvidenceDock); });
    m_actions->on(id("review.precision"), this,
                  [this](bool) { showPrecision(m_panel->queue(), m_panel->window()); });
    m_actions->on(id("review.nextFile"), this, [this](bool) { m_panel->queue()->step(1); });
    m_actions->on(id("review.previousFile"), this, [this](bool) { m_panel->queue()->step(-1); });
    connect(m_panel->queue(), &QueueView::openRequested, this, [this](const QString& path) {
        m_wanted = QFileInfo(path).absoluteFilePath();
        m_wantedFlag = 0;
        m_host.open(path);
    });
}

void ReviewDesk::bindFlags()
{
    FlagsView* flags = m_panel->flags();
    connect(flags, &FlagsView::chosen, this, &ReviewDesk::onFlagChosen);
    connect(flags, &FlagsView::missing, this, [this, flags](int number) {
        m_host.tell(
            tr("There is no flag %1 here; the recording has %2").arg(number).arg(flagCount(flags->count())));
    });
    m_actions->on(id("review.nextUnreviewed"), this, [this](bool) { goToOpen(1); });
    m_actions->on(id("review.previousUnreviewed"), this, [this](bool) { goToOpen(-1); });
    const bool playBefore = loadReviewSettings().playBefore;
    m_actions->get(id("review.playBefore"))->setChecked(playBefore);
    flags->setPlayBefore(playBefore);
    m_actions->on(id("review.playBefore"), this, [flags](bool on) {
        flags->setPlayBefore(on);
        ReviewSettings settings = loadReviewSettings();
        settings.playBefore = on;
        saveReviewSettings(settings);
    });
}

void ReviewDesk::bindRules()
{
    const ReviewSettings before = loadReviewSettings();
    m_actions->get(id("review.blind"))->setChecked(before.blind);
    m_actions->get(id("review.two"))->setChecked(before.twoReviewers);
    const auto apply = [this](const ReviewSettings& settings) {
        m_panel->flags()->setRules(settings.blind, settings.twoReviewers ? 2 : 1);
    };
    apply(before);
    const auto keep = [this, apply](const char* verb, bool ReviewSettings::*rule) {
        m_actions->on(id(verb), this, [apply, rule](bool on) {
            ReviewSettings settings = loadReviewSettings();
            settings.*rule = on;
            saveReviewSettings(settings);
            apply(settings);
        });
    };
    keep("review.blind", &ReviewSettings::blind);
    keep("review.two", &ReviewSettings::twoReviewers);
}

/// On to the next recording of the queue that has some; round the end where there is none.
void ReviewDesk::goToOpen(int delta)
{
    m_host.raise(ReviewDock);
    m_panel->showFlags();
    if (m_panel->flags()->go(delta, true) || (delta > 0 && m_panel->queue()->openNextUnfinished()))
        return;
    m_panel->flags()->go(delta, true, true);
}

void ReviewDesk::expectFlag(const QString& path, int number)
{
    m_wanted = path;
    m_wantedFlag = number;
}

bool ReviewDesk::goToFlag(int delta)
{
    if (!m_host.isShown(ReviewDock))
        return false;
    m_panel->showFlags();
    m_panel->flags()->go(delta, false);
    return true;
}

void ReviewDesk::bindVerdicts()
{
    const auto judges = [this](const char* name, model::FlagVerdict verdict) {
        m_actions->on(id(name), this, [this, verdict](bool) { m_panel->flags()->judge(verdict); });
    };
    judges("review.confirm", model::FlagVerdict::Confirmed);
    judges("review.reject", model::FlagVerdict::Rejected);
    judges("review.unsure", model::FlagVerdict::Unsure);
    judges("review.needsMore", model::FlagVerdict::NeedsMore);
    m_actions->on(id("review.takeBack"), this, [this](bool) { m_panel->flags()->takeBack(); });
    connect(m_panel->flags(), &FlagsView::takeBackChanged, this, &ReviewDesk::offerTakingBack);
    m_actions->on(id("review.note"), this, [this](bool) {
        m_host.raise(ReviewDock);
        m_panel->showFlags();
        m_panel->flags()->editNote();
    });
    m_actions->on(id("review.raiseFlag"), this, [this](bool) { raiseFlag(); });
    m_actions->on(id("review.removeFlag"), this, [this](bool) { m_panel->flags()->removeOwn(); });
    m_actions->on(id("review.reasons"), this, [this](bool) { editReasons(); });
    connect(m_panel->flags(), &FlagsView::reasonsAsked, this, &ReviewDesk::editReasons);
    m_actions->on(id("review.mergeFolder"), this, [this](bool) { chooseNotesFolder(); });
    connect(m_case, &ExportCase::written, this, [this](const QString& path, const QString& error) {
        if (error.isEmpty())
            m_host.tell(tr("The case is written: %1").arg(path));
    });
    m_actions->on(id("review.exportCase"), this, [this](bool) {
        if (const auto flag = m_panel->flags()->current(); flag && m_session != nullptr)
            m_case->ask(*m_session, *flag, m_panel->flags()->rules());
    });
    m_actions->on(id("review.merge"), this, [this](bool) { chooseNotes(); });
}

/// Of the checks here and in the folder, the one of the chosen flag first.
void ReviewDesk::editReasons()
{
    const std::optional<model::Flag> flag = m_panel->flags()->current();
    const QStringList checks = m_panel->flags()->checks() + m_panel->queue()->model().checks();
    const ReasonsDialog* dialog = showReasons(checks, flag ? flag->check : QString(), m_panel->window());
    if (dialog != nullptr)
        connect(dialog, &ReasonsDialog::saved, m_panel->flags(), &FlagsView::reloadReasons);
}

void ReviewDesk::raiseFlag()
{
    if (m_session == nullptr || raiseDialog(m_panel->window(), "ownFlagDialog") != nullptr)
        return;
    auto* dialog = new OwnFlagDialog(*m_session, m_panel->flags()->reviewer(), m_panel->window());
    connect(dialog, &OwnFlagDialog::raised, m_session,
            [session = m_session.data()](const model::OwnFlag& flag) { session->notes()->raiseFlag(flag); });
    connect(m_session, &QObject::destroyed, dialog, &QWidget::close); // it is about that recording
    dialog->show();
}

void ReviewDesk::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (session != nullptr)
        connect(session->notes(), &ReplayNotes::merged, this, [this](int reviews, int bookmarks) {
            m_host.tell(
                tr("Merged %1 and %2 that were new").arg(verdictCount(reviews), bookmarkCount(bookmarks)));
        });
    onFlagChosen();
}

void ReviewDesk::offerTakingBack()
{
    m_actions->offer(id("review.takeBack"), m_panel->flags()->canTakeBack(),
                     m_session == nullptr          ? tr("No recording is open")
                     : m_panel->flags()->current() ? tr("You have given no verdict on this flag")
                                                   : tr("Choose a flag in the Review panel first"));
    m_actions->offer(id("review.removeFlag"), m_panel->flags()->canRemove(),
                     m_session == nullptr          ? tr("No recording is open")
                     : m_panel->flags()->current() ? tr("Only who has raised a flag can remove it")
                                                   : tr("Choose a flag in the Review panel first"));
}

/// Verdicts need somebody they are of.
void ReviewDesk::onFlagChosen()
{
    const std::optional<model::Flag> flag = m_panel->flags()->current();
    for (const char* name :
         {"review.confirm", "review.reject", "review.unsure", "review.needsMore", "review.note"})
        m_actions->offer(id(name), flag.has_value(),
                         m_session == nullptr ? tr("No recording is open")
                                              : tr("Choose a flag in the Review panel first"));
    offerTakingBack();
    const bool recorded = flag && flag->origin != model::FlagSource::Person;
    m_actions->offer(id("review.exportCase"), recorded,
                     m_session == nullptr ? tr("No recording is open")
                     : flag ? tr("A case can be worked out again, which a flag of a person's own cannot")
                            : tr("Choose a flag in the Review panel first"));
    m_evidence->showFlag(flag);
    if (flag && !std::exchange(m_evidenceOffered, true))
        m_host.raise(EvidenceDock);
}

// ---- folders ----

bool ReviewDesk::takesFolder(const QString& path)
{
    if (!QFileInfo(path).isDir() || m_host.registry->isReplayFolder(path))
        return false;
    openFolder(path);
    return true;
}

void ReviewDesk::openFolder(const QString& path)
{
    ReviewSettings settings = loadReviewSettings();
    settings.folder = path;
    saveReviewSettings(settings);
    m_panel->queue()->openFolder(path, m_host.registry, m_host.options);
    m_host.raise(ReviewDock);
    m_host.makeRoom();
    m_panel->showQueue();
    m_panel->queue()->setFocus(Qt::OtherFocusReason);
}

void ReviewDesk::chooseNotes()
{
    if (raiseDialog(m_panel->window(), "reviewNotesDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(m_panel->window(), tr("Merge another reviewer's notes"));
    chooser->setObjectName(QStringLiteral("reviewNotesDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters({tr("Notes (*.json)"), tr("All files (*)")});
    chooser->setDirectory(folderForOutput(m_session->path()));
    connect(chooser, &QFileDialog::fileSelected, m_session,
            [session = m_session.data()](const QString& path) { session->notes()->merge(path); });
    connect(m_session, &QObject::destroyed, chooser, &QWidget::close); // it was asked about that recording
    chooser->show();
}

void ReviewDesk::chooseNotesFolder()
{
    const QString folder = m_panel->queue()->folder();
    if (folder.isEmpty()) {
        m_host.tell(tr("Open the folder of your recordings first: notes are merged into theirs"));
        return;
    }
    if (raiseDialog(m_panel->window(), "reviewNotesFolderDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(m_panel->window(), tr("Merge the notes of another folder"));
    chooser->setObjectName(QStringLiteral("reviewNotesFolderDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    chooser->setDirectory(QFileInfo(folder).absolutePath());
    connect(chooser, &QFileDialog::fileSelected, this, &ReviewDesk::mergeFolder);
    chooser->show();
}

/// What comes to the recording that is open is taken over by its session, too: that writes its notes itself.
void ReviewDesk::mergeFolder(const QString& other)
{
    auto* dialog = new MergeFolderDialog(m_panel->queue()->folder(), other, m_host.registry,
                                         m_panel->flags()->rules(), m_panel->window());
    connect(dialog, &MergeFolderDialog::mergedInto, this,
            [this](const QString& recording, const QString& notes) {
                if (m_session != nullptr && QFileInfo(recording).canonicalFilePath() ==
                                                QFileInfo(m_session->path()).canonicalFilePath())
                    m_session->notes()->merge(notes);
            });
    dialog->show();
}

void ReviewDesk::onReplayOpened()
{
    const QString wanted = std::exchange(m_wanted, {});
    const int number = std::exchange(m_wantedFlag, 0);
    if (m_session == nullptr || wanted != wholeAddress(m_session->path()))
        return;
    m_host.raise(ReviewDock);
    if (!std::exchange(m_roomMade, true))
        m_host.makeRoom();
    if (number > 0) {
        m_panel->showFlags();
        m_panel->flags()->chooseNumber(number);
    } else if (m_panel->queue()->hasFlags(m_session->path())) {
        m_panel->showFlags();
        m_panel->flags()->chooseNumber(0);
    } else {
        m_panel->showQueue(); // there is nothing to judge in it
    }
}

/// The queue stays in reach on the welcome page; not while the next recording already takes the place.
void ReviewDesk::onReplayClosed()
{
    const auto show = [this] {
        if (m_session != nullptr || m_panel->queue()->folder().isEmpty())
            return;
        m_host.raise(ReviewDock);
        m_panel->showQueue();
    };
    QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
}

} // namespace ghostline::app
