// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/case_drawing.h"

#include "model/bytes/whole_file.h"
#include "model/case/case_html.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

namespace ghostline::app {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using model::CasePictures;
using model::ErrorCode;
using model::Result;

constexpr auto MostTime = 10min;
constexpr int LookAgainMs = 100;

QString viewerPath()
{
    const QFileInfo viewer(QCoreApplication::applicationDirPath() + u"/ghostline"_s);
    return viewer.isExecutable() ? viewer.absoluteFilePath() : QString();
}

/// What it said last, less its own name.
QString lastWords(QProcess& process)
{
    const QString said = QString::fromUtf8(process.readAllStandardError()).trimmed();
    QString last = said.section(u'\n', -1).left(300);
    if (last.startsWith("ghostline: "_L1))
        last.remove(0, 11);
    return last.isEmpty() ? u"the viewer drew nothing"_s : last;
}

Result<void> runViewer(const QString& viewer, const QStringList& arguments, const std::stop_token& stop)
{
    QProcess process;
    process.start(viewer, arguments, QIODevice::ReadOnly);
    if (!process.waitForStarted())
        return model::fail(ErrorCode::IoError, u"the viewer did not start: %1"_s.arg(process.errorString()));
    const QDeadlineTimer deadline(MostTime);
    while (process.state() != QProcess::NotRunning && !process.waitForFinished(LookAgainMs)) {
        if (!stop.stop_requested() && !deadline.hasExpired())
            continue;
        process.kill();
        process.waitForFinished();
        if (stop.stop_requested())
            return model::cancelled(u"stopped"_s);
        return model::fail(ErrorCode::IoError, u"the viewer took longer than ten minutes"_s);
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return model::fail(ErrorCode::IoError, lastWords(process));
    return {};
}

} // namespace

Result<CasePictures> drawCasePictures(const Session& session, const CaseArguments& arguments)
{
    const QString viewer = viewerPath();
    if (viewer.isEmpty())
        return model::fail(ErrorCode::NotFound, u"the viewer, which draws them, is not installed here"_s);
    const QTemporaryDir folder;
    if (!folder.isValid())
        return model::fail(ErrorCode::IoError, folder.errorString());
    const QString drawn = folder.filePath(u"pictures.json"_s);
    QStringList words{u"--flag"_s, QString::number(arguments.choices.flag), u"--margin"_s,
                      QString::number(arguments.choices.margin, 'g', 17)};
    for (const QString& option : arguments.options)
        words << u"--option"_s << option;
    const SceneArguments& scene = arguments.scene;
    for (const QString& maps : scene.folders)
        words << u"--scene-folder"_s << maps;
    for (const auto& [name, value] :
         {std::pair(u"--scene"_s, scene.path), std::pair(u"--scene-radius"_s, scene.radius),
          std::pair(u"--scene-at"_s, scene.at)}) {
        if (!value.isEmpty())
            words << name + u'=' + value; // a place may begin with a minus
    }
    if (arguments.choices.anonymous)
        words << u"--anonymous"_s;
    words << u"--render"_s << drawn << u"--"_s << arguments.file;
    if (const Result<void> ran = runViewer(viewer, words, session.stop); !ran)
        return tl::unexpected(ran.error());
    const auto bytes = model::wholeFile(drawn, model::MostCaseBytes, u"pictures of %1 bytes are too large"_s);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return model::readCasePictures(*bytes);
}

} // namespace ghostline::app
