// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The play list that is worked on: its entries, its file, and every change so that it can be taken back. UI
// thread only.
#include "app/gui/session/history.h"
#include "model/clips/play_list.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <vector>

namespace ghostline::app {

class PlayListDocument : public QObject
{
    Q_OBJECT
public:
    struct Row
    {
        int id =
            0; ///< stays with the entry wherever it is moved, and comes back when a removal is taken back
        std::shared_ptr<const model::PlayListEntry> entry; ///< never null; shared by the steps of the history
        friend bool operator==(const Row&, const Row&) = default;
    };
    using Rows = std::vector<Row>;

    /// What goes to another window.
    struct Draft
    {
        model::PlayList list;
        QString path;
        bool modified = false;
    };

    explicit PlayListDocument(QObject* parent = nullptr);
    ~PlayListDocument() override;

    const Rows& rows() const { return m_now.rows; }
    const QString& title() const { return m_now.title; }
    const QString& path() const { return m_path; } ///< empty = it was never saved
    bool modified() const { return !m_history.isClean(); }
    History& history() { return m_history; }
    /// Row of an entry, -1 = it is not in the list any more.
    int rowOf(int id) const;
    model::PlayList list() const;
    std::vector<model::Clip> clips() const;

    /// `before`: a row, or behind the last one. Returns how many found room.
    std::size_t insert(const std::vector<model::PlayListEntry>& entries, int before);
    /// Those of clips, at the end. Clips of no recording are left out, numbers are brought into their range.
    std::size_t append(const std::vector<model::Clip>& clips);
    void remove(const std::vector<int>& ids);
    /// A copy of each, behind the last of them.
    void duplicate(const std::vector<int>& ids);
    /// They stand together before what stands at `before` now, in the order in which they stood.
    void move(const std::vector<int>& ids, int before);
    void change(int id, const model::Clip& clip);
    /// What recordings consist of, by path. Entries that do not say it yet are saved with it.
    void setContents(const QHash<QString, model::ContentId>& contents) { m_contents = contents; }
    /// Every entry of recording `from` is of `to` from now on, whatever that consists of; `to` may be the
    /// same one, which is taken as it is now.
    void relocate(const QString& from, const QString& to);
    void setTitle(const QString& title);

    /// A new list without a file.
    void clear();
    /// On failure the list stays as it is.
    model::Result<void> open(const QString& path);
    model::Result<void> save(const QString& path);
    Draft draft() const { return {list(), m_path, modified()}; }
    void take(const Draft& draft);

Q_SIGNALS:
    void changed();      ///< rows() or title()
    void stateChanged(); ///< path() or modified()

private:
    struct State
    {
        Rows rows;
        QString title;
    };
    Row row(model::PlayListEntry entry);
    void apply(const QString& what, State next);
    void show(const State& state);
    void begin(const model::PlayList& list, const QString& path);

    State m_now;
    QJsonObject m_unknown; ///< keys of the file that this version does not know
    QHash<QString, model::ContentId> m_contents;
    QString m_path;
    int m_lastId = 0;
    History m_history;
};

} // namespace ghostline::app
