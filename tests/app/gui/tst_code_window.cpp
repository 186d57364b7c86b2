// SPDX-License-Identifier: GPL-3.0-or-later
// The code window: what presses of tags mark, which keys they have, sets of them as files.
#include "app/gui/marks/tag_keys.h"
#include "app/gui/marks/tag_presets.h"
#include "app/gui/marks/tag_set_dialog.h"
#include "app/gui/marks/tags_panel.h"
#include "app/gui/verbs/actions.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tst_code_window {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<ReplaySession> sessionIn(const QTemporaryDir& folder, const FakeReplayOptions& options = {})
{
    const QString path = folder.filePath(u"match.replay"_s);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write("content");
    return std::make_unique<ReplaySession>(std::make_shared<FakeReplay>(options), path,
                                           std::size_t{64} << 20);
}

TagButton button(const QString& tag, const char* key, TagKind kind = TagKind::Moment,
                 const QString& group = {})
{
    TagButton made;
    made.tag = tag;
    made.key = QKeySequence(QString::fromLatin1(key), QKeySequence::PortableText);
    made.kind = kind;
    made.group = group;
    if (kind == TagKind::Span)
        made.lead = made.lag = model::Micros{};
    return made;
}

/// Two moments, two spans that exclude each other, one that does not.
TagSet someTags()
{
    TagSet set;
    set.name = u"Test"_s;
    set.buttons = {button(u"goal"_s, "1"),
                   button(u"left"_s, "2", TagKind::Moment, u"side"_s),
                   button(u"attack"_s, "3", TagKind::Span, u"phase"_s),
                   button(u"defence"_s, "4", TagKind::Span, u"phase"_s),
                   button(u"pressing"_s, "5", TagKind::Span),
                   button(u"right"_s, "6", TagKind::Moment, u"side"_s)};
    set.buttons[0].hue = 2;
    return set;
}

/// A panel in a window with a field to type into and something like a view.
struct Window
{
    Window()
    {
        auto* column = new QVBoxLayout(&window);
        column->addWidget(panel);
        column->addWidget(field);
        window.addActions(actions.all().values());
        window.resize(400, 500);
    }
    QWidget window;
    Actions actions;
    TagsPanel* panel = new TagsPanel(&actions, &window);
    QLineEdit* field = new QLineEdit(&window);
};

} // namespace

class TestCodeWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_settings;

private Q_SLOTS:
    void initTestCase()
    {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    }

    void momentsWithLeadAndLag()
    {
        const QTemporaryDir folder;
        const auto session = sessionIn(folder); // 49.95 s
        const auto& marks = session->notes()->sidecar().bookmarks;
        TagMarker marker;
        marker.setTags(someTags());
        marker.press(0); // without a recording nothing happens
        marker.setSession(session.get());
        session->playhead().seek({400, 0.0}); // 20 s
        marker.press(0);
        QCOMPARE(marks.size(), std::size_t{1});
        QCOMPARE(marks[0].time, model::Micros{15s});
        QCOMPARE(marks[0].length, model::Micros{8s});
        QCOMPARE(marks[0].frame, model::FrameNumber{300});
        QCOMPARE(marks[0].tags, QStringList{u"goal"_s});
        QCOMPARE(marks[0].hue, 2);
        // Clamped at both ends.
        session->playhead().seek({40, 0.0});
        marker.press(0);
        QCOMPARE(marks[0].time, model::Micros{0});
        QCOMPARE(marks[0].length, model::Micros{5s});
        session->playhead().seek({999, 0.0});
        marker.press(0);
        QCOMPARE(marks.back().time + marks.back().length, session->index()->timeAxis.duration());
        marker.press(99); // no such button
        QCOMPARE(marks.size(), std::size_t{3});
        session->notes()->history().undo();
        QCOMPARE(marks.size(), std::size_t{2});
        session->notes()->history().redo();
        QCOMPARE(marks.size(), std::size_t{3});
        QCOMPARE(marks.back().tags, QStringList{u"goal"_s});
    }

    void spansSeveralAtOnce()
    {
        const QTemporaryDir folder;
        const auto session = sessionIn(folder);
        const auto& marks = session->notes()->sidecar().bookmarks;
        TagMarker marker;
        marker.setTags(someTags());
        marker.setSession(session.get());
        const auto at = [&session](int second) { session->playhead().seek({second * 20, 0.0}); };
        at(2);
        marker.press(2); // attack begins
        at(4);
        marker.press(4); // pressing, too
        QVERIFY(marker.isOpen(2) && marker.isOpen(4) && marks.empty());
        at(5);
        marker.press(0); // a goal: on what was opened last
        marker.press(1);
        marker.press(5); // right instead of left
        QVERIFY(marks.empty());
        at(6);
        marker.press(3); // defence: the attack is over
        QVERIFY(!marker.isOpen(2) && marker.isOpen(3) && marker.isOpen(4));
        QCOMPARE(marks.size(), std::size_t{1});
        QCOMPARE(marks[0].tags, QStringList{u"attack"_s});
        QCOMPARE(marks[0].time, model::Micros{2s});
        QCOMPARE(marks[0].length, model::Micros{4s});
        at(8);
        marker.press(4);
        QCOMPARE(marks.size(), std::size_t{2});
        QCOMPARE(marks[1].tags, (QStringList{u"pressing"_s, u"goal"_s, u"right"_s}));
        QCOMPARE(marks[1].time, model::Micros{4s});
        // Gone back meanwhile: what lies between.
        at(1);
        marker.press(3);
        QCOMPARE(marks.front().time, model::Micros{1s});
        QCOMPARE(marks.front().length, model::Micros{5s});
        QVERIFY(!marker.anyOpen());

        marker.press(2);
        marker.dropAll();
        marker.press(2);
        at(3);
        marker.setSession(nullptr); // what is open ends with the recording
        QCOMPARE(marks.size(), std::size_t{4});
        QVERIFY(!marker.anyOpen());
    }

    void filesOfTags()
    {
        const TagSet set = someTags();
        const auto again = readTagSet(tagSetJson(set));
        QVERIFY(again);
        QCOMPARE(*again, set);
        for (const char* bad : {"", "{", "[]", "{}", "{\"ghostline_tags\":2,\"buttons\":[]}",
                                "{\"ghostline_tags\":1,\"buttons\":7}"})
            QVERIFY2(!readTagSet(bad), bad);
        const auto odd = readTagSet("{\"ghostline_tags\":1,\"name\":7,\"buttons\":[7,{\"tag\":\"\"},"
                                    "{\"tag\":\" a;b \",\"key\":\"Ctrl+1, "
                                    "Ctrl+2\",\"hue\":99,\"lead_s\":-4,\"lag_s\":1e300,\"kind\":3}]}");
        QVERIFY(odd);
        QCOMPARE(odd->buttons.size(), std::size_t{1});
        QCOMPARE(odd->buttons[0].tag, u"a,b"_s);
        QVERIFY(odd->buttons[0].key.isEmpty());
        QCOMPARE(odd->buttons[0].hue, -1);
        QCOMPARE(odd->buttons[0].lead, TagButton{}.lead);
        QCOMPARE(odd->buttons[0].lag, TagButton{}.lag);
    }

    void presets()
    {
        const QTemporaryDir folder;
        FakeReplayOptions options;
        options.events = 60;
        const auto session = sessionIn(folder, options);
        QTRY_VERIFY(session->index()->complete);
        const TagSet set = presetFor(*session->index());
        QVERIFY(set.codeModeOnly && set.buttons.size() > 4 && set.buttons.size() <= 10);
        QVERIFY(set.buttons[0].key == QKeySequence(Qt::Key_1));
        QVERIFY(std::ranges::any_of(set.buttons, [](const TagButton& b) { return b.kind == TagKind::Span; }));
        const Actions actions;
        QVERIFY(clashIn(set, actions).isEmpty());
    }

    void clashesAreNamed()
    {
        const Actions actions;
        TagSet set = someTags();
        set.codeModeOnly = false;
        QVERIFY2(clashIn(set, actions).contains(u"\"10 %\""_s), qPrintable(clashIn(set, actions)));
        set.codeModeOnly = true; // there they come first
        QVERIFY(clashIn(set, actions).isEmpty());
        set.buttons[1].key = set.buttons[0].key;
        QVERIFY(clashIn(set, actions).contains(u"goal"_s) && clashIn(set, actions).contains(u"left"_s));
        set.buttons[1].key = QKeySequence(u"Ctrl+T"_s); // the way out
        QVERIFY(clashIn(set, actions).contains(u"Code mode"_s));
        set = someTags();
        set.codeModeOnly = false;
        set.buttons = {button(u"w"_s, "W")};
        QVERIFY(clashIn(set, actions).contains(u"Free flight"_s));
        set.buttons = {button(u"f2"_s, "F2")};
        QVERIFY(clashIn(set, actions).isEmpty());
    }

    void keys()
    {
        const QTemporaryDir folder;
        const auto session = sessionIn(folder);
        const auto& marks = session->notes()->sidecar().bookmarks;
        Window w;
        w.actions.setReplayOpen(true);
        w.panel->setSession(session.get());
        w.window.show();
        w.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&w.window));
        int tenths = 0;
        w.actions.on(u"playback.tenth1"_s, &w.window, [&tenths](bool) { ++tenths; });

        TagSet own = someTags();
        own.codeModeOnly = false;
        own.buttons = {button(u"free"_s, "F2"), button(u"taken"_s, "1")};
        w.panel->keepSet(own);
        auto* chip = w.panel->findChild<QToolButton*>();
        QVERIFY(chip != nullptr);
        chip->setFocus();
        QTest::keyClick(chip, Qt::Key_F2);
        QCOMPARE(marks.size(), std::size_t{1});
        QTest::keyClick(chip, Qt::Key_1); // the verb's, which was there first
        QCOMPARE(tenths, 1);
        QCOMPARE(marks.size(), std::size_t{1});
        w.field->setFocus();
        QTest::keyClick(w.field, Qt::Key_F2); // neither panel nor view
        QCOMPARE(marks.size(), std::size_t{1});

        auto* text = w.panel->findChild<QLabel*>(u"codeModeText"_s);
        QVERIFY(!text->isVisibleTo(w.panel));
        w.actions.get(u"marks.codeMode"_s)->trigger();
        QVERIFY(w.panel->codeMode() && text->isVisibleTo(w.panel) && text->text().contains(u"Ctrl+T"_s));
        chip = w.panel->findChild<QToolButton*>();
        chip->setFocus();
        QTest::keyClick(chip, Qt::Key_1);
        QCOMPARE(tenths, 1);
        QCOMPARE(marks.size(), std::size_t{2});
        w.field->setFocus();
        QTest::keyClick(w.field, Qt::Key_1); // it is typed
        QCOMPARE(w.field->text(), u"1"_s);
        QCOMPARE(marks.size(), std::size_t{2});
        w.panel->setSession(nullptr);
        QVERIFY(!w.panel->codeMode());
    }

    void setsAreKept()
    {
        saveTagSets({});
        const QTemporaryDir folder;
        const auto session = sessionIn(folder);
        const QString path = folder.filePath(u"tags.json"_s);
        {
            Window w;
            w.panel->setSession(session.get());
            w.panel->keepSet(someTags());
            QCOMPARE(w.panel->marker().tags(), someTags());
            w.panel->exportTo(path);
            w.panel->setSession(nullptr);
        }
        const TagSets kept = loadTagSets();
        QVERIFY(std::ranges::find(kept.sets, someTags()) != kept.sets.end());
        QCOMPARE(kept.current, u"Test"_s);
        saveTagSets({});
        Window w;
        w.panel->setSession(session.get());
        QVERIFY(w.panel->marker().tags() != someTags());
        w.panel->importFrom(path);
        QCOMPARE(w.panel->marker().tags(), someTags());
        w.panel->importFrom(folder.filePath(u"absent.json"_s));
        auto* box = w.window.findChild<QMessageBox*>(u"tagsNotImported"_s);
        QVERIFY(box != nullptr);
        box->close();
        QCOMPARE(w.panel->marker().tags(), someTags());
        w.panel->setSession(nullptr);
        saveTagSets({});
    }

    /// One of the same name is another one, and one too many is said to be so.
    void noSetIsLost()
    {
        saveTagSets({});
        const QTemporaryDir folder;
        const auto session = sessionIn(folder);
        Window w;
        w.panel->setSession(session.get());
        w.panel->keepSet(someTags());
        w.panel->exportTo(folder.filePath(u"tags.json"_s));
        TagSet other = someTags();
        other.buttons.pop_back();
        w.panel->keepSet(other);
        QCOMPARE(w.panel->marker().tags().name, u"Test 2"_s);
        w.panel->importFrom(folder.filePath(u"tags.json"_s));
        QCOMPARE(w.panel->marker().tags().name, u"Test 3"_s);
        other.name = u"Test 2"_s;
        other.buttons.pop_back();
        w.panel->keepSet(other, u"Test 2"_s); // edited
        QCOMPARE(w.panel->marker().tags(), other);
        TagSets kept = loadTagSets();
        QCOMPARE(kept.sets.size(), std::size_t{3});
        QCOMPARE(kept.sets[0], someTags());
        while (loadTagSets().sets.size() < TagSets::MostSets)
            w.panel->keepSet(someTags());
        const QString current = loadTagSets().current;
        w.panel->keepSet(someTags());
        auto* box = w.window.findChild<QMessageBox*>(u"tagSetsFull"_s);
        QVERIFY(box != nullptr);
        box->close();
        kept = loadTagSets();
        QCOMPARE(kept.sets.size(), TagSets::MostSets);
        QCOMPARE(kept.current, current);
        w.panel->keepSet(other, u"Test 2"_s); // there is room for that one
        QCOMPARE(w.panel->marker().tags(), other);
        w.panel->setSession(nullptr);
        saveTagSets({});
    }

    void dialogRefusesAKeyThatIsTaken()
    {
        const Actions actions;
        QWidget host;
        TagSet set = someTags();
        set.codeModeOnly = false;
        set.buttons = {button(u"free"_s, "F2")};
        auto* dialog = new TagSetDialog(&actions, set, render::Theme::dark(), &host);
        QSignalSpy saved(dialog, &TagSetDialog::saved);
        auto* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        QVERIFY(save->isEnabled());
        dialog->findChild<QKeySequenceEdit*>()->setKeySequence(QKeySequence(Qt::Key_Space));
        QVERIFY(!save->isEnabled());
        QVERIFY2(dialog->problem().contains(u"Play / pause"_s), qPrintable(dialog->problem()));
        dialog->findChild<QKeySequenceEdit*>()->setKeySequence(QKeySequence(Qt::Key_F3));
        QVERIFY(save->isEnabled());
        save->click();
        QCOMPARE(saved.size(), 1);
        QCOMPARE(saved[0][0].value<TagSet>().buttons[0].key, QKeySequence(Qt::Key_F3));
    }
};

} // namespace tst_code_window

GHOSTLINE_TEST(tst_code_window, TestCodeWindow, QApplication)
#include "tst_code_window.moc"
