// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_check.h"

#include "app/cli/run_list.h"
#include "app/cli/text_table.h"
#include "model/bytes/http_source.h"
#include "model/codec/find_recordings.h"
#include "model/sidecar/sidecar.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <map>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

struct Checked
{
    QString file;
    std::optional<model::Error> error; ///< it could not be opened
    std::shared_ptr<const model::ReplayIndex> index;
    std::vector<model::Error> undecodable;
    std::vector<model::Verdict> verdicts;
    model::ContentId content{}; ///< unknown of addresses
    int outdatedReviews = 0;    ///< given on other content than the file has now

    int code() const
    {
        if (error)
            return ExitFailed;
        const bool failed = std::any_of(verdicts.begin(), verdicts.end(), [](const model::Verdict& v) {
            return v.state == model::VerdictState::Failed;
        });
        return failed || !undecodable.empty() || index->lostData() ? ExitLostData : ExitFine;
    }
    QString status() const { return error ? u"unreadable"_s : code() == ExitFine ? u"ok"_s : u"damaged"_s; }
};

/// What is lost only shows what was before, however long it claims to be.
void lookAtEveryFrame(const Session& session, const model::Segment& segment, const model::SpanList& lost)
{
    const model::FrameRange frames = segment.frames();
    auto next = std::find_if(lost.begin(), lost.end(),
                             [&](const model::LostSpan& span) { return span.frames.end > frames.first; });
    model::WorldState state;
    for (model::FrameNumber frame = frames.first; frame < frames.end && !session.stop.stop_requested();) {
        while (next != lost.end() && next->frames.end <= frame)
            ++next;
        if (next != lost.end() && next->frames.contains(frame)) {
            frame = next->frames.end;
            continue;
        }
        segment.sample({frame++, 0.0}, model::SamplePolicy::Interpolate, state);
    }
}

/// Decodes every segment once, in order, and looks at every frame of it.
void decodeAll(const Session& session, const Replay& replay, Checked& checked)
{
    std::shared_ptr<const model::Segment> previous;
    for (int k = 0; k < replay.index->keyframes.count() && !session.stop.stop_requested(); ++k) {
        auto segment = replay.source->readSegment(k, previous.get(), session.stop);
        if (!segment) {
            checked.undecodable.push_back(segment.error());
            previous.reset();
            continue;
        }
        previous = *segment;
        lookAtEveryFrame(session, *previous, replay.index->lost);
    }
}

/// What its notes say of it is no condition of the recording: notes that cannot be read are `flags`'
/// business.
void lookAtNotes(const Session& session, const QString& file, Checked& checked)
{
    checked.content = model::contentOf(file, session.stop).value_or(model::ContentId{});
    if (auto notes = model::loadNotes(file)) {
        notes->sidecar.recording = checked.content;
        checked.outdatedReviews = model::reviewsOnOtherContent(notes->sidecar);
    }
}

Checked checkOne(const Session& session, const QString& file, const ManyArguments& arguments)
{
    Checked checked;
    checked.file = model::withoutPassword(file);
    ReplayArguments one;
    one.file = file;
    one.options = arguments.options;
    const auto replay = openReplay(session, one);
    if (!replay) {
        checked.error = replay.error();
        return checked;
    }
    checked.index = replay->index;
    decodeAll(session, *replay, checked);
    checked.verdicts = replay->source->verify({}, session.stop);
    lookAtNotes(session, file, checked);
    return checked;
}

/// What was found out about one that could be opened.
void writeFindings(JsonWriter& json, const Checked& checked)
{
    json.member("format", checked.index->info->format);
    json.member("frames", checked.index->frames());
    json.member("duration_s", exactSeconds(checked.index->timeAxis.duration()));
    json.textOrNull("sha256", QString::fromLatin1(checked.content.sha256));
    json.member("verdicts_on_other_content", checked.outdatedReviews);
    json.key("undecodable");
    json.beginArray();
    for (const model::Error& error : checked.undecodable)
        writeError(json, error);
    json.endArray();
    json.key("integrity");
    writeVerdicts(json, checked.verdicts);
    json.key("diagnostics");
    writeDiagnostics(json, checked.index->diagnostics);
}

void writeChecked(JsonWriter& json, const Checked& checked)
{
    json.beginObject();
    json.member("file", checked.file);
    json.member("status", checked.status());
    json.key("error");
    checked.error ? writeError(json, *checked.error) : json.null();
    if (checked.index)
        writeFindings(json, checked);
    json.endObject();
}

void printChecked(const Session& session, const Checked& checked)
{
    if (checked.error) {
        session.print(u"unreadable  %1\n"_s.arg(model::errorText(*checked.error, checked.file)) +
                      adviceText(session, *checked.error));
        return;
    }
    session.print(u"%1  %2  %3, %4\n"_s.arg(checked.status().leftJustified(10), shownText(checked.file),
                                            model::formatTime(checked.index->timeAxis.duration()),
                                            countText(checked.index->frames(), u"frame"_s)));
    if (!checked.content.sha256.isEmpty())
        session.print(u"  SHA-256 %1\n"_s.arg(QString::fromLatin1(checked.content.sha256)));
    if (checked.outdatedReviews > 0)
        session.print(u"  "_s + outdatedText(checked.outdatedReviews) + u'\n');
    for (const model::Error& error : checked.undecodable)
        session.print(u"  cannot decode: %1\n"_s.arg(model::errorText(error)));
    session.print(verdictsText(checked.verdicts, 2));
    const model::DiagnosticList& diagnostics = checked.index->diagnostics;
    session.print(diagnosticsText(diagnostics, 2));
    // Errors tell already what they cost.
    if (std::none_of(diagnostics.begin(), diagnostics.end(),
                     [](const model::Diagnostic& d) { return d.severity == model::Severity::Error; }))
        session.print(lostText(checked.index->lost, 2));
}

/// On stderr, beside JSON: what cannot be read, and what is lost in the rest.
void reportChecked(const Session& session, const Checked& checked)
{
    if (checked.error) {
        failWith(session, *checked.error, checked.file);
        return;
    }
    finish(session, {checked.file, nullptr, checked.index});
    for (const model::Error& error : checked.undecodable)
        failWith(session, error, checked.file);
}

using Counts = std::map<QString, int>; ///< by status

void writeSummary(JsonWriter& json, const model::FoundRecordings& found, Counts& counts)
{
    for (const char* status : {"ok", "damaged", "unreadable"})
        json.member(status, counts[QString::fromLatin1(status)]);
    json.member("skipped", found.skipped);
    json.key("passed_over");
    json.beginArray();
    for (const model::Error& entry : found.passedOver) {
        json.beginObject(JsonLayout::Inline);
        json.member("file", entry.file);
        json.member("reason", entry.message);
        json.endObject();
    }
    json.endArray();
}

void printSummary(const Session& session, const model::FoundRecordings& found, Counts& counts)
{
    for (const model::Error& entry : found.passedOver)
        session.print(u"passed over %1\n"_s.arg(model::errorText(entry)));
    if (found.files.size() == 1 && found.skipped == 0 && found.passedOver.empty())
        return;
    session.print(u"\n%1 ok, %2 damaged, %3 unreadable; %4 skipped, %5 passed over\n"_s.arg(counts[u"ok"_s])
                      .arg(counts[u"damaged"_s])
                      .arg(counts[u"unreadable"_s])
                      .arg(countText(found.skipped, u"other file"_s))
                      .arg(found.passedOver.size()));
}

int checkList(const Session& session, const ManyArguments& arguments)
{
    if (const auto options = parseOptions(arguments.options); !options)
        return failWith(session, options.error());
    return runList(session, arguments, u"check"_s, [&arguments](const Session& one, const QString& file) {
        const Checked checked = checkOne(one, file, arguments);
        reportChecked(one, checked);
        return Answer{checked.code(), checked.code() == ExitLostData, checked.error,
                      [checked](JsonWriter& json) { writeFindings(json, checked); }};
    });
}

} // namespace

int runCheck(const Session& session, const ManyArguments& arguments)
{
    if (const auto wrong = wrongWithoutList(arguments))
        return failWith(session, *wrong);
    if (arguments.isList())
        return checkList(session, arguments);
    const auto found = model::findRecordings(arguments.paths, session.registry, session.stop);
    std::optional<JsonWriter> json;
    if (arguments.json) {
        json.emplace(session.console.out);
        json->beginObject();
        json->key("files");
        json->beginArray();
    }
    int worst = ExitFine;
    Counts counts;
    const auto add = [&](const Checked& checked) {
        if (json) {
            writeChecked(*json, checked);
            reportChecked(session, checked);
        } else {
            printChecked(session, checked); // the text says all of it
        }
        worst = std::max(worst, checked.code());
        ++counts[checked.status()];
    };
    for (const model::Error& error : found.missing)
        add({error.file, error, nullptr, {}, {}});
    for (const QString& file : found.files) {
        const Checked checked = checkOne(session, file, arguments);
        if (session.stop.stop_requested())
            break; // half checked is not checked
        add(checked);
    }
    if (json) {
        json->endArray();
        writeSummary(*json, found, counts);
        json->endObject();
        json->finish();
    } else {
        printSummary(session, found, counts);
    }
    tellWithout(session, found);
    if (session.stop.stop_requested())
        return failWith(session, {model::ErrorCode::Cancelled, u"stopped before everything was checked"_s});
    return worst;
}

} // namespace ghostline::app
