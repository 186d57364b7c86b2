// SPDX-License-Identifier: GPL-3.0-or-later
// `flags`: what accuses someone in many recordings, and what nobody has reviewed yet. For scripts.
#include "app/cli/verbs.h"
#include "model/find_recordings.h"
#include "model/heap_policy.h"
#include "model/review/review_queue.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

/// What somebody made of a flag, in words.
struct Judged
{
    QString verdict;
    QString reviewer;
    QString note;
};

Judged judged(const model::Flag& flag, const model::Sidecar& sidecar)
{
    if (!model::isReviewed(flag, sidecar))
        return {};
    const auto reviews = model::reviewsOf(flag, sidecar);
    if (reviews.empty())
        return {flag.recordedVerdict, flag.recordedReviewer, flag.recordedNote};
    const model::FlagReview& newest = *reviews.back();
    return {model::verdictWord(newest), newest.reviewer, newest.note};
}

void textOrNull(JsonWriter& json, const char* key, const QString& text)
{
    json.key(key);
    text.isEmpty() ? json.null() : json.value(text);
}

void printFlag(const Session& session, const model::ReviewedFile& file, const model::Flag& flag)
{
    const Judged judgement = judged(flag, file.sidecar);
    JsonWriter json(session.console.out, JsonLayout::Inline);
    json.beginObject();
    json.member("file", file.path);
    json.member("time_s", exactSeconds(flag.time));
    json.member("frame", flag.frame);
    json.member("check", flag.check);
    json.member("severity", flag.severity);
    json.member("score", flag.score);
    json.member("detail", flag.detail);
    textOrNull(json, "source", flag.source);
    textOrNull(json, "verdict", judgement.verdict);
    if (!judgement.verdict.isEmpty()) {
        json.member("reviewer", judgement.reviewer);
        json.member("note", judgement.note);
    }
    json.endObject();
    json.finish();
}

/// What the exit code tells of all files together.
struct Summary
{
    bool unreadable = false; ///< a recording, or the notes beside one
    bool unreviewed = false;
    bool lost = false;

    int code() const
    {
        return unreadable ? ExitFailed : unreviewed ? ExitFlagged : lost ? ExitLostData : ExitFine;
    }
};

void tell(const Session& session, const model::ReviewedFile& file, int severity, Summary& summary)
{
    if (file.error) {
        failWith(session, *file.error, file.path);
        summary.unreadable = true;
        return;
    }
    if (file.sidecarError) {
        failWith(session, *file.sidecarError);
        summary.unreadable = true;
    }
    for (const model::Flag& flag : file.flags) {
        if (flag.severity >= severity)
            printFlag(session, file, flag);
    }
    session.console.flush();
    summary.unreviewed = summary.unreviewed || file.unreviewed(severity) > 0;
    if (file.lostData)
        tellLost(session, file.path, file.diagnostics, file.lost);
    summary.lost = summary.lost || file.lostData;
}

} // namespace

int runFlags(const Session& session, const ManyArguments& arguments)
{
    auto parsed = parseOptions(arguments.options);
    if (!parsed)
        return failWith(session, parsed.error());
    model::OpenOptions options;
    options.codec = *parsed;
    const auto found = model::findRecordings(arguments.paths, session.registry, session.stop);
    Summary summary;
    for (const model::Error& error : found.missing) {
        failWith(session, error);
        summary.unreadable = true;
    }
    const auto sink = [&](model::ReviewedFile&& file) {
        tell(session, file, arguments.severity, summary);
        return true;
    };
    constexpr int AllCores = 0;
    model::useHeapForEachThread();
    const auto done = model::reviewFiles(found.files, session.open, options, AllCores, sink, session.stop);
    return done ? summary.code() : failWith(session, done.error());
}

} // namespace ghostline::app
