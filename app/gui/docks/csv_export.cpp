// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/docks/csv_export.h"

#include "app/gui/docks/panel_style.h"
#include "model/atomic_file.h"

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
    auto* dialog = new QFileDialog(panel, title, QString(), QObject::tr("CSV files (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    QObject::connect(dialog, &QFileDialog::fileSelected, panel, [panel, view](const QString& path) {
        const model::Result<void> done = exportCsv(*view, path);
        if (done)
            return;
        auto* box = new QMessageBox(QMessageBox::Warning, QObject::tr("The table was not exported"),
                                    done.error().message, QMessageBox::Ok, panel);
        box->setInformativeText(path);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    });
    dialog->open();
}

} // namespace ghostline::app
