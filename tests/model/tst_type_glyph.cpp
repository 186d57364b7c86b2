// SPDX-License-Identifier: GPL-3.0-or-later
// Letters that stand for types of units.
#include "model/replay/type_glyph.h"
#include "tests/support/test_driver.h"

#include <QSet>
#include <QtTest>

namespace tst_type_glyph {

using namespace ghostline::model;

class TestTypeGlyph : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void typesInNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("type");
        QTest::newRow("one of many") << QStringLiteral("Rifle Infantry 12")
                                     << QStringLiteral("Rifle Infantry");
        QTest::newRow("the only one") << QStringLiteral("Nexus") << QStringLiteral("Nexus");
        QTest::newRow("brackets") << QStringLiteral("Siege Tank (sieged)") << QStringLiteral("Siege Tank");
        QTest::newRow("both") << QStringLiteral("Siege Tank (sieged) 3") << QStringLiteral("Siege Tank");
        QTest::newRow("a digit within")
            << QStringLiteral("V2 Rocket Launcher 1") << QStringLiteral("V2 Rocket Launcher");
        QTest::newRow("a digit at its end") << QStringLiteral("MiG29") << QStringLiteral("MiG29");
        QTest::newRow("a number alone") << QStringLiteral("12") << QStringLiteral("12");
        QTest::newRow("empty") << QString() << QString();
    }
    void typesInNames()
    {
        QFETCH(QString, name);
        QTEST(typeOfActorName(name), "type");
    }

    void letters_data()
    {
        QTest::addColumn<QStringList>("types");
        QTest::addColumn<QStringList>("glyphs");
        const auto row = [](const char* what, const char* types, const char* glyphs) {
            QTest::newRow(what) << QString::fromLatin1(types).split(u'|')
                                << QString::fromLatin1(glyphs).split(u'|');
        };
        row("one word", "Marine|SCV|Zealot", "M|S|Z");
        row("several words", "Siege Tank|Rifle Infantry|Mobile Gap Generator", "ST|RI|MG");
        row("who comes first has the first choice", "Marine|Marauder|Medivac|Mule", "M|MA|ME|MU");
        row("the same initials", "Siege Tank|Space Transport|Super Truck", "ST|SP|SU");
        row("a third word", "War Factory|Wooden Fence Gate", "WF|WG");
        row("digits", "V2 Rocket Launcher|V2|V 2", "VR|V|V2");
        row("nothing left but digits", "A|A|A|A", "A|A2|A3|A4");
        row("no letters at all", "?|", "|");
    }
    void letters()
    {
        QFETCH(QStringList, types);
        QTEST(glyphsOf(types), "glyphs");
    }

    void noTwoAlikeAndTheRestStays()
    {
        QStringList types;
        for (int i = 0; i < 400; ++i)
            types << QStringLiteral("%1%2 %3").arg(QChar(u'A' + i % 26)).arg(QChar(u'a' + i % 7)).arg(i);
        const QStringList all = glyphsOf(types);
        QSet<QString> seen;
        for (const QString& glyph : all) {
            QVERIFY(glyph.size() <= 2);
            QVERIFY(glyph.isEmpty() || !seen.contains(glyph));
            seen.insert(glyph);
        }
        QCOMPARE(glyphsOf(types.mid(0, 100)), all.mid(0, 100)); // what comes later changes nothing before it
    }

    void ofAReplay()
    {
        ReplayInfo info;
        info.cast.resize(4);
        const auto say = [&info](std::size_t i, const char* name, ActorKind kind) {
            info.cast[i].name = QLatin1String(name);
            info.cast[i].nativeType = QStringLiteral("type");
            info.cast[i].kind = kind;
        };
        say(0, "Max", ActorKind::Player);
        say(1, "Marine 1", ActorKind::Unit);
        say(2, "Marine 2", ActorKind::Unit);
        say(3, "Siege Tank", ActorKind::Unit);
        auto strings = std::make_shared<StringTable>();
        const StringId sieged = strings->intern(QStringLiteral("Siege Tank (sieged)"));
        const StringId later = strings->intern(QStringLiteral("Mule"));
        info.strings = strings;
        QVERIFY(TypeGlyphs(info).empty()); // no census: there are no types
        info.census.type = ActorPropertyId(0);
        info.census.group = ActorPropertyId(1);
        const TypeGlyphs glyphs(info);
        QCOMPARE(glyphs.of(QStringLiteral("Marine")), QStringLiteral("M"));
        QCOMPARE(glyphs.of(QStringLiteral("Siege Tank")), QStringLiteral("ST"));
        QCOMPARE(glyphs.of(sieged), QStringLiteral("ST"));
        QCOMPARE(glyphs.of(later), QStringLiteral("MU"));
        QVERIFY(glyphs.of(StringId::Empty).isEmpty());
        QVERIFY(glyphs.of(static_cast<StringId>(12345)).isEmpty());
        QVERIFY(glyphs.of(QStringLiteral("Max")).isEmpty());
    }
};

} // namespace tst_type_glyph

GHOSTLINE_TEST(tst_type_glyph, TestTypeGlyph)
#include "tst_type_glyph.moc"
