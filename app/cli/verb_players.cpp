// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_players.h"

#include "app/cli/text_table.h"
#include "model/base/numbers.h"
#include "model/players/comparison_table.h"
#include "model/players/match_part.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::PlayerProfile;
using model::ProfileComparison;
using model::ProfileRow;
using model::Result;

namespace {

/// Who is compared, in which part of which recording.
struct Contestant
{
    Replay replay;
    model::ActorId actor = model::ActorId::None;
    model::MatchPart part;

    const QString& name() const { return replay.info().cast[index(actor)].name; }
};
using Contestants = std::array<Contestant, 2>;

/// The text of one side where each may have its own, or both the same.
QString textOf(const QStringList& texts, qsizetype side)
{
    return texts.isEmpty() ? QString() : texts[std::min(side, texts.size() - 1)];
}

Result<model::ActorId> onlyActor(const QString& text, const model::ReplayInfo& info)
{
    const auto found = findActors({text}, info);
    if (!found)
        return tl::unexpected(found.error());
    if (found->size() != 1)
        return fail(ErrorCode::InvalidArgument,
                    u"\"%1\" names %2 actors; take an id"_s.arg(text).arg(found->size()));
    return found->front();
}

Result<void> checkQuestion(const PlayersArguments& arguments)
{
    if (arguments.actors.isEmpty())
        return fail(ErrorCode::InvalidArgument,
                    u"whom? Name one or two with --actor; `info` lists ids and names"_s);
    if (arguments.actors.size() > 2 || arguments.parts.size() > 2)
        return fail(ErrorCode::InvalidArgument,
                    u"two are compared: at most two of --actor, and two of --part"_s);
    return {};
}

model::Error inFile(model::Error error, const QString& file)
{
    if (error.file.isEmpty())
        error.file = file;
    return error;
}

Result<Contestants> contestants(const Session& session, const PlayersArguments& arguments)
{
    if (const auto fine = checkQuestion(arguments); !fine)
        return tl::unexpected(fine.error());
    const auto options = parseOptions(arguments.options);
    if (!options)
        return tl::unexpected(options.error());
    model::OpenOptions opening;
    opening.codec = *options;
    Contestants both;
    for (std::size_t side = 0; side < both.size(); ++side) {
        const bool own = side == 0 || !arguments.b.isEmpty();
        const QString& file = side == 0 || !own ? arguments.a : arguments.b;
        auto replay = own ? openReplay(session, file, opening) : Result<Replay>(both[0].replay);
        if (!replay)
            return tl::unexpected(inFile(replay.error(), file));
        const auto at = static_cast<qsizetype>(side);
        const auto actor = onlyActor(textOf(arguments.actors, at), replay->info());
        if (!actor)
            return tl::unexpected(inFile(actor.error(), file));
        auto part = model::partNamed(textOf(arguments.parts, at), *replay->index);
        if (!part)
            return tl::unexpected(inFile(part.error(), file));
        both[side] = {std::move(*replay), *actor, std::move(*part)};
    }
    if (both[0].replay.source == both[1].replay.source && both[0].actor == both[1].actor &&
        both[0].part.frames == both[1].part.frames)
        return fail(ErrorCode::InvalidArgument,
                    u"compared with whom? Name a second --actor, a second --part or a second recording"_s);
    return both;
}

/// Two of one recording are read in one walk.
Result<std::array<PlayerProfile, 2>> profiles(const Session& session, const Contestants& both,
                                              const model::ProfileOptions& options)
{
    const auto request = [](const Contestant& one) {
        return model::ProfileRequest{one.actor, {one.part.frames}};
    };
    const std::array requests{request(both[0]), request(both[1])};
    std::vector<PlayerProfile> read;
    const bool together = both[0].replay.source == both[1].replay.source;
    for (std::size_t side = 0; side < both.size() && read.size() < both.size(); ++side) {
        const std::span asked = together ? std::span(requests) : std::span(requests).subspan(side, 1);
        auto found = model::readProfiles(*both[side].replay.source, asked, options, {}, session.stop);
        if (!found)
            return tl::unexpected(inFile(found.error(), both[side].replay.file));
        std::ranges::move(*found, std::back_inserter(read));
    }
    return std::array{std::move(read[0]), std::move(read[1])};
}

QString bandTitle(const model::SpeedScale& scale, int band)
{
    const auto number = [&scale](int edge) { return QString::number(edge * scale.bandWidth, 'g', 6); };
    return band + 1 < scale.bands ? u"%1 to %2"_s.arg(number(band), number(band + 1))
                                  : u"from %1"_s.arg(number(band));
}

QString shareText(double seconds, const model::SpeedFigures& figures)
{
    double all = 0.0;
    for (const double band : figures.bands)
        all += band;
    return all > 0.0 ? u"%1 %"_s.arg(100.0 * seconds / all, 0, 'f', 1) : u"-"_s;
}

QString orDash(const QString& text) { return text.isEmpty() ? u"-"_s : text; }

QString signedText(const ProfileRow& row)
{
    const QString text = model::rowValue(row, row.difference());
    return text.toDouble() > 0.0 ? u'+' + text : orDash(text);
}

void printWho(const Session& session, const QString& letter, const Contestant& one)
{
    const model::TimeAxis& axis = one.replay.index->timeAxis;
    session.print(u"%1  %2  %3, %4 (%5 to %6)\n"_s.arg(
        letter, shownText(one.replay.file), shownText(one.name()), shownText(one.part.word),
        model::formatTime(axis.timeOf(one.part.frames.first)),
        model::formatTime(axis.timeOf(one.part.frames.end - 1))));
}

void printRows(const Session& session, const ProfileComparison& comparison)
{
    const auto right = TextTable::Align::Right;
    TextTable table({{}, {u"A"_s, right}, {u"B"_s, right}, {u"B - A"_s, right}, {u"Unit"_s}});
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
        const ProfileRow& row = comparison.rows[i];
        if (i == 0 || comparison.rows[i - 1].section != row.section)
            table.addRow({model::sectionName(row.section)});
        table.addRow({u"  "_s + model::rowTitle(row), orDash(model::rowValue(row, row.a)),
                      orDash(model::rowValue(row, row.b)), signedText(row), row.unit});
    }
    session.print("\n" + table.text());
}

void printBands(const Session& session, const ProfileComparison& comparison)
{
    if (!(comparison.scale.reference > 0.0))
        return;
    const auto right = TextTable::Align::Right;
    TextTable table({{u"Time at %1/s"_s.arg(comparison.lengthUnit)},
                     {u"A s"_s, right},
                     {u"A"_s, right},
                     {u"B s"_s, right},
                     {u"B"_s, right}});
    for (int band = 0; band < comparison.scale.bands; ++band) {
        const double a = comparison.speedsA.bands[static_cast<std::size_t>(band)];
        const double b = comparison.speedsB.bands[static_cast<std::size_t>(band)];
        table.addRow({bandTitle(comparison.scale, band), QString::number(a, 'f', 1),
                      shareText(a, comparison.speedsA), QString::number(b, 'f', 1),
                      shareText(b, comparison.speedsB)});
    }
    session.print("\n" + table.text());
    session.print(u"\nStanding: not above %1; a sprint: from %2 on, for a second or more (%3/s)\n"_s.arg(
        figureText(comparison.scale.still), figureText(comparison.scale.sprint), comparison.lengthUnit));
}

void writeContestant(JsonWriter& json, const char* key, const Contestant& one)
{
    json.key(key);
    json.beginObject(JsonLayout::Inline);
    json.member("file", one.replay.file);
    json.member("actor", index(one.actor));
    json.member("name", one.name());
    json.member("part", one.part.word);
    json.key("frames");
    json.numbers(one.part.frames.first, one.part.frames.end);
    json.endObject();
}

void printJson(const Session& session, const Contestants& both, const ProfileComparison& comparison)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    writeContestant(json, "a", both[0]);
    writeContestant(json, "b", both[1]);
    json.key("speed_scale");
    json.beginObject(JsonLayout::Inline);
    json.member("unit", comparison.lengthUnit + u"/s"_s);
    json.member("still", comparison.scale.still);
    json.member("sprint", comparison.scale.sprint);
    json.member("band_width", comparison.scale.bandWidth);
    json.endObject();
    json.key("rows");
    json.beginArray();
    for (const ProfileRow& row : comparison.rows) {
        json.beginObject(JsonLayout::Inline);
        json.member("section", model::sectionId(row.section));
        json.member("id", row.id);
        json.member("name", model::rowTitle(row));
        json.member("unit", row.unit);
        json.member("a", row.a);
        json.member("b", row.b);
        json.member("difference", row.difference());
        json.endObject();
    }
    json.endArray();
    json.key("speed_bands");
    json.beginArray();
    for (int band = 0; band < comparison.scale.bands && comparison.scale.reference > 0.0; ++band) {
        const bool last = band + 1 == comparison.scale.bands;
        json.beginObject(JsonLayout::Inline);
        json.member("from", band * comparison.scale.bandWidth);
        json.member("to", last ? model::NoValue : (band + 1) * comparison.scale.bandWidth);
        json.member("a_s", comparison.speedsA.bands[static_cast<std::size_t>(band)]);
        json.member("b_s", comparison.speedsB.bands[static_cast<std::size_t>(band)]);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

} // namespace

int runPlayers(const Session& session, const PlayersArguments& arguments)
{
    auto zones = readZones(arguments.zones);
    if (!zones)
        return failWith(session, zones.error());
    const auto both = contestants(session, arguments);
    if (!both)
        return failWith(session, both.error());
    const auto read = profiles(session, *both, {*zones});
    if (!read)
        return failWith(session, read.error());
    const model::SpeedLimits limits{arguments.still.value_or(model::NoValue),
                                    arguments.sprint.value_or(model::NoValue)};
    const auto comparison = model::compareProfiles({(*both)[0].replay.index, (*read)[0]},
                                                   {(*both)[1].replay.index, (*read)[1]}, *zones, limits);
    if (!comparison)
        return failWith(session, comparison.error());
    if (arguments.json) {
        printJson(session, *both, *comparison);
    } else if (arguments.csv) {
        session.print(model::comparisonCsv(*comparison));
    } else {
        printWho(session, u"A"_s, (*both)[0]);
        printWho(session, u"B"_s, (*both)[1]);
        printRows(session, *comparison);
        printBands(session, *comparison);
    }
    const int code = finish(session, (*both)[0].replay);
    return arguments.b.isEmpty() ? code : std::max(code, finish(session, (*both)[1].replay));
}

} // namespace ghostline::app
