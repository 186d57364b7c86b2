// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings of all who watch together: which of one's own are told, that those of others are seen and never
// saved unasked, and what becomes of them in the end.
#include "app/gui/board/drawings_model.h"
#include "app/gui/together/party_board.h"
#include "tests/app/gui/docks_data.h"
#include "tests/app/gui/fake_participant.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

#include <algorithm>

namespace tst_together_board {

using namespace ghostline;
using namespace ghostline::test;
using app::DrawingsModel;
using app::PartyBoard;

namespace {

model::Drawing arrow(const char* id = "")
{
    model::Drawing drawing;
    drawing.id = QLatin1String(id);
    drawing.kind = model::DrawingKind::Arrow;
    drawing.points = {{0.0, 0.0, 0.0}, {10.0, 0.0, 0.0}};
    drawing.to = model::Micros{5'000'000};
    drawing.author = QStringLiteral("coach");
    return drawing;
}

struct Stage
{
    QWidget window;
    OpenReplay replay{FakeReplayOptions{}};
    FakeParticipant participant;
    PartyBoard board{&window};

    app::ReplayNotes& notes() { return *replay.session->notes(); }
    std::size_t own() { return notes().sidecar().drawings.size(); }
    std::size_t shown() { return notes().drawings().size(); }
    void begin()
    {
        window.show();
        board.setSession(replay.session.get());
        board.setParticipant(&participant);
        board.setTogether(true);
    }
    void end()
    {
        board.setParticipant(nullptr);
        board.setTogether(false);
    }
    void cameFrom(together::PersonId who, const model::Drawing& drawing)
    {
        Q_EMIT participant.drawingAdded({who, drawing});
    }
    /// The recording goes, and with it the party.
    void close()
    {
        board.setTogether(false);
        board.setSession(nullptr);
    }
    QMessageBox* question() { return window.findChild<QMessageBox*>(QStringLiteral("keepDrawingsQuestion")); }
};

void answer(QMessageBox& box, bool keep)
{
    for (QAbstractButton* button : box.buttons()) {
        if ((box.buttonRole(button) == QMessageBox::AcceptRole) == keep)
            button->click();
    }
}

/// As they lie beside the recording.
std::vector<model::Drawing> savedOn(const QString& recording)
{
    const auto notes = model::loadNotes(recording);
    return notes ? notes->sidecar.drawings : std::vector<model::Drawing>{};
}

} // namespace

class TestTogetherBoard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// From the first stroke to its end, signed by whom the others know.
    void tellsWhatIsDrawnMeanwhile()
    {
        Stage stage;
        const QString before = stage.notes().addDrawing(arrow());
        stage.begin();
        QVERIFY(stage.participant.added.empty());

        const QString id = stage.notes().addDrawing(arrow());
        QCOMPARE(stage.participant.added.size(), std::size_t{1});
        QCOMPARE(stage.participant.added[0].id, id);
        QCOMPARE(stage.participant.added[0].author, QStringLiteral("Ben"));
        QCOMPARE(stage.notes().sidecar().drawings.at(1).author, QStringLiteral("coach"));

        model::Drawing changed = stage.notes().sidecar().drawings.at(1);
        changed.colour = 0xFF00FF00U;
        stage.notes().updateDrawing(changed);
        QCOMPARE(stage.participant.added.size(), std::size_t{2});
        QCOMPARE(stage.participant.added[1].colour, changed.colour);

        stage.notes().removeDrawing(id);
        QCOMPARE(stage.participant.removed, std::vector<QString>{id});
        stage.notes().history().undo();
        QCOMPARE(stage.participant.added.size(), std::size_t{3});

        stage.notes().removeDrawing(before); // was never told
        QCOMPARE(stage.participant.removed.size(), std::size_t{1});
    }

    void tellsNothingWhereNobodyMay()
    {
        Stage stage;
        stage.participant.drawingAllowed = false;
        stage.begin();
        stage.notes().addDrawing(arrow());
        QVERIFY(stage.participant.added.empty());
        stage.participant.drawingAllowed = true; // let in only now
        stage.board.startOver();
        QCOMPARE(stage.participant.added.size(), std::size_t{1});
    }

    /// A guest hears of drawings before the recording is open, and may look at another one until then.
    void nothingBeforeAllWatchTheSame()
    {
        Stage stage;
        stage.window.show();
        OpenReplay other{FakeReplayOptions{}};
        stage.board.setSession(other.session.get());
        stage.board.setParticipant(&stage.participant);
        stage.cameFrom(Cy, arrow("theirs"));
        QCoreApplication::processEvents();
        other.session->notes()->addDrawing(arrow());
        QCOMPARE(other.session->notes()->drawings().size(), std::size_t{1});
        QVERIFY(stage.participant.added.empty());
        stage.board.setSession(stage.replay.session.get());
        stage.board.setTogether(true);
        QTRY_COMPARE(stage.shown(), std::size_t{1});
        stage.end();
        QVERIFY(stage.question() != nullptr);

        stage.board.drop();
        stage.board.setParticipant(&stage.participant);
        stage.cameFrom(Cy, arrow("theirs"));
        stage.end(); // went again before it was together
        QVERIFY(stage.board.leftOver().empty());
    }

    void showsThoseOfOthers()
    {
        Stage stage;
        DrawingsModel model;
        model.setSession(stage.replay.session.get());
        stage.begin();
        stage.cameFrom(Cy, arrow("theirs"));
        QTRY_COMPARE(stage.shown(), std::size_t{1});
        QCOMPARE(stage.own(), std::size_t{0});
        QCOMPARE(model.rowCount(), 1);
        const QModelIndex from = model.index(0, DrawingsModel::FromColumn);
        QCOMPARE(from.siblingAtColumn(DrawingsModel::AuthorColumn).data().toString(), QStringLiteral("Cy"));
        QVERIFY(!(from.flags() & Qt::ItemIsEditable)); // theirs to change
        QVERIFY(stage.participant.added.empty());

        model::Drawing changed = arrow("theirs");
        changed.width = 9.0;
        stage.cameFrom(Cy, changed);
        QTRY_COMPARE(stage.notes().drawings().at(0).width, 9.0);
        QCOMPARE(model.rowCount(), 1);

        Q_EMIT stage.participant.drawingRemoved({Cy, QStringLiteral("theirs")});
        QTRY_COMPARE(model.rowCount(), 0);
    }

    /// The host says all of them once more; what it does not say has gone.
    void afterALostLine()
    {
        Stage stage;
        stage.begin();
        const QString mine = stage.notes().addDrawing(arrow());
        const QString removedMeanwhile = stage.notes().addDrawing(arrow());
        stage.cameFrom(Cy, arrow("stays"));
        stage.cameFrom(Cy, arrow("goes"));
        QTRY_COMPARE(stage.shown(), std::size_t{4});
        stage.notes().removeDrawing(removedMeanwhile);
        stage.participant.added.clear();
        stage.participant.removed.clear();

        stage.board.startOver();
        stage.cameFrom(Cy, arrow("stays"));
        for (const QString& id : {mine, removedMeanwhile})
            stage.cameFrom(Ben, arrow(qPrintable(id)));
        QTRY_COMPARE(stage.shown(), std::size_t{2});
        QCOMPARE(stage.own(), std::size_t{1});
        QCOMPARE(stage.participant.added.size(), std::size_t{1});
        QCOMPARE(stage.participant.added[0].id, mine);
        QCOMPARE(stage.participant.removed, std::vector<QString>{removedMeanwhile});
    }

    /// The host may take one away from all; whose it is has it in his notes nevertheless.
    void takenAwayByTheHost()
    {
        Stage stage;
        stage.begin();
        const QString id = stage.notes().addDrawing(arrow());
        Q_EMIT stage.participant.drawingRemoved({Ana, id});
        QCOMPARE(stage.own(), std::size_t{1});
        stage.participant.added.clear();
        stage.notes().addDrawing(arrow());
        QCOMPARE(stage.participant.added.size(), std::size_t{1}); // the new one alone
    }

    void keptOrDropped_data()
    {
        QTest::addColumn<bool>("keep");
        QTest::newRow("keep") << true;
        QTest::newRow("drop") << false;
    }

    void keptOrDropped()
    {
        QFETCH(bool, keep);
        Stage stage;
        stage.begin();
        stage.cameFrom(Cy, arrow("one"));
        stage.cameFrom(Ana, arrow("two"));
        stage.end();
        QCOMPARE(stage.shown(), std::size_t{2}); // as long as nobody has answered
        QCOMPARE(stage.board.leftOver().size(), std::size_t{2});
        QMessageBox* box = stage.question();
        QVERIFY(box != nullptr && !box->isModal());
        answer(*box, keep);
        QVERIFY(stage.board.leftOver().empty());
        QCOMPARE(stage.own(), keep ? std::size_t{2} : std::size_t{0});
        QCOMPARE(stage.shown(), stage.own());
        if (!keep)
            return;
        QVERIFY(std::ranges::any_of(stage.notes().sidecar().drawings, [](const model::Drawing& drawing) {
            return drawing.author == QStringLiteral("Cy");
        }));
        stage.notes().history().undo(); // one step
        QCOMPARE(stage.own(), std::size_t{0});
        stage.notes().history().redo();
        QCOMPARE(stage.own(), std::size_t{2});
        // The next party is not told of them.
        stage.begin();
        stage.notes().addDrawing(arrow());
        QCOMPARE(stage.participant.added.size(), std::size_t{1});
    }

    /// Esc answers nothing: it is asked again where they can be seen again.
    void putOff()
    {
        Stage stage;
        stage.begin();
        stage.cameFrom(Cy, arrow("one"));
        stage.end();
        QMessageBox* box = stage.question();
        QVERIFY(box != nullptr);
        QTest::keyClick(box, Qt::Key_Escape);
        QTRY_VERIFY(stage.question() == nullptr);
        QCOMPARE(stage.shown(), std::size_t{1});
        QCOMPARE(stage.board.leftOver().size(), std::size_t{1});
        stage.board.setSession(nullptr);
        QVERIFY(stage.question() != nullptr);
        QTest::keyClick(stage.question(), Qt::Key_Escape);
        QTRY_VERIFY(stage.question() == nullptr);
        stage.board.setSession(stage.replay.session.get());
        QVERIFY(stage.question() != nullptr);
    }

    /// Who leaves and comes back is another person to the host, who says all drawings again.
    void ownOnesComeBackAsTheirs()
    {
        Stage stage;
        stage.begin();
        stage.notes().addDrawing(arrow());
        stage.end();
        stage.begin();
        stage.cameFrom(Cy, stage.notes().sidecar().drawings.front());
        QCOMPARE(stage.shown(), std::size_t{1});
        stage.end();
        QVERIFY(stage.question() == nullptr);
    }

    void nothingToAsk()
    {
        Stage stage;
        stage.begin();
        stage.notes().addDrawing(arrow());
        stage.end();
        QVERIFY(stage.question() == nullptr);
    }

    void recordingGoes_data()
    {
        QTest::addColumn<bool>("another");
        QTest::addColumn<bool>("keep");
        QTest::newRow("closed, keep") << false << true;
        QTest::newRow("closed, drop") << false << false;
        QTest::newRow("another opened, keep") << true << true;
    }

    /// The party ends with it; what others drew on it is asked about nevertheless, and kept where it belongs.
    void recordingGoes()
    {
        QFETCH(bool, another);
        QFETCH(bool, keep);
        Stage stage;
        OpenReplay other{FakeReplayOptions{}};
        const QString path = stage.replay.session->path();
        stage.begin();
        const QString mine = stage.notes().addDrawing(arrow());
        stage.cameFrom(Cy, arrow("theirs"));
        QTRY_COMPARE(stage.shown(), std::size_t{2});
        stage.close();
        stage.replay.session.reset();
        if (another)
            stage.board.setSession(other.session.get());
        stage.board.setParticipant(nullptr);
        QMessageBox* box = stage.question();
        QVERIFY(box != nullptr && !box->isModal());
        QVERIFY2(box->text().contains(QStringLiteral("fake.replay")), qPrintable(box->text()));
        QVERIFY(other.session->notes()->drawings().empty());
        answer(*box, keep);
        QVERIFY(stage.board.leftOver().empty());
        const std::vector<model::Drawing> saved = savedOn(path);
        QCOMPARE(saved.size(), keep ? std::size_t{2} : std::size_t{1});
        for (const model::Drawing& drawing : saved)
            QCOMPARE(drawing.author, drawing.id == mine ? QStringLiteral("coach") : QStringLiteral("Cy"));
        QVERIFY(other.session->notes()->drawings().empty());
        QVERIFY(savedOn(other.session->path()).empty());
    }

    void comesBackWhileItIsAsked()
    {
        Stage stage;
        stage.begin();
        stage.cameFrom(Cy, arrow("theirs"));
        stage.end();
        QMessageBox* box = stage.question();
        QVERIFY(box != nullptr);
        stage.board.setSession(nullptr);
        QCOMPARE(stage.shown(), std::size_t{0});
        QCOMPARE(stage.board.leftOver().size(), std::size_t{1});
        stage.board.setSession(stage.replay.session.get());
        QCOMPARE(stage.shown(), std::size_t{1});
        QCOMPARE(stage.own(), std::size_t{0});
        answer(*box, true);
        QCOMPARE(stage.own(), std::size_t{1});
        stage.notes().history().undo();
        QCOMPARE(stage.own(), std::size_t{0});
    }

    /// That it could not be kept is said.
    void notesThatCannotBeWritten()
    {
        Stage stage;
        QFile notes(model::sidecarPath(stage.replay.session->path()));
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("{ damaged") > 0);
        notes.close();
        stage.begin();
        stage.cameFrom(Cy, arrow("theirs"));
        stage.close();
        stage.board.setParticipant(nullptr);
        QVERIFY(stage.question() != nullptr);
        answer(*stage.question(), true);
        const auto* told = stage.window.findChild<QMessageBox*>(QStringLiteral("keepDrawingsProblem"));
        QVERIFY(told != nullptr && !told->isModal() && !told->informativeText().isEmpty());
        QVERIFY(notes.open(QIODevice::ReadOnly));
        QCOMPARE(notes.readAll(), QByteArray("{ damaged"));
    }

    void windowCloses_data()
    {
        QTest::addColumn<bool>("asked");
        QTest::newRow("with the question") << true;
        QTest::newRow("while they watch") << false;
    }

    /// Nobody is there to be asked any more, and no question is left behind.
    void windowCloses()
    {
        QFETCH(bool, asked);
        Stage stage;
        stage.begin();
        stage.cameFrom(Cy, arrow("theirs"));
        if (asked)
            stage.end();
        QCOMPARE(stage.question() != nullptr, asked);
        stage.close();
        stage.window.close();
        stage.board.setParticipant(nullptr);
        QVERIFY(stage.board.leftOver().empty());
        QTRY_VERIFY(stage.question() == nullptr);
        QVERIFY(savedOn(stage.replay.session->path()).empty());
    }
};

} // namespace tst_together_board

GHOSTLINE_TEST(tst_together_board, TestTogetherBoard, QApplication)
#include "tst_together_board.moc"
