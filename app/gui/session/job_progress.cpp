// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/job_progress.h"

#include "app/gui/jobs/job.h"

#include <QCoreApplication>
#include <QProgressDialog>

namespace ghostline::app {

namespace {
constexpr int Whole = 100;
constexpr int ShownAfterMs = 400;
} // namespace

QProgressDialog* showJobProgress(Job* job, const QString& text, QWidget* parent)
{
    auto* dialog =
        new QProgressDialog(text, QCoreApplication::translate("JobProgress", "Cancel"), 0, Whole, parent);
    dialog->setObjectName(QStringLiteral("jobProgress"));
    dialog->setWindowTitle(QCoreApplication::translate("JobProgress", "Ghostline"));
    dialog->setWindowModality(Qt::NonModal);
    dialog->setMinimumDuration(ShownAfterMs);
    dialog->setAutoReset(false); // at 100 % the file is still being closed
    dialog->setAutoClose(false);
    QObject::connect(job, &Job::progressed, dialog,
                     [dialog](double share) { dialog->setValue(static_cast<int>(share * Whole)); });
    QObject::connect(job, &Job::runningChanged, dialog, [dialog](bool running) {
        if (running)
            return;
        dialog->disconnect();
        dialog->hide();
        dialog->deleteLater();
    });
    QObject::connect(dialog, &QProgressDialog::canceled, job, &Job::cancel);
    dialog->setValue(0);
    return dialog;
}

} // namespace ghostline::app
