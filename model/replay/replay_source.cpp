// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/replay_source.h"

namespace ghostline::model {

ReplaySource::~ReplaySource() = default;

Result<std::vector<StreamInfo>> ReplaySource::streams(std::stop_token stop) const
{
    Q_UNUSED(stop)
    return std::vector<StreamInfo>{};
}

Result<void> ReplaySource::readRecords(const QString& stream, const RecordSink& sink,
                                       std::stop_token stop) const
{
    Q_UNUSED(sink)
    Q_UNUSED(stop)
    return fail(ErrorCode::InvalidArgument, QStringLiteral("this format has no stream \"%1\"").arg(stream));
}

Result<SceneDescription> ReplaySource::scene(std::stop_token stop) const
{
    Q_UNUSED(stop)
    return SceneDescription{};
}

std::vector<Verdict> ReplaySource::verify(const Progress& progress, std::stop_token stop) const
{
    Q_UNUSED(progress)
    Q_UNUSED(stop)
    return {};
}

Result<QByteArray> ReplaySource::report(const QString& name, const QStringList& arguments,
                                        std::stop_token stop) const
{
    Q_UNUSED(arguments)
    Q_UNUSED(stop)
    return fail(ErrorCode::InvalidArgument, QStringLiteral("this format has no report \"%1\"").arg(name));
}

Result<QJsonObject> ReplaySource::nativeState(FrameNumber frame, std::stop_token stop) const
{
    Q_UNUSED(frame)
    Q_UNUSED(stop)
    return fail(ErrorCode::Unsupported, QStringLiteral("this format has no native values to show"));
}

} // namespace ghostline::model
