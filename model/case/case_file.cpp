// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/case/case_file.h"

#include "model/bytes/http_source.h"
#include "model/case/anonymous.h"
#include "model/case/case_columns.h"
#include "model/case/case_pictures.h"
#include "model/marks/moment_link.h"
#include "model/review/flag.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

constexpr std::size_t MostPeople = 200;

/// To the microsecond, as the decimal number.
double exact(Micros time) { return static_cast<double>(time.count()) / 1e6; }

/// Shortest text that reads back as the same; without a sign of zero, which JSON does not keep.
QJsonValue number(double value) { return std::isfinite(value) ? QJsonValue(value + 0.0) : QJsonValue(); }

QJsonValue textOrNull(const QString& text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); }

/// All events that accuse, as flagsOf() has them.
const Event* flagEvent(const EventTable& table, int number)
{
    for (const Event& event : table.events) {
        const auto kind = static_cast<std::size_t>(event.kind);
        if (kind < table.kinds.size() && table.kinds[kind].flag && --number == 0)
            return &event;
    }
    return nullptr;
}

class CaseWriter
{
public:
    CaseWriter(const ReplaySource& source, const CaseRequest& request, const Flag& flag, const Event& event,
               std::size_t flags)
        : m_source(source), m_index(source.index()), m_info(*m_index->info), m_request(request), m_flag(flag),
          m_event(event), m_flags(flags),
          m_frames(caseFrames(m_index->timeAxis, flag, request.choices.margin)),
          m_names(m_info, flag.actor, {flag.recordedReviewer}), m_allNames(m_info, flag.actor, reviewers())
    {
    }

    Result<QJsonObject> write(const std::stop_token& stop)
    {
        if (m_request.choices.anonymous) {
            if (const Result<void> usable = m_allNames.usable(); !usable)
                return tl::unexpected<Error>(usable.error());
        }
        const Result<QJsonObject> recording = recordingJson(stop);
        if (!recording)
            return tl::unexpected<Error>(recording.error());
        const Result<CaseColumns> columns = caseColumns(m_source, m_flag, m_frames, stop);
        if (!columns)
            return tl::unexpected<Error>(columns.error());
        QJsonObject figures{{u"choices"_s, choicesJson()},
                            {u"recording"_s, *recording},
                            {u"people"_s, peopleJson()},
                            {u"flag"_s, flagJson()},
                            {u"lost"_s, lostJson()}};
        addColumns(figures, *columns);
        return QJsonObject{
            {u"ghostline_case"_s, CaseVersion}, {u"figures"_s, figures}, {u"statements"_s, statementsJson()}};
    }

private:
    QString told(const QString& text) const
    {
        return m_request.choices.anonymous ? m_names.text(text) : text;
    }
    QString toldByPeople(const QString& text) const
    {
        return m_request.choices.anonymous ? m_allNames.text(text) : text;
    }

    QStringList reviewers() const
    {
        QStringList names{m_flag.recordedReviewer};
        if (!m_request.notes)
            return names;
        for (const FlagReview* review : reviewsOf(m_flag, *m_request.notes))
            names << review->reviewer;
        return names;
    }

    QJsonObject choicesJson() const
    {
        const CaseChoices& choices = m_request.choices;
        QJsonArray options;
        for (const QString& option : choices.options)
            options.append(told(option));
        return {{u"flag"_s, choices.flag},
                {u"margin_s"_s, choices.margin},
                {u"anonymous"_s, choices.anonymous},
                {u"options"_s, options}};
    }

    /// `entry`: a file of the recording; its bytes are named by their hash.
    static QJsonObject contentJson(const ContentId& content)
    {
        return {{u"sha256"_s, QString::fromLatin1(content.sha256)}, {u"bytes"_s, qint64{content.size}}};
    }

    Result<QJsonObject> recordingJson(const std::stop_token& stop) const
    {
        const Result<ContentId> content = contentOf(m_request.path, stop);
        if (!content)
            return tl::unexpected<Error>(content.error());
        QJsonObject object = contentJson(*content);
        object[u"format"_s] = m_info.format;
        object[u"format_name"_s] = m_info.formatName;
        object[u"format_version"_s] = m_info.formatVersion;
        object[u"map"_s] = textOrNull(told(m_info.map));
        object[u"recorded_at"_s] = m_info.recordedAt.isValid()
                                       ? QJsonValue(m_info.recordedAt.toUTC().toString(Qt::ISODateWithMs))
                                       : QJsonValue();
        object[u"frames"_s] = static_cast<qint64>(m_index->frames());
        object[u"duration_s"_s] = exact(m_index->timeAxis.duration());
        object[u"length_unit"_s] = m_info.lengthUnit;
        object[u"exact_at_keyframes_only"_s] = m_info.exactAtKeyframes;
        if (!QFileInfo(m_request.path).isDir())
            return object;
        QJsonArray files;
        for (const QFileInfo& file : QDir(m_request.path).entryInfoList(QDir::Files, QDir::Name)) {
            if (file.fileName().endsWith(".ghostline.json"_L1))
                continue;
            const Result<ContentId> one = contentOf(file.filePath(), stop);
            if (!one)
                return tl::unexpected<Error>(one.error());
            QJsonObject entry = contentJson(*one);
            entry[u"id"_s] = told(file.fileName());
            files.append(entry);
        }
        object[u"files"_s] = files;
        return object;
    }

    QString nameOf(ActorId id) const
    {
        const ActorInfo* const who = m_info.actor(id);
        return who != nullptr ? told(who->name) : QString();
    }

    /// Of several lives of one name the first.
    QJsonArray peopleJson() const
    {
        QJsonArray people;
        QSet<QString> known;
        for (const ActorInfo& actor : m_info.cast) {
            const bool accused = actor.id == m_flag.actor;
            const bool person = actor.kind == ActorKind::Player || actor.principal;
            if ((!person && !accused) || known.contains(actor.name))
                continue;
            if (!accused && static_cast<std::size_t>(people.size()) >= MostPeople)
                continue;
            known.insert(actor.name);
            const auto team = static_cast<std::size_t>(actor.team);
            const bool hasTeam = actor.team >= 0 && team < m_info.teams.size();
            const ActorInfo* const blamed = m_info.actor(m_flag.actor);
            people.append(
                QJsonObject{{u"name"_s, told(actor.name)},
                            {u"team"_s, hasTeam ? QJsonValue(told(m_info.teams[team].name)) : QJsonValue()},
                            {u"accused"_s, blamed != nullptr && blamed->name == actor.name}});
        }
        return people;
    }

    /// What the event says besides; of an anonymous case figures alone.
    QJsonObject dataJson() const
    {
        QJsonObject data;
        for (auto it = m_event.data.begin(); it != m_event.data.end(); ++it) {
            const bool figure = it->isDouble() || it->isBool();
            if (!m_request.choices.anonymous ? figure || it->isString() : figure && !namesSomebody(it.key()))
                data[told(it.key())] = it->isDouble() ? number(it->toDouble()) : *it;
        }
        return data;
    }

    QJsonObject flagJson() const
    {
        QJsonObject flag{{u"number"_s, m_request.choices.flag},
                         {u"of"_s, static_cast<qint64>(m_flags)},
                         {u"frame"_s, static_cast<qint64>(m_flag.frame)},
                         {u"time_s"_s, exact(m_flag.time)},
                         {u"check"_s, told(m_flag.check)},
                         {u"severity"_s, m_flag.severity},
                         {u"score"_s, number(m_flag.score)},
                         {u"detail"_s, told(m_flag.detail)},
                         {u"source"_s, textOrNull(told(m_flag.source))},
                         {u"recorded"_s, m_flag.origin == FlagSource::Recorded},
                         {u"accused"_s, textOrNull(nameOf(m_flag.actor))},
                         {u"parameters"_s, dataJson()}};
        if (m_flag.limit) {
            QJsonObject limit{{u"value"_s, number(m_flag.limit->value)},
                              {u"unit"_s, m_flag.limit->unit},
                              {u"is_least"_s, m_flag.limit->isLeast}};
            if (m_flag.limit->measured)
                limit[u"measured"_s] = number(*m_flag.limit->measured);
            flag[u"limit"_s] = limit;
        }
        if (!m_flag.recordedVerdict.isEmpty())
            flag[u"verdict"_s] = QJsonObject{{u"verdict"_s, told(m_flag.recordedVerdict)},
                                             {u"reviewer"_s, told(m_flag.recordedReviewer)},
                                             {u"note"_s, told(m_flag.recordedNote)}};
        return flag;
    }

    QJsonArray lostJson() const
    {
        QJsonArray lost;
        for (const LostSpan& span : m_index->lost) {
            if (span.frames.first < m_frames.end && span.frames.end > m_frames.first)
                lost.append(QJsonObject{{u"first_frame"_s, static_cast<qint64>(span.frames.first)},
                                        {u"end_frame"_s, static_cast<qint64>(span.frames.end)},
                                        {u"reason"_s, told(span.reason)}});
        }
        return lost;
    }

    /// Free words of a recording may be anything, a name that nobody in the cast has among them.
    bool isLeftOut(const EvidenceRow& row) const
    {
        const QString id = row.id.section(u':', 1);
        if (!m_request.choices.anonymous || id.isEmpty())
            return false;
        const auto& properties =
            row.id.startsWith("match:"_L1) ? m_info.matchProperties : m_info.actorProperties;
        return namesSomebody(id) || std::ranges::any_of(properties, [&id](const PropertyInfo& property) {
                   return property.id == id && property.type == PropertyType::Text;
               });
    }

    QJsonObject columnJson(const EvidenceRow& row) const
    {
        QJsonArray values;
        for (const double value : row.values)
            values.append(number(value));
        for (const QString& word : row.words)
            values.append(textOrNull(told(word)));
        QJsonObject column{{u"id"_s, row.id},
                           {u"name"_s, row.name},
                           {u"unit"_s, row.unit},
                           {u"recorded"_s, row.recorded},
                           {u"words"_s, !row.words.empty()},
                           {u"values"_s, values}};
        const std::optional<double> limit = speaksOf(m_flag, row) ? ownLimit(m_flag, row) : std::nullopt;
        if (limit)
            column[u"limit"_s] = number(*limit);
        return column;
    }

    void addColumns(QJsonObject& figures, const CaseColumns& all) const
    {
        QJsonArray times;
        for (const Micros time : all.times)
            times.append(exact(time));
        QJsonArray provenance;
        for (const QString& word : all.provenance)
            provenance.append(textOrNull(word));
        QJsonArray columns;
        for (const EvidenceRow& row : all.rows) {
            if (!isLeftOut(row))
                columns.append(columnJson(row));
        }
        figures[u"first_frame"_s] = static_cast<qint64>(all.frames.first);
        figures[u"times_s"_s] = times;
        figures[u"provenance"_s] = provenance;
        figures[u"columns"_s] = columns;
    }

    /// Null where they are left out.
    QJsonValue verdictsJson() const
    {
        if (!m_request.notes)
            return {};
        const auto standing = standingReviews(m_flag, *m_request.notes);
        QJsonArray verdicts;
        for (const FlagReview* review : reviewsOf(m_flag, *m_request.notes))
            verdicts.append(
                QJsonObject{{u"verdict"_s, toldByPeople(verdictWord(*review))},
                            {u"reviewer"_s, toldByPeople(review->reviewer)},
                            {u"note"_s, toldByPeople(review->note)},
                            {u"reason"_s, toldByPeople(review->reason)},
                            {u"given_at"_s, review->created.isValid()
                                                ? QJsonValue(review->created.toUTC().toString(Qt::ISODate))
                                                : QJsonValue()},
                            {u"stands"_s, std::ranges::find(standing, review) != standing.end()},
                            {u"on_other_content"_s, isOnOtherContent(*review, *m_request.notes)}});
        return verdicts;
    }

    QJsonObject statementsJson() const
    {
        const QFileInfo file(m_request.path);
        const bool anonymous = m_request.choices.anonymous;
        QJsonObject statements{{u"program_version"_s, m_request.version}, {u"verdicts"_s, verdictsJson()}};
        // A path tells of people, too: who keeps the recording, and often who plays in it.
        if (anonymous)
            return statements;
        statements[u"file"_s] = file.fileName();
        StartPlace place;
        place.flag = m_request.choices.flag;
        statements[u"link"_s] = MomentLink{file.absoluteFilePath(), place}.text();
        return statements;
    }

    const ReplaySource& m_source;
    std::shared_ptr<const ReplayIndex> m_index;
    const ReplayInfo& m_info;
    const CaseRequest& m_request;
    const Flag& m_flag;
    const Event& m_event;
    std::size_t m_flags;
    FrameRange m_frames;
    Anonymous m_names;    ///< of the recording: figures must not depend on who reviewed it
    Anonymous m_allNames; ///< with those who said something beside it
};

} // namespace

Result<CaseChoices> caseChoices(const QJsonObject& figures)
{
    const QJsonObject object = figures[u"choices"_s].toObject();
    CaseChoices choices;
    choices.flag = object[u"flag"_s].toInt(0);
    choices.margin = object[u"margin_s"_s].toDouble(-1.0);
    choices.anonymous = object[u"anonymous"_s].toBool();
    for (const QJsonValue option : object[u"options"_s].toArray())
        choices.options << option.toString();
    if (choices.flag < 1 || choices.margin < 0.0 || choices.margin > MostCaseMargin ||
        !object[u"anonymous"_s].isBool())
        return fail(ErrorCode::Damaged,
                    u"the case does not say which flag it is about, or how much around it"_s);
    return choices;
}

Result<QJsonObject> caseOf(const ReplaySource& source, const CaseRequest& request, std::stop_token stop)
{
    const CaseChoices& choices = request.choices;
    if (!(choices.margin >= 0.0 && choices.margin <= MostCaseMargin))
        return fail(
            ErrorCode::InvalidArgument,
            u"%1 s around the flag cannot be shown: 0 to %2"_s.arg(choices.margin).arg(MostCaseMargin));
    if (isWebAddress(request.path))
        return fail(ErrorCode::InvalidArgument,
                    u"a case tells the SHA-256 of all of the recording: fetch it first"_s);
    const std::shared_ptr<const ReplayIndex> index = source.index();
    const Result<Flag> flag = flagNumbered(*index->events, choices.flag);
    if (!flag)
        return tl::unexpected<Error>(flag.error());
    const Event& event = *flagEvent(*index->events, choices.flag);
    Result<QJsonObject> made =
        CaseWriter(source, request, *flag, event, flagsOf(*index->events).size()).write(stop);
    if (!made)
        return made;
    // As whoever reads it will have it: what JSON cannot keep is gone before anything is compared.
    return QJsonDocument::fromJson(QJsonDocument(*made).toJson(QJsonDocument::Compact)).object();
}

} // namespace ghostline::model
