// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of recordings goes through the hands of two reviewers, in the real window.
#include "app/gui/review/evidence_panel.h"
#include "app/gui/review/evidence_strip.h"
#include "app/gui/review/flag_text.h"
#include "app/gui/review/flags_view.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/queue_view.h"
#include "app/gui/review/review_panel.h"
#include "app/gui/review/reviews_model.h"
#include "render/view/still.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/flagged_recordings.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QSignalSpy>
#include <QTableView>

namespace tst_window_review {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

class TestWindowReview : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void fromTheQueueToVerdictsAndBack();
    void twoReviewersOfOneFolder();
    void theQueueRefreshesItself();
    void theQueueSeesWhatIsWritten();
    void theNextOpenFlagMayBeInAnother();
    void opensOnItsList();
    void dialogsChoose_data();
    void dialogsChoose();
    void aFolderThatIsARecordingIsAskedAbout_data();
    void aFolderThatIsARecordingIsAskedAbout();
    void theQueueOpensWithTheWindowsOptions();
    void theQueueStaysOnTheWelcomePage();
    void flagKeysGoOneByOne();

private:
    QString recordings() const { return m_place->folder.filePath(QStringLiteral("runs")); }
    QString path(int number) const { return path(recordings(), number); }
    static QString path(const QString& folder, int number)
    {
        return QStringLiteral("%1/run-%2.hcrp").arg(folder).arg(number, 2, 10, QLatin1Char('0'));
    }
    QString copies() const { return m_place->folder.filePath(QStringLiteral("copies")); }
    void copyFolder();
    void openQueue() { openQueue(recordings()); }
    void openQueue(const QString& folder);
    void openFromQueue(const QString& path);
    void judgeAll(const QString& folder, const QString& reviewer, Qt::Key verdict);
    void mergeFromCopies();
    QFileDialog* openedDialog(const char* verb, const char* name);
    QTableView* verdicts() { return named<QTableView>(flags(), QStringLiteral("Verdicts so far")); }
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
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
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

void TestWindowReview::fromTheQueueToVerdictsAndBack()
{
    const QString broken = QStringLiteral("%1/broken.hcrp").arg(recordings());
    QVERIFY(QFile::copy(path(0), broken));
    QVERIFY(QFile::resize(broken, 40));
    openQueue();
    QCOMPARE(queue().model().rowCount(), Recordings + 1);
    QCOMPARE(queue().model().flagsInAll(), Flags);
    QCOMPARE(queue().model().openFlags(), Flags);
    const int damaged = queue().model().rowOf(broken);
    QVERIFY(queue().model().at(damaged)->error);
    QVERIFY(!queue().model().index(damaged, app::QueueModel::MapColumn).data().toString().isEmpty());
    QCOMPARE(queue().model().index(queue().model().rowOf(path(7)), app::QueueModel::PeopleColumn).data(),
             QStringLiteral("Runner 7"));
    // The gravest is on top.
    QCOMPARE(queueTable()->model()->index(0, 0).data().toString(), QFileInfo(path(11)).fileName());

    openFromQueue(path(11));
    QTRY_VERIFY(flags().current());
    QCOMPARE(flags().current()->frame, 60);
    QVERIFY(m_window->session()->playhead().playing()); // from three seconds before
    auto* evidence = m_window->findChild<app::EvidencePanel*>();
    QTRY_VERIFY(evidence->isVisible() && !evidence->strip()->evidence().rows.empty());
    QVERIFY(evidence->strip()->evidence().frames.contains(60));
    // The figure that the flag speaks of, with the limit that it tells.
    const int shown = evidence->strip()->currentRow();
    QCOMPARE(evidence->strip()->evidence().rows.at(static_cast<std::size_t>(shown)).id,
             QStringLiteral("speed"));
    QCOMPARE(evidence->strip()->toldLimit(shown), std::optional(4.5));

    auto* name = named<QLineEdit>(flags(), QStringLiteral("Reviewer"));
    name->setText(QStringLiteral("Ada"));
    QTest::keyClick(name, Qt::Key_Return);
    judge(Qt::Key_C, QStringLiteral("too fast at 60"));
    key(Qt::Key_F, Qt::AltModifier);
    QCOMPARE(flags().current()->frame, 110);
    judge(Qt::Key_R, QStringLiteral("lag"));
    key(Qt::Key_F, Qt::AltModifier);
    QCOMPARE(flags().current()->frame, 160);
    judge(Qt::Key_U, QStringLiteral("ask Bob"));
    QCOMPARE(queue().model().openFlags(), Flags - 3);

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
    QCOMPARE(queue().model().openFlags(), 0);

    m_window.reset();
    m_window = showWindow({1400, 900});
    QVERIFY(m_window != nullptr);
    openQueue();
    QCOMPARE(queue().model().flagsInAll(), Flags);
    QCOMPARE(queue().model().openFlags(), 0);
    openFromQueue(path(11));
    QTRY_VERIFY(flags().current());
    const auto& reviews = m_window->session()->notes()->sidecar().reviews;
    QCOMPARE(reviews.size(), 3U);
    QCOMPARE(reviews[0].verdict, model::FlagVerdict::Confirmed);
    QCOMPARE(reviews[0].note, QStringLiteral("too fast at 60"));
    QCOMPARE(reviews[1].verdict, model::FlagVerdict::Rejected);
    QCOMPARE(reviews[2].verdict, model::FlagVerdict::Unsure);
    QCOMPARE(verdicts()->model()->rowCount(), 1);
    int noted = 0;
    for (int number = 0; number < Recordings; ++number) {
        const auto sidecar = model::loadNotes(path(number));
        QVERIFY(sidecar);
        for (const model::FlagReview& review : sidecar->sidecar.reviews)
            noted += review.note.isEmpty() ? 0 : 1;
    }
    QCOMPARE(noted, Flags);
}

void TestWindowReview::twoReviewersOfOneFolder()
{
    copyFolder();
    judgeAll(recordings(), QStringLiteral("Ana"), Qt::Key_C);
    judgeAll(copies(), QStringLiteral("Ben"), Qt::Key_R);
    const QString theirs = model::sidecarPath(path(copies(), 11));
    const QByteArray theirNotes = contentOf(theirs);

    m_window.reset();
    m_window = showWindow({1400, 900});
    QVERIFY(m_window != nullptr);
    openQueue();
    mergeFromCopies();
    QCOMPARE(contentOf(theirs), theirNotes);

    // Another time: both are there, of every flag.
    m_window.reset();
    m_window = showWindow({1400, 900});
    QVERIFY(m_window != nullptr);
    openQueue();
    QCOMPARE(queue().model().openFlags(), Flags); // they differ about each
    QSet<QString> notes;
    for (const int number : FlaggedRecordings) {
        openFromQueue(path(number));
        QTRY_VERIFY(flags().current());
        for (int flag = 0; flag < flags().count(); ++flag) {
            const QAbstractItemModel& said = *verdicts()->model();
            QCOMPARE(said.rowCount(), 2); // the later one on top
            QCOMPARE(said.index(0, app::ReviewsModel::ReviewerColumn).data(), QStringLiteral("Ben"));
            QCOMPARE(said.index(0, 0).data(), app::verdictText(model::FlagVerdict::Rejected));
            QCOMPARE(said.index(1, app::ReviewsModel::ReviewerColumn).data(), QStringLiteral("Ana"));
            QCOMPARE(said.index(1, 0).data(), app::verdictText(model::FlagVerdict::Confirmed));
            key(Qt::Key_F);
        }
        for (const model::FlagReview& review : m_window->session()->notes()->sidecar().reviews)
            notes.insert(QStringLiteral("%1 %2").arg(number).arg(review.note));
    }
    QCOMPARE(notes.size(), 2 * Flags);
}

/// Recordings that come and go, and what somebody else says of one.
void TestWindowReview::theQueueRefreshesItself()
{
    openQueue();
    QCOMPARE(queue().model().rowCount(), Recordings);
    record(path(Recordings), 3);
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().rowCount(), Recordings + 1, OpenMs);
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().openFlags(), Flags + 2, OpenMs);
    model::Sidecar theirs;
    theirs.add(model::FlagReview{
        .id = {}, .frame = 100, .check = QStringLiteral("reach"), .verdict = model::FlagVerdict::Confirmed});
    theirs.reviews[0].content = *model::contentOf(path(7));
    QVERIFY(model::saveSidecar(path(7), theirs));
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().openFlags(), Flags + 1, OpenMs);
    // A byte more, and what was said of it does not count.
    QFile changed(path(7));
    QVERIFY(changed.open(QIODevice::Append) && changed.write("x") == 1);
    changed.close();
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().openFlags(), Flags + 2, OpenMs);
    QVERIFY(QFile::remove(path(0)));
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().rowCount(), Recordings, OpenMs);
}

/// A folder that is made only now, and a recording that is half there when it is seen first.
void TestWindowReview::theQueueSeesWhatIsWritten()
{
    openQueue();
    const QString deep = recordings() + QStringLiteral("/later/deep");
    QVERIFY(QDir().mkpath(deep));
    record(path(deep, 1), 7);
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().rowCount(), Recordings + 1, OpenMs);
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().openFlags(), Flags + 1, OpenMs);

    const QByteArray whole = contentOf(path(11));
    QFile written(path(deep, 2));
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(whole.first(40));
    written.flush();
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().rowCount(), Recordings + 2, OpenMs);
    QVERIFY(queue().model().at(queue().model().rowOf(path(deep, 2)))->error);
    written.write(whole.sliced(40)); // of which the folder tells nothing
    written.close();
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().openFlags(), Flags + 4, OpenMs);
}

void TestWindowReview::theNextOpenFlagMayBeInAnother()
{
    openQueue();
    openFromQueue(path(11));
    for (const int frame : {60, 110, 160}) {
        QTRY_VERIFY(flags().current() && flags().current()->frame == frame);
        key(Qt::Key_F, Qt::AltModifier);
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session() != nullptr && m_window->session()->path() != path(11),
                             OpenMs);
    QTRY_VERIFY(flags().current());
}

void TestWindowReview::opensOnItsList()
{
    openQueue();
    QTRY_COMPARE(QApplication::focusWidget(), queueTable());
    auto* filter = named<QLineEdit>(queue(), QStringLiteral("Filter recordings"));
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_Down);
    QCOMPARE(QApplication::focusWidget(), queueTable());
    QVERIFY(queueTable()->currentIndex().isValid());
    openFromQueue(path(0)); // in which nobody is accused
    QVERIFY(queue().isVisible() && !flags().isVisible());
}

void TestWindowReview::dialogsChoose_data()
{
    QTest::addColumn<bool>("chosen");
    QTest::newRow("chosen") << true;
    QTest::newRow("cancelled") << false;
}

void TestWindowReview::dialogsChoose()
{
    QFETCH(bool, chosen);
    const auto answer = [chosen](QFileDialog* dialog, const QString& path) {
        dialog->selectFile(path);
        const QPointer<QDialog> shown = dialog;
        chosen ? shown->accept() : shown->reject();
        QTRY_VERIFY(shown == nullptr);
    };
    QFileDialog* folder = openedDialog("file.openFolder", "folderDialog");
    QVERIFY(folder != nullptr && folder->fileMode() == QFileDialog::Directory);
    answer(folder, recordings());
    QCOMPARE(queue().folder(), chosen ? recordings() : QString());
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().rowCount(), chosen ? Recordings : 0, OpenMs);

    QVERIFY(openAndWait(*m_window, path(3)));
    model::Sidecar theirs;
    model::FlagReview review;
    review.check = QStringLiteral("speed");
    review.verdict = model::FlagVerdict::Unsure;
    theirs.add(review);
    const auto written = model::saveSidecar(m_place->folder.filePath(QStringLiteral("theirs")), theirs);
    QVERIFY(written);
    QFileDialog* notes = openedDialog("review.merge", "reviewNotesDialog");
    QVERIFY(notes != nullptr);
    QCOMPARE(QDir(notes->directory()).absolutePath(), recordings());
    answer(notes, written->path);
    QCOMPARE(m_window->session()->notes()->sidecar().reviews.size(), chosen ? 1U : 0U);
    QCOMPARE(QFile::exists(model::sidecarPath(path(3))), chosen);

    // What was asked about one recording is not asked any more once it is closed.
    const QPointer<QFileDialog> late = openedDialog("review.merge", "reviewNotesDialog");
    QVERIFY(late != nullptr);
    m_window->closeReplay();
    QTRY_VERIFY(late == nullptr);
}

void TestWindowReview::aFolderThatIsARecordingIsAskedAbout_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<bool>("opened");
    QTest::addColumn<bool>("listed");
    QTest::newRow("open") << QStringLiteral("Open the recording") << true << false;
    QTest::newRow("list") << QStringLiteral("List the recordings in it") << false << true;
    QTest::newRow("neither") << QString() << false << false;
}

void TestWindowReview::aFolderThatIsARecordingIsAskedAbout()
{
    QFETCH(QString, answer);
    QFETCH(bool, opened);
    QFETCH(bool, listed);
    const QString run = m_place->folder.filePath(QStringLiteral("run"));
    QVERIFY(QDir().mkpath(run));
    m_place->file(QStringLiteral("run/preamble.dat"));
    const QSignalSpy failed(m_window.get(), &MainWindow::replayFailed); // it is nothing but a name
    QFileDialog* chooser = openedDialog("file.openFolder", "folderDialog");
    QVERIFY(chooser != nullptr);
    chooser->selectFile(run);
    static_cast<QDialog*>(chooser)->accept();
    auto* question = m_window->findChild<QMessageBox*>(QStringLiteral("folderQuestion"));
    QVERIFY(question != nullptr && question->isVisible() && !question->isModal());
    for (QAbstractButton* button : question->buttons()) {
        if (button->text() == answer ||
            (answer.isEmpty() && question->button(QMessageBox::Cancel) == button)) {
            button->click();
            break;
        }
    }
    QCOMPARE(queue().folder(), listed ? run : QString());
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), opened ? 1 : 0, OpenMs);
}

/// An option that no codec has is refused for each file, and each says so.
void TestWindowReview::theQueueOpensWithTheWindowsOptions()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.options = {{QStringLiteral("sideways"), QStringLiteral("1")}};
    m_window = std::make_unique<MainWindow>(std::move(setup));
    QVERIFY(bringUp(*m_window));
    openQueue();
    QCOMPARE(queue().model().rowCount(), Recordings);
    for (int row = 0; row < Recordings; ++row) {
        const auto& error = queue().model().at(row)->error;
        QVERIFY(error && error->message.contains(QStringLiteral("sideways")));
    }
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

void TestWindowReview::copyFolder()
{
    QVERIFY(QDir().mkpath(copies()));
    for (const QFileInfo& file : QDir(recordings()).entryInfoList(QDir::Files))
        QVERIFY(QFile::copy(file.filePath(), copies() + QLatin1Char('/') + file.fileName()));
}

void TestWindowReview::openQueue(const QString& folder)
{
    m_window->openFile(folder);
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

/// A reviewer sits down, gives every flag of the folder the same verdict, and leaves.
void TestWindowReview::judgeAll(const QString& folder, const QString& reviewer, Qt::Key verdict)
{
    m_window.reset();
    m_window = showWindow({1400, 900});
    QVERIFY(m_window != nullptr);
    openQueue(folder);
    for (const int number : FlaggedRecordings) {
        openFromQueue(path(folder, number));
        QTRY_VERIFY(flags().current());
        auto* name = named<QLineEdit>(flags(), QStringLiteral("Reviewer"));
        name->setText(reviewer);
        QTest::keyClick(name, Qt::Key_Return);
        for (int flag = 0; flag < flags().count(); ++flag) {
            judge(verdict, QStringLiteral("%1 on %2").arg(reviewer).arg(flags().current()->frame));
            key(Qt::Key_F, Qt::AltModifier);
        }
    }
    QCOMPARE(queue().model().openFlags(), 0);
}

/// Each recording's notes, through the menu and its dialog.
void TestWindowReview::mergeFromCopies()
{
    for (const int number : FlaggedRecordings) {
        openFromQueue(path(number));
        const std::size_t before = m_window->session()->notes()->sidecar().reviews.size();
        QFileDialog* dialog = openedDialog("review.merge", "reviewNotesDialog");
        QVERIFY(dialog != nullptr);
        dialog->selectFile(model::sidecarPath(path(copies(), number)));
        static_cast<QDialog*>(dialog)->accept();
        QTRY_COMPARE(m_window->session()->notes()->sidecar().reviews.size(), 2 * before);
        for (const model::Flag& flag : model::flagsOf(*m_window->session()->index()->events))
            QVERIFY(model::isDisputed(flag, m_window->session()->notes()->sidecar()));
    }
}

QFileDialog* TestWindowReview::openedDialog(const char* verb, const char* name)
{
    m_window->actions().get(QLatin1String(verb))->trigger();
    return m_window->findChild<QFileDialog*>(QLatin1String(name));
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

} // namespace tst_window_review

GHOSTLINE_TEST(tst_window_review, TestWindowReview, ghostline::test::GraphicsApplication)
#include "tst_window_review.moc"
