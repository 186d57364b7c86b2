// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_case.h"

#include "app/cli/case_drawing.h"
#include "app/cli/text_table.h"
#include "app/cli/write_output.h"
#include "model/base/shown_text.h"
#include "model/bytes/atomic_file.h"
#include "model/bytes/whole_file.h"
#include "model/case/case_html.h"
#include "model/case/verify_case.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::Result;

namespace {

/// Verdicts beside the recording. Notes that cannot be read are said and left out.
std::optional<model::Sidecar> verdictsOf(const Session& session, const CaseArguments& arguments)
{
    if (arguments.withoutNotes)
        return std::nullopt;
    auto notes = model::loadNotes(arguments.file);
    const model::Error* left = !notes ? &notes.error() : notes->leftOut ? &*notes->leftOut : nullptr;
    if (left != nullptr)
        session.console.err(
            u"ghostline-cli: the notes are left out: %1\n"_s.arg(model::errorText(*left)).toUtf8());
    if (!notes)
        return std::nullopt;
    model::identify(notes->sidecar, arguments.file, session.stop);
    return std::move(notes->sidecar);
}

/// A page without pictures is a page, too: why it has none stands on it, and is said. Cancelled.
Result<void> addPictures(const Session& session, const CaseArguments& arguments, QJsonObject& made)
{
    if (arguments.output.isEmpty() || arguments.withoutPictures)
        return {};
    const auto drawn = drawCasePictures(session, arguments);
    if (!drawn && drawn.error().code == model::ErrorCode::Cancelled)
        return tl::unexpected(drawn.error());
    if (!drawn)
        session.console.err(
            u"ghostline-cli: the case has no pictures: %1\n"_s.arg(drawn.error().message).toUtf8());
    model::putPictures(made, drawn);
    return {};
}

Result<void> writePage(const Session& session, const CaseArguments& arguments, const QJsonObject& made)
{
    const QByteArray page = model::caseHtml(made);
    if (const auto written = model::replaceFile(arguments.output, page); !written)
        return tl::unexpected(written.error());
    if (!arguments.json)
        session.print(u"%1  %2\n"_s.arg(shownText(arguments.output),
                                        bytesText(static_cast<std::uint64_t>(page.size()))));
    return {};
}

void printDifferences(const Session& session, const model::CaseVerification& found)
{
    if (found.contentDiffers)
        session.print("the recording consists of other bytes than the case was made from\n");
    if (found.pageDiffers)
        session.print("what is to be seen on the page is not what its own figures make in this version\n");
    TextTable table({{u"What"_s},
                     {u"In the case"_s, TextTable::Align::Right},
                     {u"From the recording"_s, TextTable::Align::Right}});
    for (const model::CaseDifference& one : found.differences)
        table.addRow(
            {model::shownText(one.what), model::shownText(one.inCase), model::shownText(one.recomputed)});
    if (!table.empty())
        session.print(table.text());
    if (found.leftOut > 0)
        session.print(u"and %1 further differences\n"_s.arg(found.leftOut));
    const std::size_t differing = found.differences.size() + found.leftOut;
    session.print(found.equal() ? u"equal: %1 figures worked out again\n"_s.arg(found.compared)
                                : u"differs: %1 of %2 figures\n"_s.arg(differing).arg(found.compared));
    if (!found.page)
        session.print("these were the figures alone: no page was looked at\n");
    session.print("not verified: what people said beside the recording, the file's name, the link, which "
                  "version made it, and pictures\n");
}

void printVerification(const Session& session, const VerifyArguments& arguments,
                       const model::CaseVerification& found)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    json.member("case", arguments.made);
    json.member("file", arguments.file);
    json.member("equal", found.equal());
    json.member("content_differs", found.contentDiffers);
    json.member("page", found.page);
    json.member("page_differs", found.pageDiffers);
    json.member("compared", static_cast<qint64>(found.compared));
    json.key("differences");
    json.beginArray();
    for (const model::CaseDifference& one : found.differences) {
        json.beginObject(JsonLayout::Inline);
        json.member("what", one.what);
        json.textOrNull("in_case", one.inCase);
        json.textOrNull("recomputed", one.recomputed);
        json.endObject();
    }
    json.endArray();
    json.member("further_differences", static_cast<qint64>(found.leftOut));
    json.endObject();
    json.finish();
}

} // namespace

int runCase(const Session& session, const CaseArguments& arguments)
{
    if (const auto refused = refusePage(session, arguments))
        return *refused;
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    model::CaseRequest request{arguments.file, arguments.choices, verdictsOf(session, arguments),
                               QStringLiteral(GHOSTLINE_VERSION)};
    request.choices.options = arguments.options;
    auto made = model::caseOf(*replay->source, request, session.stop);
    if (!made)
        return failWith(session, made.error(), arguments.file);
    if (const auto added = addPictures(session, arguments, *made); !added)
        return failWith(session, added.error(), arguments.file);
    if (!arguments.output.isEmpty()) {
        if (const auto written = writePage(session, arguments, *made); !written)
            return failWith(session, written.error(), arguments.output);
    }
    if (arguments.json) {
        JsonWriter json(session.console.out);
        json.value(QJsonValue(*made));
        json.finish();
    }
    return finish(session, *replay);
}

int runVerify(const Session& session, const VerifyArguments& arguments)
{
    const auto bytes = model::wholeFile(arguments.made, model::MostCaseBytes,
                                        u"a case file of %1 bytes is too large: at most %2"_s);
    if (!bytes)
        return failWith(session, bytes.error(), arguments.made);
    const auto read = model::readCase(*bytes, arguments.made);
    if (!read)
        return failWith(session, read.error(), arguments.made);
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto found =
        model::verifyCase(*read, *replay->source, arguments.file, arguments.options, session.stop);
    if (!found)
        return failWith(session, found.error(), arguments.file);
    if (arguments.json)
        printVerification(session, arguments, *found);
    else
        printDifferences(session, *found);
    const int outcome = finish(session, *replay);
    return found->equal() ? outcome : ExitFlagged;
}

} // namespace ghostline::app
