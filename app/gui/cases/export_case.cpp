// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/cases/export_case.h"

#include "app/gui/cases/case_dialog.h"
#include "app/gui/session/job_progress.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_words.h"
#include "model/base/thread_priority.h"
#include "model/bytes/atomic_file.h"
#include "model/case/case_html.h"
#include "model/codec/write_target.h"
#include "model/time/time_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProgressDialog>

#include <algorithm>

namespace ghostline::app {

namespace {

/// From 1 in order of time, of the flags that the recording itself has; 0 = it is none of them.
int numberOf(const ReplaySession& session, const model::Flag& flag)
{
    const std::vector<model::Flag> all = model::flagsOf(*session.source()->index()->events);
    const auto found =
        std::ranges::find_if(all, [&flag](const model::Flag& each) { return model::isSameFlag(each, flag); });
    return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

/// As they are typed: what a recording was opened with decides its figures, too.
QStringList optionTexts(const model::Options& options)
{
    QStringList texts;
    for (const QString& name : options.keys())
        texts << name + QLatin1Char('=') + options.value(name);
    texts.sort(); // the hash has an order of its own
    return texts;
}

} // namespace

/// A page on its way.
struct ExportCase::Draft
{
    QString path;
    std::shared_ptr<model::ReplaySource> source;
    std::optional<render::ViewContent> look; ///< of that recording: another one may be open by now
    QJsonObject made{};
};

ExportCase::ExportCase(std::shared_ptr<const model::CodecRegistry> registry, model::Options codec, Look look,
                       QWidget* window)
    : QObject(window), m_registry(std::move(registry)), m_codec(std::move(codec)), m_look(std::move(look)),
      m_window(window), m_work(this)
{
}

bool ExportCase::busy() const { return m_work.running() || m_drawing != nullptr; }

void ExportCase::ask(const ReplaySession& session, const model::Flag& flag, const model::ReviewRules& rules)
{
    if (busy() || raiseDialog(m_window, "caseDialog") != nullptr)
        return;
    const int number = numberOf(session, flag);
    if (number == 0)
        return;
    model::CaseRequest request;
    request.path = session.path();
    request.choices.flag = number;
    request.choices.options = optionTexts(m_codec);
    request.version = QCoreApplication::applicationVersion();
    const model::Sidecar notes = session.notes()->sidecar();
    auto* dialog = new CaseDialog({tr("%1, %2").arg(model::formatTime(flag.time), shownName(flag.check)),
                                   model::isKeptBack(flag, notes, rules)},
                                  m_window);
    connect(dialog, &CaseDialog::wanted, this,
            [this, request, notes, source = session.source(), look = m_look()](const CaseWish& wish) {
                model::CaseRequest asked = request;
                asked.choices.margin = wish.margin;
                asked.choices.anonymous = wish.anonymous;
                if (wish.verdicts)
                    asked.notes = notes;
                askExportFile(
                    m_window, {tr("Export case"), tr("Case"), tr("Pages (*.html)"), QStringLiteral("html")},
                    [this, asked, source, drawn = wish.pictures ? std::optional(look) : std::nullopt](
                        const QString& path) { save(path, asked, source, drawn); });
            });
    dialog->show();
}

void ExportCase::save(const QString& path, model::CaseRequest request,
                      std::shared_ptr<model::ReplaySource> source,
                      const std::optional<render::ViewContent>& look)
{
    if (busy())
        return;
    if (const auto apart = model::checkWriteTarget(*m_registry, request.path, path); !apart)
        return fail(path, apart.error());
    auto draft = std::make_shared<Draft>(Draft{path, std::move(source), look});
    m_work.start([this, draft, request = std::move(request)](
                     const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        auto made = model::caseOf(*draft->source, request, stop);
        if (!made)
            return [this, path = draft->path, error = made.error()] { fail(path, error); };
        draft->made = std::move(*made);
        if (!draft->look)
            return [this, draft] { write(draft); };
        return [this, draft, anonymous = request.choices.anonymous,
                moments = momentsOf(*draft->source, request.choices, stop)]() mutable {
            draw(draft, std::move(moments), anonymous);
        };
    });
    showJobProgress(&m_work, tr("Writing %1…").arg(QFileInfo(path).fileName()), m_window);
}

void ExportCase::draw(const std::shared_ptr<Draft>& draft, model::Result<CaseMoments> moments, bool anonymous)
{
    auto made = moments ? caseCameras(std::move(*moments), *draft->look, draft->source->index(), anonymous)
                        : tl::unexpected(moments.error());
    if (!made) { // the figures are what counts
        model::putPictures(draft->made, tl::unexpected(made.error()));
        return write(draft);
    }
    const std::shared_ptr<CaseCameras> cameras = std::move(*made);
    Steps steps;
    steps.count = cameras->pictures();
    steps.next = [cameras] { cameras->drawNext(); };
    steps.ended = [this, draft, cameras](bool whole) {
        m_drawing.clear();
        if (!whole)
            return;
        model::putPictures(draft->made, cameras->result());
        write(draft);
    };
    m_drawing = workInSteps(
        std::move(steps), tr("Drawing the pictures of %1…").arg(QFileInfo(draft->path).fileName()), m_window);
}

void ExportCase::write(const std::shared_ptr<Draft>& draft)
{
    m_work.start([this, draft](const model::Progress&, const std::stop_token&) -> std::function<void()> {
        model::lowerThreadPriority();
        const model::Result<void> done = model::replaceFile(draft->path, model::caseHtml(draft->made));
        return [this, path = draft->path, done] {
            if (!done)
                return fail(path, done.error());
            Q_EMIT written(path, {});
        };
    });
    showJobProgress(&m_work, tr("Writing %1…").arg(QFileInfo(draft->path).fileName()), m_window);
}

void ExportCase::fail(const QString& path, const model::Error& error)
{
    tellExportFailed(m_window, path, shownError(error));
    Q_EMIT written(path, shownError(error));
}

} // namespace ghostline::app
