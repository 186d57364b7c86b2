// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_summary.h"

#include "app/cli/text_table.h"
#include "app/cli/write_output.h"
#include "model/bytes/atomic_file.h"
#include "model/summary/summary_html.h"
#include "model/summary/summary_json.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::Result;

namespace {

/// What was noted beside it. Notes that cannot be read are said and left out: the match is there without
/// them. Those of another recording are said and taken, as the window does.
model::Sidecar notesOf(const Session& session, const SummaryArguments& arguments)
{
    if (arguments.withoutNotes)
        return {};
    auto notes = model::loadNotes(arguments.file);
    const model::Error* left = !notes ? &notes.error() : notes->leftOut ? &*notes->leftOut : nullptr;
    if (left != nullptr)
        session.console.err(
            u"ghostline-cli: the notes are left out: %1\n"_s.arg(model::errorText(*left)).toUtf8());
    if (!notes)
        return {};
    if (const auto other = model::madeForAnother(notes->sidecar, arguments.file, session.stop))
        failWith(session, *other, arguments.file);
    return std::move(notes->sidecar);
}

Result<model::MatchSummary> gather(const Session& session, const Replay& replay,
                                   const SummaryArguments& arguments)
{
    model::SummaryRequest request;
    request.path = replay.file;
    request.notes = notesOf(session, arguments);
    request.version = QStringLiteral(GHOSTLINE_VERSION);
    const auto choice = sceneChoice(arguments.scene);
    if (!choice)
        return tl::unexpected(choice.error());
    auto found = model::sceneOf(*replay.source, *choice, session.registry, session.stop);
    if (!found && !choice->path.isEmpty())
        return tl::unexpected(found.error());
    if (found)
        request.scene = std::move(found->scene);
    return model::readSummary(*replay.source, request, {}, session.stop);
}

void printJson(const Session& session, const model::MatchSummary& summary)
{
    JsonWriter json(session.console.out);
    json.value(QJsonValue(model::summaryJson(summary)));
    json.finish();
}

} // namespace

int runSummary(const Session& session, const SummaryArguments& arguments)
{
    if (const auto refused = refusePage(session, arguments))
        return *refused;
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto summary = gather(session, *replay, arguments);
    if (!summary)
        return failWith(session, summary.error(), arguments.file);
    if (!arguments.output.isEmpty()) {
        const QByteArray page = model::summaryHtml(*summary);
        if (const auto written = model::replaceFile(arguments.output, page); !written)
            return failWith(session, written.error(), arguments.output);
        if (!arguments.json)
            session.print(u"%1  %2\n"_s.arg(shownText(arguments.output),
                                            bytesText(static_cast<std::uint64_t>(page.size()))));
    }
    if (arguments.json)
        printJson(session, *summary);
    const int outcome = finish(session, *replay);
    if (summary->unread.empty())
        return outcome;
    model::SpanList unread; // what no index knew of
    for (const model::FrameRange& frames : summary->unread)
        unread.push_back({frames, u"cannot be decoded"_s});
    if (outcome == ExitFine)
        tellLost(session, replay->file, {}, unread);
    return ExitLostData;
}

} // namespace ghostline::app
