// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/save_part.h"

#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/session/job_progress.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/codec/live_reader.h"
#include "model/codec/name_pattern.h"
#include "model/codec/write_target.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

QString filterOf(const model::CodecInfo& codec)
{
    return QStringLiteral("%1 (%2)").arg(codec.name, codec.patterns.join(QLatin1Char(' ')));
}

bool isNamedLike(const QString& path, const model::CodecInfo& codec)
{
    return model::matchesAny(codec.patterns, QFileInfo(path).fileName());
}

} // namespace

SavePart::SavePart(Actions* actions, std::shared_ptr<const model::CodecRegistry> registry,
                   BookmarksPanel* bookmarks, Banner* banner, QWidget* window)
    : QObject(window), m_actions(actions), m_registry(std::move(registry)), m_bookmarks(bookmarks),
      m_banner(banner), m_window(window), m_writing(this)
{
    m_actions->on(id("file.savePart"), this, [this](bool) { ask(); });
    connect(m_bookmarks, &BookmarksPanel::selectionChanged, this, &SavePart::offer);
    connect(&m_writing, &Job::runningChanged, this, &SavePart::offer);
}

void SavePart::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (m_asking != nullptr)
        m_asking->close(); // it was asked about another recording
    if (session == nullptr)
        return;
    connect(&session->playhead(), &model::Playhead::loopChanged, this, &SavePart::offer);
    connect(session, &ReplaySession::indexChanged, this, &SavePart::offer);
    offer();
}

std::optional<model::FrameRange> SavePart::part() const
{
    if (m_session == nullptr)
        return std::nullopt;
    if (const auto loop = m_session->playhead().loop())
        return loop;
    const model::Bookmark* mark = m_bookmarks->selectedBookmark();
    const bool live = model::liveStateOf(*m_session->source()).has_value();
    if (mark == nullptr || mark->length.count() <= 0)
        return live ? std::optional(model::FrameRange{0, m_session->index()->frames()}) : std::nullopt;
    // Notes may be of a longer take.
    const model::ReplayIndex& index = *m_session->index();
    const model::FrameNumber last = index.timeAxis.frameAt(mark->time + mark->length);
    const model::FrameRange part{mark->frame, std::min(std::max(mark->frame, last) + 1, index.frames())};
    return part.empty() ? std::nullopt : std::optional(part);
}

QString SavePart::whyNot() const
{
    const model::ReplayIndex& index = *m_session->index();
    if (partWriters(*m_registry, index.info->format).empty())
        return tr("No format that is installed can hold a part of this recording");
    if (index.growing && !model::liveStateOf(*m_session->source()))
        return tr("This recording is still being made");
    if (!index.complete)
        return tr("This recording is still being read");
    if (m_writing.running())
        return tr("Another part is being written");
    if (!part())
        return tr("Nothing is marked: set a loop (I and O), or select a bookmark that spans a part");
    return {};
}

void SavePart::offer()
{
    if (m_session == nullptr)
        return;
    const QString why = whyNot();
    m_actions->offer(id("file.savePart"), why.isEmpty(), why);
}

/// As the recording itself is named, where the format is its own.
QString SavePart::suffixFor(const model::CodecInfo& writer) const
{
    const QString name = shortName(m_session->path());
    if (writer.id == m_session->info().format && isNamedLike(name, writer))
        return QFileInfo(name).suffix();
    return writer.patterns.isEmpty() ? QString() : QFileInfo(writer.patterns.front()).suffix();
}

const model::CodecInfo* SavePart::writerFor(const QString& path, const model::CodecInfo* chosen,
                                            const std::vector<const model::CodecInfo*>& writers)
{
    if (isNamedLike(path, *chosen))
        return chosen;
    const auto other = std::find_if(writers.begin(), writers.end(), [&path](const model::CodecInfo* codec) {
        return isNamedLike(path, *codec);
    });
    return other == writers.end() ? chosen : *other;
}

void SavePart::ask()
{
    const auto frames = part();
    if (m_session == nullptr || !frames || !whyNot().isEmpty() ||
        raiseDialog(m_window, "exportFileDialog") != nullptr)
        return;
    const auto writers = partWriters(*m_registry, m_session->info().format);
    const model::Bookmark* mark = m_session->playhead().loop() ? nullptr : m_bookmarks->selectedBookmark();
    const bool whole = *frames == model::FrameRange{0, m_session->index()->frames()};
    const QString shown = mark != nullptr && !mark->title.isEmpty() ? mark->title
                          : whole                                   ? tr("Match")
                                                                    : tr("Part");
    QStringList filters;
    for (const model::CodecInfo* writer : writers)
        filters << filterOf(*writer);
    const auto chosen = [filters, writers](const QString& filter) {
        return writers[static_cast<std::size_t>(std::max(qsizetype{0}, filters.indexOf(filter)))];
    };
    m_asking = askExportFile(
        m_window,
        {tr("Save part as"), shown, filters.join(QStringLiteral(";;")), suffixFor(*writers.front())},
        [this, frames = *frames, writers, chosen](const QString& path) {
            const QString filter = m_asking != nullptr ? m_asking->selectedNameFilter() : QString();
            save(path, *writerFor(path, chosen(filter), writers), frames);
        });
    connect(m_asking, &QFileDialog::filterSelected, this, [this, chosen](const QString& filter) {
        if (m_session != nullptr && m_asking != nullptr)
            m_asking->setDefaultSuffix(suffixFor(*chosen(filter)));
    });
}

void SavePart::save(const QString& path, const model::CodecInfo& writer, model::FrameRange frames)
{
    if (m_session == nullptr)
        return;
    if (const auto apart = model::checkWriteTarget(*m_registry, m_session->path(), path); !apart) {
        tellExportFailed(m_window, path, shownError(apart.error()));
        return;
    }
    const auto write = [this, path, frames, codecId = writer.id, registry = m_registry,
                        source = m_session->source()](const model::Progress& progress,
                                                      const std::stop_token& stop) -> std::function<void()> {
        model::Result<model::WriteReport> report =
            registry->load(codecId).and_then([&](const model::Codec* codec) {
                return codec->write(*source, {path, frames, {}, progress, stop});
            });
        return [this, path, report = std::move(report)] {
            if (report)
                tellWritten(path, *report);
            else
                tellExportFailed(m_window, path, shownError(report.error()));
            Q_EMIT written(path, report ? QString() : shownError(report.error()));
        };
    };
    m_writing.start(write);
    showJobProgress(&m_writing, tr("Writing %1…").arg(QFileInfo(path).fileName()), m_window);
}

void SavePart::tellWritten(const QString& path, const model::WriteReport& report)
{
    const QLocale locale;
    QString text =
        tr("%1 is written: %n frame(s), %2", nullptr, static_cast<int>(report.frames))
            .arg(QFileInfo(path).fileName(),
                 locale.formattedDataSize(static_cast<qint64>(report.bytes), 1, QLocale::DataSizeSIFormat));
    if (!report.notes.empty())
        text += QStringLiteral(". ") + report.notes.front().message;
    m_banner->tell(report.notes.empty() ? Banner::Level::Info : Banner::Level::Warning, text);
}

} // namespace ghostline::app
