// SPDX-License-Identifier: GPL-3.0-or-later
// The table of verbs: nothing twice, nothing without a name, and every key the design promises.
#include "app/gui/verbs/actions.h"
#include "app/gui/verbs/menu_reason.h"
#include "app/gui/widgets/icons.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QMenu>
#include <QSet>
#include <QTest>

namespace tst_actions {

using namespace ghostline::app;

class TestActions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void idsAreUnique();
    void keysAreUnique();
    void verbsAreComplete();
    void iconsExist();
    void promisedKeys_data();
    void promisedKeys();
    void onlyWhatNeedsNoReplayIsEnabledAtFirst();
    void whatIsGreySaysWhy();
    void aGreyMenuSaysWhy();
};

void TestActions::idsAreUnique()
{
    QSet<QString> seen;
    for (const ActionSpec& spec : Actions::table()) {
        QVERIFY2(!seen.contains(spec.id), qPrintable(spec.id));
        seen.insert(spec.id);
    }
}

void TestActions::keysAreUnique()
{
    QHash<QString, QString> owner;
    for (const ActionSpec& spec : Actions::table()) {
        for (const QKeySequence& key : spec.keys) {
            const QString text = key.toString(QKeySequence::PortableText);
            QVERIFY2(!text.isEmpty(), qPrintable(spec.id));
            QVERIFY2(!owner.contains(text), qPrintable(text + QStringLiteral(": ") + spec.id));
            owner.insert(text, spec.id);
        }
    }
}

void TestActions::verbsAreComplete()
{
    for (const ActionSpec& spec : Actions::table()) {
        QVERIFY2(!spec.text.isEmpty() && !spec.help.isEmpty() && !spec.menu.isEmpty(), qPrintable(spec.id));
        QVERIFY2(!spec.help.endsWith(QLatin1Char('.')), qPrintable(spec.id));
        // The first letter that UTF-8 read as Latin-1 leaves behind.
        QVERIFY2(!spec.text.contains(QChar(0xE2)) && !spec.text.contains(QChar(0xC3)), qPrintable(spec.text));
    }
}

void TestActions::iconsExist()
{
    const QStringList names = iconNames();
    for (const ActionSpec& spec : Actions::table()) {
        if (spec.icon.isEmpty())
            continue;
        QVERIFY2(names.contains(spec.icon), qPrintable(spec.icon));
        const QImage image = themedIcon(spec.icon).pixmap(QSize(32, 32)).toImage();
        QCOMPARE(image.size(), QSize(32, 32));
        int painted = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                painted += qAlpha(image.pixel(x, y)) > 128 ? 1 : 0;
        }
        QVERIFY2(painted > 20, qPrintable(spec.icon));
    }
}

void TestActions::promisedKeys_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("id");
    const std::initializer_list<std::pair<const char*, const char*>> keys{
        {"Space", "playback.toggle"},
        {"K", "playback.pause"},
        {"L", "playback.forward"},
        {"J", "playback.backward"},
        {",", "playback.stepBack"},
        {".", "playback.stepForward"},
        {"Left", "playback.back1"},
        {"Right", "playback.forward1"},
        {"Shift+Left", "playback.back5"},
        {"Shift+Right", "playback.forward5"},
        {"Ctrl+Left", "playback.back15"},
        {"Ctrl+Right", "playback.forward15"},
        {"Home", "playback.start"},
        {"End", "playback.end"},
        {"0", "playback.tenth0"},
        {"9", "playback.tenth9"},
        {"[", "playback.slower"},
        {"]", "playback.faster"},
        {"Backspace", "playback.normalSpeed"},
        {"N", "analyse.nextEvent"},
        {"Shift+N", "analyse.previousEvent"},
        {"F", "analyse.nextFlag"},
        {"Shift+F", "analyse.previousFlag"},
        {"B", "review.addBookmark"},
        {"Alt+Left", "review.previousBookmark"},
        {"Alt+Right", "review.nextBookmark"},
        {"PgUp", "playback.previousKeyframe"},
        {"PgDown", "playback.nextKeyframe"},
        {"I", "playback.loopIn"},
        {"O", "playback.loopOut"},
        {"\\", "playback.loopClear"},
        {"D", "board.draw"},
        {"Tab", "selection.next"},
        {"Esc", "selection.release"},
        {"C", "camera.cycle"},
        {"Alt+1", "camera.view1"},
        {"Alt+9", "camera.view9"},
        {"Alt+M", "compare.followRunner"},
        {"Alt+G", "compare.followGhost"},
        {"Alt+B", "compare.frameBoth"},
        {"Alt+S", "compare.splitView"},
        {"G", "camera.fitAll"},
        {"V", "camera.fitSelection"},
        {"T", "view.trails"},
        {"H", "view.labels"},
        {"P", "view.provenance"},
        {"Ctrl+O", "file.open"},
        {"Ctrl+R", "file.recent"},
        {"Ctrl+E", "file.exportPicture"},
        {"Ctrl+Shift+S", "file.savePart"},
        {"F10", "view.menuBar"},
        {"F11", "view.fullScreen"},
        {"F1", "help.keys"},
    };
    for (const auto& [key, id] : keys)
        QTest::newRow(key) << QString(QLatin1String(key)) << QString(QLatin1String(id));
}

void TestActions::promisedKeys()
{
    QFETCH(QString, key);
    QFETCH(QString, id);
    for (const ActionSpec& spec : Actions::table()) {
        if (spec.keys.contains(QKeySequence(key, QKeySequence::PortableText))) {
            QCOMPARE(spec.id, id);
            return;
        }
    }
    QFAIL("no verb has this key");
}

void TestActions::onlyWhatNeedsNoReplayIsEnabledAtFirst()
{
    Actions actions;
    for (const ActionSpec& spec : Actions::table())
        QCOMPARE(actions.get(spec.id)->isEnabled(), !spec.needsReplay);
    actions.setReplayOpen(true);
    for (const ActionSpec& spec : Actions::table())
        QVERIFY(actions.get(spec.id)->isEnabled());
}

void TestActions::whatIsGreySaysWhy()
{
    Actions actions;
    const QAction* play = actions.get(QStringLiteral("playback.toggle"));
    const QString why = QStringLiteral("No recording is open");
    QVERIFY(play->toolTip().endsWith(why) && play->statusTip().endsWith(why));
    actions.setReplayOpen(true);
    QVERIFY(!play->toolTip().contains(why) && actions.whyNot(QStringLiteral("playback.toggle")).isEmpty());
    const QString other = QStringLiteral("It was stopped");
    actions.offer(QStringLiteral("playback.toggle"), false, other);
    QVERIFY(!play->isEnabled() && play->toolTip().endsWith(other));
    for (const ActionSpec& spec : Actions::table()) {
        if (spec.id == QLatin1String("playback.toggle"))
            actions.setKeys(spec, {QKeySequence(Qt::Key_F9)});
    }
    QVERIFY(play->toolTip().contains(QLatin1String("(F9)")) && play->toolTip().endsWith(other));
}

/// Not where something can still be done in it.
void TestActions::aGreyMenuSaysWhy()
{
    Actions actions;
    QMenu menu;
    new MenuReason(&actions, &menu);
    QMenu* below = menu.addMenu(QStringLiteral("Below"));
    menu.addAction(actions.get(QStringLiteral("playback.toggle")));
    menu.addAction(actions.get(QStringLiteral("playback.pause")));
    below->addAction(actions.get(QStringLiteral("playback.forward")));
    const auto heading = [&menu] {
        Q_EMIT menu.aboutToShow();
        const QAction* first = menu.actions().first();
        return first->isSeparator() && first->isVisible() ? first->text() : QString();
    };
    QCOMPARE(heading(), QStringLiteral("No recording is open"));
    actions.get(QStringLiteral("playback.forward"))->setEnabled(true);
    QCOMPARE(heading(), QString());
    actions.setReplayOpen(true);
    QCOMPARE(heading(), QString());
    actions.offer(QStringLiteral("playback.toggle"), false, QStringLiteral("seldom"));
    for (const char* verb : {"playback.pause", "playback.forward"})
        actions.offer(QLatin1String(verb), false, QStringLiteral("often"));
    QCOMPARE(heading(), QStringLiteral("often"));
}

} // namespace tst_actions

GHOSTLINE_TEST(tst_actions, TestActions, QApplication)
#include "tst_actions.moc"
