// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session.h"

#include "app/cli/text_table.h"
#include "model/bytes/http_source.h"
#include "model/codec/scene_arguments.h"
#include "model/replay/named_actors.h"
#include "model/time/time_text.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Result;

Result<model::Options> parseOptions(const QStringList& texts)
{
    return model::parseOptions(texts).map_error([](const QString& text) {
        return model::Error{ErrorCode::InvalidArgument, u"--option needs NAME=VALUE, not \"%1\""_s.arg(text)};
    });
}

Result<model::SceneChoice> sceneChoice(const SceneArguments& arguments)
{
    const auto radius = model::parseSceneRadius(arguments.radius);
    if (!radius)
        return tl::unexpected(radius.error());
    const auto at = model::parseScenePlace(arguments.at);
    if (!at)
        return tl::unexpected(at.error());
    return model::SceneChoice{
        .path = arguments.path, .folders = arguments.folders, .radius = *radius, .at = *at};
}

Result<model::OpenOptions> openOptions(const Session& session, const ReplayArguments& arguments)
{
    if (const auto scene = sceneChoice(arguments.scene); !scene)
        return tl::unexpected(scene.error());
    return parseOptions(arguments.options).map([&](const model::Options& parsed) {
        model::OpenOptions options;
        options.codec = parsed;
        options.stop = session.stop;
        return options;
    });
}

Result<Replay> startReplay(const Session& session, const QString& file, model::OpenOptions options)
{
    options.stop = session.stop;
    auto source = session.open(file, options);
    if (!source)
        return tl::unexpected(source.error());
    return Replay{model::withoutPassword(file), std::shared_ptr<model::ReplaySource>(std::move(*source)),
                  nullptr};
}

Result<void> awaitIndex(const Session& session, Replay& replay)
{
    auto index = replay.source->waitComplete(session.stop);
    if (!index)
        return tl::unexpected(index.error());
    replay.index = *index;
    return {};
}

Result<Replay> openReplay(const Session& session, const QString& file, model::OpenOptions options)
{
    options.stop = session.stop;
    return model::openComplete(session.open, file, options).map([&file](const model::CompleteReplay& opened) {
        return Replay{model::withoutPassword(file), opened.source, opened.index};
    });
}

Result<Replay> openReplay(const Session& session, const ReplayArguments& arguments)
{
    auto options = openOptions(session, arguments);
    if (!options)
        return tl::unexpected(options.error());
    return openReplay(session, arguments.file, std::move(*options));
}

Result<model::FrameRange> parseRange(const QString& from, const QString& to, const model::TimeAxis& axis)
{
    return model::parseFrameRange(from, to, axis);
}

Result<std::vector<model::ActorId>> findActors(const QStringList& wanted, const model::ReplayInfo& info)
{
    std::vector<model::ActorId> found;
    for (const QString& text : wanted) {
        const std::vector<model::ActorId> named = model::actorsNamed(text, info);
        if (named.empty())
            return fail(ErrorCode::InvalidArgument,
                        u"there is no actor \"%1\"; `info` lists ids and names"_s.arg(text));
        found.insert(found.end(), named.begin(), named.end());
    }
    std::ranges::sort(found);
    const auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    return found;
}

QString adviceText(const Session& session, const model::Error& error)
{
    QString text;
    if (!error.advice.isEmpty())
        text += u"  "_s + shownText(error.advice) + u'\n';
    // A file that nobody recognises may belong to a codec that is not there.
    if (error.code == ErrorCode::UnknownFormat) {
        for (const model::CodecFailure& failure : session.registry.failures())
            text += u"  codec %1 could not be loaded: %2\n"_s.arg(shownText(failure.library),
                                                                  shownText(failure.reason));
    }
    return text;
}

int failWith(const Session& session, const model::Error& error, const QString& file)
{
    const QString text = u"ghostline-cli: "_s + model::errorText(error, model::withoutPassword(file)) +
                         u'\n' + adviceText(session, error);
    session.console.err(text.toUtf8());
    return ExitFailed;
}

void tellLost(const Session& session, const QString& file, const model::DiagnosticList& diagnostics,
              const model::SpanList& lost)
{
    constexpr int MostLines = 5;
    int errors = 0;
    QString text;
    const QString name = shownText(file);
    for (const model::Diagnostic& d : diagnostics) {
        if (d.severity == model::Severity::Error && errors++ < MostLines)
            text += u"ghostline-cli: %1: %2%3\n"_s.arg(name, shownText(d.message),
                                                       model::whereText(d.where, d.message));
    }
    if (errors > MostLines)
        text +=
            u"ghostline-cli: %1: and %2 more; `check` lists them all\n"_s.arg(name).arg(errors - MostLines);
    if (errors == 0) {
        for (const model::LostSpan& span : lost)
            text += u"ghostline-cli: %1: lost: %2 (frames %3 to %4)\n"_s.arg(name, shownText(span.reason))
                        .arg(span.frames.first)
                        .arg(span.frames.end - 1);
    }
    session.console.err(text.toUtf8());
}

int finish(const Session& session, const Replay& replay)
{
    if (!replay.index->lostData())
        return ExitFine;
    tellLost(session, replay.file, replay.index->diagnostics, replay.index->lost);
    return ExitLostData;
}

void tellWithout(const Session& session, const model::FoundRecordings& found)
{
    for (const QString& folder : found.without)
        session.console.err(
            u"ghostline-cli: %1: no recording lies in this folder\n"_s.arg(shownText(folder)).toUtf8());
}

void writeDiagnostics(JsonWriter& json, const model::DiagnosticList& diagnostics)
{
    json.beginArray();
    for (const model::Diagnostic& d : diagnostics) {
        json.beginObject(JsonLayout::Inline);
        json.member("severity", model::severityName(d.severity));
        json.member("code", d.code);
        json.member("message", d.message);
        json.key("offset");
        d.where.offset ? json.value(*d.where.offset) : json.null();
        json.key("frame");
        d.where.frame ? json.value(*d.where.frame) : json.null();
        json.endObject();
    }
    json.endArray();
}

void writeVerdicts(JsonWriter& json, const std::vector<model::Verdict>& verdicts)
{
    json.beginArray();
    for (const model::Verdict& v : verdicts) {
        json.beginObject(JsonLayout::Inline);
        json.member("check", v.check);
        json.member("verdict", model::verdictName(v.state));
        json.key("frame");
        v.frame ? json.value(*v.frame) : json.null();
        json.member("detail", v.detail);
        json.endObject();
    }
    json.endArray();
}

void writeError(JsonWriter& json, const model::Error& error)
{
    json.beginObject(JsonLayout::Inline);
    json.member("message", error.message);
    json.key("offset");
    error.where.offset ? json.value(*error.where.offset) : json.null();
    json.key("frame");
    error.where.frame ? json.value(*error.where.frame) : json.null();
    json.endObject();
}

void beginFile(JsonWriter& json, const QString& file, const model::Error* error)
{
    json.beginObject();
    json.member("file", file);
    json.key("error");
    error != nullptr ? writeError(json, *error) : json.null();
}

void printFileHeading(const Session& session, const QString& file, bool first)
{
    session.print((first ? u"%1\n"_s : u"\n%1\n"_s).arg(shownText(file)));
}

QByteArray diagnosticsText(const model::DiagnosticList& diagnostics, int indent)
{
    TextTable table({{}, {{}, TextTable::Align::Right}, {{}, TextTable::Align::Right}, {}, {}}, indent);
    for (const model::Diagnostic& d : diagnostics) {
        table.addRow({model::severityName(d.severity),
                      d.where.offset ? u"byte %1"_s.arg(*d.where.offset) : QString(),
                      d.where.frame ? u"frame %1"_s.arg(*d.where.frame) : QString(), d.code, d.message});
    }
    return table.text();
}

QByteArray lostText(const model::SpanList& lost, int indent)
{
    TextTable table({{}, {}}, indent);
    for (const model::LostSpan& span : lost)
        table.addRow(
            {u"lost"_s,
             u"frames %1 to %2: %3"_s.arg(span.frames.first).arg(span.frames.end - 1).arg(span.reason)});
    return table.text();
}

QString outdatedText(int reviews)
{
    return u"%1 given on other content of this file, not counted"_s.arg(countText(reviews, u"verdict"_s));
}

QByteArray verdictsText(const std::vector<model::Verdict>& verdicts, int indent)
{
    TextTable table({{}, {}, {{}, TextTable::Align::Right}, {}}, indent);
    for (const model::Verdict& v : verdicts) {
        table.addRow({v.check, model::verdictName(v.state), v.frame ? u"frame %1"_s.arg(*v.frame) : QString(),
                      v.detail});
    }
    return table.text();
}

} // namespace ghostline::app
