// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table of something that the open replay's notes hold: bookmarks, drawings. A row is known by its id and
// keeps its place, and an editor that is open on it, while what it says is changed.
#include "app/gui/session/replay_session.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QPointer>

#include <vector>

namespace ghostline::app {

class NoteRows : public QAbstractTableModel
{
    Q_OBJECT
public:
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// -1 for one that is not shown.
    int rowOf(const QString& id) const;
    int rowCount(const QModelIndex& parent = {}) const override;

protected:
    /// `changed` tells that rows may be others, or say something else.
    NoteRows(void (ReplayNotes::*changed)(), QObject* parent);
    ReplaySession* session() const { return m_session; }
    const render::Theme& theme() const { return m_theme; }
    const QFont& tabular() const { return m_tabular; }
    /// By row, as the views know them.
    const std::vector<QString>& ids() const { return m_ids; }
    /// What is to be shown, in its order; called whenever the notes are others. Of no session nothing.
    virtual std::vector<QString> wantedIds() = 0;
    /// Asks for them anew; not before write() has returned.
    void refreshRows();
    /// Runs what changes the notes for an editor: that must outlive what it has just written. Where its row
    /// now stands elsewhere or is not wanted any more, it goes once the editor has.
    template<typename Change>
    void write(const Change& change)
    {
        m_writing = true;
        change();
        m_writing = false;
    }

private:
    void takeRows(std::vector<QString> wanted);
    void repaintRows();

    void (ReplayNotes::*m_changed)();
    QPointer<ReplaySession> m_session;
    std::vector<QString> m_ids;
    bool m_writing = false; ///< an editor is open on a row
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
