// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/csv_export.h"

#include "app/gui/widgets/panel_style.h"
#include "model/bytes/atomic_file.h"

#include <QAbstractItemView>
#include <QFileDialog>
#include <QMessageBox>

namespace ghostline::app {

model::Result<void> exportCsv(const QAbstractItemView& view, const QString& path)
{
    return model::replaceFile(path, csvText(view));
}

void askCsvExport(QWidget* panel, const QAbstractItemView* view, const QString& title)
{
    askExportFile(panel, title, QObject::tr("CSV files (*.csv)"), QStringLiteral("csv"),
                  [panel, view](const QString& path) {
                      const model::Result<void> done = exportCsv(*view, path);
                      if (!done)
                          tellExportFailed(panel, path, done.error().message);
                  });
}

void askExportFile(QWidget* panel, const QString& title, const QString& filter, const QString& suffix,
                   const std::function<void(const QString& path)>& then)
{
    auto* dialog = new QFileDialog(panel, title, QString(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, panel, then);
    dialog->open();
}

void tellExportFailed(QWidget* panel, const QString& path, const QString& message)
{
    auto* box = new QMessageBox(QMessageBox::Warning, QObject::tr("The file was not exported"), message,
                                QMessageBox::Ok, panel);
    box->setInformativeText(path);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace ghostline::app
