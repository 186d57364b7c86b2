// SPDX-License-Identifier: GPL-3.0-or-later
// Another language while a recording is open: another window in the place of the first, doing the same.
#include "app/gui/settings/language.h"
#include "app/gui/shell/window_keeper.h"
#include "app/gui/view/view_camera.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>

namespace tst_window_language {

using namespace ghostline;
using namespace ghostline::test;

class TestWindowLanguage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { app::speak(app::LanguageChoice::English); }
    void settingsSwitchTheWindow();
    void recordingGoesOn();

private:
    WindowPlace m_place;
};

namespace {

std::unique_ptr<app::WindowKeeper> keepWindow()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    return std::make_unique<app::WindowKeeper>(std::move(setup));
}

bool firstPicture(const app::WindowKeeper& keeper)
{
    return QTest::qWaitFor(
        [&keeper] {
            const app::ReplaySession* session = keeper.window().session();
            return session != nullptr && session->index()->complete &&
                   session->playback()->state().size() > 0 &&
                   (!keeper.window().area().has3D() || keeper.window().area().viewport()->isReady());
        },
        OpenMs);
}

QString firstMenu(const app::MainWindow& window)
{
    return window.menuBar()->actions().first()->text().remove(QLatin1Char('&'));
}

} // namespace

void TestWindowLanguage::settingsSwitchTheWindow()
{
    const auto keeper = keepWindow();
    QVERIFY(bringUp(keeper->window()));
    QCOMPARE(firstMenu(keeper->window()), QStringLiteral("File"));
    QSignalSpy replaced(keeper.get(), &app::WindowKeeper::replaced);
    keeper->window().actions().get(QStringLiteral("file.settings"))->trigger();
    auto* dialog = keeper->window().findChild<QDialog*>(QStringLiteral("settingsDialog"));
    QVERIFY(dialog != nullptr);
    auto* language = dialog->findChild<QComboBox*>(QStringLiteral("language"));
    language->setCurrentIndex(language->findText(QStringLiteral("Deutsch")));
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Apply)->click();
    QTRY_COMPARE(replaced.count(), 1);
    QCOMPARE(firstMenu(keeper->window()), QStringLiteral("Datei"));
    QVERIFY(keeper->window().isVisible());
    // Who tries languages out stands where he was.
    dialog = keeper->window().findChild<QDialog*>(QStringLiteral("settingsDialog"));
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Einstellungen"));
}

void TestWindowLanguage::recordingGoesOn()
{
    constexpr qint64 Frame = 1234;
    const QString sample = QFileInfo(QCoreApplication::applicationDirPath() +
                                     QStringLiteral("/../share/ghostline/samples/sample-match.butter"))
                               .canonicalFilePath();
    const auto keeper = keepWindow();
    QVERIFY(bringUp(keeper->window()));
    QVERIFY(openAndWait(keeper->window(), sample));
    app::ReplaySession* session = keeper->window().session();
    session->playhead().seek({Frame, 0.0});
    const model::ActorId selected = session->info().cast.front().id;
    session->actors()->select(selected);
    keeper->window().area().camera().setMode(render::CameraMode::TopDown);
    QTRY_VERIFY(keeper->window().area().camera().pose().orthographic); // it eases there
    keeper->window().resize(1180, 760);
    QSignalSpy replaced(keeper.get(), &app::WindowKeeper::replaced);
    app::speak(app::LanguageChoice::German);
    QTRY_COMPARE(replaced.count(), 1);
    QVERIFY(firstPicture(*keeper));
    QCOMPARE(keeper->window().session()->path(), sample);
    QTRY_COMPARE(keeper->window().session()->playhead().at().frame, Frame);
    QTRY_COMPARE(keeper->window().session()->actors()->selected(), selected);
    QTRY_COMPARE(keeper->window().area().camera().mode(), render::CameraMode::TopDown);
    QCOMPARE(keeper->window().size(), QSize(1180, 760));
    QCOMPARE(keeper->window().dock(QStringLiteral("timeline"))->windowTitle(), QStringLiteral("Zeitleiste"));
}

} // namespace tst_window_language

GHOSTLINE_TEST(tst_window_language, TestWindowLanguage, ghostline::test::GraphicsApplication)
#include "tst_window_language.moc"
