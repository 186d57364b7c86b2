// SPDX-License-Identifier: GPL-3.0-or-later
// A running game in the real window: followed, gone back in, silent for a while, saved, and followed on.
#include "app/gui/panels/save_part.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/load_bar.h"
#include "model/codec/live_reader.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/small_game.h"
#include "tests/support/test_driver.h"

#include <QLabel>
#include <QToolButton>

namespace tst_window_live {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

class TestWindowLive : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void follows();
    void silence();
    void followsOn();
    void offersTheNext();
    void waitsForAMatch();
    void nobodyThere();
    void saves();

private:
    void open()
    {
        m_window->openFile(m_game->address());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session() != nullptr, OpenMs);
        QTRY_VERIFY(playback().live());
        keep();
    }
    app::ReplaySession& session() { return *m_window->session(); }
    app::Playback& playback() { return *session().playback(); }
    model::LiveState state() { return *model::liveStateOf(*session().source()); }
    app::Banner& banner() const { return *m_window->findChild<app::ViewArea*>()->banner(); }
    QString told() const { return banner().text(); }
    void keep() { m_kept << state().keptAt; }

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<SmallGame> m_game;
    std::unique_ptr<MainWindow> m_window;
    QStringList m_kept; ///< goes at the end
};

void TestWindowLive::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowLive::init()
{
    m_place = std::make_unique<WindowPlace>();
    m_game = std::make_unique<SmallGame>();
    m_window = showWindow({1280, 800});
    QVERIFY(m_window != nullptr);
}

void TestWindowLive::cleanup()
{
    m_window.reset();
    m_game.reset();
    for (const QString& path : std::as_const(m_kept))
        QFile::remove(path);
    m_kept.clear();
    m_place.reset();
}

void TestWindowLive::follows()
{
    open();
    QVERIFY2(told().contains(state().keptAt), qPrintable(told()));
    QCOMPARE(session().path(), state().keptAt); // where notes and the list of recent ones look
    QTRY_VERIFY(session().index()->frames() > 40);
    QTRY_VERIFY(session().playhead().at().frame > 30); // it goes along
    // Into the past, while more comes, and back.
    session().playhead().seek({5, 0.0});
    QVERIFY(!playback().live());
    const model::FrameNumber then = session().index()->frames();
    QTRY_VERIFY(session().index()->frames() > then + 20);
    m_window->actions().get(QStringLiteral("playback.live"))->trigger();
    QVERIFY(playback().live());
    QTRY_VERIFY(session().playhead().at().frame > then);
}

void TestWindowLive::silence()
{
    open();
    QTRY_VERIFY(session().index()->frames() > 10);
    m_game->setInLobby(true);
    QTRY_VERIFY2(told().contains(QLatin1String("in a lobby")), qPrintable(told()));
    QVERIFY(session().index()->growing);
    m_game->setInLobby(false);
    QTRY_VERIFY(banner().isHidden());
    const model::FrameNumber then = session().index()->frames();
    QTRY_VERIFY(session().index()->frames() > then + 10);
}

void TestWindowLive::followsOn()
{
    open();
    QTRY_VERIFY(session().index()->frames() > 10);
    const QString first = state().keptAt;
    m_game->beginAnother();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session() != nullptr && state().keptAt != first, OpenMs);
    keep();
    QTRY_VERIFY(playback().live());
    QTRY_VERIFY(session().index()->frames() > 5);
    QVERIFY(QFile::exists(first));
}

void TestWindowLive::offersTheNext()
{
    open();
    QTRY_VERIFY(session().index()->frames() > 20);
    const QString first = state().keptAt;
    session().playhead().pause();
    session().playhead().seek({5, 0.0});
    m_game->beginAnother();
    QTRY_VERIFY2(told().contains(QLatin1String("Another match has begun")), qPrintable(told()));
    QCOMPARE(state().keptAt, first);
    QVERIFY(session().index()->complete && !session().index()->growing);
    QCOMPARE(session().playhead().at().frame, 5);
    Q_EMIT banner().activated();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session() != nullptr && state().keptAt != first, OpenMs);
    keep();
    QTRY_VERIFY(playback().live());
}

void TestWindowLive::waitsForAMatch()
{
    m_game->setInLobby(true);
    m_window->openFile(m_game->address());
    auto* const bar = m_window->findChild<app::LoadBar*>();
    QTRY_VERIFY(bar->isVisible());
    const auto labels = bar->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->text().startsWith(QLatin1String("Waiting for a match at 127.0.0.1"));
    }));
    m_game->setInLobby(false);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session() != nullptr, OpenMs);
    keep();
}

void TestWindowLive::nobodyThere()
{
    const QString address = m_game->address();
    m_game->stop();
    m_window->openFile(address);
    QTRY_VERIFY(!m_window->findChild<app::LoadBar*>()->running());
    QVERIFY(m_window->session() == nullptr);
}

/// What was seen so far, while it goes on.
void TestWindowLive::saves()
{
    open();
    QTRY_VERIFY(session().index()->frames() > 20);
    auto* const save = m_window->findChild<app::SavePart*>();
    QVERIFY(save != nullptr);
    QVERIFY(m_window->actions().get(QStringLiteral("file.savePart"))->isEnabled());
    QVERIFY(save->part().has_value());
    QCOMPARE(save->part()->first, 0);
    QVERIFY(save->part()->end > 20);
}

} // namespace tst_window_live

GHOSTLINE_TEST(tst_window_live, TestWindowLive, ghostline::test::GraphicsApplication)
#include "tst_window_live.moc"
