// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often each check was right in the folder of the queue, as far as it was judged; follows the queue.
#include <QDialog>
#include <QPointer>
#include <QTimer>

class QLabel;

namespace ghostline::app {

class PrecisionModel;
class QueueView;

/// Not modal, deletes itself when it closes. In blind review only the reviewer's own verdicts count, and it
/// says so.
class PrecisionDialog : public QDialog
{
    Q_OBJECT
public:
    PrecisionDialog(const QueueView* queue, QWidget* parent);

private:
    void count();
    QString whoseText() const;

    QPointer<const QueueView> m_queue;
    PrecisionModel* m_model;
    QLabel* m_head;
    QLabel* m_whose;
    QTimer m_soon; ///< a folder that is read tells of itself very often
};

/// Brings up the one that is open, or a new one.
void showPrecision(const QueueView* queue, QWidget* parent);

} // namespace ghostline::app
