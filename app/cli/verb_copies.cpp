// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_copies.h"

#include "app/cli/comparison.h"
#include "app/cli/text_table.h"
#include "model/bytes/http_source.h"
#include "model/codec/find_recordings.h"
#include "model/compare/copies_among.h"
#include "model/time/time_text.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

/// Whoever has put the same run into a folder a thousand times is told so by fewer.
constexpr std::size_t MostPairs = 10'000;

class CopiesRun
{
public:
    CopiesRun(const Session& session, const CopiesArguments& arguments, model::Options codec)
        : m_session(session), m_arguments(arguments)
    {
        m_options.codec = std::move(codec);
        m_options.stop = session.stop;
    }

    void add(const QString& file)
    {
        const auto replay = openReplay(m_session, file, m_options);
        if (!replay)
            return addError(file, replay.error());
        auto track =
            model::readRunTrack(*replay->source, model::runnerOf(replay->info()), {}, m_session.stop);
        if (m_session.stop.stop_requested())
            return;
        if (!track) // nobody in it who moves
            return addError(file, track.error());
        finish(m_session, *replay);
        m_runs.push_back({model::withoutPassword(file), track->axis});
        for (model::CopiedPair& pair : m_search.add(std::make_shared<model::RunTrack>(std::move(*track)))) {
            if (m_pairs.size() < MostPairs)
                m_pairs.push_back(std::move(pair));
            else
                m_capped = true;
        }
    }

    void addError(const QString& file, const model::Error& error)
    {
        failWith(m_session, error, file);
        m_failed = true;
    }

    int end()
    {
        std::ranges::stable_sort(m_pairs, std::greater<>{}, &model::CopiedPair::metres);
        if (m_arguments.json)
            printJson();
        else if (m_arguments.csv)
            printCsv();
        else
            printText();
        if (m_capped)
            m_session.console.err("ghostline-cli: there are more pairs than are listed\n");
        return m_failed ? ExitFailed : m_pairs.empty() ? ExitFine : ExitFlagged;
    }

private:
    struct Run
    {
        QString file;
        model::TimeAxis axis;
    };

    void printText() const
    {
        const auto right = TextTable::Align::Right;
        TextTable table({{u"Metres"_s, right},
                         {u"Run"_s},
                         {u"From"_s, right},
                         {u"Same as"_s},
                         {u"From"_s, right},
                         {u"For"_s, right}});
        for (const model::CopiedPair& pair : m_pairs) {
            for (const model::CopiedStretch& stretch : pair.stretches) {
                const model::Micros begin = m_runs[pair.a].axis.timeOf(stretch.a.first);
                table.addRow({QString::number(stretch.metres, 'f', 1), m_runs[pair.a].file,
                              model::formatTime(begin), m_runs[pair.b].file,
                              model::formatTime(m_runs[pair.b].axis.timeOf(stretch.b.first)),
                              model::formatTime(m_runs[pair.a].axis.timeOf(stretch.a.end - 1) - begin)});
            }
        }
        if (table.empty())
            m_session.print(u"no copies among %1\n"_s.arg(countText(std::ssize(m_runs), u"run"_s)));
        else
            m_session.print(table.text());
    }

    void printCsv() const
    {
        m_session.print("a,b,a_first,a_end,b_first,b_end,metres\n");
        for (const model::CopiedPair& pair : m_pairs) {
            for (const model::CopiedStretch& stretch : pair.stretches)
                m_session.print(QByteArrayList{csvField(m_runs[pair.a].file), csvField(m_runs[pair.b].file),
                                               QByteArray::number(stretch.a.first),
                                               QByteArray::number(stretch.a.end),
                                               QByteArray::number(stretch.b.first),
                                               QByteArray::number(stretch.b.end), csvNumber(stretch.metres)}
                                    .join(',') +
                                '\n');
        }
    }

    void printJson() const
    {
        JsonWriter json(m_session.console.out);
        json.beginObject();
        json.member("runs", static_cast<qint64>(m_runs.size()));
        json.member("capped", m_capped);
        json.key("pairs");
        json.beginArray();
        for (const model::CopiedPair& pair : m_pairs) {
            json.beginObject();
            json.member("a", m_runs[pair.a].file);
            json.member("b", m_runs[pair.b].file);
            json.member("metres", pair.metres());
            json.key("stretches");
            json.beginArray();
            for (const model::CopiedStretch& stretch : pair.stretches)
                writeCopied(json, stretch);
            json.endArray();
            json.endObject();
        }
        json.endArray();
        json.endObject();
        json.finish();
    }

    const Session& m_session;
    const CopiesArguments& m_arguments;
    model::OpenOptions m_options;
    model::CopySearch m_search;
    std::vector<Run> m_runs;
    std::vector<model::CopiedPair> m_pairs;
    bool m_capped = false;
    bool m_failed = false;
};

} // namespace

int runCopies(const Session& session, const CopiesArguments& arguments)
{
    auto codec = parseOptions(arguments.options);
    if (!codec)
        return failWith(session, codec.error());
    const auto found = model::findRecordings(arguments.paths, session.registry, session.stop);
    CopiesRun run(session, arguments, std::move(*codec));
    return runOver(session, found, run, u"stopped before everything was compared"_s);
}

} // namespace ghostline::app
