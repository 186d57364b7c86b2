// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/summary/export_summary.h"

#include "app/gui/session/job_progress.h"
#include "app/gui/settings/language.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_words.h"
#include "model/base/thread_priority.h"
#include "model/bytes/atomic_file.h"
#include "model/codec/write_target.h"
#include "model/summary/summary_html.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QUrl>

#include <algorithm>

namespace ghostline::app {

namespace {

/// The window's own, for the page; may be asked from any thread.
model::SummaryLanguage pageLanguage()
{
    model::SummaryLanguage language;
    language.code = spokenNow() == LanguageChoice::German ? QStringLiteral("de") : QStringLiteral("en");
    language.locale = QLocale();
    // Words and sentences of the page stand in resources/translations/summary_words.h.
    language.page = [](const QString& english) {
        return QCoreApplication::translate("SummaryPage", english.toUtf8().constData());
    };
    language.words = shownName;
    return language;
}

} // namespace

/// A page on its way.
struct ExportSummary::Draft
{
    QString path;
    model::MatchSummary summary;
    std::vector<MomentShot> shots;
    render::ViewContent look;
    model::SummaryLanguage language;
};

ExportSummary::ExportSummary(Actions* actions, std::shared_ptr<const model::CodecRegistry> registry,
                             Look look, QWidget* window)
    : QObject(window), m_actions(actions), m_registry(std::move(registry)), m_look(std::move(look)),
      m_window(window), m_work(this)
{
    m_actions->on(id("file.exportSummary"), this, [this](bool) { ask(); });
    connect(&m_work, &Job::runningChanged, this, &ExportSummary::offer);
}

ExportSummary::~ExportSummary() = default;

void ExportSummary::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &ExportSummary::offer);
    offer();
}

void ExportSummary::offer()
{
    if (m_session == nullptr)
        return;
    const model::ReplayIndex& index = *m_session->index();
    QString why;
    if (index.growing)
        why = tr("This recording is still being made");
    else if (!index.complete)
        why = tr("This recording is still being read");
    else if (m_work.running() || m_drawing != nullptr)
        why = tr("Another page is being written");
    m_actions->offer(id("file.exportSummary"), why.isEmpty(), why);
}

void ExportSummary::ask()
{
    if (m_session == nullptr || m_work.running() || m_drawing != nullptr ||
        raiseDialog(m_window, "exportFileDialog") != nullptr)
        return;
    askExportFile(m_window,
                  {tr("Match summary"), tr("Summary"), tr("Pages (*.html)"), QStringLiteral("html")},
                  [this](const QString& path) { save(path); });
}

void ExportSummary::save(const QString& path)
{
    if (m_session == nullptr)
        return;
    if (const auto apart = model::checkWriteTarget(*m_registry, m_session->path(), path); !apart) {
        fail(path, apart.error());
        return;
    }
    model::SummaryRequest request;
    request.path = m_session->path();
    request.notes = m_session->notes()->sidecar();
    request.version = QCoreApplication::applicationVersion();
    auto draft = std::make_shared<Draft>();
    draft->path = path;
    draft->language = pageLanguage();
    const bool pictures = m_look != nullptr;
    if (pictures) {
        draft->look = m_look();
        if (draft->look.scene->bounds.valid) // it may still be on its way
            request.scene = *draft->look.scene;
    }
    m_work.start([this, draft, pictures, request = std::move(request), source = m_session->source()](
                     const model::Progress& progress, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        auto summary = model::readSummary(*source, request, progress, stop);
        if (!summary)
            return [this, path = draft->path, error = summary.error()] { fail(path, error); };
        draft->summary = std::move(*summary);
        if (pictures)
            draft->shots = shotsOf(draft->summary, *source, stop);
        return [this, draft] { draw(draft); };
    });
    showJobProgress(&m_work, tr("Writing %1…").arg(QFileInfo(path).fileName()), m_window);
}

/// One picture at a time, in this thread, for only here there is OpenGL; the window goes on in between.
void ExportSummary::draw(std::shared_ptr<Draft> draft)
{
    if (draft->shots.empty()) {
        write(draft);
        return;
    }
    Steps steps;
    steps.count = static_cast<int>(draft->shots.size());
    steps.next = [draft, next = std::size_t{0}]() mutable {
        const MomentShot& shot = draft->shots[next++];
        // What cannot be drawn is told by its plan.
        if (const auto image = render::renderStill(stillOf(shot, draft->summary, draft->look)))
            putPicture(draft->summary, shot, *image);
    };
    steps.ended = [this, draft](bool whole) {
        m_drawing.clear();
        offer();
        if (whole)
            write(draft);
    };
    m_drawing = workInSteps(
        std::move(steps), tr("Drawing the pictures of %1…").arg(QFileInfo(draft->path).fileName()), m_window);
    offer();
}

void ExportSummary::write(const std::shared_ptr<Draft>& draft)
{
    m_work.start([this, draft](const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        const QByteArray page = model::summaryHtml(draft->summary, draft->language);
        if (stop.stop_requested())
            return {};
        const model::Result<void> replaced = model::replaceFile(draft->path, page);
        return [this, path = draft->path, replaced] {
            if (replaced)
                tellWritten(path);
            else
                fail(path, replaced.error());
        };
    });
}

void ExportSummary::tellWritten(const QString& path)
{
    auto* box =
        new QMessageBox(QMessageBox::Information, tr("Match summary"),
                        tr("%1 is written.").arg(QFileInfo(path).fileName()), QMessageBox::Close, m_window);
    box->setObjectName(QStringLiteral("summaryWritten"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    const QPushButton* open = box->addButton(tr("Open the page"), QMessageBox::AcceptRole);
    connect(open, &QPushButton::clicked, this,
            [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath())); });
    box->show();
    Q_EMIT written(path, {});
}

void ExportSummary::fail(const QString& path, const model::Error& error)
{
    if (error.code == model::ErrorCode::Cancelled)
        return;
    tellExportFailed(m_window, path, shownError(error));
    Q_EMIT written(path, shownError(error));
}

} // namespace ghostline::app
