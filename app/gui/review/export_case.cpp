// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/export_case.h"

#include "app/gui/review/case_dialog.h"
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

#include <algorithm>

namespace ghostline::app {

namespace {

/// From 1 in order of time, of the flags that the recording itself has; 0 = it is none of them.
int numberOf(const ReplaySession& session, const model::Flag& flag)
{
    const std::vector<model::Flag> all = model::flagsOf(*session.source()->index()->events);
    const auto found = std::ranges::find_if(all, [&flag](const model::Flag& each) {
        return each.frame == flag.frame && each.check == flag.check && each.actor == flag.actor;
    });
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

ExportCase::ExportCase(std::shared_ptr<const model::CodecRegistry> registry, model::Options codec,
                       QWidget* window)
    : QObject(window), m_registry(std::move(registry)), m_codec(std::move(codec)), m_window(window),
      m_work(this)
{
}

void ExportCase::ask(const ReplaySession& session, const model::Flag& flag, const model::ReviewRules& rules)
{
    if (m_work.running() || raiseDialog(m_window, "caseDialog") != nullptr)
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
    auto* dialog = new CaseDialog(tr("%1, %2").arg(model::formatTime(flag.time), shownName(flag.check)),
                                  model::isKeptBack(flag, notes, rules), m_window);
    connect(dialog, &CaseDialog::wanted, this,
            [this, request, notes, source = session.source()](double margin, bool anonymous, bool withNotes) {
                model::CaseRequest asked = request;
                asked.choices.margin = margin;
                asked.choices.anonymous = anonymous;
                if (withNotes)
                    asked.notes = notes;
                askWhere(asked, source);
            });
    dialog->show();
}

void ExportCase::askWhere(const model::CaseRequest& request,
                          const std::shared_ptr<model::ReplaySource>& source)
{
    askExportFile(m_window, {tr("Export case"), tr("Case"), tr("Pages (*.html)"), QStringLiteral("html")},
                  [this, request, source](const QString& path) { save(path, request, source); });
}

void ExportCase::save(const QString& path, model::CaseRequest request,
                      std::shared_ptr<model::ReplaySource> source)
{
    if (const auto apart = model::checkWriteTarget(*m_registry, request.path, path); !apart) {
        tellExportFailed(m_window, path, shownError(apart.error()));
        Q_EMIT written(path, shownError(apart.error()));
        return;
    }
    m_work.start([this, path, request = std::move(request), source = std::move(source)](
                     const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        const auto made = model::caseOf(*source, request, stop);
        const model::Result<void> done = made ? model::replaceFile(path, model::caseHtml(*made))
                                              : model::Result<void>(tl::unexpected(made.error()));
        return [this, path, done] {
            if (!done)
                tellExportFailed(m_window, path, shownError(done.error()));
            Q_EMIT written(path, done ? QString() : shownError(done.error()));
        };
    });
    showJobProgress(&m_work, tr("Writing %1…").arg(QFileInfo(path).fileName()), m_window);
}

} // namespace ghostline::app
