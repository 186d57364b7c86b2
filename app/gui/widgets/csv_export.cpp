// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/csv_export.h"

#include "app/gui/settings/settings.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/atomic_file.h"

#include <QAbstractItemView>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QVariant>

namespace ghostline::app {

namespace {

constexpr char SourceProperty[] = "ghostlineExportSource";
constexpr qsizetype LongestWords = 80; ///< a name stays one that can be read

QString sourceOf(const QWidget* panel)
{
    for (const QWidget* at = panel; at != nullptr; at = at->parentWidget()) {
        if (const QVariant source = at->property(SourceProperty); source.isValid())
            return source.toString();
    }
    return {};
}

/// "Time in zones" -> "time-in-zones".
QString fileWords(const QString& shown)
{
    QString words;
    for (const QChar sign : shown.left(LongestWords)) {
        const bool kept = sign.isLetterOrNumber() || sign.isSurrogate() || sign.isMark();
        if (kept)
            words += sign.toLower();
        else if (!words.isEmpty() && !words.endsWith(u'-'))
            words += u'-';
    }
    while (words.endsWith(u'-'))
        words.chop(1);
    return words;
}

/// Where the last file went, else beside the recording.
QString firstFolder(const QWidget* panel)
{
    if (QString last = loadExportFolder(); !last.isEmpty())
        return last;
    const QString source = sourceOf(panel);
    return source.isEmpty() ? QString() : folderForOutput(source);
}

} // namespace

model::Result<void> exportCsv(const QAbstractItemView& view, const QString& path)
{
    return model::replaceFile(path, csvText(view));
}

void askCsvExport(QWidget* panel, const QAbstractItemView* view, const QString& title, const QString& shown)
{
    askCsvExport(panel, title, shown, [view] { return csvText(*view); });
}

void askCsvExport(QWidget* panel, const QString& title, const QString& shown,
                  const std::function<QByteArray()>& text)
{
    askExportFile(panel, {title, shown, QObject::tr("CSV files (*.csv)"), QStringLiteral("csv")},
                  [panel, text](const QString& path) {
                      if (const model::Result<void> done = model::replaceFile(path, text()); !done)
                          tellExportFailed(panel, path, shownError(done.error()));
                  });
}

QFileDialog* askExportFile(QWidget* panel, const ExportQuestion& question,
                           const std::function<void(const QString& path)>& then)
{
    auto* dialog = new QFileDialog(panel, question.title, firstFolder(panel), question.filter);
    dialog->setObjectName(QStringLiteral("exportFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(question.suffix);
    dialog->selectFile(proposedName(panel, question.shown, question.suffix));
    QObject::connect(dialog, &QFileDialog::fileSelected, panel, [then](const QString& path) {
        saveExportFolder(QFileInfo(path).absolutePath());
        then(path);
    });
    dialog->open();
    return dialog;
}

void tellExportFailed(QWidget* panel, const QString& path, const QString& message)
{
    auto* box = new QMessageBox(QMessageBox::Warning, QObject::tr("The file was not exported"), message,
                                QMessageBox::Ok, panel);
    box->setInformativeText(path);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void setExportSource(QWidget* window, const QString& replayPath)
{
    window->setProperty(SourceProperty, replayPath);
}

QString proposedName(const QWidget* panel, const QString& shown, const QString& suffix)
{
    QStringList parts;
    if (const QString source = sourceOf(panel); !source.isEmpty())
        parts << QFileInfo(shortName(source)).completeBaseName();
    if (const QString words = fileWords(shown); !words.isEmpty())
        parts << words;
    parts.removeAll(QString());
    if (parts.isEmpty())
        parts << QStringLiteral("ghostline");
    return parts.join(u'-') + u'.' + suffix;
}

} // namespace ghostline::app
