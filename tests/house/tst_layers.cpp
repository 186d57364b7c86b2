// SPDX-License-Identifier: GPL-3.0-or-later
// The include rules of the architecture, checked on every source file and every link line: no arrow points
// up, no codec knows another, nobody outside a codec knows a format.
#include "tests/house/source_tree.h"
#include "tests/support/test_driver.h"

#include <QRegularExpression>
#include <QTest>

namespace tst_layers {

using namespace ghostline::test;

namespace {

/// Lines of `folder`'s sources that match.
QStringList offences(const QString& folder, const QStringList& patterns, const QRegularExpression& forbidden)
{
    QStringList found;
    for (const QString& path : filesBelow(folder, patterns)) {
        for (const QString& line : linesOf(path)) {
            if (forbidden.match(line).hasMatch())
                found << QDir(sourceRoot()).relativeFilePath(path) + QStringLiteral(": ") + line.trimmed();
        }
    }
    return found;
}

const QStringList BuildFiles{QStringLiteral("CMakeLists.txt"), QStringLiteral("*.cmake")};

QStringList formats()
{
    QStringList names =
        QDir(sourceRoot() + QStringLiteral("/codecs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const char* toolbox : {"io", "rts"})
        names.removeAll(QString::fromLatin1(toolbox));
    return names;
}

/// Words that give a format away; its folder's name, unless that is a word everybody needs.
QStringList tellTales(const QString& format)
{
    if (format == QLatin1String("recording"))
        return {QStringLiteral("hcrp"), QStringLiteral("minecraft"), QStringLiteral("schem\\b"),
                QStringLiteral("preamble")};
    if (format == QLatin1String("sc2"))
        return {format, QStringLiteral("starcraft"), QStringLiteral("mpq"), QStringLiteral("zerg")};
    if (format == QLatin1String("ironcurtain"))
        return {format, QStringLiteral("icrep"), QStringLiteral("iron.?curtain")};
    return {format};
}

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void includesPointDown_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("forbidden");
        QTest::newRow("model") << QStringLiteral("model")
                               << QStringLiteral("#include [\"<](app|render|together|library|codecs|tests)/");
        QTest::newRow("model without widgets or 3D")
            << QStringLiteral("model")
            << QStringLiteral("#include <(QtWidgets|QtGui|Qt3D|QWidget|QMainWindow|QImage|QColor|QPainter)");
        QTest::newRow("codecs") << QStringLiteral("codecs")
                                << QStringLiteral("#include [\"<](app|render|together|library|tests)/");
        QTest::newRow("codecs without widgets or 3D")
            << QStringLiteral("codecs")
            << QStringLiteral("#include <(QtWidgets|QtGui|Qt3D|QWidget|QMainWindow|QImage|QColor|QPainter)");
        QTest::newRow("render") << QStringLiteral("render")
                                << QStringLiteral("#include [\"<](app|together|library|codecs|tests)/");
        QTest::newRow("library") << QStringLiteral("library")
                                 << QStringLiteral("#include [\"<](app|render|together|codecs|tests)/");
        QTest::newRow("library without widgets or 3D")
            << QStringLiteral("library")
            << QStringLiteral("#include <(QtWidgets|QtGui|Qt3D|QWidget|QMainWindow|QImage|QColor|QPainter)");
        QTest::newRow("together") << QStringLiteral("together")
                                  << QStringLiteral("#include [\"<](app|render|library|codecs|tests)/");
        QTest::newRow("together without widgets or 3D")
            << QStringLiteral("together")
            << QStringLiteral("#include <(QtWidgets|QtGui|Qt3D|QWidget|QMainWindow|QImage|QColor|QPainter)");
        QTest::newRow("cli") << QStringLiteral("app/cli")
                             << QStringLiteral("#include [\"<](app/gui|render|codecs|tests)/");
        QTest::newRow("manual") << QStringLiteral("app/manual")
                                << QStringLiteral("#include [\"<](app/cli|app/gui|render|codecs|tests)/");
        QTest::newRow("gui") << QStringLiteral("app/gui")
                             << QStringLiteral("#include [\"<](app/cli|codecs|tests)/");
    }
    void includesPointDown()
    {
        QFETCH(QString, folder);
        QFETCH(QString, forbidden);
        QVERIFY2(!filesBelow(folder, Sources).isEmpty(), "the folder is empty: the test would prove nothing");
        const QStringList found = offences(folder, Sources, QRegularExpression(forbidden));
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void codecsKnowOnlyThemselves()
    {
        QVERIFY(!formats().isEmpty());
        for (const QString& format : formats()) {
            const QRegularExpression other(QStringLiteral("#include [\"<]codecs/(?!io/|rts/|%1/)")
                                               .arg(QRegularExpression::escape(format)));
            const QStringList found = offences(QStringLiteral("codecs/") + format, Sources, other);
            QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
        }
        for (const auto& [toolbox, allowed] :
             {std::pair("codecs/io", "io/"), std::pair("codecs/rts", "io/|rts/")}) {
            const QRegularExpression other(
                QStringLiteral("#include [\"<]codecs/(?!%1)").arg(QLatin1String(allowed)));
            const QStringList found = offences(QLatin1String(toolbox), Sources, other);
            QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
        }
    }

    void formatsAreNamedOnlyInTheirCodec_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder :
             {"model", "render", "together", "library", "app", "codecs/io", "codecs/rts"})
            QTest::newRow(folder) << QString::fromLatin1(folder);
    }
    void formatsAreNamedOnlyInTheirCodec()
    {
        QFETCH(QString, folder);
        for (const QString& format : formats()) {
            // Comments may explain; identifiers and literals may not.
            // As a word or a part of a name that begins one: not the end of one word and the start of
            // another.
            for (const QString& name : tellTales(format)) {
                const QString capital = name.left(1).toUpper() + name.mid(1);
                const QRegularExpression word(QStringLiteral("^(?!\\s*(//|\\*)).*((?<![A-Za-z])%1|%2|%3)")
                                                  .arg(name, capital, name.toUpper()));
                const QStringList found = offences(folder, Sources, word);
                QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
            }
        }
    }

    void linkLinesFollowTheLayers()
    {
        const QRegularExpression up(QStringLiteral("ghostline-(render|together|library|gui|cli|codec)"));
        QStringList found = offences(QStringLiteral("model"), BuildFiles, up);
        found += offences(QStringLiteral("render"), BuildFiles,
                          QRegularExpression(QStringLiteral("ghostline-(together|library|gui|cli|codec)")));
        found += offences(QStringLiteral("together"), BuildFiles,
                          QRegularExpression(
                              QStringLiteral("ghostline-(render|library|gui|cli|codec)|Qt6::(Gui|Widgets)")));
        found += offences(QStringLiteral("library"), BuildFiles,
                          QRegularExpression(QStringLiteral(
                              "ghostline-(render|together|gui|cli|codec)|Qt6::(Gui|Widgets)")));
        found += offences(QStringLiteral("app"), BuildFiles,
                          QRegularExpression(QStringLiteral("ghostline-codec")));
        found += offences(QStringLiteral("app/cli"), BuildFiles,
                          QRegularExpression(QStringLiteral("ghostline-(render|gui)|Qt6::(Gui|Widgets)")));
        for (const QString& format : formats()) {
            for (const QString& other : formats()) {
                if (other != format)
                    found += offences(QStringLiteral("codecs/") + format, BuildFiles,
                                      QRegularExpression(QStringLiteral("ghostline-codec-") + other));
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void theRulesCatchAnOffender()
    {
        // Guards the patterns themselves: each must match a line that breaks its rule.
        QVERIFY(QRegularExpression(QStringLiteral("#include [\"<](app|render|library|codecs|tests)/"))
                    .match(QStringLiteral("#include \"codecs/io/byte_cursor.h\""))
                    .hasMatch());
        QVERIFY(QRegularExpression(QStringLiteral("#include [\"<]codecs/(?!io/|rts/|one/)"))
                    .match(QStringLiteral("#include \"codecs/two/reader.h\""))
                    .hasMatch());
        QVERIFY(!QRegularExpression(QStringLiteral("#include [\"<]codecs/(?!io/|rts/|one/)"))
                     .match(QStringLiteral("#include \"codecs/one/reader.h\""))
                     .hasMatch());
    }
};

} // namespace tst_layers

GHOSTLINE_TEST(tst_layers, TestLayers)
#include "tst_layers.moc"
