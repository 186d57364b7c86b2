// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "Save part as": the loop, or what the selected bookmark spans, as a file of its own, written by the codec
// as `ghostline-cli convert --from --to` does.
#include "app/gui/jobs/job.h"
#include "app/gui/session/replay_session.h"
#include "model/codec/codec_registry.h"

#include <QObject>
#include <QPointer>

#include <optional>

class QFileDialog;
class QWidget;

namespace ghostline::app {

class Actions;
class Banner;
class BookmarksPanel;

class SavePart : public QObject
{
    Q_OBJECT
public:
    /// All outlive it, the registry is shared with the work. Dialogs stand over `window`.
    SavePart(Actions* actions, std::shared_ptr<const model::CodecRegistry> registry,
             BookmarksPanel* bookmarks, Banner* banner, QWidget* window);
    /// null = no replay open. What is being written is written to its end.
    void setSession(ReplaySession* session);
    /// What would be written; nothing where nothing is marked.
    std::optional<model::FrameRange> part() const;
    /// By which codec a file of that name is written: the one that was chosen, unless it is named like
    /// another.
    static const model::CodecInfo* writerFor(const QString& path, const model::CodecInfo* chosen,
                                             const std::vector<const model::CodecInfo*>& writers);

Q_SIGNALS:
    /// `error` is empty when it was.
    void written(const QString& path, const QString& error);

private:
    void offer();
    /// Why nothing can be saved now; empty where it can.
    QString whyNot() const;
    void ask();
    void save(const QString& path, const model::CodecInfo& writer, model::FrameRange frames);
    void tellWritten(const QString& path, const model::WriteReport& report);
    QString suffixFor(const model::CodecInfo& writer) const;

    Actions* m_actions;
    std::shared_ptr<const model::CodecRegistry> m_registry;
    BookmarksPanel* m_bookmarks;
    Banner* m_banner;
    QWidget* m_window;
    QPointer<ReplaySession> m_session;
    QPointer<QFileDialog> m_asking;
    Job m_writing;
};

} // namespace ghostline::app
