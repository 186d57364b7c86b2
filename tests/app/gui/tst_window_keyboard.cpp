// SPDX-License-Identifier: GPL-3.0-or-later
// The menu bar by keyboard alone, in both languages, and keys that say why they do nothing.
#include "app/gui/settings/language.h"
#include "app/gui/shell/status_line.h"
#include "app/gui/verbs/menu_keys.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QMenu>
#include <QMenuBar>
#include <QSet>

namespace tst_window_keyboard {

using namespace ghostline;
using namespace ghostline::test;

namespace {

/// "F&ile" -> I.
QChar mnemonicOf(const QString& title)
{
    const qsizetype at = title.indexOf(QLatin1Char('&'));
    return at >= 0 && at + 1 < title.size() ? title[at + 1].toUpper() : QChar();
}

QMenu* openMenu() { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); }

void addLanguages()
{
    QTest::addColumn<int>("language");
    QTest::newRow("English") << static_cast<int>(app::LanguageChoice::English);
    QTest::newRow("German") << static_cast<int>(app::LanguageChoice::German);
}

} // namespace

class TestWindowKeyboard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void cleanup()
    {
        while (QWidget* popup = QApplication::activePopupWidget())
            popup->close();
        app::speak(app::LanguageChoice::English);
        m_place.reset();
    }
    void lettersAreFree_data() { addLanguages(); }
    void lettersAreFree();
    void lettersOpenMenus_data() { addLanguages(); }
    void lettersOpenMenus();
    void lettersFollowOtherKeys();
    void f10OpensTheFirstMenu();
    void altChoosesTheFirstMenu();
    void theFirstLetterChooses();
    void greyKeysSayWhy();

private:
    std::unique_ptr<WindowPlace> m_place;
};

/// Each menu has a letter of its own that no verb has with Alt.
void TestWindowKeyboard::lettersAreFree()
{
    QFETCH(int, language);
    app::speak(static_cast<app::LanguageChoice>(language));
    OpenWindow w(*m_place);
    QSet<QChar> taken;
    for (const app::ActionSpec& spec : app::Actions::table()) {
        for (const QKeySequence& key : spec.keys) {
            if (key[0].keyboardModifiers() == Qt::AltModifier)
                taken.insert(QChar(static_cast<char16_t>(key[0].key() & 0xFFFF)));
        }
    }
    QVERIFY(taken.contains(QLatin1Char('F'))); // else this proves nothing
    for (const QAction* menu : w.window->menuBar()->actions()) {
        const QChar letter = mnemonicOf(menu->text());
        QVERIFY2(!letter.isNull(), qPrintable(menu->text()));
        QVERIFY2(!taken.contains(letter), qPrintable(menu->text()));
        taken.insert(letter);
    }
    QCOMPARE(w.window->menuBar()->actions().size(), 9);
}

void TestWindowKeyboard::lettersOpenMenus()
{
    QFETCH(int, language);
    app::speak(static_cast<app::LanguageChoice>(language));
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    for (const QAction* menu : w.window->menuBar()->actions()) {
        w.key(static_cast<Qt::Key>(mnemonicOf(menu->text()).unicode()), Qt::AltModifier);
        QTRY_COMPARE(openMenu(), menu->menu());
        openMenu()->close();
        QTRY_VERIFY(openMenu() == nullptr);
    }
}

/// A key that the user chooses is the verb's; the menu takes another letter.
void TestWindowKeyboard::lettersFollowOtherKeys()
{
    QString taken = QStringLiteral("CF");
    QCOMPARE(app::withMnemonic(QStringLiteral("Compare"), taken), QStringLiteral("C&ompare"));
    QCOMPARE(taken, QStringLiteral("CFO"));
    QCOMPARE(app::withMnemonic(QString::fromUtf8("Öf"), taken), QString::fromUtf8("Öf"));
    OpenWindow w(*m_place);
    auto* keys = w.window->findChild<app::MenuKeys*>();
    QAction* first = w.window->menuBar()->actions().first();
    QCOMPARE(first->text(), QStringLiteral("F&ile"));
    w.window->actions().get(QStringLiteral("view.labels"))->setShortcut(QKeySequence(Qt::ALT | Qt::Key_I));
    keys->assign();
    QCOMPARE(first->text(), QStringLiteral("Fil&e"));
}

void TestWindowKeyboard::f10OpensTheFirstMenu()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show() && w.open());
    w.window->area().viewWidget()->setFocus();
    w.key(Qt::Key_F10);
    const auto menus = w.window->menuBar()->actions();
    QTRY_COMPARE(openMenu(), menus[0]->menu());
    QVERIFY(openMenu()->activeAction() != nullptr);
    QTest::keyClick(openMenu(), Qt::Key_Right);
    QTRY_COMPARE(openMenu(), menus[1]->menu());
    QTest::keyClick(openMenu(), Qt::Key_Escape);
    QTRY_VERIFY(openMenu() == nullptr);
}

void TestWindowKeyboard::altChoosesTheFirstMenu()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show() && w.open());
    QMenuBar* bar = w.window->menuBar();
    QTest::keyClick(w.window.get(), Qt::Key_Alt, Qt::AltModifier);
    QTRY_VERIFY(bar->activeAction() == bar->actions().first());
    QTest::keyClick(bar, Qt::Key_Escape);
    QTRY_VERIFY(bar->activeAction() == nullptr);
}

void TestWindowKeyboard::theFirstLetterChooses()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    w.key(Qt::Key_F10);
    QTRY_VERIFY(openMenu() != nullptr);
    QTest::keyClick(openMenu(), Qt::Key_Q);
    QCOMPARE(openMenu()->activeAction()->objectName(), QStringLiteral("file.quit"));
    // Of several the next one, and what is grey is passed by.
    QTest::keyClick(openMenu(), Qt::Key_O);
    const QString first = openMenu()->activeAction()->objectName();
    QTest::keyClick(openMenu(), Qt::Key_O);
    const QString second = openMenu()->activeAction()->objectName();
    QCOMPARE(first, QStringLiteral("file.open"));
    QCOMPARE(second, QStringLiteral("file.openFolder"));
}

void TestWindowKeyboard::greyKeysSayWhy()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    const app::StatusLine& status = w.window->statusLine();
    w.key(Qt::Key_M);
    QCOMPARE(status.currentMessage(), QStringLiteral("Observer: No recording is open"));
    QVERIFY(w.open());
    QAction* observer = w.window->actions().get(QStringLiteral("analyse.observer"));
    if (observer->isEnabled()) // whatever the fake replay tells
        w.window->actions().offer(observer->objectName(), false, QStringLiteral("not here"));
    w.key(Qt::Key_M);
    QCOMPARE(status.currentMessage(),
             QStringLiteral("Observer: ") + w.window->actions().whyNot(observer->objectName()));
}

} // namespace tst_window_keyboard

GHOSTLINE_TEST(tst_window_keyboard, TestWindowKeyboard, ghostline::test::GraphicsApplication)
#include "tst_window_keyboard.moc"
