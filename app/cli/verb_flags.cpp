// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_flags.h"

#include "app/cli/precision_output.h"
#include "app/cli/run_list.h"
#include "model/base/heap_policy.h"
#include "model/base/shown_text.h"
#include "model/bytes/http_source.h"
#include "model/codec/find_recordings.h"
#include "model/review/review_queue.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

QString contentText(const model::ReviewedFile& file)
{
    return QString::fromLatin1(file.sidecar.recording.sha256);
}

/// `sha256`: whether the flag says of which content it is.
void writeFlag(JsonWriter& json, const model::ReviewedFile& file, const model::Flag& flag, bool sha256)
{
    const model::Judgement judgement = model::judgementOf(flag, file.sidecar);
    json.member("time_s", exactSeconds(flag.time));
    json.member("frame", flag.frame);
    json.member("check", flag.check);
    json.member("severity", flag.severity);
    json.member("score", flag.score);
    json.member("lost", model::isLost(flag, file.lost));
    json.member("detail", flag.detail);
    if (sha256)
        json.textOrNull("sha256", contentText(file));
    json.textOrNull("source", flag.source);
    if (flag.origin == model::FlagSource::Person)
        json.textOrNull("author", flag.author);
    json.textOrNull("verdict", judgement.word);
    json.member("open", model::isOpen(flag, file.sidecar));
    const auto reviews = model::reviewsOf(flag, file.sidecar);
    json.member("verdicts_on_other_content",
                std::ranges::count_if(reviews, [&file](const model::FlagReview* review) {
                    return model::isOnOtherContent(*review, file.sidecar);
                }));
    if (!judgement.word.isEmpty()) {
        json.member("reviewer", judgement.reviewer);
        json.member("note", judgement.note);
        json.textOrNull("reason", judgement.reason);
        json.member("disputed", model::isDisputed(flag, file.sidecar));
    }
}

void printFlag(const Session& session, const model::ReviewedFile& file, const model::Flag& flag)
{
    JsonWriter json(session.console.out, JsonLayout::Inline);
    json.beginObject();
    json.member("file", model::withoutPassword(file.path));
    writeFlag(json, file, flag, true);
    json.endObject();
    json.finish();
}

/// What the exit code tells of all files together.
struct Summary
{
    bool unreadable = false; ///< a recording, or the notes beside one
    bool open = false;       ///< a flag that nobody has reviewed, or about which reviewers differ
    bool lost = false;

    void add(const model::ReviewedFile& file, int severity)
    {
        unreadable = unreadable || file.error || file.sidecarError;
        open = open || file.openFlags(severity) > 0;
        lost = lost || file.lostData;
    }
    int code() const { return unreadable ? ExitFailed : open ? ExitFlagged : lost ? ExitLostData : ExitFine; }
};

/// The hash of a file without notes takes reading all of it: only where somebody is accused.
void identifyFlagged(const Session& session, model::ReviewedFile& file, int severity)
{
    const bool tells = std::ranges::any_of(
        file.flags, [severity](const model::Flag& flag) { return flag.severity >= severity; });
    if (tells && file.sidecar.recording.sha256.isEmpty())
        file.sidecar.recording = model::contentOf(file.path, session.stop).value_or(file.sidecar.recording);
}

/// On stderr: what else there is to know of one that could be opened.
void tellMore(const Session& session, const model::ReviewedFile& file)
{
    if (const int outdated = model::reviewsOnOtherContent(file.sidecar); outdated > 0)
        session.console.err(
            u"ghostline-cli: %1: %2\n"_s
                .arg(model::shownText(model::withoutPassword(file.path)), outdatedText(outdated))
                .toUtf8());
    if (file.lostData)
        tellLost(session, model::withoutPassword(file.path), file.diagnostics, file.lost);
}

void tell(const Session& session, const model::ReviewedFile& file, int severity, Summary& summary)
{
    summary.add(file, severity);
    if (file.error) {
        failWith(session, *file.error, file.path);
        return;
    }
    if (file.sidecarError)
        failWith(session, *file.sidecarError);
    for (const model::Flag& flag : file.flags) {
        if (flag.severity >= severity)
            printFlag(session, file, flag);
    }
    session.console.flush();
    tellMore(session, file);
}

/// The flags of one recording, in its line.
void writeFlags(JsonWriter& json, const model::ReviewedFile& file, int severity)
{
    json.textOrNull("sha256", contentText(file));
    json.member("verdicts_on_other_content", model::reviewsOnOtherContent(file.sidecar));
    json.key("notes_error");
    file.sidecarError ? writeError(json, *file.sidecarError) : json.null();
    json.key("flags");
    json.beginArray();
    for (const model::Flag& flag : file.flags) {
        if (flag.severity < severity)
            continue;
        json.beginObject();
        writeFlag(json, file, flag, false);
        json.endObject();
    }
    json.endArray();
}

int flagsOfList(const Session& session, const ManyArguments& arguments, const model::OpenOptions& options)
{
    const int severity = arguments.severity;
    return runList(session, arguments, u"flags"_s, [&, severity](const Session& one, const QString& path) {
        model::OpenOptions stoppable = options;
        stoppable.stop = one.stop;
        model::ReviewedFile file = model::reviewFile(path, one.open, stoppable);
        if (file.error)
            return Answer::failed(one, *file.error, path);
        if (file.sidecarError)
            failWith(one, *file.sidecarError);
        identifyFlagged(one, file, severity);
        tellMore(one, file);
        Summary summary;
        summary.add(file, severity);
        return Answer{summary.code(), file.lostData, std::nullopt,
                      [file, severity](JsonWriter& json) { writeFlags(json, file, severity); }};
    });
}

/// What is said of the folders and files that were named.
bool tellFound(const Session& session, const model::FoundRecordings& found)
{
    for (const model::Error& error : found.missing)
        failWith(session, error);
    for (const model::Error& entry : found.passedOver)
        session.console.err(u"ghostline-cli: passed over %1\n"_s.arg(model::errorText(entry)).toUtf8());
    tellWithout(session, found);
    return found.missing.empty();
}

std::optional<model::Error> wrongForPrecision(const FlagsArguments& arguments)
{
    const auto wrong = [](const QString& message) {
        return model::fail(model::ErrorCode::InvalidArgument, message).value();
    };
    if (!arguments.precision && (arguments.csv || !arguments.reviewer.isEmpty()))
        return wrong(u"--csv and --reviewer go with --precision"_s);
    if (arguments.precision && arguments.isList())
        return wrong(u"--precision counts all recordings together: it goes with no list"_s);
    if (arguments.csv && arguments.json)
        return wrong(u"--csv and --json exclude each other"_s);
    return std::nullopt;
}

void printPrecision(const Session& session, const FlagsArguments& arguments, const PrecisionReport& report)
{
    if (arguments.json) {
        JsonWriter json(session.console.out);
        writePrecision(json, report);
        return;
    }
    session.print(arguments.csv ? precisionCsv(report) : precisionText(report));
}

constexpr int AllCores = 0;

int precisionOfAll(const Session& session, const FlagsArguments& arguments, const model::OpenOptions& options)
{
    const auto found = model::findRecordings(arguments.paths, session.registry, session.stop);
    bool unreadable = !tellFound(session, found);
    bool lost = false;
    PrecisionReport report;
    report.fromSeverity = arguments.severity;
    report.reviewer = arguments.reviewer;
    model::PrecisionCount count({.blind = !arguments.reviewer.isEmpty(), .reviewer = arguments.reviewer},
                                arguments.severity);
    const auto sink = [&](model::ReviewedFile&& file) {
        unreadable = unreadable || file.error || file.sidecarError;
        lost = lost || file.lostData;
        if (file.error)
            failWith(session, *file.error, file.path);
        else
            ++report.recordings;
        if (file.sidecarError)
            failWith(session, *file.sidecarError);
        tellMore(session, file);
        count.add(file);
        return true;
    };
    model::useHeapForEachThread();
    const auto done = model::reviewFiles(found.files, session.open, options, AllCores, sink, session.stop);
    if (!done)
        return failWith(session, done.error());
    report.checks = count.checks();
    printPrecision(session, arguments, report);
    return unreadable ? ExitFailed : lost ? ExitLostData : ExitFine;
}

} // namespace

int runFlags(const Session& session, const FlagsArguments& arguments)
{
    auto parsed = parseOptions(arguments.options);
    if (!parsed)
        return failWith(session, parsed.error());
    model::OpenOptions options;
    options.codec = *parsed;
    if (const auto wrong = wrongWithoutList(arguments))
        return failWith(session, *wrong);
    if (const auto wrong = wrongForPrecision(arguments))
        return failWith(session, *wrong);
    if (arguments.precision)
        return precisionOfAll(session, arguments, options);
    if (arguments.isList())
        return flagsOfList(session, arguments, options);
    const auto found = model::findRecordings(arguments.paths, session.registry, session.stop);
    Summary summary;
    summary.unreadable = !tellFound(session, found);
    const auto sink = [&](model::ReviewedFile&& file) {
        identifyFlagged(session, file, arguments.severity);
        tell(session, file, arguments.severity, summary);
        return true;
    };
    model::useHeapForEachThread();
    const auto done = model::reviewFiles(found.files, session.open, options, AllCores, sink, session.stop);
    return done ? summary.code() : failWith(session, done.error());
}

} // namespace ghostline::app
