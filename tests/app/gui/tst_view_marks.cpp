// SPDX-License-Identifier: GPL-3.0-or-later
// The strip under the view: legends only where a replay has something for them, marks that can be clicked,
// and nothing that a narrow window would have to be wider for. And trails know whose the disc was on the way.
#include "app/gui/settings/language.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/view/legend_popup.h"
#include "app/gui/view/marks_now.h"
#include "app/gui/view/provenance_legend.h"
#include "app/gui/view/state_legend.h"
#include "app/gui/view/trail_builder.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/widgets/view_mark.h"
#include "tests/support/allocation_count.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QComboBox>
#include <QMenu>
#include <QScopeGuard>
#include <QToolButton>
#include <QtTest>

namespace tst_view_marks {

using namespace ghostline;
using app::StateLegend;
using Marks = QList<StateLegend::Mark>;

namespace {

model::ReplayInfo infoWith(const QStringList& properties, model::ActorShape shape)
{
    model::ReplayInfo info;
    for (const QString& id : properties) {
        model::PropertyInfo property;
        property.id = id;
        info.actorProperties.push_back(property);
    }
    model::ActorInfo actor;
    actor.id = model::ActorId(0);
    actor.shape = shape;
    info.cast.push_back(actor);
    return info;
}

std::shared_ptr<test::FakeReplay> twoActors()
{
    test::FakeReplayOptions options;
    options.frames = 200;
    options.actors = 2;
    return test::makeFakeReplay(options);
}

/// A strip with all it can have, and the verbs behind it.
struct FullStrip
{
    FullStrip()
    {
        actions.setReplayOpen(true);
        strip.setActions(&actions);
        strip.setInfo(
            infoWith({QStringLiteral("stunned"), QStringLiteral("blocking")}, model::ActorShape::Body));
        strip.setPerspective(QStringLiteral("Ada & the one with a very long name indeed"));
        strip.setPolicy(model::SamplePolicy::ExactOnly);
        strip.setSceneNote(QStringLiteral("Sample town, made up for this"), {});
    }
    void show(int width)
    {
        window.resize(1400, 100);
        window.show();
        strip.resize(width, strip.sizeHint().height());
    }
    app::ViewMark* mark(const char* name) { return strip.findChild<app::ViewMark*>(QLatin1String(name)); }
    QAbstractButton* cross(const char* name)
    {
        return strip.findChild<QAbstractButton*>(QLatin1String(name) + QStringLiteral("Cross"));
    }
    QToolButton* legendButton() { return strip.findChild<QToolButton*>(QStringLiteral("legendButton")); }
    QToolButton* more() { return strip.findChild<QToolButton*>(QStringLiteral("moreMarks")); }
    QMenu* filledMenu()
    {
        auto* menu = strip.findChild<QMenu*>(QStringLiteral("moreMarksMenu"));
        Q_EMIT menu->aboutToShow();
        return menu;
    }

    app::Actions actions;
    QWidget window; ///< a window of its own the strip's layout would not let shrink
    app::ViewStrip& strip = *new app::ViewStrip(&window);
};

/// Trails at a frame of a fake replay whose every segment is cached.
std::vector<render::Trail> trailsAt(model::FrameNumber frame, const model::ReplayInfo& info)
{
    const auto replay = twoActors();
    model::StateReader reader(replay);
    model::WorldState state;
    for (const model::FrameNumber f : {model::FrameNumber{0}, frame})
        (void)reader.stateAt({.frame = f, .fraction = 0.0}, model::SamplePolicy::Interpolate, state);
    return app::TrailBuilder().build(reader, replay->index()->timeAxis, info, state, 5.0, {}, {});
}

} // namespace

class TestViewMarks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void legendShowsWhatAReplayHas_data()
    {
        QTest::addColumn<QStringList>("properties");
        QTest::addColumn<bool>("people");
        QTest::addColumn<Marks>("marks");
        using Mark = StateLegend::Mark;
        const QStringList all{QStringLiteral("possession"), QStringLiteral("stunned"),
                              QStringLiteral("speed"), QStringLiteral("invulnerable"),
                              QStringLiteral("blocking")};
        QTest::newRow("all") << all << true
                             << Marks{Mark::Stunned, Mark::Blocking, Mark::Invulnerable, Mark::Possession};
        QTest::newRow("one") << QStringList{QStringLiteral("stunned")} << true << Marks{Mark::Stunned};
        QTest::newRow("none") << QStringList{QStringLiteral("speed")} << true << Marks{};
        QTest::newRow("nobody to show it on") << all << false << Marks{};
    }
    void legendShowsWhatAReplayHas()
    {
        QFETCH(QStringList, properties);
        QFETCH(bool, people);
        app::ViewStrip strip;
        auto* legend = strip.findChild<StateLegend*>();
        QVERIFY(legend && legend->isHidden());
        strip.setInfo(infoWith(properties, people ? model::ActorShape::Body : model::ActorShape::Vehicle));
        QTEST(legend->marks(), "marks");
        QCOMPARE(legend->isHidden(), legend->marks().isEmpty());
        for (const StateLegend::Mark mark : legend->marks())
            QVERIFY(legend->toolTip().contains(StateLegend::name(mark), Qt::CaseInsensitive));
        strip.setInfo({});
        QVERIFY(legend->isHidden());
    }

    void legendPaintsEachMarkAndGivesWay()
    {
        StateLegend legend;
        legend.setInfo(
            infoWith({QStringLiteral("stunned"), QStringLiteral("blocking")}, model::ActorShape::Body));
        const auto painted = [&legend](int width) {
            legend.resize(width, 24);
            QImage image(legend.size(), QImage::Format_RGB32);
            image.fill(Qt::black);
            legend.render(&image, {}, {}, {});
            int last = -1;
            for (int x = 0; x < image.width(); ++x) {
                for (int y = 0; y < image.height(); ++y)
                    last = image.pixel(x, y) != image.pixel(0, 0) ? x : last;
            }
            return last;
        };
        const int hint = legend.sizeHint().width();
        QVERIFY(painted(hint) > hint / 2);
        QVERIFY(painted(hint * 3 / 4) < hint * 3 / 4); // the second one no longer fits: left out whole
        QCOMPARE(legend.minimumSizeHint().width(), 0);
    }

    void everyProvenanceIsNamed_data()
    {
        QTest::addColumn<int>("language");
        QTest::addColumn<QStringList>("whole");
        QTest::addColumn<QString>("last");
        QTest::newRow("English") << int(app::LanguageChoice::English)
                                 << QStringList{QStringLiteral("recorded"), QStringLiteral("interpolated"),
                                                QStringLiteral("sampled"), QStringLiteral("held")}
                                 << QStringLiteral("held");
        QTest::newRow("German") << int(app::LanguageChoice::German)
                                << QStringList{QStringLiteral("aufgezeichnet"),
                                               QStringLiteral("interpoliert"), QStringLiteral("abgetastet"),
                                               QStringLiteral("gehalten")}
                                << QStringLiteral("gehalten");
    }
    /// From its least width on all four stand there, in whole words as soon as there is room for them.
    void everyProvenanceIsNamed()
    {
        QFETCH(int, language);
        QFETCH(QStringList, whole);
        QFETCH(QString, last);
        app::speak(static_cast<app::LanguageChoice>(language));
        const auto english = qScopeGuard([] { app::speak(app::LanguageChoice::English); });
        app::ProvenanceLegend legend;
        QVERIFY(legend.leastWidth() < legend.sizeHint().width());
        for (int width = legend.leastWidth(); width <= legend.sizeHint().width(); ++width) {
            legend.resize(width, 24);
            QCOMPARE(legend.shownWords().size(), 4);
            QCOMPARE(legend.shownWords().last(), last);
        }
        QCOMPARE(legend.shownWords(), whole);
        legend.resize(legend.leastWidth() - 1, 24);
        QCOMPARE(legend.shownWords().size(), 3);
    }
    /// The strip is one line; the legend, which stood in it, is behind a button with all of its words,
    /// however narrow the strip is.
    void theStripNeverCutsTheLegend()
    {
        app::speak(app::LanguageChoice::German);
        const auto english = qScopeGuard([] { app::speak(app::LanguageChoice::English); });
        FullStrip full;
        full.strip.setPerspective({});
        full.strip.setPolicy(model::SamplePolicy::Interpolate);
        const auto* legend = full.strip.findChild<app::ProvenanceLegend*>();
        QAction* verb = full.actions.get(QStringLiteral("view.legend"));
        for (int width = full.strip.minimumSizeHint().width(); width <= 800; width += 25) {
            full.show(width);
            QVERIFY(!legend->isVisible());
            QVERIFY2(full.legendButton()->isVisible(), qPrintable(QString::number(width)));
            verb->trigger();
            QVERIFY(legend->isVisible() && full.strip.findChild<StateLegend*>()->isVisible());
            QCOMPARE(legend->shownWords().size(), 4);
            QCOMPARE(legend->shownWords().first(), QStringLiteral("aufgezeichnet")); // whole
            verb->trigger();
        }
        full.show(700);
        const auto* camera = full.strip.findChild<QComboBox*>(QStringLiteral("cameraChooser"));
        QVERIFY(full.strip.height() <= camera->sizeHint().height() + 12); // one line
        QVERIFY(full.strip.findChild<app::MarksNow*>()->isVisible());
    }

    void theLegendStaysWhileItIsWanted()
    {
        FullStrip full;
        full.show(1400);
        auto* popup = full.strip.findChild<app::LegendPopup*>();
        QVERIFY(!popup->isVisible());
        QTest::mouseClick(full.legendButton(), Qt::LeftButton);
        QVERIFY(popup->isVisible() && full.legendButton()->isChecked());
        QVERIFY(full.actions.get(QStringLiteral("view.legend"))->isChecked());
        QTest::mouseClick(full.legendButton(), Qt::LeftButton);
        QVERIFY(!popup->isVisible() && !full.legendButton()->isChecked());
        QEvent enter(QEvent::Enter);
        QCoreApplication::sendEvent(full.legendButton(), &enter);
        QVERIFY(popup->isVisible());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(full.legendButton(), &leave);
        QVERIFY(!popup->isVisible());
    }

    /// Small marks say what is in the picture now, and nothing moves when they come and go.
    void marksOfThisMomentAreShown()
    {
        app::MarksNow marks;
        marks.setInfo(
            infoWith({QStringLiteral("stunned"), QStringLiteral("blocking")}, model::ActorShape::Body));
        QVERIFY(marks.words().isEmpty());
        const QSize size = marks.sizeHint();
        const auto replay = twoActors();
        model::StateReader reader(replay);
        model::WorldState state;
        (void)reader.stateAt({.frame = 10, .fraction = 0.0}, model::SamplePolicy::Interpolate, state);
        marks.setInfo({});
        marks.setState(state);
        QCOMPARE(marks.words(), QStringList{QStringLiteral("recorded")});
        QVERIFY(marks.accessibleName().contains(QStringLiteral("recorded")));
        marks.setProvenanceShown(false);
        QVERIFY(marks.words().isEmpty());
        marks.setProvenanceShown(true);
        QVERIFY(size.width() > marks.sizeHint().width()); // room for the states that there can be
    }

    void statesOfThisMomentAreToldAndAllocateNothing()
    {
        const auto info =
            infoWith({QStringLiteral("stunned"), QStringLiteral("blocking")}, model::ActorShape::Body);
        app::MarksNow marks;
        marks.setInfo(info);
        marks.setProvenanceShown(false);
        model::WorldState state;
        state.resize(2, 2);
        for (std::size_t row = 0; row < 2; ++row) {
            for (model::PropertyValue& value : state.propertiesOf(row))
                value = model::PropertyValue::boolean(false);
        }
        marks.setState(state);
        QVERIFY(marks.words().isEmpty());
        state.propertiesOf(1)[1] = model::PropertyValue::boolean(true);
        marks.setState(state);
        QCOMPARE(marks.words(), QStringList{QStringLiteral("blocking")});
        const auto before = test::allocations;
        marks.setState(state); // the next picture
        QCOMPARE(test::allocations, before);
        state.propertiesOf(1)[1] = model::PropertyValue::boolean(false);
        state.propertiesOf(0)[0] = model::PropertyValue::boolean(true);
        marks.setState(state);
        QCOMPARE(marks.words(), QStringList{QStringLiteral("stunned")});
        marks.setInfo(info); // a longer revision
        QCOMPARE(marks.words(), QStringList{QStringLiteral("stunned")});
        marks.setInfo({});
        QVERIFY(marks.words().isEmpty());
    }

    void whatDoesNotFitIsBehindAButton()
    {
        FullStrip full;
        QVERIFY(full.strip.minimumSizeHint().width() <= 300);
        full.show(1400);
        for (const char* name : {"perspectiveMark", "policyMark"})
            QVERIFY2(full.mark(name)->isVisible(), name);
        QVERIFY(full.mark("perspectiveMark")->width() < 400); // its name is not for the strip alone
        QVERIFY(full.strip.findChild<app::MarksNow*>()->isVisible());
        QVERIFY(!full.more()->isVisible());
        const int height = full.strip.sizeHint().height();

        full.show(full.strip.minimumSizeHint().width());
        for (const char* name : {"perspectiveMark", "policyMark"})
            QVERIFY2(!full.mark(name)->isVisible(), name);
        QVERIFY(!full.strip.findChild<app::MarksNow*>()->isVisible());
        QVERIFY(full.legendButton()->isVisible()); // small enough to stay
        QVERIFY(full.more()->isVisible());
        QVERIFY(full.strip.rect().contains(full.more()->geometry()));
        auto* camera = full.strip.findChild<QComboBox*>(QStringLiteral("cameraChooser"));
        QVERIFY(camera->isVisible() && full.strip.rect().contains(camera->geometry()));
        QCOMPARE(full.strip.sizeHint().height(), height); // the picture above does not jump

        const QList<QAction*> entries = full.filledMenu()->actions();
        QCOMPARE(entries.size(), 2);
        QVERIFY(entries[0]->text().contains(QStringLiteral("Ada && the one")));
        QSignalSpy wanted(&full.strip, &app::ViewStrip::perspectivesRequested);
        entries[0]->trigger();
        QCOMPARE(wanted.count(), 1);
        QSignalSpy back(full.actions.get(QStringLiteral("view.exact")), &QAction::triggered);
        entries[1]->trigger();
        QCOMPARE(back.count(), 1);

        // With less to say, what matters most is in sight again.
        full.strip.setPerspective({});
        full.show(400);
        QVERIFY(full.mark("policyMark")->isVisible());
        QVERIFY(!full.mark("perspectiveMark")->isVisible());
        QVERIFY(full.filledMenu()->actions().isEmpty());
        full.strip.setPolicy(model::SamplePolicy::Interpolate);
        QVERIFY(!full.mark("policyMark")->isVisible());
    }

    void aMarkIsClicked_data()
    {
        QTest::addColumn<QString>("mark");
        QTest::addColumn<int>("policy");
        QTest::addColumn<QString>("verb"); // takes back what the mark says
        QTest::newRow("perspective") << QStringLiteral("perspectiveMark")
                                     << int(model::SamplePolicy::Interpolate)
                                     << QStringLiteral("view.everyone");
        QTest::newRow("exact") << QStringLiteral("policyMark") << int(model::SamplePolicy::ExactOnly)
                               << QStringLiteral("view.exact");
        QTest::newRow("reported") << QStringLiteral("policyMark") << int(model::SamplePolicy::ReportedOnly)
                                  << QStringLiteral("view.reported");
    }
    void aMarkIsClicked()
    {
        QFETCH(QString, mark);
        QFETCH(int, policy);
        QFETCH(QString, verb);
        FullStrip full;
        full.strip.setPolicy(static_cast<model::SamplePolicy>(policy));
        full.show(1400);
        const QByteArray name = mark.toLatin1();
        app::ViewMark* shown = full.mark(name.constData());
        QVERIFY(shown->isVisible());
        QCOMPARE(shown->cursor().shape(), Qt::PointingHandCursor);
        QSignalSpy wanted(&full.strip, &app::ViewStrip::perspectivesRequested);
        QSignalSpy back(full.actions.get(verb), &QAction::triggered);
        QTest::mouseClick(shown, Qt::LeftButton, {}, QPoint(12, shown->height() / 2));
        const bool opens = mark == u"perspectiveMark"; // there is something to choose from
        QCOMPARE(wanted.count(), opens ? 1 : 0);
        QCOMPARE(back.count(), opens ? 0 : 1);
        QTest::mouseClick(full.cross(name.constData()), Qt::LeftButton);
        QCOMPARE(back.count(), opens ? 1 : 2);
        QTest::keyClick(shown, Qt::Key_Delete);
        QCOMPARE(back.count(), opens ? 2 : 3);
        QCOMPARE(wanted.count(), opens ? 1 : 0);
    }

    void tooltipsNameTheKeysThatHold()
    {
        FullStrip full;
        auto* camera = full.strip.findChild<QComboBox*>(QStringLiteral("cameraChooser"));
        const std::initializer_list<std::pair<const char*, std::function<QString()>>> tips{
            {"camera.cycle", [&] { return camera->toolTip(); }},
            {"view.exact", [&] { return full.mark("policyMark")->toolTip(); }},
            {"view.nextPerspective", [&] { return full.mark("perspectiveMark")->toolTip(); }},
            {"view.everyone", [&] { return full.cross("perspectiveMark")->toolTip(); }},
        };
        for (const auto& [id, tip] : tips) {
            QAction* action = full.actions.get(QLatin1String(id));
            const QString before = action->shortcut().toString(QKeySequence::NativeText);
            QVERIFY2(tip().contains(before), qPrintable(tip()));
            action->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F12));
            const QString after = action->shortcut().toString(QKeySequence::NativeText);
            QVERIFY2(tip().contains(after), qPrintable(tip()));
            action->setShortcut({});
            QVERIFY2(!tip().contains(after) && !tip().contains(QStringLiteral("()")), qPrintable(tip()));
        }
    }

    void noTrailAcrossATeleport()
    {
        test::FakeReplayOptions options;
        options.frames = 400;
        options.actors = 2;
        options.jumpEvery = 150; // 100 m between two samples of a long trail: a fast walk, by its looks
        const auto replay = test::makeFakeReplay(options);
        model::StateReader reader(replay);
        model::WorldState state;
        for (model::FrameNumber f = 0; f < options.frames; f += options.framesPerSegment / 2)
            (void)reader.stateAt({.frame = f, .fraction = 0.0}, model::SamplePolicy::Interpolate, state);
        (void)reader.stateAt({.frame = 399, .fraction = 0.0}, model::SamplePolicy::Interpolate, state);
        const auto trails = app::TrailBuilder().build(reader, replay->index()->timeAxis,
                                                      *replay->index()->info, state, 19.0, {}, {});
        QCOMPARE(trails.size(), 2U);
        const auto breaks = [](const render::Trail& trail) {
            return std::count_if(trail.points.begin(), trail.points.end(),
                                 [](const glm::dvec3& p) { return std::isnan(p.x); });
        };
        QCOMPARE(breaks(trails[0]), 2); // at 150 and at 300
        QCOMPARE(breaks(trails[1]), 0);
    }

    void discTrailTellsWhoseItWas()
    {
        const auto replay = twoActors();
        model::ReplayInfo info = *replay->index()->info;
        // A property that is 0, 1, 2 for 50 frames each; there are two teams, so 2 belongs to nobody.
        info.teamProperty = model::ActorPropertyId(3);
        QCOMPARE(info.teams.size(), 2U);
        info.cast[0].team = -1;
        info.cast[0].focus = true;
        const std::vector<render::Trail> trails = trailsAt(130, info);
        QCOMPARE(trails.size(), 2U);
        const render::Trail& disc = trails[0];
        QCOMPARE(disc.teams.size(), disc.points.size());
        QCOMPARE(int(disc.teams.front()), 0); // 5 s before: frame 30
        QCOMPARE(int(disc.teams.back()), -1);
        std::vector<int> order;
        for (const std::int8_t team : disc.teams) {
            if (order.empty() || order.back() != team)
                order.push_back(team);
        }
        QCOMPARE(order, (std::vector<int>{0, 1, -1}));
        // Half of the five seconds it was orange's.
        const auto orange = std::count(disc.teams.begin(), disc.teams.end(), std::int8_t{1});
        QVERIFY(orange >= 22 && orange <= 26);
        QVERIFY(trails[1].teams.empty()); // a player keeps its own colour
        info.teamProperty = {};
        QVERIFY(trailsAt(130, info)[0].teams.empty());
    }
};

} // namespace tst_view_marks

GHOSTLINE_TEST(tst_view_marks, TestViewMarks, QApplication)
#include "tst_view_marks.moc"
