// SPDX-License-Identifier: GPL-3.0-or-later
// Fair review of a folder, in the real window: how often checks were right, other runs of a player, another
// person's folder merged at once, flags of one's own.
#include "app/gui/review/flags_model.h"
#include "app/gui/review/flags_view.h"
#include "app/gui/review/own_flag_dialog.h"
#include "app/gui/review/precision_model.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/queue_view.h"
#include "app/gui/verbs/actions.h"
#include "render/view/still.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/flagged_recordings.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>

namespace tst_window_fair_review {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using app::MainWindow;

class TestWindowFairReview : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void howOftenChecksWereRight();
    void otherRunsOfAPlayer();
    void aWholeFolderIsMerged();
    void aFlagOfOnesOwn();

private:
    QString recordings() const { return m_place->folder.filePath(u"runs"_s); }
    QString theirs() const { return m_place->folder.filePath(u"theirs"_s); }
    QString path(int number) const { return u"%1/run-%2.hcrp"_s.arg(recordings()).arg(number); }
    void openQueue();
    void trigger(const char* verb) { m_window->actions().get(QLatin1String(verb))->trigger(); }
    app::QueueView& queue() { return *m_window->findChild<app::QueueView*>(); }
    app::FlagsView& flags() { return *m_window->findChild<app::FlagsView*>(); }
    QTableView* queueTable() { return named<QTableView>(queue(), u"Recordings to review"_s); }
    static void say(const QString& recording, int frame, const QString& by, model::FlagVerdict verdict);

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowFairReview::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
}

void TestWindowFairReview::init()
{
    m_place = std::make_unique<WindowPlace>();
    QVERIFY(QDir().mkpath(recordings()));
    for (const int number : FlaggedRecordings)
        record(path(number), number);
    m_window = showWindow({1400, 900});
    QVERIFY(m_window != nullptr);
}

void TestWindowFairReview::cleanup()
{
    m_window.reset();
    m_place.reset();
}

void TestWindowFairReview::openQueue()
{
    m_window->openFile(recordings());
    QTRY_VERIFY_WITH_TIMEOUT(!queue().reading(), OpenMs);
    QCOMPARE(queue().model().flagsInAll(), Flags);
}

void TestWindowFairReview::say(const QString& recording, int frame, const QString& by,
                               model::FlagVerdict verdict)
{
    auto notes = model::loadNotes(recording);
    QVERIFY(notes);
    notes->sidecar.add(
        model::FlagReview{.id = {}, .frame = frame, .check = u"speed"_s, .verdict = verdict, .reviewer = by});
    QVERIFY(model::saveSidecar(recording, notes->sidecar));
}

void TestWindowFairReview::howOftenChecksWereRight()
{
    say(path(3), 90, u"Ada"_s, model::FlagVerdict::Confirmed);
    say(path(11), 60, u"Ben"_s, model::FlagVerdict::Rejected);
    openQueue();
    trigger("review.precision");
    auto* dialog = m_window->findChild<QDialog*>(u"precisionDialog"_s);
    QVERIFY(dialog != nullptr);
    const auto* table = named<QTableView>(*dialog, u"Precision of checks"_s)->model();
    const auto cell = [&](int column) {
        for (int row = 0; row < table->rowCount(); ++row) {
            if (table->index(row, 0).data().toString() == u"speed")
                return table->index(row, column).data().toString();
        }
        return QString();
    };
    using Model = app::PrecisionModel;
    QCOMPARE(table->rowCount(), 5); // checks
    QCOMPARE(cell(Model::FlagsColumn), u"2"_s);
    QCOMPARE(cell(Model::ConfirmedColumn), u"1"_s);
    QCOMPARE(cell(Model::RejectedColumn), u"1"_s);
    QCOMPARE(cell(Model::PrecisionColumn), u"50.0 %"_s);
    QCOMPARE(cell(Model::IntervalColumn), u"9.5 to 90.5 %"_s);
    // Blind, what Ben says is not counted, and it says so.
    auto* name = named<QLineEdit>(flags(), u"Reviewer"_s);
    name->setText(u"Ada"_s);
    Q_EMIT name->editingFinished();
    trigger("review.blind");
    QTRY_COMPARE(cell(Model::RejectedColumn), u"0"_s);
    QCOMPARE(cell(Model::ConfirmedColumn), u"1"_s);
    bool says = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        says = says || label->text().contains(u"only the verdicts of Ada"_s);
    QVERIFY(says);
    trigger("review.blind");
    trigger("review.precision"); // once more shows the same
    QCOMPARE(m_window->findChildren<QDialog*>(u"precisionDialog"_s).size(), 1);
}

void TestWindowFairReview::otherRunsOfAPlayer()
{
    record(u"%1/again.hcrp"_s.arg(recordings()), 11);
    m_window->openFile(recordings());
    QTRY_VERIFY_WITH_TIMEOUT(!queue().reading(), OpenMs);
    QTableView* table = queueTable();
    const QModelIndex row = find(*table, QFileInfo(path(11)).fileName());
    QVERIFY(row.isValid());
    Q_EMIT table->customContextMenuRequested(table->visualRect(row).center());
    auto* menu = table->findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    QAction* other = nullptr;
    for (QAction* action : menu->actions()) {
        if (action->text() == u"Other runs of Runner 11")
            other = action;
    }
    QVERIFY(other != nullptr);
    other->trigger();
    menu->close();
    QCOMPARE(table->model()->rowCount(), 2);
    QCOMPARE(named<QComboBox>(queue(), u"Player"_s)->currentText(), u"Runner 11"_s);
}

void TestWindowFairReview::aWholeFolderIsMerged()
{
    QVERIFY(QDir().mkpath(theirs()));
    for (const int number : FlaggedRecordings)
        QVERIFY(QFile::copy(path(number), u"%1/their-%2.hcrp"_s.arg(theirs()).arg(number)));
    say(u"%1/their-11.hcrp"_s.arg(theirs()), 60, u"Ben"_s, model::FlagVerdict::Rejected);
    say(u"%1/their-3.hcrp"_s.arg(theirs()), 90, u"Ben"_s, model::FlagVerdict::Confirmed);
    say(path(11), 60, u"Ada"_s, model::FlagVerdict::Confirmed);
    openQueue();
    QVERIFY(openAndWait(*m_window, path(11)));
    trigger("review.mergeFolder");
    auto* chooser = m_window->findChild<QFileDialog*>(u"reviewNotesFolderDialog"_s);
    QVERIFY(chooser != nullptr);
    chooser->selectFile(theirs());
    static_cast<QDialog*>(chooser)->accept();
    QTRY_VERIFY(m_window->findChild<QDialog*>(u"mergeFolderDialog"_s) != nullptr);
    auto* dialog = m_window->findChild<QDialog*>(u"mergeFolderDialog"_s);
    const auto* table = named<QTableView>(*dialog, u"Merged notes"_s)->model();
    QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), 2, OpenMs);
    QCOMPARE(table->index(0, 1).data().toString(), u"Merged"_s); // of their-11
    QVERIFY(table->index(0, 4).data().toString().contains(u"disputed now"_s));
    // What came to the open recording is there at once, and on disk; the queue sees the other one.
    QTRY_COMPARE(m_window->session()->notes()->sidecar().reviews.size(), 2U);
    QCOMPARE(model::loadNotes(path(11))->sidecar.reviews.size(), 2U);
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().openFlags(), Flags - 1, OpenMs);
}

void TestWindowFairReview::aFlagOfOnesOwn()
{
    openQueue();
    QVERIFY(openAndWait(*m_window, path(7)));
    QTRY_COMPARE(flags().count(), 1);
    named<QLineEdit>(flags(), u"Reviewer"_s)->setText(u"Ada"_s);
    flags().chooseNumber(1);
    m_window->session()->playhead().pause();
    m_window->session()->playhead().seek({40, 0.0});
    trigger("review.raiseFlag");
    auto* dialog = m_window->findChild<app::OwnFlagDialog*>();
    QVERIFY(dialog != nullptr);
    auto* text = dialog->findChild<QLineEdit*>();
    QPushButton* raise = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        if (button->text() == u"Raise")
            raise = button;
    }
    QVERIFY(raise != nullptr && !raise->isEnabled()); // nothing is said yet
    text->setText(u"looks through the wall"_s);
    raise->click();
    QCOMPARE(flags().count(), 2);
    // The one that is looked at stays chosen, in its new row, and nothing starts to play.
    QVERIFY(flags().current() && flags().current()->frame == 100);
    const auto* list = named<QTableView>(flags(), u"Flags"_s);
    QCOMPARE(list->currentIndex().row(), 1);
    QVERIFY(list->selectionModel()->isRowSelected(1));
    QVERIFY(!m_window->session()->playhead().playing());
    QCOMPARE(m_window->session()->playhead().at().frame, 40);
    QTRY_COMPARE_WITH_TIMEOUT(queue().model().flagsInAll(), Flags + 1, OpenMs);
    const auto* table = list->model();
    QCOMPARE(table->index(0, app::FlagsModel::SourceColumn).data().toString(), u"Person"_s);
    QCOMPARE(table->index(0, app::FlagsModel::DetailColumn).data().toString(), u"looks through the wall"_s);
    QVERIFY(
        table->index(0, app::FlagsModel::SourceColumn).data(Qt::ToolTipRole).toString().contains(u"Ada"_s));
    flags().go(-1, false);
    flags().chooseNumber(1); // numbers count what the recording holds
    QCOMPARE(flags().current()->frame, 100);
    flags().go(-1, false);
    QCOMPARE(flags().current()->frame, 40);
    flags().judge(model::FlagVerdict::Confirmed);
    QCOMPARE(model::verdictOf(*flags().current(), m_window->session()->notes()->sidecar()),
             model::FlagVerdict::Confirmed);
    QAction* remove = m_window->actions().get(u"review.removeFlag"_s);
    QVERIFY(remove->isEnabled());
    named<QLineEdit>(flags(), u"Reviewer"_s)->setText(u"Ben"_s); // it is not his
    QVERIFY(!remove->isEnabled());
    named<QLineEdit>(flags(), u"Reviewer"_s)->setText(u"Ada"_s);
    remove->trigger();
    QCOMPARE(flags().count(), 1);
    QVERIFY(model::loadNotes(path(7))->sidecar.ownFlags.empty());
    m_window->session()->notes()->history().undo();
    QCOMPARE(flags().count(), 2);
}

} // namespace tst_window_fair_review

GHOSTLINE_TEST(tst_window_fair_review, TestWindowFairReview, ghostline::test::GraphicsApplication)
#include "tst_window_fair_review.moc"
