// SPDX-License-Identifier: GPL-3.0-or-later
// Verbs by a few letters and by the user's own keys.
#include "app/gui/commands/command_palette.h"
#include "app/gui/commands/keys_dialog.h"
#include "app/gui/commands/keys_tree.h"
#include "app/gui/commands/palette_model.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDialogButtonBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

namespace tst_commands {

using namespace ghostline;
using namespace ghostline::app;
using test::WindowPlace;

namespace {

const ActionSpec& spec(const char* id)
{
    const auto& table = Actions::table();
    return *std::find_if(table.begin(), table.end(),
                         [id](const ActionSpec& s) { return s.id == QLatin1String(id); });
}

QKeySequence key(const char* text) { return QKeySequence(QString::fromLatin1(text)); }

/// A dialog with one verb chosen, and its controls.
struct OpenKeys
{
    explicit OpenKeys(const char* id)
    {
        auto* tree = dialog.findChild<KeysTree*>();
        for (QTreeWidgetItemIterator it(tree); *it != nullptr; ++it) {
            if ((*it)->data(0, Qt::UserRole).toString() == QLatin1String(id))
                tree->setCurrentItem(*it);
        }
    }
    QString note() const { return dialog.findChild<QLabel*>(QStringLiteral("keysNote"))->text(); }
    void press(const char* text) { dialog.findChild<QKeySequenceEdit*>()->setKeySequence(key(text)); }
    void click(const char* label)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text() == QLatin1String(label))
                button->click();
        }
    }

    Actions actions;
    QDialog* owned = new KeysDialog(actions, nullptr); // deletes itself when closed; it is not closed here
    KeysDialog& dialog = *static_cast<KeysDialog*>(owned);
    std::unique_ptr<QDialog> end{owned};
};

} // namespace

class TestCommands : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }

    void lettersFit_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("positions"); // empty = does not fit
        const auto row = [](const char* query, const char* text, const QList<int>& positions) {
            QTest::newRow(
                qPrintable(QStringLiteral("%1 in %2").arg(QLatin1String(query), QLatin1String(text))))
                << QString::fromLatin1(query) << QString::fromLatin1(text) << positions;
        };
        row("follow", "Camera: Follow", {8, 9, 10, 11, 12, 13});
        row("CF", "Camera: Follow", {0, 8});
        row("fs", "Camera: Fit selection", {8, 12});
        row("play pause", "Playback: Play / pause", {10, 11, 12, 13, 17, 18, 19, 20, 21});
        row("nextev", "Analyse: Next event", {9, 10, 11, 12, 14, 15});
        row("zz", "Camera: Follow", {});
        row("nxtev", "Analyse: Next event", {9, 11, 12, 14, 15});
        row("hlth", "View: Health and rank", {6, 9, 10, 11});
        row("heat", "Help: About Ghostline", {}); // four letters of three words, the start of none
        row("wollof", "Camera: Follow", {});
        row("follow zebra", "Camera: Follow", {});
        row("a", "", {});
    }
    void lettersFit()
    {
        QFETCH(QString, query);
        QFETCH(QString, text);
        QFETCH(QList<int>, positions);
        const auto match = fuzzyMatch(query, text);
        QCOMPARE(match.has_value(), !positions.isEmpty());
        if (!match)
            return;
        QCOMPARE(QList<int>(match->positions.begin(), match->positions.end()), positions);
        QVERIFY(std::is_sorted(match->positions.begin(), match->positions.end()));
        QVERIFY(match->score > 0);
    }

    void betterFitsScoreMore_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        const auto row = [](const char* query, const char* better, const char* worse) {
            QTest::addRow("%s, %s", query, better)
                << QString::fromLatin1(query) << QString::fromLatin1(better) << QString::fromLatin1(worse);
        };
        row("loop", "Playback: Loop from here", "Playback: Follow opponent");
        row("ne", "Analyse: Next event", "View: Scenery");
        row("cam", "Camera: Orbit", "Compare: Add main");
        row("coach", "View: Layouts: Coach", "Compare: Align by: Checkpoint");
        row("zones", "Analyse: Zones...", "View: Marked zones");
        row("ce", "Camera: Entry", "View: Scene");
        row("mark", "View: Mark", "View: Markers");
        row("theme dark", "View: Theme: Dark", "View: Theme: Light on dark");
    }
    void betterFitsScoreMore()
    {
        QFETCH(QString, query);
        QFETCH(QString, better);
        QFETCH(QString, worse);
        const auto best = fuzzyMatch(query, better);
        const auto other = fuzzyMatch(query, worse);
        QVERIFY(best && (!other || best->score > other->score));
    }

    void emptyQueryFitsEverything()
    {
        QCOMPARE(fuzzyMatch({}, QStringLiteral("Play"))->score, 0);
        QVERIFY(fuzzyMatch(QStringLiteral("  "), {})->positions.empty());
    }

    void listsWhatTheMenusHave()
    {
        QMenuBar bar;
        QMenu* file = bar.addMenu(QStringLiteral("&File"));
        file->addAction(QStringLiteral("&Open…"))->setObjectName(QStringLiteral("file.open"));
        file->addSeparator();
        QMenu* recent = file->addMenu(QStringLiteral("Open recent"));
        connect(recent, &QMenu::aboutToShow, recent, [recent] {
            recent->clear();
            recent->addAction(QStringLiteral("&1  Tom && Ann\t0:30"));
        });
        file->addAction(QStringLiteral("Gone"))->setVisible(false);
        for (int again = 0; again < 2; ++again) {
            const std::vector<PaletteEntry> entries = entriesOf(bar);
            QCOMPARE(entries.size(), std::size_t{2});
            QCOMPARE(entries[0].text, QStringLiteral("File: Open…"));
            QCOMPARE(entries[0].id, QStringLiteral("file.open"));
            QCOMPARE(entries[1].text, QStringLiteral("File: Open recent: 1  Tom & Ann"));
        }
    }

    /// Keys that write nothing go past the field, and not round and round.
    void shiftAloneIsHarmless()
    {
        QWidget window;
        CommandPalette palette(&window);
        auto* query = palette.findChild<QLineEdit*>();
        for (QObject* receiver : std::initializer_list<QObject*>{query, &palette}) {
            QKeyEvent shift(QEvent::KeyPress, Qt::Key_Shift, Qt::ShiftModifier);
            QCoreApplication::sendEvent(receiver, &shift);
            QKeyEvent letter(QEvent::KeyPress, Qt::Key_P, Qt::ShiftModifier, QStringLiteral("P"));
            QCoreApplication::sendEvent(receiver, &letter);
        }
        QCOMPARE(query->text(), QStringLiteral("PP"));
    }

    void recentComesFirstAndGreyLast()
    {
        QAction open(QStringLiteral("Open"));
        QAction orbit(QStringLiteral("Orbit"));
        QAction close(QStringLiteral("Close"));
        close.setEnabled(false);
        PaletteModel model;
        const QAbstractItemModelTester tester(&model);
        model.setEntries({{QStringLiteral("close"), QStringLiteral("Close"), &close},
                          {QStringLiteral("open"), QStringLiteral("Open"), &open},
                          {QStringLiteral("orbit"), QStringLiteral("Orbit"), &orbit}},
                         {QStringLiteral("close"), QStringLiteral("orbit")});
        const auto listed = [&model] {
            QStringList ids;
            for (int row = 0; row < model.rowCount(); ++row)
                ids << model.idAt(model.index(row));
            return ids.join(QLatin1Char(' '));
        };
        QCOMPARE(listed(), QStringLiteral("orbit open close"));
        QVERIFY(!(model.flags(model.index(2)) & Qt::ItemIsEnabled));
        model.setQuery(QStringLiteral("op"));
        QCOMPARE(listed(), QStringLiteral("open"));
        model.setQuery(QStringLiteral("x"));
        QCOMPARE(model.rowCount(), 0);
        // The start of a word is what was meant, though it cannot be done now.
        model.setEntries({{QStringLiteral("open"), QStringLiteral("Encloser"), &open},
                          {QStringLiteral("close"), QStringLiteral("Close"), &close}},
                         {});
        model.setQuery(QStringLiteral("clos"));
        QCOMPARE(listed(), QStringLiteral("close open"));
    }

    void theListSaysWhyNot()
    {
        Actions actions;
        QAction* exporting = actions.get(QStringLiteral("review.exportCase"));
        exporting->setShortcut(key("Ctrl+Y"));
        PaletteModel model;
        model.setEntries({{QStringLiteral("review.exportCase"), QStringLiteral("Export case"), exporting}},
                         {});
        const auto aside = [&model] { return model.index(0).data(PaletteModel::AsideRole).toString(); };
        actions.offer(QStringLiteral("review.exportCase"), false, QStringLiteral("No flag"));
        QCOMPARE(aside(), QStringLiteral("No flag"));
        actions.offer(QStringLiteral("review.exportCase"), true, QStringLiteral("No flag"));
        QCOMPARE(aside(), key("Ctrl+Y").toString(QKeySequence::NativeText));
        QCOMPARE(actions.whyNot(QStringLiteral("no verb at all")), QString());
    }

    void ownKeysHoldAndAreKept()
    {
        {
            OpenKeys keys("playback.toggle");
            keys.press("Ctrl+Y");
            QCOMPARE(keys.actions.get(QStringLiteral("playback.toggle"))->shortcut(), key("Ctrl+Y"));
            QVERIFY(keys.actions.get(QStringLiteral("playback.toggle"))
                        ->toolTip()
                        .contains(key("Ctrl+Y").toString(QKeySequence::NativeText)));
        }
        QCOMPARE(loadShortcuts().keysOf(spec("playback.toggle")), QList{key("Ctrl+Y")});
        OpenKeys again("playback.toggle");
        again.click("No key");
        QVERIFY(again.actions.get(QStringLiteral("playback.toggle"))->shortcuts().isEmpty());
        QVERIFY(loadShortcuts().keysOf(spec("playback.toggle")).isEmpty());
        again.click("Default");
        QVERIFY(loadShortcuts().changed.isEmpty());
    }

    void theKeyFieldHasRoomForItsWords()
    {
        const OpenKeys keys("playback.toggle");
        keys.dialog.grab(); // lays it out
        const auto* field = keys.dialog.findChild<QKeySequenceEdit*>()->findChild<QLineEdit*>();
        // Qt's own, where its translation is installed.
        const QString german = QStringLiteral("Geben Sie ein Tastenk\u00fcrzel ein");
        QVERIFY(field->width() > field->fontMetrics().horizontalAdvance(german) + field->height());
    }

    void sharedKeysAreToldAndCanBeTakenOver()
    {
        OpenKeys keys("playback.toggle");
        QVERIFY(keys.note().isEmpty());
        keys.press("K");
        QVERIFY2(keys.note().contains(spec("playback.pause").text), qPrintable(keys.note()));
        const auto conflicts = conflictsOf(loadShortcuts());
        QCOMPARE(conflicts.size(), 1);
        QCOMPARE(conflicts.value(key("K")).size(), 2);
        keys.click("Take it over");
        QVERIFY(keys.note().isEmpty());
        QVERIFY(conflictsOf(loadShortcuts()).isEmpty());
        QVERIFY(keys.actions.get(QStringLiteral("playback.pause"))->shortcuts().isEmpty());
        keys.click("Reset all");
        QCOMPARE(keys.actions.get(QStringLiteral("playback.pause"))->shortcut(), key("K"));
    }

    void schemesTravelAsFiles()
    {
        const QString path = m_place->folder.filePath(QStringLiteral("keys.json"));
        ShortcutScheme mine;
        mine.set(spec("playback.toggle"), {key("F2"), key("Ctrl+Y")});
        mine.set(spec("camera.cycle"), {});
        saveShortcuts(mine);
        {
            OpenKeys keys("camera.cycle");
            keys.dialog.exportTo(path);
            keys.click("Reset all");
            QVERIFY(loadShortcuts().changed.isEmpty());
        }
        OpenKeys keys("camera.cycle");
        keys.dialog.importFrom(path);
        QCOMPARE(loadShortcuts(), mine);
        QVERIFY(keys.actions.get(QStringLiteral("camera.cycle"))->shortcuts().isEmpty());
        keys.dialog.exportTo(m_place->folder.filePath(QStringLiteral("no/such/folder.json")));
        QVERIFY(keys.note().contains(QStringLiteral("cannot be written")));
    }

    void foreignFiles_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("told"); // part of what the dialog says
        QTest::addColumn<bool>("taken");
        const auto row = [](const char* name, const char* json, const char* told, bool taken) {
            QTest::newRow(name) << QByteArray(json) << QString::fromLatin1(told) << taken;
        };
        row("no JSON", "keys", "cannot be used", false);
        row("cut off", "{\"ghostline_shortcuts\": 1, \"shortcuts\": {\"camera.cyc", "cannot be used", false);
        row("another file", "{\"shortcuts\": {\"camera.cycle\": [\"F2\"]}}", "cannot be used", false);
        row("a later version", "{\"ghostline_shortcuts\": 2, \"shortcuts\": {}}", "cannot be used", false);
        row("a verb of another version",
            "{\"ghostline_shortcuts\": 1, \"shortcuts\": {\"camera.cycle\": [\"F2\"], \"a.b\": [\"F3\"]}}",
            "a.b", true);
        row("a key that is none",
            "{\"ghostline_shortcuts\": 1, \"shortcuts\": {\"camera.cycle\": [\"F2\", \"Ctrl+Hat\"]}}", "Hat",
            true);
        row("no list", "{\"ghostline_shortcuts\": 1, \"shortcuts\": {\"camera.cycle\": \"F2\"}}",
            "camera.cycle", false);
    }
    void foreignFiles()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, told);
        QFETCH(bool, taken);
        OpenKeys keys("camera.cycle");
        keys.dialog.importFrom(m_place->file(QStringLiteral("keys.json"), json));
        QVERIFY2(keys.note().contains(told), qPrintable(keys.note()));
        QCOMPARE(keys.actions.get(QStringLiteral("camera.cycle"))->shortcut(), key(taken ? "F2" : "C"));
    }

    void damagedSettingsFallBack()
    {
        const auto store = openStore();
        store->setValue(QStringLiteral("shortcuts/camera.cycle"), QStringLiteral("Ctrl+Hat"));
        store->setValue(QStringLiteral("shortcuts/no.such"), QStringLiteral("F3"));
        store->setValue(QStringLiteral("shortcuts/playback.toggle"), QStringList{});
        store->sync();
        const ShortcutScheme scheme = loadShortcuts();
        QCOMPARE(scheme.keysOf(spec("camera.cycle")), spec("camera.cycle").keys);
        QVERIFY(scheme.keysOf(spec("playback.toggle")).isEmpty());
        QCOMPARE(scheme.changed.size(), 1);
    }

    void filterFindsByNameAndKey()
    {
        KeysTree tree;
        tree.setScheme(ShortcutScheme{});
        const auto shown = [&tree] {
            int count = 0;
            for (QTreeWidgetItemIterator it(&tree, QTreeWidgetItemIterator::NotHidden); *it != nullptr; ++it)
                count += (*it)->data(0, Qt::UserRole).isValid() ? 1 : 0;
            return count;
        };
        QCOMPARE(shown(), static_cast<int>(Actions::table().size()));
        tree.filter(QStringLiteral("orbit"));
        QCOMPARE(shown(), 1);
        tree.filter(QStringLiteral("ctrl+shift+p"));
        QCOMPARE(shown(), 1);
        tree.filter({});
        QCOMPARE(shown(), static_cast<int>(Actions::table().size()));
    }

private:
    std::unique_ptr<WindowPlace> m_place;
};

} // namespace tst_commands

GHOSTLINE_TEST(tst_commands, TestCommands, QApplication)
#include "tst_commands.moc"
