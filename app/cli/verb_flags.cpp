// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_flags.h"

#include "model/base/heap_policy.h"
#include "model/base/shown_text.h"
#include "model/bytes/http_source.h"
#include "model/codec/find_recordings.h"
#include "model/review/review_queue.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

void printFlag(const Session& session, const model::ReviewedFile& file, const model::Flag& flag)
{
    const model::Judgement judgement = model::judgementOf(flag, file.sidecar);
    JsonWriter json(session.console.out, JsonLayout::Inline);
    json.beginObject();
    json.member("file", model::withoutPassword(file.path));
    json.member("time_s", exactSeconds(flag.time));
    json.member("frame", flag.frame);
    json.member("check", flag.check);
    json.member("severity", flag.severity);
    json.member("score", flag.score);
    json.member("lost", model::isLost(flag, file.lost));
    json.member("detail", flag.detail);
    json.textOrNull("sha256", QString::fromLatin1(file.sidecar.recording.sha256));
    json.textOrNull("source", flag.source);
    json.textOrNull("verdict", judgement.word);
    const auto reviews = model::reviewsOf(flag, file.sidecar);
    json.member("verdicts_on_other_content",
                std::ranges::count_if(reviews, [&file](const model::FlagReview* review) {
                    return model::isOnOtherContent(*review, file.sidecar);
                }));
    if (!judgement.word.isEmpty()) {
        json.member("reviewer", judgement.reviewer);
        json.member("note", judgement.note);
        json.member("disputed", model::isDisputed(flag, file.sidecar));
    }
    json.endObject();
    json.finish();
}

/// What the exit code tells of all files together.
struct Summary
{
    bool unreadable = false; ///< a recording, or the notes beside one
    bool open = false;       ///< a flag that nobody has reviewed, or about which reviewers differ
    bool lost = false;

    int code() const { return unreadable ? ExitFailed : open ? ExitFlagged : lost ? ExitLostData : ExitFine; }
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
    if (const int outdated = model::reviewsOnOtherContent(file.sidecar); outdated > 0)
        session.console.err(
            u"ghostline-cli: %1: %2\n"_s
                .arg(model::shownText(model::withoutPassword(file.path)), outdatedText(outdated))
                .toUtf8());
    session.console.flush();
    summary.open = summary.open || file.openFlags(severity) > 0;
    if (file.lostData)
        tellLost(session, model::withoutPassword(file.path), file.diagnostics, file.lost);
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
    for (const model::Error& entry : found.passedOver)
        session.console.err(u"ghostline-cli: passed over %1\n"_s.arg(model::errorText(entry)).toUtf8());
    tellWithout(session, found);
    const auto sink = [&](model::ReviewedFile&& file) {
        const bool tells = std::ranges::any_of(file.flags, [&arguments](const model::Flag& flag) {
            return flag.severity >= arguments.severity;
        });
        if (tells && file.sidecar.recording.sha256.isEmpty())
            file.sidecar.recording =
                model::contentOf(file.path, session.stop).value_or(file.sidecar.recording);
        tell(session, file, arguments.severity, summary);
        return true;
    };
    constexpr int AllCores = 0;
    model::useHeapForEachThread();
    const auto done = model::reviewFiles(found.files, session.open, options, AllCores, sink, session.stop);
    return done ? summary.code() : failWith(session, done.error());
}

} // namespace ghostline::app
