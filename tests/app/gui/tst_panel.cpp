// SPDX-License-Identifier: GPL-3.0-or-later
// What every panel gets from its base: a session that comes, is replaced and goes, a text while there is
// nothing to show, the theme, and refreshing only what is seen.
#include "app/gui/session/panel.h"
#include "tests/app/gui/docks_data.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>

namespace tst_panel {

using namespace ghostline;
using namespace ghostline::test;

namespace {

constexpr int IntervalMs = 50;

/// Counts what its base tells it.
class Counting final : public app::Panel
{
public:
    explicit Counting(QWidget* parent = nullptr) : app::Panel(parent, IntervalMs)
    {
        QVBoxLayout* column = makeContentColumn(QStringLiteral("Nothing is open"), 0);
        m_content = new QLabel(QStringLiteral("content"), this);
        column->addWidget(m_content);
    }
    using app::Panel::setEmptyText;
    using app::Panel::showContent;
    using app::Panel::showEmpty;
    using app::Panel::theme;
    using app::Panel::throttle;

    bool contentSeen() const { return m_content->isVisible(); }
    QString emptyText() const
    {
        for (const QLabel* label : findChildren<QLabel*>()) {
            if (label != m_content && label->isVisible())
                return label->text();
        }
        return {};
    }

    std::vector<const app::ReplaySession*> sessions; ///< one for each time that it changed
    int themes = 0;
    int refreshes = 0;
    int moves = 0;      ///< of the playhead
    int selections = 0; ///< told by the session

private:
    void onSessionChanged() override
    {
        sessions.push_back(session());
        showContent(session() != nullptr);
        if (session() == nullptr)
            return;
        connect(session()->actors(), &app::ActorSelection::selectedChanged, this, [this] { ++selections; });
        connect(session()->actors(), &app::ActorSelection::selectedChanged, &throttle(),
                &app::RefreshThrottle::schedule);
        connect(&session()->playhead(), &model::Playhead::moved, this, [this] { ++moves; });
    }
    void onThemeChanged() override { ++themes; }
    void refresh() override { ++refreshes; }

    QLabel* m_content = nullptr;
};

/// In a plain window, because the off-screen platform warns of any window that has a smallest size.
struct Hosted
{
    Hosted() : panel(*new Counting(&host))
    {
        host.resize(200, 100);
        panel.resize(host.size());
    }
    QWidget host;
    Counting& panel;
};

void selectAnother(app::ReplaySession& session)
{
    const auto id = [](int i) { return static_cast<model::ActorId>(i); };
    session.actors()->select(session.actors()->selected() == id(0) ? id(1) : id(0));
}

/// A refresh that was due is over by then: timers fire in the order of their times.
bool twoIntervalsPass()
{
    QTimer timer;
    timer.setSingleShot(true);
    QSignalSpy passed(&timer, &QTimer::timeout);
    timer.start(2 * IntervalMs);
    return passed.wait();
}

} // namespace

class TestPanel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSessionComesAndGoes()
    {
        OpenReplay replay({});
        Counting panel;
        QCOMPARE(panel.session(), nullptr);
        panel.setSession(replay.session.get());
        QCOMPARE(panel.session(), replay.session.get());
        selectAnother(*replay.session);
        replay.session->playhead().seek({10, 0.0});
        QCOMPARE(panel.selections, 1);
        QVERIFY(panel.moves > 0);
        panel.setSession(nullptr);
        const int moves = panel.moves;
        selectAnother(*replay.session);
        replay.session->playhead().seek({20, 0.0});
        QCOMPARE(panel.selections, 1);
        QCOMPARE(panel.moves, moves);
        QCOMPARE(panel.sessions, (std::vector<const app::ReplaySession*>{replay.session.get(), nullptr}));
    }

    void theOneBeforeIsNotListenedTo()
    {
        OpenReplay former({});
        OpenReplay replay({});
        Hosted hosted;
        Counting& panel = hosted.panel;
        hosted.host.show();
        panel.setSession(former.session.get());
        app::RefreshThrottle second(&panel, IntervalMs, [] { QFAIL("of the session before"); });
        QObject::connect(former.session->actors(), &app::ActorSelection::selectedChanged, &second,
                         &app::RefreshThrottle::refreshNow);
        panel.setSession(replay.session.get());
        selectAnother(*former.session);
        former.session->playhead().seek({10, 0.0});
        QCOMPARE(panel.selections, 0);
        QCOMPARE(panel.moves, 0);
        QVERIFY(twoIntervalsPass());
        QCOMPARE(panel.refreshes, 0);
        selectAnother(*replay.session);
        QCOMPARE(panel.selections, 1);
        // Its end is no end of the one that is open.
        former.session.reset();
        QCOMPARE(panel.session(), replay.session.get());
        QCOMPARE(panel.sessions.size(), std::size_t{2});
        panel.setSession(replay.session.get()); // again: everything anew, and heard once
        QCOMPARE(panel.sessions.size(), std::size_t{3});
        selectAnother(*replay.session);
        QCOMPARE(panel.selections, 2);
    }

    void oneThatIsDestroyedIsClosed()
    {
        OpenReplay replay({});
        Hosted hosted;
        Counting& panel = hosted.panel;
        hosted.host.show();
        panel.setSession(replay.session.get());
        QVERIFY(panel.contentSeen());
        replay.session.reset();
        QCOMPARE(panel.session(), nullptr);
        QCOMPARE(panel.sessions.back(), nullptr);
        QCOMPARE(panel.sessions.size(), std::size_t{2});
        QVERIFY(!panel.contentSeen());
    }

    void thePanelMayGoFirst()
    {
        OpenReplay replay({});
        auto panel = std::make_unique<Counting>();
        panel->setSession(replay.session.get());
        panel.reset();
        selectAnother(*replay.session);
        replay.session.reset();
    }

    void aTextStandsInForTheContent()
    {
        OpenReplay replay({});
        Hosted hosted;
        Counting& panel = hosted.panel;
        hosted.host.show();
        QVERIFY(!panel.contentSeen());
        QCOMPARE(panel.emptyText(), QStringLiteral("Nothing is open"));
        panel.setSession(replay.session.get());
        QVERIFY(panel.contentSeen());
        QCOMPARE(panel.emptyText(), QString());
        panel.setEmptyText(QStringLiteral("Nothing found"));
        QVERIFY(panel.contentSeen());
        panel.showContent(false);
        QCOMPARE(panel.emptyText(), QStringLiteral("Nothing found"));
        panel.showContent();
        panel.showEmpty(QStringLiteral("Nothing left"));
        QVERIFY(!panel.contentSeen());
        QCOMPARE(panel.emptyText(), QStringLiteral("Nothing left"));
    }

    void theThemeIsThePalettesUntilItIsSet()
    {
        Counting panel;
        const bool dark = panel.palette().color(QPalette::Window).lightness() < 128;
        QCOMPARE(panel.theme().base, (dark ? render::Theme::dark() : render::Theme::light()).base);
        QCOMPARE(panel.themes, 0);
        const render::Theme& other = dark ? render::Theme::light() : render::Theme::dark();
        panel.setTheme(other);
        QCOMPARE(panel.themes, 1);
        QCOMPARE(panel.theme().base, other.base);
    }

    void itRefreshesNoMoreOftenThanTheInterval()
    {
        OpenReplay replay({});
        Hosted hosted;
        Counting& panel = hosted.panel;
        hosted.host.show();
        panel.setSession(replay.session.get());
        QElapsedTimer time;
        time.start();
        selectAnother(*replay.session);
        QCOMPARE(panel.refreshes, 1); // the first at once
        for (int i = 0; i < 20; ++i)
            selectAnother(*replay.session);
        QCOMPARE(panel.refreshes, 1);
        QTRY_COMPARE(panel.refreshes, 2); // the last is not lost
        QVERIFY(time.elapsed() >= IntervalMs - 5);
        QVERIFY(twoIntervalsPass());
        QCOMPARE(panel.refreshes, 2); // and nothing without need
    }

    void hiddenItRefreshesOnlyOnceItIsShown()
    {
        OpenReplay replay({});
        Hosted hosted;
        Counting& panel = hosted.panel;
        panel.setSession(replay.session.get());
        selectAnother(*replay.session);
        panel.throttle().refreshIfSeen();
        QVERIFY(twoIntervalsPass());
        QCOMPARE(panel.refreshes, 0);
        hosted.host.show();
        QTRY_COMPARE(panel.refreshes, 1);
        panel.hide();
        panel.show(); // nothing is new
        QVERIFY(twoIntervalsPass());
        QCOMPARE(panel.refreshes, 1);
        panel.hide();
        panel.throttle().refreshNow(); // whoever asks for it at once gets it
        QCOMPARE(panel.refreshes, 2);
    }

    void whatWasToBeShownGoesWithItsSession()
    {
        OpenReplay replay({});
        Hosted hosted;
        Counting& panel = hosted.panel;
        panel.setSession(replay.session.get());
        selectAnother(*replay.session);
        panel.setSession(nullptr);
        hosted.host.show();
        QVERIFY(twoIntervalsPass());
        QCOMPARE(panel.refreshes, 0);
    }
};

} // namespace tst_panel

GHOSTLINE_TEST(tst_panel, TestPanel, QApplication)
#include "tst_panel.moc"
