// SPDX-License-Identifier: GPL-3.0-or-later
// A case leaves the window: the chosen flag becomes a page that can be worked out again from the recording.
#include "app/gui/cases/case_cameras.h"
#include "app/gui/cases/case_dialog.h"
#include "app/gui/cases/export_case.h"
#include "app/gui/review/flags_view.h"
#include "model/bytes/whole_file.h"
#include "model/case/case_html.h"
#include "model/case/verify_case.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/flagged_recordings.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QPushButton>
#include <QSignalSpy>

namespace tst_window_case {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

class TestWindowCase : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aFlagLeavesAsACase_data();
    void aFlagLeavesAsACase();
    void picturesNameNobody();
};

void TestWindowCase::aFlagLeavesAsACase_data()
{
    QTest::addColumn<bool>("anonymous");
    QTest::addColumn<bool>("blind");
    QTest::newRow("with names") << false << false;
    QTest::newRow("without") << true << false;
    QTest::newRow("in a blind review") << false << true;
}

void TestWindowCase::aFlagLeavesAsACase()
{
    QFETCH(bool, anonymous);
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    const WindowPlace place;
    const QString recording = place.folder.filePath(QStringLiteral("run.hcrp"));
    record(recording, 3);
    const auto window = showWindow({1400, 900});
    QVERIFY(window != nullptr);
    QAction* action = window->actions().get(QStringLiteral("review.exportCase"));
    QVERIFY(!action->isEnabled());
    window->openFile(recording);
    QTRY_VERIFY_WITH_TIMEOUT(window->session() != nullptr && window->session()->index()->complete, OpenMs);
    auto* flags = window->findChild<app::FlagsView*>();
    flags->chooseNumber(1);
    QTRY_VERIFY(action->isEnabled());
    const QString other = QStringLiteral("Beatrix Other");
    QVERIFY(window->session()->notes()->addReview(*flags->current(), model::FlagVerdict::Rejected,
                                                  QStringLiteral("a note"), other,
                                                  QStringLiteral("lag of the line")));
    QFETCH(bool, blind);
    if (blind)
        window->actions().get(QStringLiteral("review.blind"))->trigger();
    action->trigger();
    auto* dialog = window->findChild<app::CaseDialog*>();
    QVERIFY(dialog != nullptr);
    const QList<QCheckBox*> boxes = dialog->findChildren<QCheckBox*>();
    boxes.front()->setChecked(anonymous);
    boxes.back()->setChecked(anonymous); // pictures take a while: once is enough
    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
        if (button->text().contains(QLatin1String("Save")))
            button->click();
    }
    auto* file = window->findChild<QFileDialog*>(QStringLiteral("exportFileDialog"));
    QVERIFY(file != nullptr);
    const QString page = place.folder.filePath(QStringLiteral("case.html"));
    QSignalSpy written(window->findChild<app::ExportCase*>(), &app::ExportCase::written);
    Q_EMIT file->fileSelected(page);
    QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, OpenMs);
    QCOMPARE(written[0][1].toString(), QString());

    QFile made(page);
    QVERIFY(made.open(QIODevice::ReadOnly));
    const QByteArray bytes = made.readAll();
    const auto read = model::readCase(bytes);
    QVERIFY(read.has_value());
    const auto found = model::verifyCase(*read, *window->session()->source(), recording, {});
    QVERIFY(found.has_value());
    QVERIFY(found->equal());
    QVERIFY(found->compared > 100);
    const QByteArray name = window->session()->info().cast[0].name.toUtf8();
    QCOMPARE(bytes.contains(name), !anonymous);
    // What others say shows to who has said something.
    QCOMPARE(bytes.contains(other.toUtf8()), !anonymous && !blind);
    QCOMPARE(bytes.contains("lag of the line"), !blind);
    QCOMPARE(bytes.contains("is left out"), blind);
    // Each frame from two cameras, the flag's once more.
    const auto frames =
        read->made[QLatin1String("statements")][QLatin1String("pictures")][QLatin1String("frames")];
    QCOMPARE(frames.toInteger() > 10, anonymous);
    QCOMPARE(bytes.count("src=\"data:image/jpeg"), anonymous ? 2 * frames.toInteger() + 2 : 0);
}

/// What a map calls its places, and a run its checkpoints, may be anybody's name.
void TestWindowCase::picturesNameNobody()
{
    const WindowPlace place;
    const QString recording = place.folder.filePath(QStringLiteral("run.hcrp"));
    record(recording, 3);
    const auto window = showWindow({1400, 900});
    QVERIFY(window != nullptr);
    window->openFile(recording);
    QTRY_VERIFY_WITH_TIMEOUT(window->session() != nullptr && window->session()->index()->complete, OpenMs);
    const std::shared_ptr<const model::ReplayIndex> index = window->session()->index();
    const auto moments =
        app::momentsOf(*window->session()->source(), {.flag = 1, .margin = 0.1, .anonymous = true}, {});
    QVERIFY(moments && !moments->states.empty() && moments->states.front() != nullptr);
    const glm::dvec3 there = moments->states.front()->positions[0] + glm::dvec3(0.0, 1.0, 0.0);
    const auto jpegs = [&](const render::ViewContent& look, bool anonymous) {
        auto cameras = app::caseCameras(*moments, look, index, anonymous);
        QList<QByteArray> out;
        while (cameras && !(*cameras)->done())
            (*cameras)->drawNext();
        const auto drawn = cameras ? (*cameras)->result() : tl::unexpected(cameras.error());
        if (drawn) {
            for (const model::CasePictures::Camera& camera : drawn->cameras)
                out += QList<QByteArray>(camera.jpegs.begin(), camera.jpegs.end());
        }
        return out;
    };
    const render::ViewContent plain;
    render::ViewContent named;
    model::SceneDescription scene;
    scene.labels = {{there, QStringLiteral("House of Mallory")}};
    named.scene = std::move(scene);
    render::ViewContent passed;
    model::RunGoals goals;
    goals.goals = {
        {moments->frames.end + 100, model::ActorId::None, QStringLiteral("Mallory's arch"), 1, there}};
    passed.goals = std::move(goals);
    const QList<QByteArray> bare = jpegs(plain, true);
    QCOMPARE(bare.size(), qsizetype{2} * moments->states.size());
    for (const render::ViewContent& look : {named, passed}) {
        QVERIFY(jpegs(look, false) != jpegs(plain, false)); // they show to whom they may
        const QList<QByteArray> nameless = jpegs(look, true);
        QCOMPARE(nameless.size(), bare.size());
        for (qsizetype i = 0; i < bare.size(); ++i)
            QVERIFY2(nameless[i] == bare[i], QByteArray::number(i));
    }
}

} // namespace tst_window_case

GHOSTLINE_TEST(tst_window_case, TestWindowCase, ghostline::test::GraphicsApplication)
#include "tst_window_case.moc"
