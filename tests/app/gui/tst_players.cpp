// SPDX-License-Identifier: GPL-3.0-or-later
// Two people beside each other in the window: who, in which part, of which recording.
#include "app/gui/players/place_map.h"
#include "app/gui/players/player_picker.h"
#include "app/gui/players/players_dialog.h"
#include "app/gui/players/players_model.h"
#include "app/gui/players/speed_chart.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>

#include <cmath>

namespace tst_players {

using namespace ghostline;
using namespace ghostline::app;
using test::actorId;
using test::FakeReplayOptions;
using test::named;
using test::OpenReplay;

namespace {

/// Actor i goes east at 2 (i + 1) m/s for 49.95 s.
FakeReplayOptions runners(double pace = 2.0)
{
    FakeReplayOptions options;
    options.players = true;
    options.match = true;
    options.motion = [pace](int actor, model::FrameNumber, double seconds) {
        return glm::dvec3(pace * (actor + 1) * seconds, 0.0, 50.0 * actor);
    };
    return options;
}

/// The dialog in a plain window: the off-screen platform warns of any other that has a smallest size.
struct Hosted
{
    explicit Hosted(OpenReplay& replay)
        : dialog(*new PlayersDialog(std::make_shared<model::CodecRegistry>(QStringList{}), &host))
    {
        host.resize(1200, 800);
        dialog.setParent(&host, Qt::Widget);
        dialog.setGeometry(0, 0, 1200, 800);
        host.show();
        dialog.setSession(replay.session.get());
    }
    QTableView* table() { return named<QTableView>(dialog, QStringLiteral("Figures of two players")); }
    QComboBox* box(const char* name) { return named<QComboBox>(dialog, QLatin1String(name)); }
    /// The figure of a row; NaN where there is none.
    double figure(const QString& what, int column)
    {
        const QAbstractItemModel& model = *table()->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            bool read = false;
            const double value = model.index(row, column).data(FileTextRole).toString().toDouble(&read);
            if (model.index(row, PlayersModel::WhatColumn).data().toString() == what)
                return read ? value : std::nan("");
        }
        return std::nan("");
    }
    double way(int column) { return figure(QStringLiteral("Distance covered"), column); }
    bool says(const QString& part)
    {
        const auto labels = dialog.findChildren<QLabel*>();
        return std::ranges::any_of(labels,
                                   [&part](const QLabel* label) { return label->text().contains(part); });
    }
    QWidget host;
    PlayersDialog& dialog;
};

bool near(double a, double b) { return std::abs(a - b) < 0.1; }

} // namespace

class TestPlayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twoOfOneRecording()
    {
        OpenReplay replay(runners());
        Hosted hosted(replay);
        hosted.dialog.compare(actorId(0), actorId(2));
        QTRY_VERIFY(hosted.table()->model()->rowCount() > 0);
        QVERIFY(near(hosted.way(PlayersModel::AColumn), 99.9));
        QVERIFY(near(hosted.way(PlayersModel::BColumn), 299.7));
        QVERIFY(near(hosted.way(PlayersModel::DifferenceColumn), 199.8));
        const QString heading =
            hosted.table()->model()->headerData(PlayersModel::BColumn, Qt::Horizontal).toString();
        QVERIFY2(heading.contains(replay.session->info().cast[2].name), qPrintable(heading));
        // What has more has the longer bar.
        const QAbstractItemModel& model = *hosted.table()->model();
        QCOMPARE(model.index(0, PlayersModel::AColumn).data(PlayersModel::BarRole).toDouble(), 1.0);
        const auto* chart = hosted.dialog.findChild<SpeedChart*>();
        QVERIFY(chart->accessibleDescription().contains(QStringLiteral("m/s: A ")));
        for (const PlaceMap* map : hosted.dialog.findChildren<PlaceMap*>())
            QVERIFY(map->accessibleDescription().contains(QStringLiteral(" s in ")));
        QVERIFY(hosted.says(QStringLiteral("a sprint")));
        QVERIFY(csvText(*hosted.table()).contains("Distance covered"));
        hosted.dialog.setSession(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    /// The selected one and the next, where nobody was chosen.
    void whoIsSelected()
    {
        OpenReplay replay(runners());
        Hosted hosted(replay);
        replay.session->actors()->select(actorId(3));
        hosted.dialog.present();
        QTRY_VERIFY(hosted.table()->model()->rowCount() > 0);
        QCOMPARE(hosted.dialog.picker(0)->choice().actor, actorId(3));
        QCOMPARE(hosted.dialog.picker(1)->choice().actor, actorId(0));
        // With whom: somebody else.
        hosted.dialog.compare(actorId(0), model::ActorId::None);
        QVERIFY(hosted.dialog.picker(1)->choice().actor != actorId(0));
    }

    void oneInTwoParts()
    {
        OpenReplay replay(runners());
        Hosted hosted(replay);
        hosted.dialog.compare(actorId(1), actorId(1));
        hosted.box("Who is B")->setCurrentIndex(hosted.box("Who is A")->currentIndex());
        auto* part = hosted.box("Part of B");
        const auto type = [part](const QString& text) {
            part->lineEdit()->selectAll();
            QTest::keyClicks(part->lineEdit(), text);
            Q_EMIT part->lineEdit()->editingFinished();
        };
        type(QStringLiteral("0:10..0:20"));
        QTRY_VERIFY(near(hosted.way(PlayersModel::BColumn), 4.0 * 10.05));
        QVERIFY(near(hosted.way(PlayersModel::AColumn), 4.0 * 49.95));
        part->setCurrentIndex(part->findText(QStringLiteral("Round 2")));
        Q_EMIT part->activated(part->currentIndex());
        QTRY_VERIFY(near(hosted.way(PlayersModel::BColumn), 4.0 * 20.0));
        // What cannot be is said, and nothing is shown that was not asked for.
        type(QStringLiteral("9:00..9:30"));
        QTRY_VERIFY(hosted.says(QStringLiteral("lies behind the end")));
        QCOMPARE(hosted.table()->model()->rowCount(), 0);
        part->setCurrentIndex(0);
        Q_EMIT part->activated(0);
        QTRY_VERIFY(hosted.says(QStringLiteral("Choose two people")));
    }

    void anotherRecording()
    {
        OpenReplay replay(runners());
        Hosted hosted(replay);
        PlayerPicker* b = hosted.dialog.picker(1);
        b->setOpener([](const QString& path,
                        const model::OpenOptions&) -> model::Result<std::unique_ptr<model::ReplaySource>> {
            if (path.contains(QLatin1String("broken")))
                return model::fail(model::ErrorCode::Damaged, QStringLiteral("it is broken"));
            return std::make_unique<test::FakeReplay>(runners(1.0));
        });
        hosted.dialog.compare(actorId(0), actorId(1));
        b->openOther(QStringLiteral("/somewhere/other.bin"));
        QTRY_VERIFY(near(hosted.way(PlayersModel::BColumn), 2.0 * 49.95));
        QCOMPARE(hosted.box("Recording of B")->currentText(), QStringLiteral("other.bin"));
        QCOMPARE(b->choice().actor, actorId(1)); // of the same name
        b->openOther(QStringLiteral("/somewhere/broken.bin"));
        QTRY_VERIFY(hosted.says(QStringLiteral("it is broken")));
        QCOMPARE(hosted.box("Recording of B")->currentText(), QStringLiteral("other.bin"));
    }
};

} // namespace tst_players

GHOSTLINE_TEST(tst_players, TestPlayers, QApplication)
#include "tst_players.moc"
