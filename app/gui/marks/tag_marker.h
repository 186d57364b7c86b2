// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a press of a tag's button does to the open recording's bookmarks. UI thread only.
#include "app/gui/marks/tag_set.h"
#include "app/gui/session/replay_session.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <vector>

namespace ghostline::app {

/// A moment becomes a bookmark at once. A span begins with one press and becomes a bookmark with the next
/// one, from wherever playing stood at one press to where it stood at the other; several may be open at once.
/// A moment that is pressed while spans are open puts its tag on the one that was opened last instead. Of
/// spans in one group the one that begins ends the others; on one mark a tag replaces those of its group.
class TagMarker : public QObject
{
    Q_OBJECT
public:
    explicit TagMarker(QObject* parent = nullptr) : QObject(parent) {}

    /// null = no replay open. Spans that are open end where the one before stands.
    void setSession(ReplaySession* session);
    /// Spans that are open end where playing stands.
    void setTags(const TagSet& set);
    const TagSet& tags() const { return m_set; }

    /// Of the button with that number.
    void press(std::size_t button);
    bool isOpen(std::size_t button) const;
    bool anyOpen() const { return !m_open.empty(); }
    void endAll();
    /// Those that are open are forgotten.
    void dropAll();

Q_SIGNALS:
    void openChanged(); ///< spans began or ended, or got another tag
    void marked(const QString& tags, ghostline::model::Micros from, ghostline::model::Micros to);

private:
    struct Open
    {
        std::size_t button = 0;
        model::Micros from{};
        QStringList tags{};
    };
    void begin(std::size_t button);
    void end(std::size_t place);
    void addTag(Open& open, const TagButton& button);
    void mark(const TagButton& button, model::Micros from, model::Micros to, const QStringList& tags);

    QPointer<ReplaySession> m_session;
    TagSet m_set;
    std::vector<Open> m_open; ///< in the order in which they began
};

} // namespace ghostline::app
