// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "Export case": the chosen flag with all figures around it on one page, as `ghostline-cli case` writes it.
#include "app/gui/jobs/job.h"
#include "app/gui/session/replay_session.h"
#include "model/case/case_file.h"
#include "model/codec/codec_registry.h"
#include "model/review/flag.h"

#include <QPointer>

class QWidget;

namespace ghostline::app {

class ExportCase : public QObject
{
    Q_OBJECT
public:
    /// The window outlives it.
    ExportCase(std::shared_ptr<const model::CodecRegistry> registry, model::Options codec, QWidget* window);

    /// Asks how and where. Nothing where the flag is not the recording's own. What is kept from whoever looks
    /// is not handed out either.
    void ask(const ReplaySession& session, const model::Flag& flag, const model::ReviewRules& rules);
    /// Without asking where.
    void save(const QString& path, model::CaseRequest request, std::shared_ptr<model::ReplaySource> source);

Q_SIGNALS:
    /// `error` is empty when it was.
    void written(const QString& path, const QString& error);

private:
    void askWhere(const model::CaseRequest& request, const std::shared_ptr<model::ReplaySource>& source);

    std::shared_ptr<const model::CodecRegistry> m_registry;
    model::Options m_codec;
    QWidget* m_window;
    Job m_work;
};

} // namespace ghostline::app
