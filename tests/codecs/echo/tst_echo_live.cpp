// SPDX-License-Identifier: GPL-3.0-or-later
// Watching a running game: what it shows is recorded once, whatever else it answers meanwhile.
#include "codecs/echo/live/live_address.h"
#include "codecs/echo/live/open_live.h"
#include "codecs/echo/replay/echo_source.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/echo/game_server.h"
#include "tests/codecs/echo/memory_file.h"
#include "tests/codecs/echo/same_match.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

namespace tst_echo_live {

using namespace ghostline;
using namespace ghostline::echo;
using namespace ghostline::test;
using namespace std::chrono_literals;
using model::FrameNumber;

namespace {

/// Asks often and loses patience soon.
LivePace quickPace()
{
    LivePace pace;
    pace.rate = 250;
    pace.told = 20ms;
    pace.gap = 60ms;
    pace.firstPause = 20ms;
    pace.longestPause = 40ms;
    pace.noMatchPause = 20ms;
    return pace;
}

const ServedMatch& match()
{
    static const ServedMatch made = ServedMatch::made(12.0);
    return made;
}

/// A game, and where what it shows is kept.
struct Watched
{
    GameServer game{match()};
    QTemporaryDir folder;
    std::unique_ptr<EchoSource> source;
    std::optional<model::Error> error;

    bool open(const LivePace& pace = quickPace(), const std::stop_token& stop = {})
    {
        source.reset();
        auto file = openGame(game.address(), folder.path(), pace, stop);
        if (!file) {
            error = file.error();
            return false;
        }
        auto opened = EchoSource::fromFile(std::move(*file), 0, stop);
        if (!opened) {
            error = opened.error();
            return false;
        }
        source = std::move(*opened);
        return true;
    }
    FrameNumber frames() const { return source->index()->frames(); }
    model::LiveState state() const { return *source->liveState(); }
    FrameNumber shown() const { return static_cast<FrameNumber>(game.shown().size()); }
};

bool has(const model::ReplayIndex& index, const char* code)
{
    return std::ranges::any_of(index.diagnostics,
                               [code](const auto& d) { return d.code == QLatin1String(code); });
}

/// The first difference of what is in the timeline from what the game has shown; empty = there is none.
QString difference(const model::ReplaySource& live, const std::vector<int>& shown, bool bones)
{
    static const auto truth = match().recording();
    if (!truth)
        return QStringLiteral("no truth");
    if (live.index()->frames() != static_cast<FrameNumber>(shown.size()))
        return QStringLiteral("%1 frames of %2").arg(live.index()->frames()).arg(shown.size());
    MatchBounds bounds;
    bounds.not_ = {QStringLiteral("recorded_time")}; // the recorder's clock
    if (!bones) {                                    // of another moment
        bounds.place = 10.0;
        bounds.turn = 2.0;
    }
    const SameMatch same(*truth->index()->info, *live.index()->info, bounds);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto a = stateAt(*truth, {shown[i], 0.0}, model::SamplePolicy::Hold);
        const auto b = stateAt(live, {static_cast<FrameNumber>(i), 0.0}, model::SamplePolicy::Hold);
        if (const QString found = same.difference(a, b); !found.isEmpty())
            return QStringLiteral("frame %1: %2").arg(i).arg(found);
    }
    return {};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestEchoLive : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void addresses_data();
    void addresses();
    void follows();
    void trueRate();
    void standsStill();
    void saves();
    void troubles_data();
    void troubles();
    void restart();
    void lobbyFirst();
    void anotherMatch();
    void openedAgain();
    void twice();
    void pastWhileGrowing();
    void nobodyThere();
    void hostileAtOpening_data();
    void hostileAtOpening();
    void stopsAtOnce();
    void options_data();
    void options();
};

void TestEchoLive::addresses_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("game");
    QTest::newRow("session") << "http://127.0.0.1:6721/session" << true;
    QTest::newRow("bones") << "http://10.0.0.7:6721/player_bones" << true;
    QTest::newRow("another port") << "http://localhost:8080/session" << true;
    QTest::newRow("port alone") << "http://127.0.0.1:6721" << true;
    QTest::newRow("port, slash") << "http://127.0.0.1:6721/" << true;
    QTest::newRow("encrypted") << "https://example.org/session" << true;
    QTest::newRow("a file") << "http://example.org/a/session.echoreplay" << false;
    QTest::newRow("deeper") << "http://example.org/a/session" << false;
    QTest::newRow("a server") << "http://example.org/" << false;
    QTest::newRow("nothing") << "" << false;
}

void TestEchoLive::addresses()
{
    QFETCH(QString, address);
    QTEST(isGameAddress(QUrl(address)), "game");
}

void TestEchoLive::follows()
{
    Watched w;
    w.game.advance(2, 150); // each frame is asked for twice
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 150);
    const auto index = w.source->index();
    QVERIFY(index->growing && index->complete);
    QCOMPARE(difference(*w.source, w.game.shown(), false), QString());
    QVERIFY(index->lost.empty());
    QVERIFY(has(*index, "live"));
    QCOMPARE(w.state().gaps, std::uint64_t{0});
    QVERIFY(w.state().stalled.isEmpty() && !w.state().ended);
    QCOMPARE(w.game.mostAtOnce(), 1);
    // On a busy machine Qt gives one up now and then; whoever keeps none makes one for each question.
    QVERIFY2(w.game.connections() * 8 < w.game.questions(),
             qPrintable(QStringLiteral("%1 connections for %2 questions: they are to be kept")
                            .arg(w.game.connections())
                            .arg(w.game.questions())));
}

/// As the game does: 30 frames a second, whenever it is asked.
void TestEchoLive::trueRate()
{
    Watched w;
    w.game.play(30.0, 45);
    LivePace pace;
    pace.rate = 60;
    QVERIFY(w.open(pace));
    QTRY_VERIFY(!w.game.shown().empty() && w.game.shown().back() == 44);
    QTRY_COMPARE(w.frames(), w.shown());
    QCOMPARE(difference(*w.source, w.game.shown(), false), QString());
    const model::TimeAxis& axis = w.source->index()->timeAxis;
    for (FrameNumber f = 1; f < axis.frames(); ++f)
        QVERIFY(axis.timeOf(f) > axis.timeOf(f - 1));
    QVERIFY(axis.duration() > 1000ms && axis.duration() < 4000ms);
}

/// A game that is paused answers the same again and again.
void TestEchoLive::standsStill()
{
    Watched w;
    w.game.advance(1, 5);
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 5);
    const int before = w.game.questions();
    QTRY_VERIFY(w.game.questions() > before + 60);
    QCOMPARE(w.frames(), 5);
    QVERIFY(w.state().stalled.isEmpty());
    w.game.advance(1, 9);
    QTRY_COMPARE(w.frames(), 9);
    QVERIFY(w.source->index()->lost.empty());
}

void TestEchoLive::saves()
{
    Watched w;
    w.game.advance(1, 100);
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 100);
    for (const char* name : {"a.echoreplay", "a.butter"}) {
        model::WriteRequest request;
        request.path = w.folder.filePath(QLatin1String(name));
        request.frames = {0, w.frames()};
        QVERIFY(EchoCodec().write(*w.source, request));
        auto bytes = model::openFile(request.path);
        QVERIFY(bytes);
        const auto saved = EchoCodec().open(std::move(*bytes), {});
        QVERIFY(saved && (*saved)->waitComplete());
        QCOMPARE((*saved)->index()->frames(), 100);
        if (request.path.endsWith(QLatin1String("butter")))
            continue;
        QCOMPARE(difference(**saved, w.game.shown(), false), QString());
        const auto& a = (*saved)->index()->timeAxis;
        const auto& b = w.source->index()->timeAxis;
        for (FrameNumber f = 0; f < 100; ++f)
            QCOMPARE(a.timeOf(f), b.timeOf(f));
    }
    // What was served stands there byte for byte.
    const QList<QByteArray> lines = contentOf(w.state().keptAt).split('\n');
    QCOMPARE(lines.size(), 101);
    for (int i = 0; i < 100; ++i) {
        const QList<QByteArray> columns = lines[i].split('\t');
        QCOMPARE(columns.size(), 3);
        QCOMPARE(columns[1],
                 match().sessions[static_cast<std::size_t>(w.game.shown()[static_cast<std::size_t>(i)])]);
        QVERIFY(std::ranges::find(match().bones, columns[2].trimmed()) != match().bones.end());
    }
}

void TestEchoLive::troubles_data()
{
    QTest::addColumn<int>("answer");
    QTest::addColumn<int>("times");
    QTest::addColumn<QString>("says"); ///< of the gap; empty = there is none
    const auto row = [](const char* name, GameAnswer answer, int times, const char* says) {
        QTest::newRow(name) << static_cast<int>(answer) << times << QString::fromLatin1(says);
    };
    row("lobby", GameAnswer::NotFound, 8, "restricted in this match type");
    row("error", GameAnswer::ServerError, 8, "error 500");
    row("bad JSON", GameAnswer::BadJson, 8, "no valid JSON");
    row("bad JSON once", GameAnswer::BadJson, 1, "");
    row("cut", GameAnswer::Cut, 8, "127.0.0.1");
    row("reset", GameAnswer::Reset, 8, "127.0.0.1");
    row("late", GameAnswer::Late, 2, "");
    row("endless", GameAnswer::Endless, 6, "more than any frame");
    row("redirected", GameAnswer::Redirect, 8, "error 302");
    row("long line", GameAnswer::LongLine, 6, "more than any frame");
    row("web page", GameAnswer::WebPage, 8, "no valid JSON");
    row("other shape", GameAnswer::OtherShape, 8, "no match");
}

void TestEchoLive::troubles()
{
    QFETCH(int, answer);
    QFETCH(int, times);
    QFETCH(QString, says);
    Watched w;
    w.game.advance(1, 20);
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 20);
    w.game.trouble(static_cast<GameAnswer>(answer), times);
    QTRY_VERIFY(!w.game.troubled());
    w.game.advance(1, 40);
    QTRY_COMPARE(w.frames(), 40);
    QTRY_VERIFY(w.state().stalled.isEmpty());
    QCOMPARE(difference(*w.source, w.game.shown(), false), QString());
    const auto index = w.source->index();
    if (says.isEmpty()) {
        QVERIFY(index->lost.empty());
        return;
    }
    QCOMPARE(index->lost.size(), std::size_t{1});
    QCOMPARE(index->lost[0].frames.first, 19);
    QVERIFY2(index->lost[0].reason.contains(says), qPrintable(index->lost[0].reason));
    QVERIFY(has(*index, "live-gap"));
    QCOMPARE(w.state().gaps, std::uint64_t{1});
    QVERIFY(index->growing);
}

/// The program is ended and started anew on the same port.
void TestEchoLive::restart()
{
    Watched w;
    w.game.advance(1, 30);
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 30);
    w.game.stop();
    QTRY_VERIFY(!w.state().stalled.isEmpty());
    QVERIFY(w.state().stalled.text().contains(QLatin1String("refused")));
    QCOMPARE(w.frames(), 30);
    w.game.start();
    w.game.advance(1, 60);
    QTRY_COMPARE(w.frames(), 60);
    QVERIFY(w.state().stalled.isEmpty());
    QCOMPARE(w.source->index()->lost.size(), std::size_t{1});
    QCOMPARE(difference(*w.source, w.game.shown(), false), QString());
}

void TestEchoLive::lobbyFirst()
{
    Watched w;
    w.game.advance(1, 20);
    w.game.trouble(GameAnswer::NotFound, 25); // longer than anything else is borne
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 20);
    QVERIFY(w.source->index()->lost.empty());
}

void TestEchoLive::anotherMatch()
{
    Watched w;
    w.game.advance(1, 30);
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 30);
    const QString first = w.state().keptAt;
    w.game.setMatch(match().ofSession("11111111-2222-3333-4444-555555555555"));
    w.game.advance(1, 60);
    QTRY_VERIFY(w.state().ended);
    QTRY_VERIFY(!w.source->index()->growing);
    QVERIFY(w.source->index()->complete);
    QCOMPARE(w.frames(), 30);
    QVERIFY(has(*w.source->index(), "live-ended"));
    const std::unique_ptr<EchoSource> old = std::move(w.source);
    QVERIFY(w.open());
    QTRY_VERIFY(w.frames() > 20);
    QVERIFY(w.state().keptAt != first);
    QVERIFY(QFile::exists(first));
    QCOMPARE(w.source->header().sessionId, QStringLiteral("11111111-2222-3333-4444-555555555555"));
    QCOMPARE(contentOf(first).count('\n'), 30);
}

/// After a crash, or by hand, while the match is still going on.
void TestEchoLive::openedAgain()
{
    Watched w;
    w.game.advance(1, 30);
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 30);
    const QString path = w.state().keptAt;
    w.source.reset();
    QFile kept(path);
    QVERIFY(kept.open(QIODevice::Append));
    kept.write("2021/12/20 11:33:20.125\t{\"session"); // a program that died has got no further
    kept.close();
    w.game.advance(1, 50);
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 50);
    QCOMPARE(w.state().keptAt, path);
    QCOMPARE(w.source->index()->lost.size(), std::size_t{1});
    QCOMPARE(difference(*w.source, w.game.shown(), false), QString());
}

/// Two windows on one game do not write into one file.
void TestEchoLive::twice()
{
    Watched w;
    w.game.advance(20, 1000);
    QVERIFY(w.open());
    const std::unique_ptr<EchoSource> first = std::move(w.source);
    QVERIFY(w.open());
    QVERIFY(first->liveState()->keptAt != w.state().keptAt);
    QTRY_VERIFY(first->index()->frames() > 3 && w.frames() > 3);
}

void TestEchoLive::pastWhileGrowing()
{
    Watched w;
    w.game.advance(1, 300);
    QVERIFY(w.open());
    QTRY_VERIFY(w.frames() > 20);
    std::vector<model::WorldState> before;
    for (FrameNumber f = 0; f < 10; ++f)
        before.push_back(stateAt(*w.source, {f, 0.25}));
    const auto early = w.source->index();
    const SameMatch same(*early->info, *early->info, {});
    while (w.frames() < 300) {
        for (FrameNumber f = 0; f < 10; ++f)
            QCOMPARE(same.difference(before[static_cast<std::size_t>(f)], stateAt(*w.source, {f, 0.25})),
                     QString());
        QTest::qWait(1);
        if (w.shown() == 300)
            QTRY_COMPARE(w.frames(), 300);
    }
    // A chunk that was the last one is told with what follows it.
    const auto index = w.source->index();
    QCOMPARE(index->keyframes[0].knowledge, 1U);
    QCOMPARE(index->keyframes[index->keyframes.count() - 1].knowledge, 0U);
}

void TestEchoLive::nobodyThere()
{
    Watched w;
    w.game.stop();
    QVERIFY(!w.open());
    QVERIFY(w.error->code == model::ErrorCode::IoError);
    QVERIFY2(w.error->message.contains(QLatin1String("refused")), qPrintable(w.error->message));
    QVERIFY(!w.error->advice.isEmpty());
    QVERIFY(QDir(w.folder.path()).isEmpty());
}

void TestEchoLive::hostileAtOpening_data()
{
    QTest::addColumn<int>("answer");
    QTest::newRow("endless") << static_cast<int>(GameAnswer::Endless);
    QTest::newRow("long line") << static_cast<int>(GameAnswer::LongLine);
    QTest::newRow("redirected") << static_cast<int>(GameAnswer::Redirect);
    QTest::newRow("web page") << static_cast<int>(GameAnswer::WebPage);
    QTest::newRow("cut") << static_cast<int>(GameAnswer::Cut);
}

void TestEchoLive::hostileAtOpening()
{
    QFETCH(int, answer);
    Watched w;
    w.game.advance(1, 10);
    w.game.trouble(static_cast<GameAnswer>(answer), 1000);
    QVERIFY(!w.open());
    QVERIFY(w.error->code == model::ErrorCode::UnknownFormat || w.error->code == model::ErrorCode::IoError);
    QVERIFY(QDir(w.folder.path()).isEmpty());
}

/// A game that never answers holds up nobody who closes.
void TestEchoLive::stopsAtOnce()
{
    Watched w;
    w.game.advance(1, 10);
    QVERIFY(w.open());
    QTRY_COMPARE(w.frames(), 10);
    w.game.trouble(GameAnswer::Never, 1000);
    const int before = w.game.questions();
    QTRY_VERIFY(w.game.questions() > before);
    QElapsedTimer timer;
    timer.start();
    w.source.reset();
    QVERIFY(timer.elapsed() < 1500);
    std::stop_source stop;
    const std::jthread stopping([&] {
        const int asked = w.game.questions();
        while (w.game.questions() == asked)
            std::this_thread::yield();
        stop.request_stop();
    });
    QVERIFY(!w.open(quickPace(), stop.get_token()));
    QVERIFY(w.error->code == model::ErrorCode::Cancelled);
}

void TestEchoLive::options_data()
{
    QTest::addColumn<QString>("rate");
    QTest::addColumn<bool>("good");
    QTest::newRow("none") << "" << true;
    QTest::newRow("slow") << "1" << true;
    QTest::newRow("fast") << "120" << true;
    QTest::newRow("never") << "0" << false;
    QTest::newRow("negative") << "-5" << false;
    QTest::newRow("too fast") << "121" << false;
}

void TestEchoLive::options()
{
    QFETCH(QString, rate);
    QTemporaryDir folder;
    GameServer game(match());
    game.advance(1, 3);
    model::OpenOptions options;
    options.codec.insert(QStringLiteral("folder"), folder.path());
    if (!rate.isEmpty())
        options.codec.insert(QStringLiteral("rate"), rate);
    const auto source = EchoCodec().openLive(game.address(), options);
    QTEST(source.has_value(), "good");
    if (!source)
        QVERIFY(source.error().code == model::ErrorCode::InvalidArgument);
    else
        QVERIFY(model::liveStateOf(**source)->keptAt.startsWith(folder.path()));
}

} // namespace tst_echo_live

GHOSTLINE_TEST(tst_echo_live, TestEchoLive)
#include "tst_echo_live.moc"
