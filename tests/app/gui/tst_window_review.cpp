// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of recordings goes through the hands of two reviewers, in the real window.
#include "app/gui/review/evidence_panel.h"
#include "app/gui/review/evidence_strip.h"
#include "app/gui/review/flags_view.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/queue_view.h"
#include "app/gui/review/review_panel.h"
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/tick_builder.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/window_driver.h"

#include <QDir>
#include <QLineEdit>
#include <QTableView>

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

namespace {

constexpr int Recordings = 20;
constexpr int Flags = 7;
constexpr int Ticks = 200;

struct MadeFlag
{
    int recording;
    int tick;
    const char* check;
    std::uint8_t severity;
};
constexpr std::array<MadeFlag, Flags> MadeFlags{{{3, 90, "speed", 1},
                                                 {3, 140, "aim_snap", 2},
                                                 {7, 100, "reach", 2},
                                                 {11, 60, "speed", 3},
                                                 {11, 110, "timer", 1},
                                                 {11, 160, "reach", 2},
                                                 {15, 120, "flight", 0}}};

/// Ten seconds along a line, with the accusations that are made of this one.
void record(const QString& path, int number)
{
    recording::RecorderHead head;
    head.startMs = 1'786'000'000'000 + number * 60'000;
    head.playerName = QStringLiteral("Runner %1").arg(number);
    head.mapName = QStringLiteral("Skyline");
    auto recorder = recording::LoneRecorder::create(head);
    QVERIFY(recorder);
    recording::TickBuilder tick(*recorder);
    while (recorder->nextTick() < Ticks) {
        const int at = recorder->nextTick();
        tick.move(0, {{0.25 * at, 65.0, 0.1 * number}, static_cast<float>(at % 90), 0.0F});
        for (const MadeFlag& flag : MadeFlags) {
            if (flag.recording == number && flag.tick == at)
                tick.flag(flag.check, flag.severity, 0.5F, "made for this test");
        }
        QVERIFY(tick.commit());
    }
    QVERIFY(recorder->save(path, QStringLiteral("finish")));
}

} // namespace

class TestWindowReview : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void fromTheQueueToVerdictsAndBack();
    void twoReviewers();
    void theQueueStaysOnTheWelcomePage();
    void flagKeysGoOneByOne();

private:
    QString recordings() const { return m_place->folder.filePath(QStringLiteral("runs")); }
    QString path(int number) const
    {
        return QStringLiteral("%1/run-%2.hcrp").arg(recordings()).arg(number, 2, 10, QLatin1Char('0'));
    }
    void openQueue();
    void openFromQueue(const QString& path);
    app::QueueView& queue() { return *m_window->findChild<app::QueueView*>(); }
    app::FlagsView& flags() { return *m_window->findChild<app::FlagsView*>(); }
    QTableView* queueTable() { return named<QTableView>(queue(), QStringLiteral("Recordings to review")); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(m_window.get(), key, modifiers);
    }
    void judge(Qt::Key verdict, const QString& note);

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowReview::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowReview::init()
{
    m_place = std::make_unique<WindowPlace>();
    QVERIFY(QDir().mkpath(recordings()));
    for (int number = 0; number < Recordings; ++number)
        record(path(number), number);
    m_window = showWindow({1400, 900});
    QVERIFY(m_window != nullptr);
}

void TestWindowReview::cleanup()
{
    m_window.reset();
    m_place.reset();
}

void TestWindowReview::openQueue()
{
    m_window->openFile(recordings());
    QTRY_VERIFY_WITH_TIMEOUT(!queue().reading(), OpenMs);
    QVERIFY(m_window->dock(QStringLiteral("review"))->isVisible());
}

/// As with the keyboard: chosen in the table, opened by Enter.
void TestWindowReview::openFromQueue(const QString& path)
{
    QTableView* table = queueTable();
    const QModelIndex row = find(*table, QFileInfo(path).fileName());
    QVERIFY(row.isValid());
    table->setCurrentIndex(row);
    QTest::keyClick(table, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session() != nullptr && m_window->session()->path() == path &&
                                 m_window->session()->index()->complete,
                             OpenMs);
}

/// By keys alone: into the note, the note, the verdict.
void TestWindowReview::judge(Qt::Key verdict, const QString& note)
{
    key(Qt::Key_T, Qt::AltModifier);
    auto* line = named<QLineEdit>(flags(), QStringLiteral("Note"));
    QTRY_COMPARE(QApplication::focusWidget(), line);
    QTest::keyClicks(line, note);
    QTest::keyClick(line, verdict, Qt::AltModifier);
}

void TestWindowReview::fromTheQueueToVerdictsAndBack()
{
    const QString broken = QStringLiteral("%1/broken.hcrp").arg(recordings());
    QVERIFY(QFile::copy(path(0), broken));
    QVERIFY(QFile::resize(broken, 40));
    openQueue();
    QCOMPARE(queue().model().rowCount(), Recordings + 1);
    QCOMPARE(queue().model().flagsInAll(), Flags);
    QCOMPARE(queue().model().unreviewed(), Flags);
    const int damaged = queue().model().rowOf(broken);
    QVERIFY(queue().model().at(damaged)->error);
    QVERIFY(!queue().model().index(damaged, app::QueueModel::MapColumn).data().toString().isEmpty());
    // The gravest is on top.
    QCOMPARE(queueTable()->model()->index(0, 0).data().toString(), QFileInfo(path(11)).fileName());

    openFromQueue(path(11));
    QTRY_VERIFY(flags().current());
    QCOMPARE(flags().current()->frame, 60);
    QVERIFY(m_window->session()->playhead().playing()); // from three seconds before
    auto* evidence = m_window->findChild<app::EvidencePanel*>();
    QTRY_VERIFY(evidence->isVisible() && !evidence->strip()->evidence().rows.empty());
    QVERIFY(evidence->strip()->evidence().frames.contains(60));

    judge(Qt::Key_C, QStringLiteral("too fast at 60"));
    key(Qt::Key_F, Qt::AltModifier);
    QCOMPARE(flags().current()->frame, 110);
    judge(Qt::Key_R, QStringLiteral("lag"));
    key(Qt::Key_F, Qt::AltModifier);
    QCOMPARE(flags().current()->frame, 160);
    judge(Qt::Key_U, QStringLiteral("ask Bob"));
    QCOMPARE(queue().model().unreviewed(), Flags - 3);

    // Through the other files by key; every flag gets a word.
    int judged = 3;
    for (int file = 0; file < 3; ++file) {
        const QString before = m_window->session()->path();
        key(Qt::Key_PageDown, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() != nullptr && m_window->session()->path() != before &&
                                     m_window->session()->index()->complete,
                                 OpenMs);
        QTRY_VERIFY(flags().current());
        for (int flag = 0; flag < flags().count(); ++flag) {
            judge(Qt::Key_R, QStringLiteral("note %1").arg(++judged));
            key(Qt::Key_F, Qt::AltModifier);
        }
    }
    QCOMPARE(judged, Flags);
    QCOMPARE(queue().model().unreviewed(), 0);

    m_window.reset();
    m_window = showWindow({1400, 900});
    QVERIFY(m_window != nullptr);
    openQueue();
    QCOMPARE(queue().model().flagsInAll(), Flags);
    QCOMPARE(queue().model().unreviewed(), 0);
    openFromQueue(path(11));
    QTRY_VERIFY(flags().current());
    const auto& reviews = m_window->session()->sidecar().reviews;
    QCOMPARE(reviews.size(), 3U);
    QCOMPARE(reviews[0].verdict, model::FlagVerdict::Confirmed);
    QCOMPARE(reviews[0].note, QStringLiteral("too fast at 60"));
    QCOMPARE(reviews[1].verdict, model::FlagVerdict::Rejected);
    QCOMPARE(reviews[2].verdict, model::FlagVerdict::Unsure);
    auto* verdicts = named<QTableView>(flags(), QStringLiteral("Verdicts so far"));
    QCOMPARE(verdicts->model()->rowCount(), 1);
    int noted = 0;
    for (int number = 0; number < Recordings; ++number) {
        const auto sidecar = model::loadSidecar(path(number));
        QVERIFY(sidecar);
        for (const model::FlagReview& review : sidecar->reviews)
            noted += review.note.isEmpty() ? 0 : 1;
    }
    QCOMPARE(noted, Flags);
}

void TestWindowReview::twoReviewers()
{
    openQueue();
    openFromQueue(path(3));
    QTRY_VERIFY(flags().current());
    judge(Qt::Key_C, QStringLiteral("mine"));
    // The second one worked on a copy.
    const QString copy = m_place->folder.filePath(QStringLiteral("copy.hcrp"));
    QVERIFY(QFile::copy(path(3), copy));
    model::Sidecar theirs;
    theirs.replayHash = *model::hashFile(copy);
    for (const model::Flag& flag : model::flagsOf(*m_window->session()->index()->events)) {
        model::FlagReview review;
        review.id = QStringLiteral("bob %1").arg(flag.frame);
        review.frame = flag.frame;
        review.time = flag.time;
        review.check = flag.check;
        review.verdict = model::FlagVerdict::Rejected;
        review.note = QStringLiteral("theirs");
        review.reviewer = QStringLiteral("Bob");
        review.created = QDateTime::currentDateTimeUtc();
        theirs.add(review);
    }
    const auto notes = model::saveSidecar(copy, theirs);
    QVERIFY(notes);
    m_window->session()->mergeNotes(*notes);
    QTRY_COMPARE(m_window->session()->sidecar().reviews.size(), 3U);
    QVERIFY(model::isDisputed(*flags().current(), m_window->session()->sidecar()));
    QCOMPARE(queue().model().unreviewed(), Flags - 2);
    auto* verdicts = named<QTableView>(flags(), QStringLiteral("Verdicts so far"));
    QCOMPARE(verdicts->model()->rowCount(), 2);
    const auto stored = model::loadSidecar(path(3));
    QVERIFY(stored);
    QCOMPARE(stored->reviews.size(), 3U);
}

void TestWindowReview::theQueueStaysOnTheWelcomePage()
{
    openQueue();
    openFromQueue(path(7));
    m_window->closeReplay();
    QTRY_VERIFY(m_window->dock(QStringLiteral("review"))->isVisible());
    QCOMPARE(queue().model().rowCount(), Recordings);
    QVERIFY(!m_window->dock(QStringLiteral("evidence"))->isVisible());
}

/// Whether or not the panel is in sight.
void TestWindowReview::flagKeysGoOneByOne()
{
    QVERIFY(openAndWait(*m_window, path(11)));
    m_window->dock(QStringLiteral("review"))->hide();
    const model::Playhead& head = m_window->session()->playhead();
    for (const int tick : {60, 110, 160}) {
        key(Qt::Key_F);
        QCOMPARE(head.at().frame, tick);
    }
    key(Qt::Key_F, Qt::ShiftModifier);
    QCOMPARE(head.at().frame, 110);
    QVERIFY(!flags().current());
    QVERIFY(raised<app::ReviewPanel>(*m_window, "review") != nullptr);
    key(Qt::Key_F);
    QCOMPARE(flags().current()->frame, 160);
    key(Qt::Key_F, Qt::ShiftModifier);
    QCOMPARE(flags().current()->frame, 110);
}

GHOSTLINE_WINDOW_TEST_MAIN(TestWindowReview)
#include "tst_window_review.moc"
