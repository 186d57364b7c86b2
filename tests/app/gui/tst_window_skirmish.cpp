// SPDX-License-Identifier: GPL-3.0-or-later
// Reviewing a recorded match in the real window: from engagement to engagement, with a player's eyes, only
// what is exact, what the observer's pages and the votes say.
#include "app/gui/observer/analysis_model.h"
#include "app/gui/observer/analysis_panel.h"
#include "app/gui/observer/observer_model.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/view/view_strip.h"
#include "render/view/still.h"
#include "tests/app/gui/told_replay.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QMenu>
#include <QTreeView>

namespace tst_window_skirmish {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;
using model::FrameNumber;

class TestWindowSkirmish : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void fromEngagementToEngagement();
    void onlyEngagementsThatExist();
    void withAPlayersEyes();
    void onlyWhatIsExact();
    void observerPages();
    void votesAreFound();

private:
    app::ReplaySession& session() { return *m_window->session(); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(m_window.get(), key, modifiers);
    }
    QAbstractButton* mark(const char* name)
    {
        return m_window->findChild<QAbstractButton*>(QLatin1String(name));
    }
    /// First frames of engagements, ascending.
    std::vector<FrameNumber> engagements();

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowSkirmish::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
    m_place = std::make_unique<WindowPlace>();
    m_window = showMadeFile(*m_place, QStringLiteral(GHOSTLINE_MAKE_SKIRMISH), QStringLiteral("match.icrep"));
    QVERIFY(m_window != nullptr);
    QCOMPARE(session().index()->frames(), FrameNumber{18'001});
    QVERIFY(!session().index()->lostData());
}

void TestWindowSkirmish::cleanupTestCase()
{
    m_window.reset();
    m_place.reset();
}

std::vector<FrameNumber> TestWindowSkirmish::engagements()
{
    std::vector<FrameNumber> frames;
    const model::EventTable& table = *session().index()->events;
    for (const model::Event& event : table.events) {
        if (table.kinds[static_cast<std::size_t>(event.kind)].id == u"engagement" &&
            (frames.empty() || frames.back() != event.frame))
            frames.push_back(event.frame);
    }
    return frames;
}

void TestWindowSkirmish::fromEngagementToEngagement()
{
    const std::vector<FrameNumber> wanted = engagements();
    QVERIFY(wanted.size() >= 3);
    session().playhead().seek({0, 0.0});
    for (std::size_t i = 0; i < 3; ++i) {
        key(Qt::Key_Z);
        QTRY_COMPARE(session().playback()->state().at.frame, wanted[i]);
    }
    key(Qt::Key_Z, Qt::ShiftModifier);
    QTRY_COMPARE(session().playback()->state().at.frame, wanted[1]);
    // The strongest of them trades the most, and none is so weak that it cannot be seen.
    float strongest = 0.0F;
    const model::EventTable& table = *session().index()->events;
    for (const model::Event& event : table.events) {
        if (table.kinds[static_cast<std::size_t>(event.kind)].id != u"engagement")
            continue;
        QVERIFY(event.weight > 0.1F && event.weight <= 1.0F);
        strongest = std::max(strongest, event.weight);
    }
    QCOMPARE(strongest, 1.0F);
}

void TestWindowSkirmish::onlyEngagementsThatExist()
{
    for (const bool any : {false, true}) {
        OpenWindow w(*m_place);
        w.window->loader().setOpener([any](const QString&, const model::OpenOptions&) {
            auto events = std::make_shared<model::EventTable>();
            events->kinds.resize(1);
            events->kinds[0].band = events->kinds[0].major = true;
            if (any)
                addEvent(*events, 0, 5.0, 2.0, 0);
            return model::Result<std::unique_ptr<model::ReplaySource>>(std::make_unique<ToldReplay>(events));
        });
        w.window->openFile(m_place->file(QStringLiteral("replay.bin")));
        QTRY_VERIFY(w.window->session() != nullptr);
        for (const char* verb : {"analyse.nextBand", "analyse.previousBand"})
            QCOMPARE(w.window->actions().get(QLatin1String(verb))->isEnabled(), any);
    }
}

void TestWindowSkirmish::withAPlayersEyes()
{
    const std::vector<model::ActorId> players = app::perspectivesIn(session().info());
    QCOMPARE(players.size(), std::size_t{2});
    QVERIFY(!mark("perspectiveMark")->isVisible());
    for (const model::ActorId player : players) {
        key(Qt::Key_V, Qt::ShiftModifier);
        QCOMPARE(session().actors()->perspective(), player);
        QVERIFY(mark("perspectiveMark")->isVisible());
        QVERIFY(mark("perspectiveMark")->text().contains(session().info().actor(player)->name));
    }
    key(Qt::Key_V, Qt::ShiftModifier);
    QCOMPARE(session().actors()->perspective(), model::ActorId::None);
    QVERIFY(!mark("perspectiveMark")->isVisible());

    // From the mark itself: other eyes by a click on it, everyone's by its cross.
    auto* everyone = m_window->actions().get(QStringLiteral("view.everyone"));
    QVERIFY(everyone->isChecked());
    session().actors()->setPerspective(players[0]);
    QVERIFY(!everyone->isChecked());
    QTest::mouseClick(mark("perspectiveMark"), Qt::LeftButton, {}, QPoint(12, 8));
    QTRY_VERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()) != nullptr);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    const QString other = session().info().actor(players[1])->name;
    const auto entries = menu->actions();
    const auto entry = std::find_if(entries.begin(), entries.end(),
                                    [&](const QAction* action) { return action->text() == other; });
    QVERIFY(entry != entries.end());
    QVERIFY(entries.contains(everyone));
    (*entry)->trigger();
    menu->close();
    QCOMPARE(session().actors()->perspective(), players[1]);
    // Where the view is narrow, what finds no room is behind the button at the end of the strip.
    app::ViewStrip* strip = m_window->area().strip();
    const QSize wide = strip->size();
    strip->resize(strip->minimumSizeHint().width(), wide.height());
    QVERIFY(mark("moreMarks")->isVisible());
    QTest::mouseClick(mark("moreMarks"), Qt::LeftButton);
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
    QCOMPARE(QApplication::activePopupWidget()->objectName(), QStringLiteral("moreMarksMenu"));
    QApplication::activePopupWidget()->close();
    strip->resize(wide);
    QTest::mouseClick(mark("perspectiveMarkCross"), Qt::LeftButton);
    QCOMPARE(session().actors()->perspective(), model::ActorId::None);
    QVERIFY(everyone->isChecked());
    QVERIFY(!mark("perspectiveMark")->isVisible());
}

void TestWindowSkirmish::onlyWhatIsExact()
{
    constexpr FrameNumber Between = 10'650;
    session().playhead().seek({Between, 0.0});
    QTRY_COMPARE(session().playback()->state().at.frame, Between);
    const int keyframe = session().index()->keyframes.at(Between);
    const FrameNumber exact = session().index()->keyframes[keyframe].frame;
    QVERIFY(exact < Between);
    const model::WorldState between = session().playback()->state();
    key(Qt::Key_P, Qt::ControlModifier);
    QTRY_VERIFY(mark("policyMark")->isVisible());
    QCOMPARE(session().playback()->samplePolicy(), model::SamplePolicy::ExactOnly);
    QTRY_VERIFY(!sameState(between, session().playback()->state()));
    model::WorldState wanted;
    QVERIFY(session().playback()->reader().stateAt({exact, 0.0}, model::SamplePolicy::ExactOnly, wanted));
    const model::WorldState& shown = session().playback()->state();
    std::size_t units = 0;
    for (std::size_t row = 0; row < shown.size(); ++row) {
        const model::ActorInfo* info = session().info().actor(shown.ids[row]);
        if (info->kind == model::ActorKind::Player || info->kind == model::ActorKind::Camera)
            continue;
        const std::ptrdiff_t there = wanted.row(shown.ids[row]);
        QVERIFY(there >= 0);
        QCOMPARE(shown.positions[row], wanted.positions[static_cast<std::size_t>(there)]);
        ++units;
    }
    QVERIFY(units > 20);
    key(Qt::Key_P, Qt::ControlModifier);
    QTRY_VERIFY(!mark("policyMark")->isVisible());
    QTRY_VERIFY(sameState(between, session().playback()->state()));
}

void TestWindowSkirmish::observerPages()
{
    auto* observer = raised<app::ObserverPanel>(*m_window, "observer");
    QVERIFY(observer != nullptr);
    QTRY_VERIFY(observer->isVisible());
    session().playhead().seek({12'000, 0.0});
    QTRY_COMPARE(session().playback()->state().at.frame, FrameNumber{12'000});
    QStringList pages;
    for (const model::ObserverPage& page : session().info().observer)
        pages << page.id;
    QCOMPARE(pages,
             (QStringList{QStringLiteral("army"), QStringLiteral("production"), QStringLiteral("economy"),
                          QStringLiteral("powers"), QStringLiteral("score"), QStringLiteral("apm")}));
    for (const model::ObserverPage& page : session().info().observer) {
        const auto buttons = observer->findChildren<QAbstractButton*>();
        const auto button = std::find_if(buttons.begin(), buttons.end(),
                                         [&](QAbstractButton* b) { return b->text() == page.name; });
        QVERIFY2(button != buttons.end(), qPrintable(page.name));
        QTest::mouseClick(*button, Qt::LeftButton);
        QCOMPARE(observer->page(), page.id);
        QTRY_VERIFY(observer->model()->rowCount() >= 2);
        // Both players stand there with figures, not with dashes alone.
        for (int column = 1; column < observer->model()->columnCount(); ++column) {
            if (observer->model()->figureAt(column) != nullptr && page.id != u"powers")
                QTRY_VERIFY(!observer->model()->index(0, column).data().toString().isEmpty());
        }
    }
}

void TestWindowSkirmish::votesAreFound()
{
    auto* analysis = raised<app::AnalysisPanel>(*m_window, "analysis");
    QVERIFY(analysis != nullptr);
    QTRY_VERIFY(analysis->isVisible());
    auto* which = analysis->findChild<QComboBox*>();
    const int votes = which->findText(QStringLiteral("Votes"), Qt::MatchContains);
    QVERIFY(votes >= 0);
    which->setCurrentIndex(votes);
    Q_EMIT which->activated(votes);
    QTRY_VERIFY(analysis->model()->table() != nullptr && analysis->model()->table()->id == u"votes");
    QVERIFY(analysis->model()->rowCount() >= 2); // a kick that failed, and a surrender
    const QModelIndex first = analysis->model()->index(0, 0);
    QVERIFY(analysis->model()->rowCount(first) >= 2); // its ballots
    const auto frame = analysis->model()->rowAt(first)->frame;
    QVERIFY(frame);
    auto* tree = analysis->findChild<QTreeView*>();
    tree->scrollTo(first);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(first).center());
    QTRY_COMPARE(session().playback()->state().at.frame, *frame);
}

} // namespace tst_window_skirmish

GHOSTLINE_TEST(tst_window_skirmish, TestWindowSkirmish, ghostline::test::GraphicsApplication)
#include "tst_window_skirmish.moc"
