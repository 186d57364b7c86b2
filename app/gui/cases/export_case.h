// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "Export case": the chosen flag with all figures around it on one page, as `ghostline-cli case` writes it.
#include "app/gui/cases/case_cameras.h"
#include "app/gui/jobs/job.h"
#include "app/gui/session/replay_session.h"
#include "model/case/case_file.h"
#include "model/codec/codec_registry.h"
#include "model/review/flag.h"

#include <QPointer>

class QProgressDialog;
class QWidget;

namespace ghostline::app {

class ExportCase : public QObject
{
    Q_OBJECT
public:
    /// What the pictures are drawn with.
    using Look = std::function<render::ViewContent()>;

    /// The window outlives it.
    ExportCase(std::shared_ptr<const model::CodecRegistry> registry, model::Options codec, Look look,
               QWidget* window);

    /// Asks how and where. Nothing where the flag is not the recording's own. What is kept from whoever looks
    /// is not handed out either.
    void ask(const ReplaySession& session, const model::Flag& flag, const model::ReviewRules& rules);
    /// Without asking where. `look`: of that recording, for pictures of the moments round the flag; nothing =
    /// without them.
    void save(const QString& path, model::CaseRequest request, std::shared_ptr<model::ReplaySource> source,
              const std::optional<render::ViewContent>& look);

Q_SIGNALS:
    /// `error` is empty when it was.
    void written(const QString& path, const QString& error);

private:
    struct Draft;

    bool busy() const;
    void draw(const std::shared_ptr<Draft>& draft, model::Result<CaseMoments> moments, bool anonymous);
    void write(const std::shared_ptr<Draft>& draft);
    void fail(const QString& path, const model::Error& error);

    std::shared_ptr<const model::CodecRegistry> m_registry;
    model::Options m_codec;
    Look m_look;
    QWidget* m_window;
    QPointer<QProgressDialog> m_drawing; ///< while pictures are drawn
    Job m_work;
};

} // namespace ghostline::app
