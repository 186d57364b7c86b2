// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "Match summary": the whole recording on one page, as `ghostline-cli summary` writes it, but with pictures
// of the 3D view and in the window's language.
#include "app/gui/jobs/job.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/summary/moment_pictures.h"
#include "model/codec/codec_registry.h"

#include <QPointer>

class QProgressDialog;
class QWidget;

namespace ghostline::app {

class Actions;

class ExportSummary : public QObject
{
    Q_OBJECT
public:
    /// What the pictures are drawn with.
    using Look = std::function<render::ViewContent()>;

    /// All outlive it, the registry is shared with the work. `look`: empty = no 3D, then plans are drawn.
    ExportSummary(Actions* actions, std::shared_ptr<const model::CodecRegistry> registry, Look look,
                  QWidget* window);
    ~ExportSummary() override;

    /// null = no replay open. A page that is being written is written to its end.
    void setSession(ReplaySession* session);
    /// Without asking where.
    void save(const QString& path);

Q_SIGNALS:
    /// `error` is empty when it was.
    void written(const QString& path, const QString& error);

private:
    struct Draft;

    void offer();
    void ask();
    void draw(std::shared_ptr<Draft> draft);
    void write(const std::shared_ptr<Draft>& draft);
    void tellWritten(const QString& path);
    void fail(const QString& path, const model::Error& error);

    Actions* m_actions;
    std::shared_ptr<const model::CodecRegistry> m_registry;
    Look m_look;
    QWidget* m_window;
    QPointer<ReplaySession> m_session;
    QPointer<QProgressDialog> m_drawing; ///< while pictures are drawn
    Job m_work;
};

} // namespace ghostline::app
