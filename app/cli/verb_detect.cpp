// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_detect.h"

#include "app/cli/run_list.h"
#include "app/cli/text_table.h"
#include "model/bytes/http_source.h"
#include "model/codec/find_recordings.h"
#include "model/time/time_text.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

QString idOf(std::size_t detector) { return QString::fromLatin1(model::detectors()[detector].id); }

QString valueText(double value, const model::DetectorParameter& parameter)
{
    const QString unit = QString::fromUtf8(parameter.unit);
    const QString number = QString::number(value, 'f', parameter.decimals);
    return unit.isEmpty() ? number : number + u' ' + unit;
}

/// One recording that has been walked through.
struct Looked
{
    Replay replay;
    model::Detected detected;

    std::ptrdiff_t alarms(const model::DetectOptions& options) const
    {
        return std::ranges::count_if(detected.alarms, [&options](const model::Alarm& alarm) {
            return model::isAlarm(alarm, options);
        });
    }
    int code(const model::DetectOptions& options) const
    {
        return alarms(options) > 0 ? ExitFlagged : replay.index->lostData() ? ExitLostData : ExitFine;
    }
};

class DetectRun
{
public:
    DetectRun(const DetectArguments& arguments, model::DetectOptions options, model::Options codec)
        : m_arguments(arguments), m_options(std::move(options)), m_codec(std::move(codec))
    {
    }

    const model::DetectOptions& options() const { return m_options; }

    model::Result<Looked> look(const Session& session, const QString& file) const
    {
        model::OpenOptions open;
        open.codec = m_codec;
        open.stop = session.stop;
        auto replay = openReplay(session, file, open);
        if (!replay)
            return tl::unexpected(replay.error());
        auto detected = model::detect(*replay->source, m_options, {}, session.stop);
        if (!detected)
            return tl::unexpected(detected.error());
        return Looked{std::move(*replay), std::move(*detected)};
    }

    void write(JsonWriter& json, const Looked& looked) const
    {
        json.member("alarms", static_cast<qint64>(looked.alarms(m_options)));
        json.member("capped", looked.detected.capped);
        json.key("found");
        json.beginArray();
        for (const model::Alarm& alarm : looked.detected.alarms) {
            if (m_arguments.rest || model::isAlarm(alarm, m_options))
                writeAlarm(json, looked, alarm);
        }
        json.endArray();
        json.key("not_asked");
        json.beginArray();
        for (const model::NotAsked& each : looked.detected.notAsked) {
            json.beginObject(JsonLayout::Inline);
            json.member("detector", idOf(each.detector));
            json.member("because", model::missingText(each.missing).text());
            json.endObject();
        }
        json.endArray();
    }

    void print(const Session& session, const Looked& looked) const
    {
        TextTable table({{u"Time"_s},
                         {u"Who"_s},
                         {u"Detector"_s},
                         {u"Measured"_s, TextTable::Align::Right},
                         {u"Alarm from"_s, TextTable::Align::Right},
                         {u"For"_s, TextTable::Align::Right}});
        for (const model::Alarm& alarm : looked.detected.alarms) {
            if (!m_arguments.rest && !model::isAlarm(alarm, m_options))
                continue;
            const model::DetectorInfo& by = model::detectors()[alarm.detector];
            table.addRow({model::formatTime(alarm.begin), nameOf(looked, alarm.actor),
                          QString::fromUtf8(by.name), valueText(alarm.value, by.threshold),
                          valueText(m_options.choices[alarm.detector].threshold, by.threshold),
                          QString::number(model::seconds(alarm.length), 'f', 1) + u" s"_s});
        }
        if (table.empty())
            session.print("no alarms\n");
        else
            session.print(table.text() + "worked out, not proof\n"_ba);
        for (const model::NotAsked& each : looked.detected.notAsked)
            session.print(
                u"not asked: %1, since %2\n"_s.arg(QString::fromUtf8(model::detectors()[each.detector].name),
                                                   model::missingText(each.missing).text()));
    }

private:
    static QString nameOf(const Looked& looked, model::ActorId actor)
    {
        const model::ActorInfo* const who = looked.replay.info().actor(actor);
        return who != nullptr ? who->name : QString();
    }

    void writeAlarm(JsonWriter& json, const Looked& looked, const model::Alarm& alarm) const
    {
        const model::DetectorInfo& by = model::detectors()[alarm.detector];
        json.beginObject(JsonLayout::Inline);
        json.member("time_s", exactSeconds(alarm.begin));
        json.member("frame", alarm.frames.first);
        json.member("end_frame", alarm.frames.end);
        json.member("length_s", exactSeconds(alarm.length));
        json.member("actor", nameOf(looked, alarm.actor));
        json.member("actor_id", static_cast<qint64>(index(alarm.actor)));
        json.member("detector", idOf(alarm.detector));
        json.member("value", alarm.value);
        json.member("unit", QString::fromUtf8(by.threshold.unit));
        json.member("threshold", m_options.choices[alarm.detector].threshold);
        json.member("alarm", model::isAlarm(alarm, m_options));
        json.endObject();
    }

    const DetectArguments& m_arguments;
    model::DetectOptions m_options;
    model::Options m_codec;
};

/// One recording after the other, as text or as one JSON document.
class FolderRun
{
public:
    FolderRun(const Session& session, const DetectRun& run, bool json, bool many)
        : m_session(session), m_run(run), m_many(many)
    {
        if (!json)
            return;
        m_json.emplace(session.console.out);
        m_json->beginObject();
        m_json->key("files");
        m_json->beginArray();
    }

    void add(const QString& file)
    {
        const auto looked = m_run.look(m_session, file);
        if (m_session.stop.stop_requested() && !looked)
            return;
        if (!looked)
            return addError(file, looked.error());
        if (m_json) {
            beginFile(*m_json, model::withoutPassword(file));
            m_run.write(*m_json, *looked);
            m_json->endObject();
        } else {
            if (m_many)
                printFileHeading(m_session, model::withoutPassword(file), !m_printed);
            m_run.print(m_session, *looked);
        }
        m_printed = true;
        finish(m_session, looked->replay);
        note(looked->code(m_run.options()));
    }

    void addError(const QString& file, const model::Error& error)
    {
        if (m_json) {
            beginFile(*m_json, model::withoutPassword(file), &error);
            m_json->endObject();
        }
        note(failWith(m_session, error, file));
    }

    int end()
    {
        if (m_json) {
            m_json->endArray();
            m_json->endObject();
            m_json->finish();
        }
        return m_code;
    }

private:
    /// As for `flags`: what could not be opened weighs most, then an alarm, then what is lost.
    void note(int code)
    {
        const auto weight = [](int c) { return c == ExitFailed ? 3 : c == ExitFlagged ? 2 : c; };
        if (weight(code) > weight(m_code))
            m_code = code;
    }

    const Session& m_session;
    const DetectRun& m_run;
    bool m_many = false;
    bool m_printed = false;
    std::optional<JsonWriter> m_json;
    int m_code = ExitFine;
};

void writeParameter(JsonWriter& json, const model::DetectorParameter& parameter)
{
    json.beginObject(JsonLayout::Inline);
    json.member("id", QString::fromLatin1(parameter.id));
    json.member("name", QString::fromUtf8(parameter.name));
    json.member("unit", QString::fromUtf8(parameter.unit));
    json.member("standard", parameter.standard);
    json.member("least", parameter.least);
    json.member("most", parameter.most);
    json.endObject();
}

void listJson(const Session& session)
{
    JsonWriter json(session.console.out);
    json.beginArray();
    for (const model::DetectorInfo& info : model::detectors()) {
        json.beginObject();
        json.member("id", QString::fromLatin1(info.id));
        json.member("name", QString::fromUtf8(info.name));
        json.member("finds", QString::fromUtf8(info.finds));
        json.member("false_alarms", QString::fromUtf8(info.falseAlarms));
        json.textOrNull("experimental", QString::fromUtf8(info.doubt));
        json.key("threshold");
        writeParameter(json, info.threshold);
        json.key("parameters");
        json.beginArray();
        for (const model::DetectorParameter& parameter : info.parameters)
            writeParameter(json, parameter);
        json.endArray();
        json.endObject();
    }
    json.endArray();
    json.finish();
}

int listDetectors(const Session& session, bool json)
{
    if (json) {
        listJson(session);
        return ExitFine;
    }
    for (const model::DetectorInfo& info : model::detectors()) {
        session.print(u"%1  %2%3\n"_s.arg(QString::fromLatin1(info.id).leftJustified(12),
                                          QString::fromUtf8(info.name),
                                          info.experimental() ? u" (experimental, off)"_s : QString()));
        session.print(u"  finds %1\n"_s.arg(QString::fromUtf8(info.finds)));
        if (*info.falseAlarms != '\0')
            session.print(u"  takes for cheating %1\n"_s.arg(QString::fromUtf8(info.falseAlarms)));
        if (info.experimental())
            session.print(u"  experimental: %1\n"_s.arg(QString::fromUtf8(info.doubt)));
        TextTable table({{}, {}, {}}, 4);
        table.addRow({QString::fromLatin1(info.id), valueText(info.threshold.standard, info.threshold),
                      QString::fromUtf8(info.threshold.name)});
        for (const model::DetectorParameter& parameter : info.parameters)
            table.addRow({QString::fromLatin1(info.id) + u'.' + QString::fromLatin1(parameter.id),
                          valueText(parameter.standard, parameter), QString::fromUtf8(parameter.name)});
        session.print(table.text());
    }
    return ExitFine;
}

} // namespace

int runDetect(const Session& session, const DetectArguments& arguments)
{
    if (arguments.list)
        return listDetectors(session, arguments.json);
    if (arguments.paths.isEmpty())
        return failWith(session, {model::ErrorCode::InvalidArgument, u"which recordings?"_s});
    auto options = detectOptions(arguments.detectors);
    if (!options)
        return failWith(session, options.error());
    auto codec = parseOptions(arguments.options);
    if (!codec)
        return failWith(session, codec.error());
    if (const auto wrong = wrongWithoutList(arguments))
        return failWith(session, *wrong);
    const DetectRun run(arguments, std::move(*options), std::move(*codec));
    if (arguments.isList())
        return runList(session, arguments, u"detect"_s, [&run](const Session& one, const QString& file) {
            auto looked = run.look(one, file);
            if (!looked)
                return Answer::failed(one, looked.error(), file);
            finish(one, looked->replay);
            const int code = looked->code(run.options());
            const bool lost = looked->replay.index->lostData();
            auto kept = std::make_shared<Looked>(std::move(*looked));
            return Answer{code, lost, std::nullopt,
                          [&run, kept](JsonWriter& json) { run.write(json, *kept); }};
        });
    const auto found = model::findRecordings(arguments.paths, session.registry, session.stop);
    FolderRun folder(session, run, arguments.json,
                     found.files.size() + static_cast<qsizetype>(found.missing.size()) != 1);
    return runOver(session, found, folder, u"stopped before everything was looked at"_s);
}

} // namespace ghostline::app
