// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "Import marks" and "Export marks": bookmarks from and for spreadsheets and programs for match analysis.
#include "app/gui/session/replay_session.h"

#include <QObject>
#include <QPointer>

class QFileDialog;
class QWidget;

namespace ghostline::app {

class Actions;
class Banner;
class BookmarksPanel;

class MarkFiles : public QObject
{
    Q_OBJECT
public:
    /// All outlive it. Dialogs stand over `window`.
    MarkFiles(Actions* actions, BookmarksPanel* bookmarks, Banner* banner, QWidget* window);
    /// null = no replay open.
    void setSession(ReplaySession* session);

    /// What the dialogs call: says in the banner what came of it.
    void importFrom(const QString& path);
    void exportTo(const QString& path);

private:
    void offer();
    void askImport();
    void askExport();

    Actions* m_actions;
    BookmarksPanel* m_bookmarks;
    Banner* m_banner;
    QWidget* m_window;
    QPointer<ReplaySession> m_session;
    QPointer<QFileDialog> m_asking;
};

} // namespace ghostline::app
