// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_highlights.h"

#include "app/cli/text_table.h"
#include "app/cli/write_output.h"
#include "model/bytes/http_source.h"
#include "model/clips/play_list.h"
#include "model/codec/write_target.h"
#include "model/highlights/highlight_clips.h"
#include "model/highlights/why_none.h"
#include "model/time/time_text.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::Highlight;
using model::HighlightWeights;
using model::Result;

namespace {

constexpr qint64 LargestWeightsFile = 1'000'000;

Result<HighlightWeights> weightsOf(const HighlightsArguments& arguments)
{
    HighlightWeights weights;
    if (!arguments.weights.isEmpty()) {
        QFile file(arguments.weights);
        if (!file.open(QIODevice::ReadOnly))
            return fail(ErrorCode::NotReadable, u"%1: %2"_s.arg(arguments.weights, file.errorString()));
        const QByteArray content = file.read(LargestWeightsFile + 1);
        if (content.size() > LargestWeightsFile)
            return fail(ErrorCode::LimitExceeded, u"%1 is too large to be weights"_s.arg(arguments.weights));
        auto read = HighlightWeights::fromFile(content);
        if (!read) {
            read.error().message = u"%1: %2"_s.arg(arguments.weights, read.error().message);
            return read;
        }
        weights = std::move(*read);
    }
    if (arguments.top > 0)
        weights.top = arguments.top;
    return weights;
}

/// All that is read must survive, and a file that is there is not replaced unasked.
Result<void> checkPlayList(const Session& session, const HighlightsArguments& arguments,
                           const QStringList& recordings)
{
    const QString& output = arguments.output;
    if (output.isEmpty())
        return {};
    for (const QString& read : arguments.paths + recordings) {
        if (auto apart = model::checkWriteTarget(session.registry, read, output); !apart)
            return apart;
    }
    if (!arguments.weights.isEmpty() && QFileInfo(output) == QFileInfo(arguments.weights))
        return fail(ErrorCode::InvalidArgument, u"the output would replace the weights"_s);
    if (auto named = checkEnding(output, model::playListSuffix()); !named)
        return named;
    if (!QFileInfo::exists(output))
        return {};
    if (!arguments.force)
        return fail(ErrorCode::InvalidArgument, u"it exists already; --force replaces it"_s);
    return {};
}

const std::array<model::ScorePartOf, model::ScoreParts>& allParts()
{
    using enum model::ScorePartOf;
    static constexpr std::array<model::ScorePartOf, model::ScoreParts> Parts{Engagement, Momentum, Anomaly,
                                                                             Rarity};
    return Parts;
}

QString actorNames(const Highlight& highlight, const model::ReplayInfo& info)
{
    QStringList names;
    for (const model::ActorId id : highlight.actors)
        names << info.cast[index(id)].name;
    return names.join(u';');
}

void writeClip(JsonWriter& json, const model::Clip& clip)
{
    json.beginObject(JsonLayout::Inline);
    json.member("from_s", exactSeconds(clip.from));
    json.member("to_s", exactSeconds(clip.to));
    json.member("rate", clip.rate);
    json.member("camera", clip.camera);
    json.endObject();
}

void writeHighlight(JsonWriter& json, const Highlight& highlight, const Replay& replay)
{
    json.beginObject();
    json.member("from_s", exactSeconds(highlight.from));
    json.member("peak_s", exactSeconds(highlight.peak));
    json.member("to_s", exactSeconds(highlight.to));
    json.member("frame", highlight.frame);
    json.member("title", highlight.title.text());
    json.member("kind", highlight.kind);
    json.member("score", highlight.score);
    json.key("parts");
    json.beginObject();
    for (const model::ScorePartOf which : allParts()) {
        const model::ScorePart& part = highlight.part(which);
        json.key(model::scorePartId(which));
        json.beginObject(JsonLayout::Inline);
        json.member("raw", part.raw);
        json.member("z", part.z);
        json.member("value", part.value);
        json.member("weighted", part.weighted);
        json.endObject();
    }
    json.endObject();
    json.key("bonuses");
    json.beginArray();
    for (const model::RarityBonus& bonus : highlight.bonuses) {
        json.beginObject(JsonLayout::Inline);
        json.member("what", bonus.what);
        json.member("bonus", bonus.bonus);
        json.key("event");
        bonus.event < 0 ? json.null() : json.value(bonus.event);
        json.endObject();
    }
    json.endArray();
    json.key("window");
    json.numbers(exactSeconds(highlight.windowFrom), exactSeconds(highlight.windowTo));
    json.key("events");
    json.beginArray(JsonLayout::Inline);
    for (const int event : highlight.events)
        json.value(event);
    json.endArray();
    json.key("actors");
    json.beginArray(JsonLayout::Inline);
    for (const model::ActorId actor : highlight.actors)
        json.value(index(actor));
    json.endArray();
    json.key("place");
    if (highlight.placed)
        json.numbers(highlight.place.x, highlight.place.y, highlight.place.z);
    else
        json.null();
    json.member("spread", highlight.spread);
    json.key("clips");
    json.beginArray();
    for (const model::Clip& clip : clipsOf(highlight, replay.info()))
        writeClip(json, clip);
    json.endArray();
    json.endObject();
}

/// One run over all the recordings named.
class HighlightsRun
{
public:
    HighlightsRun(const Session& session, const HighlightsArguments& arguments, HighlightWeights weights)
        : m_session(session), m_arguments(arguments), m_weights(std::move(weights))
    {
        if (arguments.csv) {
            session.print(
                "file,rank,from_s,peak_s,to_s,kind,score,engagement,momentum,anomaly,rarity,bonuses,"
                "actors,title\n");
        } else if (arguments.json) {
            m_json.emplace(session.console.out);
            m_json->beginObject();
            m_json->key("weights");
            m_json->value(QJsonValue(m_weights.json()));
            m_json->key("files");
            m_json->beginArray();
        }
    }

    void add(const QString& file)
    {
        ReplayArguments one;
        one.file = file;
        one.options = m_arguments.options;
        const auto replay = openReplay(m_session, one);
        const auto found = replay ? model::highlightsOf(*replay->source, m_weights, {}, m_session.stop)
                                  : Result<std::vector<Highlight>>(tl::unexpected(replay.error()));
        if (!found)
            return m_session.stop.stop_requested() ? void() : addError(file, found.error());
        for (const QString& kind : m_weights.unknownKinds(replay->index->events->kinds)) {
            m_session.console.err(
                u"ghostline-cli: %1: the weights name the kind \"%2\", which this recording does not have\n"_s
                    .arg(shownText(model::withoutPassword(file)), shownText(kind))
                    .toUtf8());
        }
        print(*replay, *found, model::withoutPassword(file));
        take(*replay, *found);
        m_worst = std::max(m_worst, finish(m_session, *replay));
    }

    void addError(const QString& file, const model::Error& error)
    {
        if (m_json) {
            beginFile(*m_json, model::withoutPassword(file), &error);
            m_json->endObject();
        }
        m_worst = std::max(m_worst, failWith(m_session, error, file));
    }

    /// The exit code.
    int end()
    {
        if (m_json) {
            m_json->endArray();
            m_json->endObject();
            m_json->finish();
        }
        if (m_arguments.output.isEmpty())
            return m_worst;
        if (const auto saved = model::savePlayList(m_list, m_arguments.output); !saved)
            return failWith(m_session, saved.error(), m_arguments.output);
        m_session.console.err(u"%1: %2\n"_s
                                  .arg(shownText(m_arguments.output),
                                       countText(static_cast<std::int64_t>(m_list.entries.size()), u"clip"_s))
                                  .toUtf8());
        return m_worst;
    }

private:
    void print(const Replay& replay, const std::vector<Highlight>& found, const QString& file)
    {
        if (m_arguments.csv)
            return printCsv(replay, found, file);
        const QString none =
            found.empty() ? model::whyNoHighlights(*replay.index, m_weights).text() : QString();
        if (!m_json)
            return printText(found, file, none);
        beginFile(*m_json, file);
        m_json->key("why_none");
        none.isEmpty() ? m_json->null() : m_json->value(none);
        m_json->key("highlights");
        m_json->beginArray();
        for (const Highlight& highlight : found)
            writeHighlight(*m_json, highlight, replay);
        m_json->endArray();
        m_json->endObject();
    }

    void printText(const std::vector<Highlight>& found, const QString& file, const QString& none)
    {
        if (m_arguments.paths.size() > 1 || m_printed)
            printFileHeading(m_session, file, !m_printed);
        m_printed = true;
        if (found.empty())
            return m_session.print(u"no highlights. %1.\n"_s.arg(none));
        const auto right = TextTable::Align::Right;
        TextTable table({{u"Time"_s, right},
                         {u"Score"_s, right},
                         {u"Engagement"_s, right},
                         {u"Momentum"_s, right},
                         {u"Anomaly"_s, right},
                         {u"Rarity"_s, right},
                         {u"Why"_s},
                         {u"Highlight"_s}});
        for (const Highlight& highlight : found) {
            QStringList cells{model::formatTime(highlight.peak), QString::number(highlight.score, 'f', 2)};
            for (const model::ScorePartOf which : allParts())
                cells << QString::number(highlight.part(which).weighted, 'f', 2);
            cells << why(highlight) << highlight.title.text();
            table.addRow(cells);
        }
        m_session.print(table.text());
    }

    /// Each bonus once, the greatest first.
    static QString why(const Highlight& highlight, const QString& between = u", "_s)
    {
        QStringList all;
        for (const model::RarityBonus& bonus : highlight.bonuses) {
            if (!all.contains(bonus.what))
                all << bonus.what;
        }
        return all.join(between);
    }

    void printCsv(const Replay& replay, const std::vector<Highlight>& found, const QString& file)
    {
        int rank = 0;
        for (const Highlight& highlight : found) {
            QByteArrayList fields{csvField(file),
                                  QByteArray::number(++rank),
                                  csvNumber(exactSeconds(highlight.from)),
                                  csvNumber(exactSeconds(highlight.peak)),
                                  csvNumber(exactSeconds(highlight.to)),
                                  csvField(highlight.kind),
                                  csvNumber(highlight.score)};
            for (const model::ScorePartOf which : allParts())
                fields << csvNumber(highlight.part(which).weighted);
            fields << csvField(why(highlight, u";"_s)) << csvField(actorNames(highlight, replay.info()))
                   << csvField(highlight.title.text());
            m_session.print(fields.join(',') + '\n');
        }
    }

    /// Into the play list, in the order of time: a reel is looked at from the beginning.
    void take(const Replay& replay, std::vector<Highlight> found)
    {
        if (m_arguments.output.isEmpty())
            return;
        std::stable_sort(found.begin(), found.end(),
                         [](const Highlight& a, const Highlight& b) { return a.from < b.from; });
        const QString path =
            model::isWebAddress(replay.file) ? replay.file : QFileInfo(replay.file).absoluteFilePath();
        const model::ContentId content =
            model::contentOf(path, m_session.stop).value_or(model::sizeOfContent(path));
        for (model::Clip& clip : clipsOf(std::span<const Highlight>(found), replay.info())) {
            clip.recording = path;
            m_list.entries.push_back({.clip = std::move(clip), .content = content});
        }
    }

    const Session& m_session;
    const HighlightsArguments& m_arguments;
    HighlightWeights m_weights;
    std::optional<JsonWriter> m_json;
    model::PlayList m_list;
    bool m_printed = false;
    int m_worst = ExitFine;
};

} // namespace

int runHighlights(const Session& session, const HighlightsArguments& arguments)
{
    auto weights = weightsOf(arguments);
    if (!weights)
        return failWith(session, weights.error());
    if (const auto options = parseOptions(arguments.options); !options)
        return failWith(session, options.error());
    const auto found = model::findRecordings(arguments.paths, session.registry, session.stop);
    if (const auto free = checkPlayList(session, arguments, found.files); !free)
        return failWith(session, free.error(), arguments.output);
    HighlightsRun run(session, arguments, std::move(*weights));
    return runOver(session, found, run, u"stopped before everything was looked at"_s);
}

} // namespace ghostline::app
