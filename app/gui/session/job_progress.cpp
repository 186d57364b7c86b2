// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/job_progress.h"

#include "app/gui/jobs/job.h"

#include <QCoreApplication>
#include <QProgressDialog>
#include <QTimer>

namespace ghostline::app {

namespace {

constexpr int Whole = 100;
constexpr int JobShownAfterMs = 400;
constexpr int StepsShownAfterMs = 1000;

QProgressDialog* newDialog(const QString& text, int count, int shownAfterMs, QWidget* parent)
{
    auto* dialog =
        new QProgressDialog(text, QCoreApplication::translate("JobProgress", "Cancel"), 0, count, parent);
    dialog->setWindowTitle(QCoreApplication::translate("JobProgress", "Ghostline"));
    dialog->setWindowModality(Qt::NonModal);
    dialog->setMinimumDuration(shownAfterMs);
    dialog->setAutoReset(false); // in the end a file is still being closed
    dialog->setAutoClose(false);
    return dialog;
}

void leave(QProgressDialog* dialog)
{
    dialog->disconnect();
    dialog->hide();
    dialog->deleteLater();
}

} // namespace

QProgressDialog* showJobProgress(Job* job, const QString& text, QWidget* parent)
{
    QProgressDialog* dialog = newDialog(text, Whole, JobShownAfterMs, parent);
    dialog->setObjectName(QStringLiteral("jobProgress"));
    QObject::connect(job, &Job::progressed, dialog,
                     [dialog](double share) { dialog->setValue(static_cast<int>(share * Whole)); });
    QObject::connect(job, &Job::runningChanged, dialog, [dialog](bool running) {
        if (!running)
            leave(dialog);
    });
    QObject::connect(dialog, &QProgressDialog::canceled, job, &Job::cancel);
    dialog->setValue(0);
    return dialog;
}

QProgressDialog* workInSteps(Steps steps, const QString& text, QWidget* parent)
{
    QProgressDialog* dialog = newDialog(text, steps.count, StepsShownAfterMs, parent);
    dialog->setObjectName(QStringLiteral("stepProgress"));
    auto* timer = new QTimer(dialog);
    const auto end = [dialog, timer, ended = std::move(steps.ended)](bool whole) {
        timer->stop();
        leave(dialog);
        ended(whole);
    };
    QObject::connect(dialog, &QProgressDialog::canceled, dialog, [end] { end(false); });
    QObject::connect(timer, &QTimer::timeout, dialog,
                     [dialog, end, next = std::move(steps.next), done = 0, count = steps.count]() mutable {
                         if (done == count)
                             return end(true);
                         next();
                         dialog->setValue(++done);
                     });
    timer->start(0);
    return dialog;
}

} // namespace ghostline::app
