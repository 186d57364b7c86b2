// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/case/case_html.h"

#include "model/case/case_columns.h"
#include "model/case/case_file.h"
#include "model/case/case_pictures.h"
#include "model/case/case_plots.h"
#include "model/case/case_style.h"
#include "model/summary/page_markup.h"
#include "model/time/time_text.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

constexpr QByteArrayView Begin = "<script type=\"application/json\" id=\"case\">";
constexpr QByteArrayView End = "</script>";
/// As many as stay legible on A4.
constexpr std::size_t ColumnsAcross = 9;
constexpr qsizetype MostColumns = 64;
constexpr qint64 LargestExact = qint64{1} << 53;

/// Between tags nothing of it ends or begins one; in JSON these letters stand in texts alone.
QByteArray embedded(const QJsonObject& made)
{
    return QJsonDocument(made)
        .toJson(QJsonDocument::Compact)
        .replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e");
}

QString timeText(const QJsonValue& seconds)
{
    const double value = seconds.toDouble();
    return std::abs(value) < 1e9 ? formatTime(Micros{std::llround(value * 1e6)}) : QString();
}

class CasePage
{
public:
    explicit CasePage(const QJsonObject& made)
        : m_made(made), m_figures(made[u"figures"_s].toObject()), m_flag(m_figures[u"flag"_s].toObject()),
          m_recording(m_figures[u"recording"_s].toObject()), m_statements(made[u"statements"_s].toObject()),
          m_anonymous(m_figures[u"choices"_s][u"anonymous"_s].toBool())
    {
    }

    QByteArray bytes()
    {
        m_page.raw("<!DOCTYPE html>\n"_L1);
        {
            const Within html(m_page, "html", {{"lang", u"en"_s}});
            writeHead();
            const Within body(m_page, "body");
            {
                const Within main(m_page, "main");
                writeFlag();
                writeVerdicts();
                writeRecording();
                writePictures();
                writePlots();
                writeGallery();
                writeTables();
                writeHow();
            }
            m_page.raw(QLatin1StringView(Begin));
            m_page.rawUtf8(embedded(m_made));
            m_page.raw(QLatin1StringView(End));
        }
        return m_page.bytes();
    }

private:
    QString title() const { return u"Case: %1"_s.arg(m_flag[u"check"_s].toString()); }

    void writeHead()
    {
        const Within head(m_page, "head");
        m_page.leaf("meta", {{"charset", u"utf-8"_s}});
        m_page.leaf("meta", {{"http-equiv", u"Content-Security-Policy"_s},
                             {"content", u"default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                                         u"base-uri 'none'; form-action 'none'"_s}});
        m_page.leaf("meta", {{"name", u"viewport"_s}, {"content", u"width=device-width, initial-scale=1"_s}});
        m_page.element("title", {}, title());
        const Within style(m_page, "style");
        m_page.raw(QLatin1StringView(CaseStyle));
    }

    void heading(const char* text) { m_page.element("h2", {}, QLatin1StringView(text)); }

    void fact(const char* name, const QString& value)
    {
        if (value.isEmpty())
            return;
        m_page.element("dt", {}, QLatin1StringView(name));
        m_page.element("dd", {}, value);
    }

    QString limitText() const
    {
        const QJsonValue limit = m_flag[u"limit"_s];
        if (!limit.isObject())
            return {};
        const QString unit = limit[u"unit"_s].toString();
        QString text = u"%1 %2 %3"_s.arg(limit[u"is_least"_s].toBool() ? u"at least"_s : u"at most"_s,
                                         caseFigure(limit[u"value"_s]), unit);
        if (limit[u"measured"_s].isDouble())
            text += u"; measured: %1 %2"_s.arg(caseFigure(limit[u"measured"_s]), unit);
        return text.simplified();
    }

    QString parametersText() const
    {
        QStringList parts;
        const QJsonObject parameters = m_flag[u"parameters"_s].toObject();
        for (auto it = parameters.begin(); it != parameters.end(); ++it) {
            const QString value = it->isBool()     ? (it->toBool() ? u"yes"_s : u"no"_s)
                                  : it->isString() ? it->toString()
                                                   : caseFigure(*it);
            parts << u"%1 = %2"_s.arg(it.key(), value);
        }
        return parts.join(u"; "_s);
    }

    void writeFlag()
    {
        m_page.element("h1", {}, title());
        m_page.element("p", {{"class", u"muted"_s}},
                       u"Flag %1 of %2, at %3 (frame %4)"_s.arg(m_flag[u"number"_s].toInteger())
                           .arg(m_flag[u"of"_s].toInteger())
                           .arg(timeText(m_flag[u"time_s"_s]))
                           .arg(m_flag[u"frame"_s].toInteger()));
        if (m_anonymous)
            m_page.element(
                "p", {{"class", u"notice"_s}},
                u"Anonymous: the names of players and reviewers are replaced in all texts; the recording's "
                u"name, its "
                u"own free texts and identifiers are left out. What reviewers wrote stays, with those names "
                u"replaced: names that nobody in the recording has are not known. The SHA-256 still tells "
                u"which "
                u"recording it is to whoever has it."_s);
        const Within list(m_page, "dl");
        fact("Accused", m_flag[u"accused"_s].toString());
        fact("What the check says", m_flag[u"detail"_s].toString());
        fact("Limit of the check", limitText());
        fact("Severity (0 to 3)", caseFigure(m_flag[u"severity"_s]));
        fact("Score", caseFigure(m_flag[u"score"_s]));
        fact("Raised by",
             u"%1 (%2)"_s.arg(m_flag[u"source"_s].toString(u"not told"_s),
                              m_flag[u"recorded"_s].toBool() ? u"it stands in the recording"_s
                                                             : u"worked out from the recording"_s));
        fact("Parameters", parametersText());
    }

    void writeVerdict(const QJsonValue& verdict, const QString& where)
    {
        m_page.element("h3", {},
                       u"%1: %2"_s.arg(verdict[u"reviewer"_s].toString(u"unsigned"_s),
                                       verdict[u"verdict"_s].toString(u"taken back"_s)));
        m_page.element("p", {{"class", u"muted"_s}}, where);
        if (const QString reason = verdict[u"reason"_s].toString(); !reason.isEmpty())
            m_page.element("p", {}, u"Reason: %1"_s.arg(reason));
        m_page.paragraphs(verdict[u"note"_s].toString());
    }

    void writeVerdicts()
    {
        heading("Verdicts");
        const QJsonArray verdicts = m_statements[u"verdicts"_s].toArray();
        const QJsonValue recorded = m_flag[u"verdict"_s];
        if (recorded.isObject())
            writeVerdict(recorded, u"It stands in the recording."_s);
        for (const QJsonValue verdict : verdicts) {
            QString where = verdict[u"given_at"_s].isString()
                                ? u"Given beside the recording, %1."_s.arg(verdict[u"given_at"_s].toString())
                                : u"Given beside the recording."_s;
            if (verdict[u"on_other_content"_s].toBool())
                where += u" It was given on other content than the recording now has, and does not count."_s;
            else if (!verdict[u"stands"_s].toBool())
                where += u" Its reviewer has said something else since, or took it back."_s;
            writeVerdict(verdict, where);
        }
        if (!m_statements[u"verdicts"_s].isArray())
            m_page.element("p", {}, u"What was said beside the recording is left out."_s);
        else if (verdicts.isEmpty() && !recorded.isObject())
            m_page.element("p", {}, u"Nobody has given one."_s);
        else
            m_page.element("p", {{"class", u"muted"_s}},
                           u"What was said beside the recording does not follow from it, and cannot be "
                           u"verified from it."_s);
    }

    void writeRecording()
    {
        heading("The recording");
        {
            const Within list(m_page, "dl");
            fact("File", m_statements[u"file"_s].toString());
            fact("SHA-256", m_recording[u"sha256"_s].toString());
            fact("Bytes", QString::number(m_recording[u"bytes"_s].toInteger()));
            fact("Format", u"%1 %2"_s
                               .arg(m_recording[u"format_name"_s].toString(),
                                    m_recording[u"format_version"_s].toString())
                               .trimmed());
            fact("Map", m_recording[u"map"_s].toString());
            fact("Recorded at", m_recording[u"recorded_at"_s].toString());
            fact("Length", u"%1, %2 frames"_s.arg(timeText(m_recording[u"duration_s"_s]))
                               .arg(m_recording[u"frames"_s].toInteger()));
            fact("People", peopleText());
            QStringList options;
            for (const QJsonValue option : m_figures[u"choices"_s][u"options"_s].toArray())
                options << option.toString();
            fact("Opened with", options.join(u", "_s));
        }
        for (const QJsonValue file : m_recording[u"files"_s].toArray()) {
            const Within line(m_page, "p");
            m_page.element("code", {}, file[u"sha256"_s].toString() + u"  "_s + file[u"id"_s].toString());
        }
        const QJsonArray lost = m_figures[u"lost"_s].toArray();
        for (const QJsonValue span : lost)
            m_page.element("p", {{"class", u"notice"_s}},
                           u"Lost: frames %1 to %2: %3"_s.arg(span[u"first_frame"_s].toInteger())
                               .arg(std::max(span[u"end_frame"_s].toInteger(1), qint64{0}) - 1)
                               .arg(span[u"reason"_s].toString()));
        const QString link = m_statements[u"link"_s].toString();
        if (link.startsWith("ghostline://open?"_L1)) {
            const Within line(m_page, "p");
            m_page.element("a", {{"href", link}}, u"Open this moment in Ghostline"_s);
        }
    }

    QString peopleText() const
    {
        QStringList people;
        for (const QJsonValue person : m_figures[u"people"_s].toArray()) {
            QString text = person[u"name"_s].toString();
            if (person[u"team"_s].isString())
                text += u" (%1)"_s.arg(person[u"team"_s].toString());
            people << (person[u"accused"_s].toBool() ? text + u", accused"_s : text);
        }
        return people.join(u"; "_s);
    }

    void writePictures()
    {
        heading("The moment");
        const QJsonValue pictures = m_statements[u"pictures"_s];
        const QString why = m_statements[u"no_pictures"_s].toString();
        if (!pictures.isObject()) {
            m_page.element("p", {},
                           why.isEmpty() ? u"This case has no pictures."_s
                                         : u"This case has no pictures: %1"_s.arg(why));
            return;
        }
        Result<CasePictures> read = casePicturesOf(pictures.toObject());
        if (!read) {
            m_page.element("p", {},
                           u"The pictures of this case cannot be shown: %1"_s.arg(read.error().message));
            return;
        }
        const FrameNumber first = m_figures[u"first_frame"_s].toInteger();
        const FrameRange told{first, first + m_figures[u"times_s"_s].toArray().size()};
        if (!told.contains(read->frames.first) || read->frames.end > told.end) {
            m_page.element("p", {}, u"The pictures of this case cannot be shown: they are of other frames"_s);
            return;
        }
        m_pictures = std::move(*read);
        QStringList cameras;
        for (const CasePictures::Camera& camera : m_pictures.cameras)
            cameras << camera.name;
        m_page.element("p", {{"class", u"muted"_s}},
                       u"Side by side: %1. Drawn from the recording, but by one machine: pictures are to be "
                       u"looked at, they are not verified."_s.arg(cameras.join(u"; "_s)));
        if (m_anonymous)
            m_page.element("p", {}, u"The names of players are replaced in the pictures, too."_s);
        const FrameNumber flagged = m_flag[u"frame"_s].toInteger();
        if (m_pictures.frames.contains(flagged))
            writeCaseMoment(m_page, m_pictures, flagged, timeText(m_flag[u"time_s"_s]), true);
    }

    void writeGallery()
    {
        if (m_pictures.frames.empty())
            return;
        heading("Pictures frame by frame");
        const QJsonArray times = m_figures[u"times_s"_s].toArray();
        const FrameNumber first = m_figures[u"first_frame"_s].toInteger();
        const FrameNumber flagged = m_flag[u"frame"_s].toInteger();
        const Within grid(m_page, "div", {{"class", u"moments"_s}});
        for (FrameNumber frame = m_pictures.frames.first; frame < m_pictures.frames.end; ++frame)
            writeCaseMoment(m_page, m_pictures, frame, timeText(times.at(frame - first)), frame == flagged);
    }

    void writePlots()
    {
        heading("Plots");
        m_page.element("p", {{"class", u"muted"_s}},
                       u"The red line is the flag, the dashed one the limit of its check."_s);
        writeCasePlan(m_page, m_figures);
        // Where somebody was is on the plan already.
        for (const QJsonValue column : m_figures[u"columns"_s].toArray()) {
            const QString id = column[u"id"_s].toString();
            if (id != "x"_L1 && id != "z"_L1)
                writeCasePlot(m_page, m_figures, column.toObject());
        }
    }

    void writeTables()
    {
        heading("Frame by frame");
        {
            const Within line(m_page, "p");
            m_page.text(u"Told apart: "_s);
            m_page.element("span", {{"class", u"key recorded"_s}}, u"what was recorded"_s);
            m_page.element("span", {{"class", u"key worked"_s}}, u"what was worked out of it"_s);
        }
        m_page.element("p", {{"class", u"muted"_s}},
                       u"Rounded to three decimals; the JSON in this page has every digit. How: whether the "
                       u"place of a frame was recorded at that very frame (exact), or how it came about."_s);
        for (const bool recorded : {true, false}) {
            std::vector<QJsonObject> columns;
            for (const QJsonValue column : m_figures[u"columns"_s].toArray()) {
                if (column[u"recorded"_s].toBool() == recorded)
                    columns.push_back(column.toObject());
            }
            for (std::size_t first = 0; first < columns.size(); first += ColumnsAcross)
                writeTable(recorded, std::span(columns).subspan(
                                         first, std::min(ColumnsAcross, columns.size() - first)));
        }
    }

    void writeTable(bool recorded, std::span<const QJsonObject> columns)
    {
        m_page.element("h3", {}, recorded ? u"Recorded"_s : u"Worked out"_s);
        const Within scroll(m_page, "div", {{"class", u"scroll"_s}});
        const Within table(m_page, "table", {{"class", recorded ? u"recorded"_s : u"worked"_s}});
        {
            const Within head(m_page, "thead");
            const Within row(m_page, "tr");
            for (const char* name : {"Frame", "Time", "How"})
                m_page.element("th", {}, QLatin1StringView(name));
            for (const QJsonObject& column : columns) {
                const Within cell(m_page, "th");
                m_page.text(column[u"name"_s].toString());
                m_page.element("span", {}, column[u"unit"_s].toString());
            }
        }
        const Within body(m_page, "tbody");
        std::vector<QJsonArray> values;
        for (const QJsonObject& column : columns)
            values.push_back(column[u"values"_s].toArray());
        const QJsonArray times = m_figures[u"times_s"_s].toArray();
        const QJsonArray provenance = m_figures[u"provenance"_s].toArray();
        const qint64 firstFrame = m_figures[u"first_frame"_s].toInteger();
        for (qsizetype i = 0; i < times.size(); ++i) {
            const bool at = firstFrame + i == m_flag[u"frame"_s].toInteger();
            const Within row(m_page, "tr", {{"class", at ? u"at"_s : u"f"_s}});
            m_page.element("td", {}, QString::number(firstFrame + i));
            m_page.element("td", {}, timeText(times.at(i)));
            m_page.element("td", {}, provenance.at(i).toString(u"not there"_s));
            for (const QJsonArray& column : values) {
                const QJsonValue value = column.at(i);
                m_page.element("td", {}, value.isString() ? value.toString() : caseFigure(value));
            }
        }
    }

    void writeHow()
    {
        heading("How to check this page");
        m_page.element("p", {},
                       u"Whoever has the recording can have every figure worked out again, and need not "
                       u"trust whoever made this page:"_s);
        {
            const Within line(m_page, "p");
            m_page.element("code", {}, u"ghostline-cli verify THIS-PAGE.html RECORDING"_s);
        }
        m_page.element("p", {},
                       u"It says whether the recording consists of the same bytes, whether what is to be "
                       u"seen here is what "
                       u"the figures in this page make, and each figure that differs. Verdicts that were "
                       u"given beside the recording, the file's name, the link and pictures are statements; "
                       u"they do not follow from it."_s);
        m_page.element(
            "p", {},
            u"Places are metres or what the format counts in, x to the east, y up, z to the south; yaw is in "
            u"degrees about the upright axis from z toward x, pitch above the horizon. Speed is the way "
            u"since the "
            u"frame before by the time since then, horizontal speed the same without y, acceleration the "
            u"change "
            u"of horizontal speed by that time. No speed is told over a jump, over a gap, or where "
            u"somebody's "
            u"place is merely the last one known."_s);
        m_page.element("p", {{"class", u"muted"_s}},
                       u"Made with Ghostline %1"_s.arg(m_statements[u"program_version"_s].toString()));
    }

    const QJsonObject& m_made;
    const QJsonObject m_figures;
    const QJsonObject m_flag;
    const QJsonObject m_recording;
    const QJsonObject m_statements;
    bool m_anonymous;
    CasePictures m_pictures; ///< none where its frames are empty
    Markup m_page;
};

/// What a page is made of is bounded before it is made: a row for each frame, a cell for each column.
Result<void> checkSizes(const QJsonObject& figures)
{
    const qsizetype frames = figures[u"times_s"_s].toArray().size();
    const QJsonArray columns = figures[u"columns"_s].toArray();
    const qint64 first = figures[u"first_frame"_s].toInteger(-1);
    const qint64 flagged = figures[u"flag"_s][u"frame"_s].toInteger(-1);
    if (frames > MostCaseFrames || columns.size() > MostColumns)
        return fail(ErrorCode::LimitExceeded,
                    u"the case has %1 frames and %2 columns: at most %3 and %4"_s.arg(frames)
                        .arg(columns.size())
                        .arg(MostCaseFrames)
                        .arg(MostColumns));
    if (first < 0 || first > LargestExact || flagged < 0 || flagged > LargestExact)
        return fail(ErrorCode::Damaged, u"the case does not say which frames it is about"_s);
    if (figures[u"provenance"_s].toArray().size() != frames)
        return fail(ErrorCode::Damaged, u"the case does not say of every frame how it came about"_s);
    for (const QJsonValue column : columns) {
        if (column[u"values"_s].toArray().size() != frames)
            return fail(ErrorCode::Damaged,
                        u"a column of the case has not as many values as there are frames"_s);
    }
    return {};
}

Result<QJsonObject> parseCase(const QByteArray& json, std::uint64_t offset)
{
    QJsonParseError wrong;
    const QJsonDocument document = QJsonDocument::fromJson(json, &wrong);
    if (wrong.error != QJsonParseError::NoError || !document.isObject())
        return fail(ErrorCode::Damaged, u"the JSON of the case cannot be read: %1"_s.arg(wrong.errorString()),
                    {.offset = offset + static_cast<std::uint64_t>(std::max(wrong.offset, 0))});
    const QJsonObject made = document.object();
    if (!made.contains(u"ghostline_case"_s))
        return fail(ErrorCode::UnknownFormat, u"it is no case file of Ghostline"_s);
    if (made[u"ghostline_case"_s].toInt() != CaseVersion)
        return fail(ErrorCode::Unsupported, u"the case has a layout that this version does not know"_s);
    if (const Result<void> sizes = checkSizes(made[u"figures"_s].toObject()); !sizes)
        return tl::unexpected<Error>(sizes.error());
    return made;
}

} // namespace

QByteArray caseHtml(const QJsonObject& made) { return CasePage(made).bytes(); }

Result<ReadCase> readCase(const QByteArray& bytes, const QString& name)
{
    if (bytes.trimmed().startsWith('{')) {
        const Result<QJsonObject> made = parseCase(bytes, 0);
        if (!made)
            return tl::unexpected<Error>(made.error());
        // A browser that is led by another name shows whatever markup stands in its texts.
        const bool page = !name.isEmpty() && !name.endsWith(".json"_L1, Qt::CaseInsensitive);
        return ReadCase{*made, page, !page};
    }
    const qsizetype begin = bytes.indexOf(Begin);
    if (begin < 0)
        return fail(ErrorCode::UnknownFormat, u"it is no case file of Ghostline, or one that was cut off"_s);
    const qsizetype first = begin + Begin.size();
    const qsizetype end = bytes.indexOf(End, first);
    if (end < 0)
        return fail(ErrorCode::Damaged, u"the case was cut off within its figures"_s,
                    {.offset = static_cast<std::uint64_t>(bytes.size())});
    const Result<QJsonObject> made =
        parseCase(bytes.sliced(first, end - first), static_cast<std::uint64_t>(first));
    if (!made)
        return tl::unexpected<Error>(made.error());
    return ReadCase{*made, true, caseHtml(*made) == bytes};
}

} // namespace ghostline::model
