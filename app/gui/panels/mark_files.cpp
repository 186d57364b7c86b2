// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/mark_files.h"

#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/settings/settings.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/atomic_file.h"
#include "model/marks/mark_csv.h"
#include "model/marks/sportscode_xml.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ghostline::app {

MarkFiles::MarkFiles(Actions* actions, BookmarksPanel* bookmarks, Banner* banner, QWidget* window)
    : QObject(window), m_actions(actions), m_bookmarks(bookmarks), m_banner(banner), m_window(window)
{
    m_actions->on(id("file.importMarks"), this, [this](bool) { askImport(); });
    m_actions->on(id("file.exportMarks"), this, [this](bool) { askExport(); });
}

void MarkFiles::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    if (m_asking != nullptr)
        m_asking->close(); // it was asked about another recording
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &MarkFiles::offer);
    connect(session->notes(), &ReplayNotes::bookmarksChanged, this, &MarkFiles::offer);
    offer();
}

/// Before all of it is read nobody knows which marks lie behind its end.
void MarkFiles::offer()
{
    if (m_session == nullptr)
        return;
    m_actions->offer(id("file.importMarks"), m_session->index()->complete,
                     tr("This recording is still being read"));
    m_actions->offer(id("file.exportMarks"), !m_session->notes()->sidecar().bookmarks.empty(),
                     tr("There are no bookmarks"));
}

void MarkFiles::askImport()
{
    if (m_session == nullptr || raiseDialog(m_window, "importMarksDialog") != nullptr)
        return;
    auto* dialog = new QFileDialog(m_window, tr("Import marks"));
    dialog->setObjectName(QStringLiteral("importMarksDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Marks (*.csv *.tsv *.txt *.xml)"), tr("All files (*)")});
    const QString last = loadExportFolder();
    dialog->setDirectory(last.isEmpty() ? folderForOutput(m_session->path()) : last);
    connect(dialog, &QFileDialog::fileSelected, this, &MarkFiles::importFrom);
    m_asking = dialog;
    dialog->open();
}

void MarkFiles::importFrom(const QString& path)
{
    if (m_session == nullptr)
        return;
    auto read = model::readMarks(path);
    if (!read) {
        m_banner->tell(Banner::Level::Warning,
                       tr("The marks were not imported: %1").arg(shownError(read.error())));
        return;
    }
    const std::vector<model::Error> said = model::placeMarks(read->marks, m_session->index()->timeAxis);
    const model::MarksToAdd found = model::marksToAdd(m_session->notes()->sidecar().bookmarks, *read);
    std::vector<model::Bookmark> edits = found.added;
    edits.insert(edits.end(), found.changed.begin(), found.changed.end());
    if (!edits.empty())
        m_session->notes()->editBookmarks(tr("Import marks"), edits);

    QStringList text{tr("%n marks were added", nullptr, static_cast<int>(found.added.size()))};
    if (!found.changed.empty())
        text << tr("%n were changed", nullptr, static_cast<int>(found.changed.size()));
    if (found.known > 0)
        text << tr("%n were there already", nullptr, static_cast<int>(found.known));
    for (const model::Error& each : said)
        text << shownError(each);
    const int unusable = static_cast<int>(read->leftOut.size() + read->moreLeftOut);
    if (unusable > 0)
        text << tr("%n could not be used, the first: %1", nullptr, unusable)
                    .arg(shownError(read->leftOut.front()));
    const bool whole = said.empty() && unusable == 0;
    m_banner->tell(whole ? Banner::Level::Info : Banner::Level::Warning, text.join(QStringLiteral("; ")));
}

void MarkFiles::askExport()
{
    if (m_session == nullptr || raiseDialog(m_window, "exportFileDialog") != nullptr)
        return;
    const QString csv = tr("Tables (*.csv)");
    const QString xml = tr("Sportscode XML (*.xml)");
    m_asking = askExportFile(
        m_window, {tr("Export marks"), tr("Marks"), csv + QStringLiteral(";;") + xml, QStringLiteral("csv")},
        [this](const QString& path) { exportTo(path); });
    connect(m_asking, &QFileDialog::filterSelected, this, [this, xml](const QString& filter) {
        if (m_asking != nullptr)
            m_asking->setDefaultSuffix(filter == xml ? QStringLiteral("xml") : QStringLiteral("csv"));
    });
}

void MarkFiles::exportTo(const QString& path)
{
    if (m_session == nullptr)
        return;
    const std::vector<model::Bookmark> marks = m_bookmarks->shownBookmarks();
    const bool xml = path.endsWith(QLatin1String(".xml"), Qt::CaseInsensitive);
    const model::Result<void> done =
        model::replaceFile(path, xml ? model::sportscodeXml(marks) : model::markCsv(marks));
    if (!done) {
        tellExportFailed(m_window, path, shownError(done.error()));
        return;
    }
    const std::size_t all = m_session->notes()->sidecar().bookmarks.size();
    QString text = tr("%n marks were written to %1", nullptr, static_cast<int>(marks.size()))
                       .arg(QFileInfo(path).fileName());
    if (marks.size() < all)
        text += QStringLiteral("; ") + tr("the filter of the Bookmarks panel leaves out %n", nullptr,
                                          static_cast<int>(all - marks.size()));
    m_banner->tell(Banner::Level::Info, text);
}

} // namespace ghostline::app
