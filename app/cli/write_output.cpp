// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/write_output.h"

#include "app/cli/text_table.h"
#include "model/bytes/file_names.h"
#include "model/codec/live_reader.h"
#include "model/codec/write_target.h"

#include <QFileInfo>

#include <cmath>
#include <filesystem>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

/// The writer's own figures, one a line; a group of them under its name.
QByteArray detailsText(const QJsonObject& details, int indent)
{
    QByteArray text;
    TextTable figures({{{}, TextTable::Align::Left}, {{}, TextTable::Align::Right}}, indent);
    for (auto it = details.begin(); it != details.end(); ++it) {
        const QString name = QString(it.key()).replace(u'_', u' ');
        if (it->isObject())
            text += QByteArray(indent, ' ') + name.toUtf8() + '\n' + detailsText(it->toObject(), indent + 2);
        else
            figures.addRow({name, it->isDouble()
                                      ? QString::number(it->toDouble(), 'f',
                                                        it->toDouble() == std::floor(it->toDouble()) ? 0 : 1)
                                      : it->toVariant().toString()});
    }
    return figures.text() + text;
}

Result<void> checkFolder(const QString& path)
{
    if (!model::pathExists(path))
        return {};
    if (!model::isFolder(path))
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" is a file; of a recording in a folder a folder is made"_s.arg(path));
    const auto entries = model::listFolder(path);
    if (!entries)
        return tl::unexpected(entries.error());
    if (!entries->empty())
        return fail(ErrorCode::InvalidArgument, u"the folder \"%1\" is not empty"_s.arg(path));
    return {};
}

/// The recording must survive: OUT may not be IN nor lie in it, nor replace another file unasked.
Result<void> checkOutput(const Session& session, const WriteArguments& arguments, bool likeInput)
{
    if (auto apart = model::checkWriteTarget(session.registry, arguments.file, arguments.output); !apart)
        return apart;
    if (likeInput && session.registry.isReplayFolder(session.registry.replayPath(arguments.file)))
        return checkFolder(arguments.output);
    return checkReplaced(arguments.output, arguments.force);
}

void printReport(const Session& session, const WriteArguments& arguments, const model::WriteReport& report)
{
    if (!arguments.json) {
        session.print(u"%1  %2, %3\n"_s.arg(shownText(arguments.output), countText(report.frames, u"frame"_s),
                                            bytesText(report.bytes)));
        session.print(detailsText(report.details, 2));
        session.print(diagnosticsText(report.notes, 2));
        return;
    }
    JsonWriter json(session.console.out);
    json.beginObject();
    json.member("file", arguments.output);
    json.member("frames", report.frames);
    json.member("bytes", report.bytes);
    json.member("details", QJsonValue(report.details));
    json.key("notes");
    writeDiagnostics(json, report.notes);
    json.endObject();
    json.finish();
}

/// Unless OUT could not be written, what is wrong is the recording or what was asked of it.
const QString& blamed(const model::Error& error, const WriteArguments& arguments)
{
    return error.code == ErrorCode::WriteFailed ? arguments.output : arguments.file;
}

} // namespace

Result<void> checkEnding(const QString& path, const QString& ending)
{
    if (path.endsWith(ending, Qt::CaseInsensitive))
        return {};
    return fail(ErrorCode::InvalidArgument,
                model::Sentence::of(u"the name of what is written ends in %1, not as \"%2\""_s,
                                    {ending, QFileInfo(path).fileName()}));
}

Result<void> checkReplaced(const QString& path, bool force)
{
    if (!model::pathExists(path))
        return {};
    if (model::isFolder(path))
        return fail(ErrorCode::InvalidArgument, u"\"%1\" is a folder"_s.arg(path));
    if (!model::isRegularFile(path))
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" is not a regular file, and is not replaced"_s.arg(path));
    std::error_code none;
    const auto size = std::filesystem::file_size(model::pathToBytes(path).toStdString(), none);
    if (size > 0 && !force)
        return fail(ErrorCode::InvalidArgument, u"\"%1\" exists already; --force replaces it"_s.arg(path));
    return {};
}

Result<const model::CodecInfo*> findInput(const Session& session, const WriteArguments& arguments,
                                          bool likeInput)
{
    if (const model::CodecInfo* const live = model::liveCodecOf(arguments.file, session.registry)) {
        if (const auto free = checkOutput(session, arguments, likeInput); !free)
            return tl::unexpected(free.error());
        return live;
    }
    const auto bytes = session.registry.openBytes(arguments.file, session.stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto input = session.registry.detect(**bytes);
    if (!input)
        return input;
    if (const auto free = checkOutput(session, arguments, likeInput); !free)
        return tl::unexpected(free.error());
    return input;
}

std::optional<int> refusePage(const Session& session, const WriteArguments& arguments)
{
    if (arguments.output.isEmpty() && !arguments.json)
        return failWith(session, {ErrorCode::InvalidArgument,
                                  u"-o says where the page is written, --json prints it as JSON"_s,
                                  {},
                                  {}});
    if (arguments.output.isEmpty())
        return std::nullopt;
    if (const auto named = checkEnding(arguments.output, u".html"_s); !named)
        return failWith(session, named.error(), arguments.output);
    if (const auto input = findInput(session, arguments, false); !input)
        return failWith(session, input.error(), arguments.file);
    return std::nullopt;
}

int runWrite(const Session& session, const WriteArguments& arguments, const Result<WriteJob>& job,
             WriteStep write)
{
    if (!job)
        return failWith(session, job.error(), arguments.file);
    const auto report = (job->codec->*write)(*job->replay.source, job->request);
    if (!report)
        return failWith(session, report.error(), blamed(report.error(), arguments));
    printReport(session, arguments, *report);
    return finish(session, job->replay);
}

} // namespace ghostline::app
