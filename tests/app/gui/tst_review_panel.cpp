// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the review: queue, flags and verdicts, what is remembered, and what another reviewer said.
#include "app/gui/review/flag_text.h"
#include "app/gui/review/flags_model.h"
#include "app/gui/review/flags_view.h"
#include "app/gui/review/queue_filter.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/review_settings.h"
#include "app/gui/review/reviews_model.h"
#include "app/gui/verbs/actions.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QIcon>
#include <QImage>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>

namespace tst_review_panel {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

model::ReviewedFile reviewed(const QString& name, std::vector<int> severities)
{
    model::ReviewedFile file;
    file.path = QStringLiteral("/runs/%1").arg(name);
    file.map = QStringLiteral("Skyline");
    file.recordedAt = QDateTime(QDate(2026, 10, 1), QTime(12, 0), Qt::UTC);
    for (const int severity : severities) {
        model::Flag flag;
        flag.frame = 100 + static_cast<int>(file.flags.size());
        flag.check = QStringLiteral("aim_snap");
        flag.severity = severity;
        file.flags.push_back(flag);
    }
    return file;
}

/// Three that can be read, one that cannot.
std::vector<model::ReviewedFile> fourFiles()
{
    std::vector<model::ReviewedFile> files;
    files.reserve(4);
    files.push_back(reviewed(QStringLiteral("clean.run"), {}));
    files.push_back(reviewed(QStringLiteral("odd.run"), {1, 2}));
    files.back().people = {QStringLiteral("Ada"), QStringLiteral("Ben")};
    files.push_back(reviewed(QStringLiteral("grave.run"), {3}));
    files.back().people = {QStringLiteral("Zoe")};
    model::ReviewedFile broken;
    broken.path = QStringLiteral("/runs/broken.run");
    broken.error =
        model::Error{model::ErrorCode::Damaged, QStringLiteral("the header is cut off"), {}, {}, {}};
    files.push_back(std::move(broken));
    return files;
}

} // namespace

class TestReviewPanel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void settingsComeBack();
    void queueIsListed();
    void queueMarksNothingAsSelected_data();
    void queueMarksNothingAsSelected();
    void queueIsSortedAndFiltered();
    void queueFollowsVerdicts();
    void flagsAreGoneThrough();
    void verdictsAreKeptWithTheirNotes();
    void withoutANameItIsAskedForOnce();
    void aVerdictIsTakenBack();
    void disputedIsAStateOfItsOwn();
    void whatIsFinishedStandsLast();
    void aBegunNoteStaysWithItsFlag();
    void theRecordingsOwnVerdictIsShownLast();
    void notesOfAnotherAreMerged();
    void notesOfAnotherRecordingAreRefused();
    void aNotesFileThatIsLeftOutIsNamed();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestReviewPanel::init()
{
    QStandardPaths::setTestModeEnabled(true);
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
}

void TestReviewPanel::settingsComeBack()
{
    ReviewSettings settings;
    settings.reviewer = QStringLiteral("Ada");
    settings.folder = QStringLiteral("/runs");
    settings.playBefore = false;
    settings.limits = {{QStringLiteral("property:held item/1"), 2.5}, {QStringLiteral("speed"), 7.0}};
    saveReviewSettings(settings);
    settings.limits.remove(QStringLiteral("speed"));
    saveReviewSettings(settings);
    const ReviewSettings read = loadReviewSettings();
    QCOMPARE(read.reviewer, settings.reviewer);
    QCOMPARE(read.folder, settings.folder);
    QCOMPARE(read.playBefore, false);
    QCOMPARE(read.limits, settings.limits);
}

// ---- queue ----

void TestReviewPanel::queueIsListed()
{
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.put(fourFiles());
    QCOMPARE(model.rowCount(), 4);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(1, QueueModel::FileColumn), QStringLiteral("odd.run"));
    QCOMPARE(cell(1, QueueModel::FlagsColumn), QStringLiteral("2"));
    QCOMPARE(cell(1, QueueModel::OpenColumn), QStringLiteral("2"));
    QCOMPARE(cell(1, QueueModel::WorstColumn), severityText(2));
    QCOMPARE(cell(1, QueueModel::PeopleColumn), QStringLiteral("Ada, Ben"));
    QCOMPARE(cell(3, QueueModel::PeopleColumn), QString());
    QCOMPARE(model.index(1, QueueModel::PeopleColumn).data(Qt::ToolTipRole).toString(),
             QStringLiteral("Ada\nBen"));
    QCOMPARE(cell(3, QueueModel::MapColumn), QStringLiteral("the header is cut off"));
    QCOMPARE(cell(3, QueueModel::FlagsColumn), QString());
    QCOMPARE(model.flagsInAll(), 3);
    QCOMPARE(model.openFlags(), 3);
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestReviewPanel::queueMarksNothingAsSelected_data()
{
    QTest::addColumn<bool>("light");
    QTest::newRow("dark") << false;
    QTest::newRow("light") << true;
}

/// What waits is a full disc in the colour of text: the accent is for what is selected or open.
void TestReviewPanel::queueMarksNothingAsSelected()
{
    QFETCH(bool, light);
    const render::Theme& theme = light ? render::Theme::light() : render::Theme::dark();
    QueueModel model;
    model.setTheme(theme);
    model.put(fourFiles());
    const auto image = [&model](int row) {
        const QVariant mark = model.index(row, QueueModel::FileColumn).data(Qt::DecorationRole);
        return mark.value<QIcon>().pixmap(QSize(16, 16), 1.0).toImage();
    };
    for (int row = 0; row < model.rowCount(); ++row) {
        const QImage mark = image(row);
        QCOMPARE(mark.size(), QSize(16, 16));
        for (int y = 0; y < mark.height(); ++y) {
            for (int x = 0; x < mark.width(); ++x)
                QVERIFY(mark.pixelColor(x, y) != theme.accent);
        }
    }
    QCOMPARE(image(1).pixelColor(8, 8), theme.text); // two are open
    QCOMPARE(image(0).pixelColor(8, 8).alpha(), 0);  // nothing is: a ring
}

void TestReviewPanel::queueIsSortedAndFiltered()
{
    QueueModel model;
    QueueFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.put(fourFiles());
    filter.sort(QueueModel::WorstColumn, Qt::DescendingOrder);
    const auto names = [&] {
        QStringList list;
        for (int row = 0; row < filter.rowCount(); ++row)
            list << filter.index(row, 0).data().toString().section(QLatin1Char('.'), 0, 0);
        return list.join(QLatin1Char(' '));
    };
    QCOMPARE(names(), QStringLiteral("grave odd clean broken"));
    filter.setWanted({.shown = QueueWanted::Shown::Open});
    QCOMPARE(names(), QStringLiteral("grave odd"));
    filter.setWanted({.text = QStringLiteral("AIM_")});
    QCOMPARE(names(), QStringLiteral("grave odd"));
    filter.setWanted({.text = QStringLiteral("ben")});
    QCOMPARE(names(), QStringLiteral("odd"));
    filter.setWanted({.text = QStringLiteral("cut off")});
    QCOMPARE(names(), QStringLiteral("broken"));
    filter.setWanted({.text = QStringLiteral(" odd ")});
    QCOMPARE(names(), QStringLiteral("odd"));
    filter.setWanted({});
    filter.sort(QueueModel::PeopleColumn, Qt::AscendingOrder);
    QCOMPARE(names(), QStringLiteral("odd grave clean broken"));
}

void TestReviewPanel::queueFollowsVerdicts()
{
    QueueModel model;
    model.put(fourFiles());
    model::Sidecar sidecar;
    model::FlagReview review;
    review.id = QStringLiteral("1");
    review.frame = 100;
    review.check = QStringLiteral("aim_snap");
    review.verdict = model::FlagVerdict::Unsure;
    sidecar.add(review);
    model.setSidecar(QStringLiteral("/runs/odd.run"), sidecar);
    QCOMPARE(model.index(1, QueueModel::OpenColumn).data().toInt(), 1);
    model.setSidecar(QStringLiteral("/runs/other.run"), sidecar);
    QCOMPARE(model.openFlags(), 2);
    const int open = model.index(1, QueueModel::OpenColumn).data().toInt();
    model.setRules({.blind = true, .reviewer = QStringLiteral("Ada"), .needed = 2});
    QCOMPARE(model.index(1, QueueModel::OpenColumn).data().toInt(), open + 1);
    model.setRules({});
    QCOMPARE(model.index(1, QueueModel::OpenColumn).data().toInt(), open);
}

// ---- flags ----

void TestReviewPanel::flagsAreGoneThrough()
{
    OpenReplay replay(withEvents(9));
    Actions actions;
    QWidget host;
    host.resize(500, 500);
    auto* view = new FlagsView(&actions, &host);
    view->setGeometry(host.rect());
    host.show();
    auto* table = view->findChild<QTableView*>();
    const QAbstractItemModelTester tester(table->model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    view->setSession(replay.session.get());
    const auto flags = model::flagsOf(*replay.session->index()->events);
    QCOMPARE(flags.size(), 3U);
    QCOMPARE(view->count(), 3);
    QVERIFY(!view->current());
    table->setFocus();
    QVERIFY(!view->current()); // looking at the table plays nothing

    model::Playhead& head = replay.session->playhead();
    view->setPlayBefore(false);
    named<QLineEdit>(*view, QStringLiteral("Reviewer"))->setText(QStringLiteral("Ada"));
    QSignalSpy chosen(view, &FlagsView::chosen);
    view->go(1, false);
    QCOMPARE(view->current()->frame, flags[0].frame);
    QCOMPARE(head.at().frame, flags[0].frame);
    QVERIFY(!head.playing());
    QCOMPARE(chosen.size(), 1);
    view->go(-1, false); // there is none before
    QCOMPARE(view->current()->frame, flags[0].frame);
    view->judge(model::FlagVerdict::Rejected);
    view->go(-1, true, true); // round the start, past none that is open
    QCOMPARE(view->current()->frame, flags[2].frame);
    view->go(1, true, true); // and round the end, past the first
    QCOMPARE(view->current()->frame, flags[1].frame);

    view->setPlayBefore(true);
    view->go(1, false);
    QVERIFY(head.playing());
    const model::Micros start = std::max(model::Micros{0}, flags[2].time - model::Micros{3'000'000});
    QVERIFY(head.time() >= start && head.time() < flags[2].time);
    head.pause();
    view->setSession(nullptr);
    QCOMPARE(view->count(), 0);
    QVERIFY(!view->current());
}

void TestReviewPanel::verdictsAreKeptWithTheirNotes()
{
    OpenReplay replay(withEvents(9));
    Actions actions;
    QWidget host;
    auto* view = new FlagsView(&actions, &host);
    view->setSession(replay.session.get());
    view->setPlayBefore(false);
    named<QLineEdit>(*view, QStringLiteral("Reviewer"))->setText(QStringLiteral(" Ada "));
    view->judge(model::FlagVerdict::Confirmed); // of nothing
    QVERIFY(replay.session->notes()->sidecar().reviews.empty());
    view->go(1, false);
    auto* note = named<QLineEdit>(*view, QStringLiteral("Note"));
    note->setText(QStringLiteral("through the wall"));
    QSignalSpy changed(replay.session->notes(), &app::ReplayNotes::reviewsChanged);
    view->judge(model::FlagVerdict::Confirmed);
    QCOMPARE(changed.size(), 1);
    QVERIFY(note->text().isEmpty());
    view->judge(model::FlagVerdict::Unsure);

    const auto stored = model::loadNotes(replay.session->path());
    QVERIFY(stored);
    QCOMPARE(stored->sidecar.reviews.size(), 2U);
    QCOMPARE(stored->sidecar.reviews[0].verdict, model::FlagVerdict::Confirmed);
    QCOMPARE(stored->sidecar.reviews[0].note, QStringLiteral("through the wall"));
    QCOMPARE(stored->sidecar.reviews[0].reviewer, QStringLiteral("Ada"));
    QCOMPARE(stored->sidecar.reviews[0].frame, view->current()->frame);
    QVERIFY(stored->sidecar.reviews[0].created.isValid());
    QCOMPARE(model::verdictOf(*view->current(), stored->sidecar), model::FlagVerdict::Unsure);
    auto* verdicts = named<QTableView>(*view, QStringLiteral("Verdicts so far"));
    QCOMPARE(verdicts->model()->rowCount(), 2);
    QCOMPARE(verdicts->model()->index(0, 0).data().toString(), verdictText(model::FlagVerdict::Unsure));
    QCOMPARE(verdicts->model()->index(1, ReviewsModel::NoteColumn).data().toString(),
             QStringLiteral("through the wall"));
}

void TestReviewPanel::withoutANameItIsAskedForOnce()
{
    OpenReplay replay(withEvents(9));
    Actions actions;
    QWidget host;
    auto* view = new FlagsView(&actions, &host);
    host.show();
    view->setSession(replay.session.get());
    view->setPlayBefore(false);
    auto* name = named<QLineEdit>(*view, QStringLiteral("Reviewer"));
    name->clear();
    view->go(1, false);
    const auto given = [&replay] { return replay.session->notes()->sidecar().reviews.size(); };
    view->judge(model::FlagVerdict::Confirmed);
    QCOMPARE(given(), 0U);
    QCOMPARE(host.focusWidget(), name); // where it is to be typed
    view->judge(model::FlagVerdict::Confirmed);
    QCOMPARE(given(), 1U); // unsigned, then
    view->go(1, false);
    view->judge(model::FlagVerdict::Rejected);
    QCOMPARE(given(), 2U);
}

void TestReviewPanel::aVerdictIsTakenBack()
{
    OpenReplay replay(withEvents(9));
    Actions actions;
    QWidget host;
    auto* view = new FlagsView(&actions, &host);
    view->setSession(replay.session.get());
    view->setPlayBefore(false);
    auto* name = named<QLineEdit>(*view, QStringLiteral("Reviewer"));
    name->setText(QStringLiteral("Ada"));
    view->go(1, false);
    QVERIFY(!view->canTakeBack());
    view->judge(model::FlagVerdict::Confirmed);
    QVERIFY(view->canTakeBack());
    name->setText(QStringLiteral("Bob")); // it is not his
    QVERIFY(!view->canTakeBack());
    view->takeBack();
    const model::Sidecar& sidecar = replay.session->notes()->sidecar();
    QCOMPARE(sidecar.reviews.size(), 1U);
    name->setText(QStringLiteral("Ada"));
    view->takeBack();
    QVERIFY(!model::isReviewed(*view->current(), sidecar) && !view->canTakeBack());
    const auto* said = named<QTableView>(*view, QStringLiteral("Verdicts so far"))->model();
    QCOMPARE(said->rowCount(), 2);
    QCOMPARE(said->index(0, 0).data().toString(), QStringLiteral("Taken back"));
}

void TestReviewPanel::disputedIsAStateOfItsOwn()
{
    OpenReplay replay(withEvents(9));
    ReplayNotes* notes = replay.session->notes();
    const auto flags = model::flagsOf(*replay.session->index()->events);
    FlagsModel model;
    model.setSession(replay.session.get());
    QCOMPARE(model.openFlags(), 3);
    QVERIFY(notes->addReview(flags[0], model::FlagVerdict::Confirmed, {}, QStringLiteral("Ada")));
    QCOMPARE(model.openFlags(), 2);
    QVERIFY(notes->addReview(flags[0], model::FlagVerdict::Rejected, {}, QStringLiteral("Bob")));
    const QModelIndex verdict = model.index(0, FlagsModel::VerdictColumn);
    QCOMPARE(verdict.data().toString(), QStringLiteral("Disputed"));
    QVERIFY(verdict.data(Qt::ToolTipRole).toString().contains(verdictText(model::FlagVerdict::Rejected)));
    QVERIFY(model.isOpen(0));
    QCOMPARE(model.openFlags(), 3);

    QueueModel queue;
    QueueFilter filter;
    filter.setSourceModel(&queue);
    queue.put(fourFiles());
    filter.setWanted({.shown = QueueWanted::Shown::Disputed});
    QCOMPARE(filter.rowCount(), 0);
    model::Sidecar both;
    for (const auto& [reviewer, word] :
         {std::pair("Ada", model::FlagVerdict::Confirmed), std::pair("Bob", model::FlagVerdict::Rejected)})
        both.add(model::FlagReview{.id = {},
                                   .frame = 100,
                                   .check = QStringLiteral("aim_snap"),
                                   .verdict = word,
                                   .reviewer = QString::fromLatin1(reviewer)});
    queue.setSidecar(QStringLiteral("/runs/grave.run"), both);
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(queue.index(2, QueueModel::OpenColumn).data().toInt(), 1);
}

/// But not the one that is being judged, until another is opened.
void TestReviewPanel::whatIsFinishedStandsLast()
{
    QueueModel model;
    QueueFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.put(fourFiles());
    model.put({reviewed(QStringLiteral("late.run"), {1})});
    const auto names = [&filter] {
        QStringList list;
        for (int row = 0; row < filter.rowCount(); ++row)
            list << filter.index(row, 0).data().toString().section(QLatin1Char('.'), 0, 0);
        return list.join(QLatin1Char(' '));
    };
    filter.sort(QueueModel::WorstColumn, Qt::DescendingOrder);
    QCOMPARE(names(), QStringLiteral("grave odd late clean broken"));
    model.setOpenPath(QStringLiteral("/runs/grave.run"));
    model::Sidecar sidecar;
    sidecar.add(model::FlagReview{.id = {},
                                  .frame = 100,
                                  .check = QStringLiteral("aim_snap"),
                                  .verdict = model::FlagVerdict::Confirmed});
    model.setSidecar(QStringLiteral("/runs/grave.run"), sidecar);
    QCOMPARE(names(), QStringLiteral("grave odd late clean broken"));
    model.setOpenPath(QStringLiteral("/runs/odd.run"));
    QCOMPARE(names(), QStringLiteral("odd late grave clean broken"));
    filter.sort(QueueModel::FileColumn, Qt::AscendingOrder);
    QCOMPARE(names(), QStringLiteral("late odd broken clean grave"));
    model.remove({QStringLiteral("/runs/late.run"), QStringLiteral("/runs/nowhere.run")});
    model.put({reviewed(QStringLiteral("odd.run"), {})}); // read again, it is another one
    model.setOpenPath({});
    QCOMPARE(names(), QStringLiteral("broken clean grave odd"));
}

void TestReviewPanel::aBegunNoteStaysWithItsFlag()
{
    OpenReplay replay(withEvents(9));
    Actions actions;
    QWidget host;
    auto* view = new FlagsView(&actions, &host);
    view->setSession(replay.session.get());
    view->go(1, false);
    auto* note = named<QLineEdit>(*view, QStringLiteral("Note"));
    note->setText(QStringLiteral("half a thought"));
    view->go(1, false);
    QCOMPARE(note->text(), QString());
    view->go(-1, false);
    QCOMPARE(note->text(), QStringLiteral("half a thought"));
}

void TestReviewPanel::theRecordingsOwnVerdictIsShownLast()
{
    model::Flag flag;
    flag.frame = 10;
    flag.check = QStringLiteral("speed");
    flag.recordedVerdict = QStringLiteral("rejected");
    flag.recordedReviewer = QStringLiteral("Eve");
    model::Sidecar sidecar;
    model::FlagReview review;
    review.id = QStringLiteral("1");
    review.frame = 10;
    review.check = flag.check;
    review.verdict = model::FlagVerdict::Confirmed;
    sidecar.add(review);
    ReviewsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.show(&flag, sidecar);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, 0).data().toString(), verdictText(model::FlagVerdict::Confirmed));
    sidecar.reviews[0].content = {{}, 7};
    sidecar.recording = {{}, 8};
    model.show(&flag, sidecar);
    QCOMPARE(model.index(0, 0).data().toString(),
             verdictText(model::FlagVerdict::Confirmed) + QStringLiteral(", on other content"));
    QCOMPARE(model.index(1, 0).data().toString(), verdictText(model::FlagVerdict::Rejected));
    QCOMPARE(model.index(1, ReviewsModel::ReviewerColumn).data().toString(), QStringLiteral("Eve"));
    flag.recordedVerdict = QStringLiteral("escalated");
    model.show(&flag, {});
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("escalated"));
    model.show(nullptr, {});
    QCOMPARE(model.rowCount(), 0);
}

// ---- another reviewer ----

void TestReviewPanel::notesOfAnotherAreMerged()
{
    OpenReplay replay(withEvents(9));
    const auto flags = model::flagsOf(*replay.session->index()->events);
    QVERIFY(replay.session->notes()->addReview(flags[0], model::FlagVerdict::Confirmed, {},
                                               QStringLiteral("Ada")));

    model::Sidecar theirs;
    model::FlagReview review;
    review.id = QStringLiteral("theirs");
    review.frame = flags[0].frame;
    review.check = flags[0].check;
    review.verdict = model::FlagVerdict::Rejected;
    review.reviewer = QStringLiteral("Bob");
    review.created = QDateTime::currentDateTimeUtc();
    theirs.add(review);
    const QString other = replay.folder.filePath(QStringLiteral("bob.replay"));
    const auto written = model::saveSidecar(other, theirs);
    QVERIFY(written);

    QSignalSpy merged(replay.session->notes(), &app::ReplayNotes::merged);
    replay.session->notes()->merge(written->path);
    QTRY_COMPARE(merged.size(), 1);
    QCOMPARE(merged[0][0].toInt(), 1);
    QVERIFY(model::isDisputed(flags[0], replay.session->notes()->sidecar()));
    replay.session->notes()->merge(written->path); // once more changes nothing
    QTRY_COMPARE(merged.size(), 2);
    QCOMPARE(merged[1][0].toInt(), 0);
    QCOMPARE(model::loadNotes(replay.session->path())->sidecar.reviews.size(), 2U);
}

void TestReviewPanel::notesOfAnotherRecordingAreRefused()
{
    const QTemporaryDir folder;
    const QString recording = folder.filePath(QStringLiteral("mine.replay"));
    QFile file(recording);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("mine");
    file.close();
    ReplaySession session(makeFakeReplay(withEvents(9)), recording, std::size_t{64} << 20);

    model::Sidecar theirs;
    theirs.replayHash = QByteArray(64, 'a');
    model::FlagReview review;
    review.id = QStringLiteral("theirs");
    review.verdict = model::FlagVerdict::Rejected;
    theirs.add(review);
    const auto written = model::saveSidecar(folder.filePath(QStringLiteral("other.replay")), theirs);
    QVERIFY(written);
    QSignalSpy problem(&session, &ReplaySession::problem);
    session.notes()->merge(written->path);
    // Said once the recording's own content is known.
    QTRY_COMPARE(problem.size(), 1);
    QVERIFY(session.notes()->sidecar().reviews.empty());
    session.notes()->merge(folder.filePath(QStringLiteral("nowhere.json")));
    QCOMPARE(session.notes()->sidecar().reviews.size(), 0U);
}

void TestReviewPanel::aNotesFileThatIsLeftOutIsNamed()
{
    const QTemporaryDir folder;
    const QString recording = folder.filePath(QStringLiteral("mine.replay"));
    model::Sidecar beside;
    beside.add(model::FlagReview{.id = QStringLiteral("1"), .check = QStringLiteral("speed")});
    QVERIFY(model::saveSidecar(recording, beside));
    const QString own = model::privateSidecarPath(recording);
    QVERIFY(QDir().mkpath(QFileInfo(own).path()));
    QFile file(own);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("torn");
    file.close();

    ReplaySession session(makeFakeReplay(withEvents(9)), recording, std::size_t{64} << 20);
    QCOMPARE(session.notes()->sidecar().reviews.size(), 1U);
    QSignalSpy problem(&session, &ReplaySession::problem);
    QTRY_COMPARE(problem.size(), 1);
    const QString told = problem[0][1].toString();
    QVERIFY2(told.contains(own) && told.contains(QStringLiteral("JSON")), qPrintable(told));
    // The other one still takes what is written.
    const auto flags = model::flagsOf(*session.index()->events);
    QVERIFY(session.notes()->addReview(flags[0], model::FlagVerdict::Confirmed, {}, QStringLiteral("Ada")));
    QFile::remove(own);
    QCOMPARE(model::loadNotes(recording)->sidecar.reviews.size(), 2U);
}

} // namespace tst_review_panel

GHOSTLINE_TEST(tst_review_panel, TestReviewPanel, QApplication)
#include "tst_review_panel.moc"
