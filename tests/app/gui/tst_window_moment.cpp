// SPDX-License-Identifier: GPL-3.0-or-later
// Links to a moment in the real window: copied from one, opened in another; where a command line wants to
// stand.
#include "app/gui/review/flags_view.h"
#include "app/gui/session/moment_place.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/widgets/banner.h"
#include "model/replay/named_actors.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QClipboard>
#include <QDialog>
#include <QMessageBox>

#include <cstdlib>

namespace tst_window_moment {

using namespace ghostline;
using namespace ghostline::test;
using model::MomentLink;

namespace {

FakeReplayOptions accused()
{
    FakeReplayOptions made;
    made.events = 9;
    made.players = true;
    return made;
}

MomentLink copiedLink()
{
    const auto link = model::parseMomentLink(QGuiApplication::clipboard()->text());
    return link ? *link : MomentLink{};
}

model::ActorId followed(const OpenWindow& w) { return w.window->session()->actors()->followed(); }

} // namespace

class TestWindowMoment : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }

    void aLinkLeadsBack()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show() && w.open());
        w.session().playhead().seek({321, 0.0});
        w.session().actors()->select(model::ActorId{2});
        w.window->area().camera().choose(QStringLiteral("place:3,0,4,12"));
        const render::CameraPose pose = w.window->area().camera().pose();
        w.key(Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        const MomentLink link = copiedLink();
        QCOMPARE(link.file, w.session().path());
        QCOMPARE(link.place.at, QStringLiteral("#321"));

        OpenWindow other(*m_place, accused());
        QVERIFY(other.show());
        other.window->openFile(link.text());
        QTRY_VERIFY(other.window->session() != nullptr && other.frame() == 321);
        QTRY_COMPARE(other.session().actors()->selected(), model::ActorId{2});
        if (other.window->area().has3D())
            QTRY_VERIFY(glm::distance(other.window->area().camera().pose().position, pose.position) < 0.01);
    }

    /// Nothing is read again.
    void aLinkIntoTheOpenRecordingGoesThere()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show() && w.open());
        w.session().playhead().seek({321, 0.0});
        w.window->area().camera().choose(QStringLiteral("place:3,0,4,12"));
        const render::CameraPose pose = w.window->area().camera().pose();
        w.key(Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        const MomentLink link = copiedLink();
        const app::ReplaySession* before = w.window->session();
        w.session().playhead().seek({40, 0.0});
        w.window->area().camera().choose(QStringLiteral("place:-9,0,0,50"));
        w.window->openFile(link.text());
        QTRY_COMPARE(w.frame(), 321);
        QCOMPARE(w.window->session(), before);
        if (w.window->area().has3D())
            QTRY_VERIFY(glm::distance(w.window->area().camera().pose().position, pose.position) < 0.01);
    }

    void whoIsFollowedIsFollowedAgain()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show() && w.open());
        QVERIFY(w.window->area().camera().choose(QStringLiteral("follow:1")));
        w.key(Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        OpenWindow other(*m_place, accused());
        QVERIFY(other.show());
        other.window->openFile(copiedLink().text());
        QTRY_VERIFY(other.window->session() != nullptr);
        QTRY_COMPARE(followed(other), model::ActorId{1});
    }

    void whatACommandLineSays()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show());
        w.window->openFile(m_place->file(QStringLiteral("replay.bin")),
                           {.at = QStringLiteral("#200"), .actor = QStringLiteral("native:102")});
        QTRY_VERIFY(w.window->session() != nullptr && w.frame() == 200);
        const model::ActorId wanted = model::actorNamed(QStringLiteral("native:102"), w.session().info(),
                                                        w.session().playback()->state());
        QVERIFY(wanted != model::ActorId::None);
        QTRY_COMPARE(w.session().actors()->selected(), wanted);
        QTRY_COMPARE(followed(w), wanted);
    }

    void nobodyOfThatName()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show());
        w.window->openFile(m_place->file(QStringLiteral("replay.bin")),
                           {.camera = QStringLiteral("orbit"), .actor = QStringLiteral("Nobody")});
        QTRY_VERIFY(w.window->area().banner()->text().contains(QLatin1String("Nobody")));
    }

    void aFlagIsShown()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show());
        w.window->openFile(m_place->file(QStringLiteral("replay.bin")), {.flag = 2});
        QTRY_VERIFY(w.window->session() != nullptr);
        const auto* flags = w.window->findChild<app::FlagsView*>();
        QTRY_VERIFY(flags->current().has_value());
        const std::vector<model::Flag> all = model::flagsOf(*w.session().index()->events);
        QCOMPARE(flags->current()->frame, all[1].frame);
        QTRY_VERIFY(w.window->dock(QStringLiteral("evidence"))->isVisible());
    }

    void aFlagThatThereIsNot()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show());
        w.window->openFile(m_place->file(QStringLiteral("replay.bin")), {.flag = 99});
        QTRY_VERIFY(w.window->area().banner()->text().contains(QLatin1String("99")));
        QVERIFY(!w.window->findChild<app::FlagsView*>()->current());
    }

    void aClipOpensAtItsMiddle()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show());
        const std::vector<model::Flag> flags = model::flagsOf(*FakeReplay(accused()).index()->events);
        QVERIFY(!flags.empty());
        w.window->openFile(m_place->file(QStringLiteral("nevr-m1-speed-frame-45-1.bin")));
        QTRY_VERIFY(w.window->session() != nullptr);
        QTRY_VERIFY(std::abs(w.frame() - w.session().index()->frames() / 2) <= 1);
        const model::ActorId whom = app::personOfClip(w.session().path(), *w.session().index());
        QVERIFY(whom != model::ActorId::None);
        QTRY_COMPARE(followed(w), whom);
    }

    void whatLiesElsewhereIsAskedAbout()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show());
        w.window->openFile(MomentLink{QStringLiteral("https://192.0.2.1/run.hcrp"), {}}.text());
        QPointer<QMessageBox> box = w.window->findChild<QMessageBox*>(QStringLiteral("momentLinkDialog"));
        QVERIFY(box != nullptr && box->isVisible());
        QVERIFY2(box->text().contains(QLatin1String("192.0.2.1")), qPrintable(box->text()));
        QVERIFY(!w.window->loader().busy());
        box->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(box == nullptr);
        QVERIFY(!w.window->loader().busy());
    }

    void whatIsNotHereIsSaid()
    {
        OpenWindow w(*m_place, accused());
        QVERIFY(w.show());
        for (const QString& link : {MomentLink{QStringLiteral("/gone/run.hcrp"), {}}.text(),
                                    QStringLiteral("ghostline://open?at=5")}) {
            w.window->openFile(link);
            auto* dialog = w.window->findChild<QDialog*>(QStringLiteral("errorDialog"));
            QVERIFY2(dialog != nullptr, qPrintable(link));
            delete dialog;
        }
        QVERIFY(w.window->session() == nullptr);
    }

private:
    std::unique_ptr<WindowPlace> m_place;
};

} // namespace tst_window_moment

GHOSTLINE_TEST(tst_window_moment, TestWindowMoment, ghostline::test::GraphicsApplication)
#include "tst_window_moment.moc"
