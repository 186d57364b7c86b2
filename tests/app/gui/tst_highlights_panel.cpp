// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of highlights: looked for when it is seen, told with their parts, played, exported, bookmarked.
#include "app/gui/highlights/highlights_model.h"
#include "app/gui/highlights/highlights_panel.h"
#include "app/gui/highlights/score_delegate.h"
#include "app/gui/highlights/weights_dialog.h"
#include "app/gui/jobs/job.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace tst_highlights_panel {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

FakeReplayOptions matches()
{
    FakeReplayOptions options;
    options.frames = 12'000;
    options.events = 33;
    options.bands = 4;
    options.players = true;
    options.highlights = true;
    return options;
}

std::unique_ptr<ReplaySession> opened(const FakeReplayOptions& options)
{
    return std::make_unique<ReplaySession>(makeFakeReplay(options), QString(), std::size_t{1} << 24);
}

/// In a plain window, because the off-screen platform warns of any window that has a smallest size.
struct Staged
{
    Staged()
    {
        host.resize(420, 480);
        panel.setGeometry(host.rect());
    }
    QWidget host;
    HighlightsPanel& panel = *new HighlightsPanel(&host);
};

/// With a recording of matches, and not seen yet.
struct Opened : Staged
{
    explicit Opened(const FakeReplayOptions& options = matches()) : session(opened(options))
    {
        panel.setSession(session.get());
    }
    ~Opened() { panel.setSession(nullptr); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    /// Whether as many are found, once it is seen.
    bool finds(int count)
    {
        host.show();
        return QTest::qWaitFor([this, count] { return panel.model()->rowCount() == count; });
    }
    std::unique_ptr<ReplaySession> session;
};

std::vector<model::Clip> clipsIn(const QSignalSpy& spy)
{
    return spy.isEmpty() ? std::vector<model::Clip>{} : spy.last().first().value<std::vector<model::Clip>>();
}

} // namespace

class TestHighlightsPanel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        Staged().panel.setWeights({}); // nothing is left of the test before
    }

    void looksOnceItIsSeen()
    {
        const auto session = opened(matches());
        Staged staged;
        HighlightsPanel& panel = staged.panel;
        const QAbstractItemModelTester tester(panel.model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy ran(panel.findChild<Job*>(), &Job::runningChanged);
        panel.setSession(session.get());
        QCOMPARE(panel.model()->rowCount(), 0);
        staged.host.show();
        QTRY_COMPARE(panel.model()->rowCount(), 5);
        QTRY_COMPARE(ran.size(), 2); // once, and not before it was seen
        double before = 1e9;
        for (const model::Highlight& each : panel.model()->highlights()) {
            QVERIFY(each.score <= before);
            before = each.score;
        }
        // The timeline marks them, too.
        const auto& marks = session->moments();
        QCOMPARE(marks.size(), std::size_t(5));
        QCOMPARE(marks[1].frame, panel.model()->at(1)->frame);
        QCOMPARE(marks[1].text, panel.model()->at(1)->title.text());
        QVERIFY(marks[1].detail.contains(QStringLiteral("Engagement")));
        panel.setSession(nullptr);
        QCOMPARE(panel.model()->rowCount(), 0);
    }

    void tellsTheParts()
    {
        Opened stage;
        HighlightsPanel& panel = stage.panel;
        QVERIFY(stage.finds(5));
        const QModelIndex score = panel.model()->index(0, HighlightsModel::ScoreColumn);
        for (const char* part : {"Engagement", "Momentum", "Anomaly", "Rarity"}) {
            QVERIFY(score.data(Qt::ToolTipRole).toString().contains(QLatin1String(part)));
            QVERIFY(score.data(Qt::AccessibleTextRole).toString().contains(QLatin1String(part)));
        }
        QCOMPARE(score.data(HighlightsModel::PartsRole).toList().size(), 4);
    }

    void goesThere()
    {
        Opened stage;
        HighlightsPanel& panel = stage.panel;
        QVERIFY(stage.finds(5));
        auto* table = panel.findChild<QTableView*>(QStringLiteral("highlights"));
        QSignalSpy plays(&panel, &HighlightsPanel::playRequested);
        const QRect row = table->visualRect(panel.model()->index(1, HighlightsModel::TitleColumn));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(stage.session->playhead().at().frame, panel.model()->at(1)->frame);
        QVERIFY(plays.isEmpty());
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(plays.size(), 1);
        const std::vector<model::Clip> clips = clipsIn(plays);
        QCOMPARE(clips.size(), std::size_t(3));
        QCOMPARE(clips[1].rate, 0.5);
        QCOMPARE(clips[0].from, panel.model()->at(1)->from);
        QCOMPARE(clips[2].to, panel.model()->at(1)->to);
    }

    /// All of them, in the order of time, even where nobody has looked at the panel yet.
    void handsThemOn()
    {
        Opened stage;
        HighlightsPanel& panel = stage.panel;
        QSignalSpy plays(&panel, &HighlightsPanel::playRequested);
        QSignalSpy exports(&panel, &HighlightsPanel::exportRequested);
        panel.exportAll();
        QVERIFY(exports.isEmpty()); // there is nothing to export yet
        panel.playAll();
        QTRY_COMPARE(plays.size(), 1);
        const std::vector<model::Clip> clips = clipsIn(plays);
        QCOMPARE(clips.size(), std::size_t(14)); // nothing leads in to the one at the very beginning
        for (std::size_t i = 1; i < clips.size(); ++i)
            QVERIFY(clips[i].from >= clips[i - 1].to);
        panel.exportAll();
        QCOMPARE(exports.size(), 1);
        QVERIFY(clipsIn(exports) == clips);
    }

    /// The menu is about those that are selected, in the order of time; about all where none is.
    void menuHandsOnTheSelected()
    {
        const auto session = opened(matches());
        Staged staged;
        HighlightsPanel& panel = staged.panel;
        panel.setSession(session.get());
        staged.host.show();
        QTRY_COMPARE(panel.model()->rowCount(), 5);
        auto* table = panel.findChild<QTableView*>(QStringLiteral("highlights"));
        QSignalSpy lists(&panel, &HighlightsPanel::playListRequested);
        QSignalSpy plays(&panel, &HighlightsPanel::playRequested);
        QSignalSpy exports(&panel, &HighlightsPanel::exportRequested);
        const auto choose = [&](const char* name) {
            const std::unique_ptr<QMenu> menu(panel.makeMenu());
            menu->findChild<QAction*>(QLatin1String(name))->trigger();
        };
        choose("addThese");
        QCOMPARE(lists.size(), 1);
        QCOMPARE(clipsIn(lists).size(), std::size_t(14));
        QItemSelection two;
        for (const int row : {0, 1})
            two.select(panel.model()->index(row, 0), panel.model()->index(row, 0));
        table->selectionModel()->select(two, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        choose("addThese");
        const std::vector<model::Clip> clips = clipsIn(lists);
        const auto& [first, second] = std::minmax(panel.model()->at(0)->from, panel.model()->at(1)->from);
        QCOMPARE(std::ranges::count_if(clips, [](const model::Clip& each) { return !each.goesOn; }),
                 std::ptrdiff_t{2});
        QCOMPARE(clips.front().from, first);
        QVERIFY(std::ranges::any_of(clips, [&](const model::Clip& each) { return each.from == second; }));
        choose("playThese");
        choose("exportThese");
        QVERIFY(clipsIn(plays) == clips && clipsIn(exports) == clips);
    }

    void bookmarks()
    {
        Opened stage;
        HighlightsPanel& panel = stage.panel;
        QVERIFY(stage.finds(5));
        panel.bookmarkAll();
        const auto& marks = stage.session->notes()->sidecar().bookmarks;
        QCOMPARE(marks.size(), std::size_t(5));
        for (const model::Highlight& each : panel.model()->highlights()) {
            QVERIFY(std::any_of(marks.begin(), marks.end(), [&each](const model::Bookmark& mark) {
                return mark.title == each.title.text() && mark.time == each.from &&
                       mark.time + mark.length == each.to;
            }));
        }
        stage.session->notes()->history().undo();
        QVERIFY(stage.session->notes()->sidecar().bookmarks.empty());
    }

    void weightsAreKept()
    {
        Opened stage;
        HighlightsPanel& panel = stage.panel;
        QVERIFY(stage.finds(5));
        QCOMPARE(panel.model()->at(0)->kind, QStringLiteral("hit"));
        model::HighlightWeights weights;
        weights.top = 2;
        weights.kinds[QStringLiteral("fight")].worth = 20.0;
        weights.kinds[QStringLiteral("hit")].rarity = 0.0; // or a hit during the fight would tell of it
        panel.setWeights(weights);
        QTRY_COMPARE(panel.model()->rowCount(), 2);
        QCOMPARE(panel.model()->at(0)->kind, QStringLiteral("fight"));
        QVERIFY(Staged().panel.weights() == weights);
    }

    void nothingWorthShowing()
    {
        FakeReplayOptions options = matches();
        options.highlights = false;
        Opened stage(options);
        HighlightsPanel& panel = stage.panel;
        QSignalSpy ran(panel.findChild<Job*>(), &Job::runningChanged);
        QVERIFY(stage.finds(0));
        QTRY_COMPARE(ran.size(), 2); // it has looked
        QCOMPARE(panel.model()->rowCount(), 0);
        panel.bookmarkAll();
        panel.exportAll();
        QVERIFY(stage.session->notes()->sidecar().bookmarks.empty());
        QVERIFY(stage.session->moments().empty());
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().startsWith(QLatin1String("No kind of event"));
        }));
    }

    void dialogEdits()
    {
        std::vector<model::EventKind> kinds = opened(matches())->index()->events->kinds;
        model::HighlightWeights weights;
        weights.kinds[QStringLiteral("elsewhere")].worth = 3.0;
        WeightsDialog dialog(weights, kinds, nullptr);
        QVERIFY(dialog.weights() == weights); // opening it changes nothing
        QSignalSpy accepted(&dialog, &WeightsDialog::weightsAccepted);
        const auto boxes = dialog.findChildren<QDoubleSpinBox*>();
        const auto worth = std::find_if(boxes.begin(), boxes.end(), [](const QDoubleSpinBox* box) {
            return box->accessibleName().startsWith(QLatin1String("Hit"));
        });
        QVERIFY(worth != boxes.end());
        (*worth)->setValue(4.0);
        QCOMPARE(dialog.weights().kinds.at(QStringLiteral("hit")).worth, 4.0);
        QVERIFY(std::isnan(dialog.weights().kinds.at(QStringLiteral("hit")).rarity));
        QPushButton* ok = nullptr;
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String("Reset"))
                button->click();
            else if (button->isDefault() || button->text().contains(QLatin1String("OK")))
                ok = button;
        }
        QVERIFY(dialog.weights() == model::HighlightWeights());
        QVERIFY(ok != nullptr);
        // Four parts that count for nothing are no score.
        for (int i = 0; i < 4; ++i)
            boxes[i]->setValue(0.0);
        QVERIFY(!ok->isEnabled());
        boxes[0]->setValue(1.0);
        ok->click();
        QCOMPARE(accepted.size(), 1);
    }

    void barsFillNoMoreThanTheirBox()
    {
        const QRectF box(10.0, 0.0, 100.0, 8.0);
        const auto boxes = ScoreDelegate::partBoxes({0.25, 0.5, 0.0, 0.75}, 1.0, box);
        QCOMPARE(boxes.size(), std::size_t(4));
        QCOMPARE(boxes[0], QRectF(10.0, 0.0, 25.0, 8.0));
        QCOMPARE(boxes[1].left(), 35.0);
        QCOMPARE(boxes[3].right(), 110.0);
        for (const QRectF& none : ScoreDelegate::partBoxes({1.0}, 0.0, box))
            QCOMPARE(none.width(), 0.0);
    }
};

} // namespace tst_highlights_panel

GHOSTLINE_TEST(tst_highlights_panel, TestHighlightsPanel, QApplication)
#include "tst_highlights_panel.moc"
