// SPDX-License-Identifier: GPL-3.0-or-later
// Languages: which one is spoken, what changes with it, and that nothing of it reaches what others read.
#include "app/gui/review/flag_text.h"
#include "app/gui/settings/language.h"
#include "app/gui/shell/command_line.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/replay_words.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLocale>
#include <QTest>

namespace tst_language {

using namespace ghostline;
using namespace ghostline::app;

class TestLanguage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { speak(LanguageChoice::English); }
    void choosesALanguage_data();
    void choosesALanguage();
    void englishUntilToldOtherwise();
    void countsInBothLanguages_data();
    void countsInBothLanguages();
    void verbsAndMenusAreGerman();
    void oldVerbsStayWhileALanguageChanges();
    void recordingsWordsAreGerman();
    void figuresHaveADecimalComma();
    void isRemembered();
    void commandLineTakesIt_data();
    void commandLineTakesIt();

private:
    test::WindowPlace m_place;
};

void TestLanguage::choosesALanguage_data()
{
    QTest::addColumn<int>("choice");
    QTest::addColumn<QStringList>("wanted");
    QTest::addColumn<int>("spoken");
    const auto row = [](const char* name, LanguageChoice choice, const char* wanted, LanguageChoice spoken) {
        QTest::newRow(name) << static_cast<int>(choice)
                            << QString::fromLatin1(wanted).split(QLatin1Char(' '), Qt::SkipEmptyParts)
                            << static_cast<int>(spoken);
    };
    row("Austria", LanguageChoice::System, "de-AT de", LanguageChoice::German);
    row("another first, then German", LanguageChoice::System, "da de-DE en", LanguageChoice::German);
    row("English first", LanguageChoice::System, "en-GB de", LanguageChoice::English);
    row("neither", LanguageChoice::System, "fr-FR", LanguageChoice::English);
    row("nothing known", LanguageChoice::System, "", LanguageChoice::English);
    row("chosen against the system", LanguageChoice::English, "de-DE", LanguageChoice::English);
}

void TestLanguage::choosesALanguage()
{
    QFETCH(int, choice);
    QFETCH(QStringList, wanted);
    QFETCH(int, spoken);
    QCOMPARE(static_cast<int>(spokenLanguage(static_cast<LanguageChoice>(choice), wanted)), spoken);
}

void TestLanguage::englishUntilToldOtherwise()
{
    QCOMPARE(spokenNow(), LanguageChoice::English);
    QCOMPARE(QLocale().language(), QLocale::English);
    QCOMPARE(QLocale().toString(1234.5, 'f', 1), QStringLiteral("1,234.5"));
}

void TestLanguage::countsInBothLanguages_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("one") << static_cast<int>(LanguageChoice::English) << 1 << QStringLiteral("1 flag");
    QTest::newRow("two") << static_cast<int>(LanguageChoice::English) << 2 << QStringLiteral("2 flags");
    QTest::newRow("ein") << static_cast<int>(LanguageChoice::German) << 1
                         << QString::fromUtf8("1 Verdachtsfall");
    QTest::newRow("kein") << static_cast<int>(LanguageChoice::German) << 0
                          << QString::fromUtf8("0 Verdachtsfälle");
}

void TestLanguage::countsInBothLanguages()
{
    QFETCH(int, language);
    QFETCH(int, count);
    speak(static_cast<LanguageChoice>(language));
    QTEST(flagCount(count), "text");
}

void TestLanguage::verbsAndMenusAreGerman()
{
    const QList<ActionSpec> english = Actions::table();
    speak(LanguageChoice::German);
    const QList<ActionSpec>& german = Actions::table();
    QCOMPARE(german.size(), english.size());
    for (int i = 0; i < german.size(); ++i) {
        QCOMPARE(german[i].id, english[i].id);
        QCOMPARE(german[i].menu, english[i].menu);
        QCOMPARE(german[i].keys, english[i].keys);
        QVERIFY2(german[i].help != english[i].help, qPrintable(german[i].help));
    }
    // Titles that are the same word in both languages, and those that are not.
    for (const ActionSpec& spec : english) {
        for (const QString& part : spec.menu.split(QLatin1Char('/')))
            QVERIFY2(Actions::menuTitle(part) != part, qPrintable(part));
    }
    const Actions actions;
    QCOMPARE(actions.get(QStringLiteral("playback.nextKeyframe"))->text(),
             QString::fromUtf8("Nächstes Schlüsselbild"));
}

/// A window that goes while another comes still holds what it was built from.
void TestLanguage::oldVerbsStayWhileALanguageChanges()
{
    const QList<ActionSpec>& before = Actions::table();
    const QString first = before.first().text;
    speak(LanguageChoice::German);
    QVERIFY(Actions::table().first().text != first);
    QCOMPARE(before.first().text, first);
}

void TestLanguage::recordingsWordsAreGerman()
{
    model::PropertyInfo speed;
    speed.type = model::PropertyType::Real;
    speed.unit = QStringLiteral("m/s");
    const model::StringTable strings;
    const auto value = model::PropertyValue::real(2.5);
    QCOMPARE(shownValue(speed, value, strings), model::displayText(speed, value, strings));
    speak(LanguageChoice::German);
    QCOMPARE(shownName(QStringLiteral("Speed")), QStringLiteral("Tempo"));
    QCOMPARE(shownName(QStringLiteral("Word of nobody")), QStringLiteral("Word of nobody"));
    QVERIFY2(shownValue(speed, value, strings).startsWith(QLatin1String("2,5")),
             qPrintable(shownValue(speed, value, strings)));
    QVERIFY(model::displayText(speed, value, strings).startsWith(QLatin1String("2.5")));
}

void TestLanguage::figuresHaveADecimalComma()
{
    QCOMPARE(rateText(0.25), QString::fromUtf8("0.25×"));
    speak(LanguageChoice::German);
    QCOMPARE(rateText(0.25), QString::fromUtf8("0,25×"));
    QCOMPARE(rateText(2.0), QString::fromUtf8("2×"));
}

void TestLanguage::isRemembered()
{
    QCOMPARE(loadSettings().language, LanguageChoice::System);
    Settings settings;
    settings.language = LanguageChoice::German;
    saveSettings(settings);
    QCOMPARE(loadSettings().language, LanguageChoice::German);
    openStore()->setValue(QStringLiteral("settings/language"), QStringLiteral("tlh"));
    QCOMPARE(loadSettings().language, LanguageChoice::System);
}

void TestLanguage::commandLineTakesIt_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<bool>("known");
    QTest::newRow("German") << QStringLiteral("de") << true;
    QTest::newRow("English") << QStringLiteral("en") << true;
    QTest::newRow("system") << QStringLiteral("system") << true;
    QTest::newRow("another") << QStringLiteral("fr") << false;
}

void TestLanguage::commandLineTakesIt()
{
    QFETCH(QString, word);
    QFETCH(bool, known);
    const auto line = parseCommandLine({QStringLiteral("ghostline"), QStringLiteral("--language"), word});
    QCOMPARE(line.has_value(), known);
    if (known)
        QCOMPARE(languageWords().at(static_cast<int>(*line->language)), word);
    else
        QVERIFY2(line.error().message.contains(QLatin1String("--language")),
                 qPrintable(line.error().message));
}

} // namespace tst_language

GHOSTLINE_TEST(tst_language, TestLanguage, QApplication)
#include "tst_language.moc"
