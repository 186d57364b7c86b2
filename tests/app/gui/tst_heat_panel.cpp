// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map panel: what it offers, what it reads beside the window, what it says, what it writes.
#include "app/gui/heat/heat_form.h"
#include "app/gui/heat/heat_legend.h"
#include "app/gui/heat/heat_panel.h"
#include "app/gui/jobs/job.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>

#include <cmath>

namespace tst_heat_panel {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

/// Four players stand 10 m apart for 10 s; teams take turns.
FakeReplayOptions standing()
{
    FakeReplayOptions options = withEvents(30);
    options.frames = 201;
    options.players = true;
    options.motion = [](int actor, model::FrameNumber, double) {
        return glm::dvec3(10.0 * actor + 0.5, 0.0, 0.5);
    };
    return options;
}

QPushButton* button(QWidget& panel, const QString& text)
{
    for (QPushButton* each : panel.findChildren<QPushButton*>()) {
        if (each->text() == text)
            return each;
    }
    return nullptr;
}

double total(const HeatPanel& panel) { return panel.heat()->grid.total; }

} // namespace

class TestHeatPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsAndFollowsTheQuestion()
    {
        OpenReplay replay(standing());
        Shown<HeatPanel> shown(replay);
        HeatPanel& panel = shown.panel;
        QSignalSpy told(&panel, &HeatPanel::shown);
        QVERIFY(panel.heat()->empty());
        QVERIFY(!panel.findChild<HeatLegend*>()->isVisible());
        button(panel, QStringLiteral("Show"))->click();
        QTRY_COMPARE(told.size(), 1);
        QVERIFY(std::abs(total(panel) - 40.0) < 1e-2);
        QVERIFY(panel.findChild<HeatLegend*>()->isVisible());
        QVERIFY(panel.note().contains(QStringLiteral("40")));

        // What is shown follows what is asked, and the colours need no reading.
        auto* cell = named<QDoubleSpinBox>(panel, QStringLiteral("Dot size"));
        QVERIFY(cell != nullptr);
        cell->setValue(2.0);
        QTRY_COMPARE(told.size(), 2);
        QCOMPARE(panel.heat()->grid.layout.cell, 2.0);
        auto* scale = named<QComboBox>(panel, QStringLiteral("Scale"));
        QVERIFY(scale != nullptr);
        scale->setCurrentIndex(2);
        QCOMPARE(told.size(), 3);
        QCOMPARE(panel.heat()->look.scale, model::HeatScale::Log);

        auto* who = named<QListWidget>(panel, QStringLiteral("Of whom"));
        QVERIFY(who != nullptr && who->count() == 2 + 4);
        who->item(0)->setCheckState(Qt::Checked); // a team
        QTRY_COMPARE(told.size(), 4);
        QVERIFY(std::abs(total(panel) - 20.0) < 1e-2);

        button(panel, QStringLiteral("Remove"))->click();
        QVERIFY(panel.heat()->empty() && !panel.findChild<HeatLegend*>()->isVisible());
        QCOMPARE(told.size(), 5);
        // Nothing is shown, so nothing is read until it is asked for again: once.
        QSignalSpy ran(panel.findChild<Job*>(), &Job::runningChanged);
        cell->setValue(1.0);
        button(panel, QStringLiteral("Show"))->click();
        QTRY_COMPARE(told.size(), 6);
        QTRY_COMPARE(ran.size(), 2); // began and ended
    }

    void onlyThePartThatWasMarked()
    {
        OpenReplay replay(standing());
        Shown<HeatPanel> shown(replay);
        HeatPanel& panel = shown.panel;
        auto* when = named<QComboBox>(panel, QStringLiteral("When"));
        QVERIFY(when != nullptr);
        when->setCurrentIndex(1); // the loop, which there is none
        panel.start();
        QVERIFY(panel.note().contains(QStringLiteral("no loop")));
        replay.session->playhead().setLoop(model::FrameRange{20, 61});
        panel.start();
        QTRY_VERIFY(!panel.heat()->empty());
        QVERIFY(std::abs(total(panel) - 4 * 2.0) < 1e-2);

        when->setCurrentIndex(0);
        auto* selected = panel.findChild<QCheckBox*>();
        selected->setChecked(true);
        QTRY_VERIFY(panel.note().contains(QStringLiteral("nobody is selected")));
        replay.session->actors()->select(actorId(2));
        panel.start();
        QTRY_VERIFY(std::abs(total(panel) - 10.0) < 1e-2);
    }

    void eventsAndMetricsAreOffered()
    {
        OpenReplay replay(standing());
        Shown<HeatPanel> shown(replay);
        HeatPanel& panel = shown.panel;
        QVERIFY(panel.form()->chooseWhat(QStringLiteral("event:hit")));
        panel.start();
        QTRY_VERIFY(!panel.heat()->empty());
        QCOMPARE(total(panel), 10.0);
        QVERIFY(panel.form()->chooseWhat(QStringLiteral("metric:speed")));
        QTRY_VERIFY(panel.heat()->grid.isMean());
        QVERIFY(!panel.form()->chooseWhat(QStringLiteral("metric:distance_between")));
        QVERIFY(!panel.form()->chooseWhat(QStringLiteral("attention"))); // nobody has a camera
    }

    void endsWithTheRecording()
    {
        OpenReplay replay(standing());
        Shown<HeatPanel> shown(replay);
        shown.panel.start();
        QTRY_VERIFY(!shown.panel.heat()->empty());
        QSignalSpy told(&shown.panel, &HeatPanel::shown);
        shown.panel.setSession(nullptr);
        QVERIFY(told.size() >= 1 && shown.panel.heat()->empty());
        shown.panel.start(); // of nothing
        QVERIFY(shown.panel.heat()->empty());
    }

    void writesPictureAndGrid()
    {
        OpenReplay replay(standing());
        Shown<HeatPanel> shown(replay);
        HeatPanel& panel = shown.panel;
        QVERIFY(!button(panel, QStringLiteral("Picture…"))->isEnabled());
        panel.start();
        QTRY_VERIFY(!panel.heat()->empty());
        QVERIFY(button(panel, QStringLiteral("Picture…"))->isEnabled());
        const QString picture = replay.folder.filePath(QStringLiteral("heat.png"));
        QVERIFY(panel.exportPicture(picture, 500));
        const QImage image(picture);
        QCOMPARE(std::max(image.width(), image.height()), 500);
        QVERIFY(image.hasAlphaChannel());
        QCOMPARE(qAlpha(image.pixel(image.width() / 2, image.height() - 1)), 0);
        const QString grid = replay.folder.filePath(QStringLiteral("heat.csv"));
        QVERIFY(panel.exportCsv(grid));
        QFile file(grid);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith("# Positions, s"));
        QVERIFY(!panel.exportCsv(replay.folder.filePath(QStringLiteral("none/heat.csv"))));
    }

    void otherRecordingsLieOverIt()
    {
        FakeReplayOptions options = standing();
        OpenReplay replay(options);
        HeatSource source{replay.source,
                          [&options](const QString& path, const model::OpenOptions&)
                              -> model::Result<std::unique_ptr<model::ReplaySource>> {
                              if (path == QStringLiteral("missing"))
                                  return model::fail(model::ErrorCode::NotFound, QStringLiteral("not there"));
                              FakeReplayOptions own = options;
                              if (path == QStringLiteral("strangers"))
                                  own.foreign = QStringLiteral(" elsewhere");
                              return std::make_unique<FakeReplay>(own);
                          }};
        HeatQuestion question;
        question.options.actors = {actorId(1)};
        question.files = QStringList{QStringLiteral("a"), QStringLiteral("b")};
        double last = 0.0;
        const auto sum = readHeat(source, question,
                                  [&last](double done) {
                                      const bool forward = done >= last - 1e-9;
                                      last = done;
                                      return forward;
                                  },
                                  {});
        QVERIFY(sum);
        QCOMPARE(sum->recordings, 3);
        QVERIFY(std::abs(sum->total - 30.0) < 1e-2);
        QVERIFY(last > 0.99);
        for (const char* bad : {"missing", "strangers"}) {
            question.files = QStringList{QLatin1String(bad)};
            const auto refused = readHeat(source, question, {}, {});
            QVERIFY(!refused);
            QCOMPARE(refused.error().file, QLatin1String(bad));
        }
        question.files.clear();
        question.round = 3;
        QVERIFY(!readHeat(source, question, {}, {})); // there are no rounds
    }
};

} // namespace tst_heat_panel

GHOSTLINE_TEST(tst_heat_panel, TestHeatPanel, QApplication)
#include "tst_heat_panel.moc"
