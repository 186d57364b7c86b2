// SPDX-License-Identifier: GPL-3.0-or-later
// Two real windows that watch together over loopback: by the line alone, from having no recording to looking
// on one's own and back; and what a window does about it that no part of it does alone.
#include "app/gui/settings/language.h"
#include "app/gui/shell/watch_together.h"
#include "app/gui/together/together_panel.h"
#include "app/gui/together/together_strip.h"
#include "app/gui/view/view_camera.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDialog>
#include <QSignalSpy>
#include <QTcpServer>
#include <QToolButton>

namespace tst_window_together {

using namespace ghostline;
using namespace ghostline::test;
using app::WatchParty;
using Phase = WatchParty::Phase;

namespace {

constexpr int PartyMs = 20'000;

std::uint16_t freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress(QHostAddress::LocalHost)) ? server.serverPort() : std::uint16_t{0};
}

WatchParty& partyOf(const OpenWindow& window) { return window.window->together().party(); }

QDialog* dialogOf(const OpenWindow& window, const char* name)
{
    return window.window->findChild<QDialog*>(QLatin1String(name));
}

QAction* verbOf(const OpenWindow& window, const char* verb)
{
    return window.window->actions().get(app::id(verb));
}

/// Both show the same recording, and are in.
struct TwoWindows
{
    explicit TwoWindows(const WindowPlace& place) : host(place), guest(place) {}

    bool hostBegins()
    {
        if (!host.show() || !host.open())
            return false;
        host.window->together().hostAt(freePort());
        return QTest::qWaitFor([this] { return partyOf(host).phase() == Phase::Together; }, PartyMs);
    }
    bool guestJoins()
    {
        const auto line = together::parseInvitation(partyOf(host).line());
        if (!line)
            return false;
        guest.window->together().join(*line);
        return guestIsIn();
    }
    bool guestIsIn()
    {
        return QTest::qWaitFor([this] { return partyOf(guest).phase() == Phase::Together; }, PartyMs);
    }
    bool begin() { return hostBegins() && guest.show() && guest.open() && guestJoins(); }
    double apartSeconds()
    {
        const auto own = guest.session().playhead().time();
        return std::abs(model::seconds(own - host.session().playhead().time()));
    }

    double camerasApart()
    {
        const auto looks = [](const OpenWindow& one) { return one.window->area().camera().pose().position; };
        return glm::distance(looks(guest), looks(host));
    }

    OpenWindow host;
    OpenWindow guest;
};

} // namespace

class TestWindowTogether : public QObject
{
    Q_OBJECT
    std::unique_ptr<WindowPlace> m_place;

private Q_SLOTS:
    void init()
    {
        m_place = std::make_unique<WindowPlace>();
        app::clearRecent();
    }
    void cleanup() { app::speak(app::LanguageChoice::English); }

    void playAndCameraAreFollowed()
    {
        TwoWindows two(*m_place);
        QVERIFY(two.begin());
        two.host.session().playhead().setRate(4.0);
        two.host.session().playhead().seekTime(model::fromSeconds(2.0));
        two.host.session().playhead().play();
        QTRY_VERIFY_WITH_TIMEOUT(two.guest.session().playhead().playing(), PartyMs);
        QTRY_VERIFY_WITH_TIMEOUT(two.apartSeconds() < 0.5, PartyMs);
        two.host.session().playhead().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!two.guest.session().playhead().playing(), PartyMs);
        QTRY_VERIFY_WITH_TIMEOUT(two.apartSeconds() < 0.001, PartyMs);

        render::CameraPose pose = two.host.window->area().camera().pose();
        pose.position += glm::dvec3(5.0, 7.0, 9.0);
        two.host.window->area().camera().setPose(pose);
        QTRY_VERIFY_WITH_TIMEOUT(two.camerasApart() < 0.01, PartyMs);
    }

    void lookingOnOnesOwnAndBack()
    {
        TwoWindows two(*m_place);
        QVERIFY(two.begin());
        QTRY_COMPARE(two.guest.window->findChild<app::TogetherStrip*>()->text().isEmpty(), false);
        QAction* follow = verbOf(two.guest, "together.follow");
        QTRY_VERIFY_WITH_TIMEOUT(partyOf(two.guest).playback()->follows(), PartyMs);
        QVERIFY(!follow->isEnabled());

        render::Viewport* viewport = two.guest.window->area().viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, QPoint(200, 150));
        QTest::mouseMove(viewport, QPoint(240, 160));
        QTest::mouseMove(viewport, QPoint(280, 170));
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, QPoint(280, 170));
        QTRY_VERIFY(follow->isEnabled());
        QVERIFY(partyOf(two.guest).playback()->follows()); // the play goes along
        follow->trigger();
        QTRY_VERIFY(!follow->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(two.camerasApart() < 0.01, PartyMs);

        two.guest.session().playhead().seekTime(model::fromSeconds(5.0));
        QTRY_VERIFY(partyOf(two.guest).playback()->isApart());
        QVERIFY(follow->isEnabled());
        follow->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(two.apartSeconds() < 0.001, PartyMs);
    }

    void theDriveIsAskedForAndGiven()
    {
        TwoWindows two(*m_place);
        QVERIFY(two.begin());
        QAction* ask = verbOf(two.guest, "together.ask");
        QTRY_VERIFY_WITH_TIMEOUT(ask->isEnabled(), PartyMs);
        QVERIFY(!verbOf(two.host, "together.ask")->isEnabled()); // has it
        ask->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(ask->isChecked(), PartyMs);
        auto* strip = two.host.window->findChild<app::TogetherStrip*>();
        QTRY_VERIFY_WITH_TIMEOUT(!strip->requestText().isEmpty(), PartyMs);
        strip->findChild<QToolButton*>(QStringLiteral("togetherGive"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(partyOf(two.guest).participant()->drives(), PartyMs);
        two.guest.session().playhead().seekTime(model::fromSeconds(3.0));
        QTRY_VERIFY_WITH_TIMEOUT(two.apartSeconds() < 0.001, PartyMs);
        verbOf(two.host, "together.ask")->trigger(); // the host has it at once
        QTRY_VERIFY_WITH_TIMEOUT(partyOf(two.host).participant()->drives(), PartyMs);
    }

    void aLineIsAskedAbout()
    {
        TwoWindows two(*m_place);
        QVERIFY(two.hostBegins());
        QVERIFY(two.guest.show());
        QVERIFY(two.guest.open());
        two.guest.window->openFile(partyOf(two.host).line());
        QDialog* dialog = dialogOf(two.guest, "joinDialog");
        QVERIFY(dialog != nullptr);
        QCOMPARE(partyOf(two.guest).role(), WatchParty::Role::None);
        QTest::keyClick(dialog, Qt::Key_Return);
        QVERIFY(two.guestIsIn());
        QTRY_VERIFY(dialogOf(two.guest, "joinDialog") == nullptr);
    }

    /// The address of the host's file holds a secret: it is not for the list of recent ones.
    void whatIsNotHereIsFetched()
    {
        TwoWindows two(*m_place);
        QVERIFY(two.hostBegins());
        app::clearRecent();
        QVERIFY(two.guest.show());
        const auto line = together::parseInvitation(partyOf(two.host).line());
        QVERIFY(line);
        two.guest.window->together().join(*line);
        QTRY_COMPARE_WITH_TIMEOUT(partyOf(two.guest).phase(), Phase::NeedsFile, PartyMs);
        QDialog* dialog = dialogOf(two.guest, "joinDialog");
        QVERIFY(dialog != nullptr);
        QTest::keyClick(dialog, Qt::Key_Return);
        QVERIFY(two.guestIsIn());
        QVERIFY(two.guest.session().path().startsWith(QStringLiteral("http://")));
        two.guest.window->closeReplay();
        for (const app::RecentFile& file : app::loadRecent())
            QVERIFY2(!file.path.startsWith(QStringLiteral("http")), qPrintable(file.path));
    }

    void theHostClosesItsRecording()
    {
        TwoWindows two(*m_place);
        QVERIFY(two.begin());
        two.host.window->closeReplay();
        QTRY_COMPARE_WITH_TIMEOUT(partyOf(two.host).role(), WatchParty::Role::None, PartyMs);
        QVERIFY(dialogOf(two.host, "togetherNotice") == nullptr); // it was the host's own doing
        QTRY_COMPARE_WITH_TIMEOUT(partyOf(two.guest).role(), WatchParty::Role::None, PartyMs);
        QVERIFY(two.guest.window->session() != nullptr); // what is open stays open
    }

    void aFailedOpeningHostsNothing()
    {
        OpenWindow one(*m_place);
        QVERIFY(one.show());
        one.window->loader().setOpener([](const QString&, const model::OpenOptions&) {
            return model::Result<std::unique_ptr<model::ReplaySource>>(
                model::fail(model::ErrorCode::NotFound, QStringLiteral("not there")));
        });
        QSignalSpy failed(one.window.get(), &app::MainWindow::replayFailed);
        one.window->openFile(m_place->folder.filePath(QStringLiteral("missing.bin")));
        one.window->together().hostAt(freePort());
        QTRY_COMPARE(failed.count(), 1);
        one.window->loader().setOpener([](const QString&, const model::OpenOptions&) {
            return model::Result<std::unique_ptr<model::ReplaySource>>(
                std::make_unique<FakeReplay>(FakeReplayOptions{}));
        });
        QVERIFY(one.open());
        QCOMPARE(partyOf(one).role(), WatchParty::Role::None);
    }

    /// It makes another window, and others look at what this one shows.
    void anotherLanguageWaits()
    {
        OpenWindow one(*m_place);
        QVERIFY(one.show());
        QVERIFY(one.open());
        one.window->together().hostAt(freePort());
        QTRY_COMPARE_WITH_TIMEOUT(partyOf(one).phase(), Phase::Together, PartyMs);
        app::Settings settings = one.window->settings();
        settings.language = app::LanguageChoice::German;
        one.window->applySettings(settings);
        QCOMPARE(app::spokenNow(), app::LanguageChoice::English);
        verbOf(one, "together.leave")->trigger();
        QTRY_COMPARE(app::spokenNow(), app::LanguageChoice::German);
    }

    void whatNobodyReadIsCounted()
    {
        TwoWindows two(*m_place);
        QVERIFY(two.begin());
        auto* strip = two.host.window->findChild<app::TogetherStrip*>();
        const auto* people = strip->findChild<QToolButton*>(QStringLiteral("togetherPeopleAndChat"));
        QCOMPARE(people->text(), QString());
        partyOf(two.guest).participant()->chat(QStringLiteral("look there"));
        QTRY_COMPARE_WITH_TIMEOUT(people->text(), QStringLiteral("1"), PartyMs);
        verbOf(two.host, "together.panel")->trigger();
        QTRY_COMPARE(people->text(), QString());
    }
};

} // namespace tst_window_together

GHOSTLINE_TEST(tst_window_together, TestWindowTogether, ghostline::test::GraphicsApplication)
#include "tst_window_together.moc"
