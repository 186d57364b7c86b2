// SPDX-License-Identifier: GPL-3.0-or-later
// A summary against counts of its own; its page against a parser: well-formed, nothing from elsewhere,
// nothing of a stranger's text obeyed, and what is lost said.
#include "model/summary/summary_html.h"
#include "model/summary/summary_json.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

#include <cmath>
#include <map>

namespace tst_summary {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

FakeReplayOptions matchOptions()
{
    FakeReplayOptions options;
    options.match = true;
    options.players = true;
    options.frames = 1000;
    options.events = 30;
    options.bands = 3;
    options.focus = true;
    return options;
}

SummaryRequest withNotes()
{
    SummaryRequest request;
    request.version = QStringLiteral("1.2.3");
    Bookmark mark;
    mark.time = Micros{10'000'000};
    mark.frame = 200;
    mark.title = QStringLiteral("Press <b>high</b>");
    mark.note = QStringLiteral("first line\nsecond & last");
    mark.tags = {QStringLiteral("defence"), QStringLiteral("\"quoted\"")};
    request.notes.bookmarks = {mark};
    Drawing arrow;
    arrow.kind = DrawingKind::Arrow;
    arrow.points = {{0.0, 0.0, 0.0}, {10.0, 0.0, 5.0}};
    arrow.from = Micros{5'000'000};
    arrow.to = Micros{8'000'000};
    Drawing onScreen = arrow;
    onScreen.kind = DrawingKind::Ellipse;
    onScreen.pin = DrawingPin::Screen;
    onScreen.points = {{0.1, 0.1, 0.0}, {0.5, 0.6, 0.0}};
    Drawing later = arrow;
    later.from = Micros{20'000'000};
    later.to = Micros{22'000'000};
    request.notes.drawings = {arrow, onScreen, later};
    return request;
}

Result<MatchSummary> summaryOf(const FakeReplayOptions& options, const SummaryRequest& request = withNotes())
{
    const auto source = makeFakeReplay(options);
    return readSummary(*source, request, {}, {});
}

/// What a reader sees, tags and style left out; empty, with a warning, where it is not well-formed.
QString textOfPage(const QByteArray& page)
{
    QXmlStreamReader reader(page);
    QString text;
    bool style = false;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement())
            style = reader.name() == QLatin1String("style");
        else if (reader.isEndElement())
            style = false;
        else if (reader.isCharacters() && !style)
            text += reader.text();
    }
    if (!reader.hasError())
        return text;
    qWarning("line %lld: %s", static_cast<long long>(reader.lineNumber()), qPrintable(reader.errorString()));
    return {};
}

double goalsOfMatch(int actor, FrameNumber last)
{
    double goals = static_cast<double>(fakeGoals(actor, last));
    for (FrameNumber end = FakeRound; end <= last; end += FakeRound)
        goals += static_cast<double>(fakeGoals(actor, end - 1));
    return goals;
}

} // namespace

class TestSummary : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void figuresAreThoseOfTheRecording()
    {
        const FakeReplayOptions options = matchOptions();
        const auto summary = summaryOf(options);
        QVERIFY(summary);
        int players = 0;
        for (const SummaryRow& row : summary->roster) {
            if (row.actor == ActorId::None)
                continue;
            ++players;
            QCOMPARE(row.values.at(0), goalsOfMatch(static_cast<int>(index(row.actor)), 999));
        }
        QVERIFY(players > 0);
        // Every kind, counted anew.
        std::map<int, int> counts;
        for (const Event& event : summary->index->events->events)
            ++counts[event.kind];
        QCOMPARE(summary->kinds.size(), counts.size());
        for (const SummaryKind& kind : summary->kinds)
            QCOMPARE(kind.count, counts[kind.kind]);
        // Rounds of FakeRound frames, each with its own score; the result is that of the last.
        QCOMPARE(summary->periods.size(), std::size_t{3});
        for (std::size_t i = 0; i < summary->periods.size(); ++i) {
            QCOMPARE(summary->periods[i].round, static_cast<int>(i) + 1);
            QCOMPARE(summary->periods[i].score.size(), std::size_t{2});
        }
        QCOMPARE(summary->score, summary->periods.back().score);
        double score = 0.0;
        for (int actor = 0; actor < options.actors; ++actor)
            score += static_cast<double>(fakeGoals(actor, 399));
        QCOMPARE(summary->periods.front().score[0] + summary->periods.front().score[1], score);
    }

    void listedEventsAreTheWeightiest()
    {
        SummaryRequest request;
        request.mostEvents = 7;
        const auto summary = summaryOf(matchOptions(), request);
        QVERIFY(summary);
        std::size_t listed = 0;
        int least = 3;
        for (const SummaryPeriod& period : summary->periods) {
            listed += period.events.size();
            for (const std::size_t event : period.events) {
                QVERIFY(period.frames.contains(summary->index->events->events[event].frame));
                least = std::min(least, summary->index->events->events[event].severity);
            }
        }
        QCOMPARE(listed, std::size_t{7});
        QVERIFY(summary->notable > 7);
        QVERIFY(textOfPage(summaryHtml(*summary))
                    .contains(QStringLiteral("The weightiest 7 of %1").arg(summary->notable)));
    }

    void pageIsWellFormedAndNeedsNothingElse_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("match") << 0;
        QTest::newRow("line-up with sides") << 1;
        QTest::newRow("nothing but poses") << 2;
        QTest::newRow("one frame") << 3;
    }
    void pageIsWellFormedAndNeedsNothingElse()
    {
        QFETCH(int, which);
        FakeReplayOptions options = matchOptions();
        if (which == 1) {
            options.match = false;
            options.lineUp = true;
            options.observer = true;
            options.teams = 4;
            options.sides = 2;
        } else if (which >= 2) {
            options = {};
            options.teams = which == 2 ? 0 : 2;
            options.properties = false;
            options.frames = which == 2 ? 300 : 1;
        }
        const auto summary = summaryOf(options);
        QVERIFY(summary);
        const QByteArray page = summaryHtml(*summary);
        QVERIFY(!textOfPage(page).isEmpty());
        QVERIFY(page.startsWith("<!DOCTYPE html>"));
        QVERIFY(page.contains("default-src 'none'") || page.contains("default-src &#39;none&#39;"));
        for (const char* outside :
             {"http:", "https:", "src=\"/", "@import", "url(", "<script", "<link", "<iframe"})
            QVERIFY2(!page.contains(outside), outside);
        // Whatever is referred to is in the page.
        static const QRegularExpression reference(QStringLiteral("href=\"#([^\"]+)\""));
        auto found = reference.globalMatch(QString::fromUtf8(page));
        while (found.hasNext()) {
            const QString id = found.next().captured(1);
            QVERIFY2(page.contains("id=\"" + id.toUtf8() + '"'), qPrintable(id));
        }
        for (const char* nonsense : {"nan", "inf\"", "NaN"})
            QVERIFY2(!page.contains(nonsense), nonsense);
    }

    void strangersTextIsNotObeyed()
    {
        FakeReplayOptions options = matchOptions();
        options.foreign = QStringLiteral("</style><script>x('1')</script>\n\u202E& \"");
        SummaryRequest request = withNotes();
        request.path = QStringLiteral("/tmp/<img src=x onerror=y>.fake");
        request.hash = false;
        const auto summary = summaryOf(options, request);
        QVERIFY(summary);
        const QByteArray page = summaryHtml(*summary);
        QVERIFY(!page.contains("<script"));
        QVERIFY(!page.contains("<img src=x"));
        QVERIFY(!page.contains(QByteArray("\u202E")));
        QCOMPARE(page.count("</style>"), 1);
        const QString text = textOfPage(page);
        QVERIFY(text.contains(QStringLiteral("<script>x('1')</script>\\n\\u202e& \"")));
        QVERIFY(text.contains(QStringLiteral("Press <b>high</b>")));
        QVERIFY(text.contains(QStringLiteral("second & last")));
    }

    void scoresHaveOneMeasure()
    {
        auto summary = summaryOf(matchOptions());
        QVERIFY(summary);
        SummaryMoment good;
        good.score = 0.9;
        good.parts = {{QStringLiteral("engagement"), 0.4}, {QStringLiteral("rarity"), 0.5}};
        SummaryMoment poor = good;
        poor.score = 0.2;
        poor.parts = {{QStringLiteral("engagement"), 0.2}};
        summary->highlights = {good, poor};
        const QByteArray page = summaryHtml(*summary);
        // What a whole lacks, of each.
        QVERIFY(page.contains("class=\"rest\" style=\"flex:10 1 0\""));
        QVERIFY(page.contains("class=\"rest\" style=\"flex:80 1 0\""));
    }

    void notesAndDrawings()
    {
        const auto summary = summaryOf(matchOptions());
        QVERIFY(summary);
        QCOMPARE(summary->marked.size(), std::size_t{1});
        QVERIFY(!summary->marked[0].plan.empty());
        // Where the actor is at that time, straight from the formula.
        const glm::dvec3 place = fakePosition(matchOptions(), 0, 200);
        const auto& marks = summary->marked[0].plan.marks;
        const auto mark = std::find_if(marks.begin(), marks.end(), [](const GroundPlan::Mark& m) {
            return m.actor == static_cast<ActorId>(0);
        });
        QVERIFY(mark != marks.end());
        QVERIFY(std::abs(mark->place.x - place.x) < 1e-6 && std::abs(mark->place.y - place.z) < 1e-6);
        QVERIFY(mark->trail.size() > 2);
        // Two that begin together are one picture, the third is another.
        QCOMPARE(summary->boards.size(), std::size_t{2});
        QCOMPARE(summary->boards[0].drawings.size(), std::size_t{2});
        const QString text = textOfPage(summaryHtml(*summary));
        for (const char* said : {"first line", "defence", "\"quoted\"", "Drawn at"})
            QVERIFY2(text.contains(QLatin1String(said)), said);
    }

    void whatIsLostIsSaid()
    {
        FakeReplayOptions options = matchOptions();
        options.brokenKeyframe = 3;
        options.lost = {{{100, 150}, QStringLiteral("a hole")}};
        const auto summary = summaryOf(options);
        QVERIFY(summary);
        QCOMPARE(summary->unread.size(), std::size_t{1});
        QVERIFY(summary->unread.front() == (FrameRange{300, 400}));
        const QString text = textOfPage(summaryHtml(*summary));
        QVERIFY(text.contains(QStringLiteral("Part of this recording is lost")));
        QVERIFY(text.contains(QStringLiteral("a hole")));
        QVERIFY(text.contains(QStringLiteral("frames 300 to 399")));
        QVERIFY(!text.contains(QStringLiteral("All of the recording could be read")));
        const QJsonArray lost =
            summaryJson(*summary)[QStringLiteral("integrity")].toObject()[QStringLiteral("lost")].toArray();
        QCOMPARE(lost.size(), 2);

        const auto whole = summaryOf(matchOptions());
        QVERIFY(
            textOfPage(summaryHtml(*whole)).contains(QStringLiteral("All of the recording could be read")));
    }

    void stopped()
    {
        const auto source = makeFakeReplay(matchOptions());
        std::stop_source stop;
        stop.request_stop();
        const auto summary = readSummary(*source, {}, {}, stop.get_token());
        QVERIFY(!summary);
        QCOMPARE(summary.error().code, ErrorCode::Cancelled);
        // Progress may say so, too, wherever it is.
        for (const double end : {0.0, 0.3, 0.7, 0.95}) {
            const auto cut = readSummary(*source, {}, [end](double done) { return done <= end; }, {});
            QVERIFY(!cut);
            QCOMPARE(cut.error().code, ErrorCode::Cancelled);
        }
    }

    void anotherLanguage()
    {
        const auto summary = summaryOf(matchOptions());
        SummaryLanguage language;
        language.code = QStringLiteral("de");
        language.locale = QLocale(QLocale::German, QLocale::Germany);
        language.page = [](const QString& english) {
            return english == QLatin1String("Statistics") ? QStringLiteral("Statistik") : english;
        };
        language.words = [](const QString& english) {
            return english == QLatin1String("Score") ? QStringLiteral("Punktestand") : english;
        };
        const QByteArray page = summaryHtml(*summary, language);
        QVERIFY(page.contains("<html lang=\"de\">"));
        const QString text = textOfPage(page);
        QVERIFY(text.contains(QStringLiteral("Statistik")) && !text.contains(QStringLiteral("Statistics")));
        QVERIFY(text.contains(QStringLiteral("Punktestand")));
    }

    void jsonSaysTheSame()
    {
        const auto summary = summaryOf(matchOptions());
        const QJsonObject json = summaryJson(*summary);
        QCOMPARE(json[QStringLiteral("frames")].toInteger(), qint64{1000});
        QCOMPARE(json[QStringLiteral("program_version")].toString(), QStringLiteral("1.2.3"));
        QCOMPARE(json[QStringLiteral("teams")].toArray().at(0)[QStringLiteral("score")].toDouble(),
                 summary->score[0]);
        QCOMPARE(json[QStringLiteral("bookmarks")].toArray().size(), 1);
        QCOMPARE(json[QStringLiteral("drawings")].toArray().size(), 3);
        QVERIFY(json[QStringLiteral("players")].isUndefined()); // there is no line-up
    }
};

} // namespace tst_summary

GHOSTLINE_TEST(tst_summary, TestSummary)
#include "tst_summary.moc"
