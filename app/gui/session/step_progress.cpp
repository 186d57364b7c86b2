// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/step_progress.h"

#include <QCoreApplication>
#include <QProgressDialog>
#include <QTimer>

#include <memory>

namespace ghostline::app {

namespace {
constexpr int ShownAfterMs = 1000;
} // namespace

QProgressDialog* workInSteps(Steps steps, const QString& text, QWidget* parent)
{
    auto* dialog = new QProgressDialog(text, QCoreApplication::translate("JobProgress", "Cancel"), 0,
                                       steps.count, parent);
    dialog->setObjectName(QStringLiteral("stepProgress"));
    dialog->setWindowTitle(QCoreApplication::translate("JobProgress", "Ghostline"));
    dialog->setWindowModality(Qt::NonModal);
    dialog->setMinimumDuration(ShownAfterMs);
    dialog->setAutoReset(false);
    dialog->setAutoClose(false);
    auto* timer = new QTimer(dialog);
    const auto end = [dialog, timer, ended = std::move(steps.ended)](bool whole) {
        timer->stop();
        dialog->disconnect();
        dialog->hide();
        dialog->deleteLater();
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
