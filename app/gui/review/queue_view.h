// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recordings of a folder that wait for review: filled in the background, sorted, filtered, opened.
#include "app/gui/review/queue_reader.h"
#include "render/base/theme.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace ghostline::app {

class Actions;
class ElidedLabel;
class QueueFilter;
class QueueFilterBar;
class QueueModel;

class QueueView : public QWidget
{
    Q_OBJECT
public:
    explicit QueueView(Actions* actions, QWidget* parent = nullptr);

    void setTheme(const render::Theme& theme);
    void setRules(const model::ReviewRules& rules);
    void openFolder(const QString& folder, std::shared_ptr<const model::CodecRegistry> registry,
                    const model::Options& options);
    const QString& folder() const { return m_folder; }
    bool reading() const { return m_reader.running(); }
    /// Which of them is open now; empty = none.
    void setOpenPath(const QString& path);
    /// Opens the next (1) or previous (-1) one that can be opened, in the order shown.
    void step(int delta);
    /// Opens the next one, in the order shown and round its end, in which a flag is open; false without any.
    bool openNextUnfinished();
    /// False where it is known that nobody is accused in it.
    bool hasFlags(const QString& path) const;
    /// What is said of a file has changed.
    void setSidecar(const QString& path, const model::Sidecar& sidecar);
    const QueueModel& model() const { return *m_model; }

Q_SIGNALS:
    void openRequested(const QString& path);
    void countChanged();

private:
    void build(Actions* actions);
    void bindReader();
    bool watch(const QString& folder);
    void watchBelow(const QStringList& folders);
    void lookAgainLater();
    void watchContent(const QString& recording, const model::Sidecar& sidecar);
    QTableView* buildTable();
    void fitColumns();
    void showMenu(const QPoint& at);
    void showState();
    void openAt(const QModelIndex& shown);
    const model::ReviewedFile* fileAt(const QModelIndex& shown) const;

    QString m_folder;
    QString m_openPath;
    QString m_problem;
    QueueModel* m_model = nullptr;
    QueueFilter* m_filter = nullptr;
    QTableView* m_table = nullptr;
    QueueFilterBar* m_bar = nullptr;
    ElidedLabel* m_state = nullptr;
    QToolButton* m_stop = nullptr;
    QLabel* m_empty = nullptr;
    QFileSystemWatcher m_watcher;
    QTimer m_again;         ///< until the folders have settled
    int m_looks = 0;        ///< in a row, at recordings that are still written
    bool m_stopped = false; ///< by hand: it is not read again until it is opened again
    QueueReader m_reader;   ///< last member: ends before what it reports to
};

} // namespace ghostline::app
