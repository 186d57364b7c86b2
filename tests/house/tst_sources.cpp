// SPDX-License-Identifier: GPL-3.0-or-later
// Files and classes that one can hold in the head: how long, how many members, and everything of a class in
// one place. exceptions.txt lists those that may differ, each with its reason.
#include "tests/house/source_tree.h"
#include "tests/support/test_driver.h"

#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace tst_sources {

using namespace ghostline::test;

namespace {

constexpr qsizetype MostLines = 600;
constexpr int MostMembers = 60;

const QStringList Product{QStringLiteral("app"),    QStringLiteral("codecs"),   QStringLiteral("model"),
                          QStringLiteral("render"), QStringLiteral("together"), QStringLiteral("library")};

/// What may differ, and why: `path: reason` for a file, `path Class: reason` for a class of that header or
/// file.
QMap<QString, QString> exceptions()
{
    QMap<QString, QString> found;
    for (const QString& line : linesOf(sourceRoot() + QStringLiteral("/tests/house/exceptions.txt"))) {
        if (!line.isEmpty() && !line.startsWith(u'#'))
            found[line.section(QStringLiteral(": "), 0, 0)] = line.section(QStringLiteral(": "), 1);
    }
    return found;
}

QStringList sources(const QStringList& roots, const QStringList& patterns = Sources)
{
    QStringList paths;
    for (const QString& root : roots) {
        for (const QString& file : filesBelow(root, patterns))
            paths << QDir(sourceRoot()).relativeFilePath(file);
    }
    return paths;
}

QString absolute(const QString& path) { return sourceRoot() + u'/' + path; }

/// As `wc -l` counts: by line ends.
qsizetype lengthOf(const QString& path)
{
    const QStringList lines = linesOf(absolute(path));
    return lines.size() - (!lines.isEmpty() && lines.last().isEmpty() ? 1 : 0);
}

QString withoutCommentsAndTexts(QString text)
{
    static const QRegularExpression noise(
        QStringLiteral("//[^\\n]*|/\\*.*?\\*/|\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)'"),
        QRegularExpression::DotMatchesEverythingOption);
    return text.replace(noise, QStringLiteral(" "));
}

/// How many functions and variables each class of a header declares itself, those of its nested classes not
/// counted. By braces and semicolons: no compiler, but the same answer for the way we write.
QMap<QString, int> membersOf(const QString& text)
{
    static const QRegularExpression head(
        QStringLiteral("(?:^|\\n)[ \\t]*(?:class|struct)[ \\t]+(?:[A-Z_]+[ \\t]+)?([A-Za-z_][\\w:]*)"
                       "[^;{}()]*\\{"));
    static const QRegularExpression noMember(
        QStringLiteral("^\\s*(?:using|friend|static_assert|enum|struct|class|union|Q_OBJECT|Q_GADGET|"
                       "(?:public|private|protected)\\b[^:]*:\\s*(?:using|friend|enum|struct|class)\\b)"));
    const QString code = withoutCommentsAndTexts(text);
    QMap<QString, int> found;
    for (auto it = head.globalMatch(code); it.hasNext();) {
        const auto match = it.next();
        int braces = 0;
        int parentheses = 0;
        int members = 0;
        QString statement;
        for (qsizetype at = match.capturedEnd(); at < code.size() && braces >= 0; ++at) {
            const QChar c = code[at];
            if (c == u'(')
                ++parentheses;
            else if (c == u')')
                --parentheses;
            const bool ends = braces == 0 && parentheses == 0 && (c == u';' || c == u'{');
            if (ends && !statement.trimmed().isEmpty() && !statement.contains(noMember))
                ++members;
            if (c == u'{')
                ++braces;
            else if (c == u'}')
                --braces;
            if (c == u'{' || c == u'}' || ends)
                statement.clear();
            else if (braces == 0)
                statement += c;
        }
        found[match.captured(1)] = members;
    }
    return found;
}

/// Classes of which a source defines functions outside of the class itself.
QSet<QString> classesDefinedIn(const QString& text)
{
    static const QRegularExpression function(QStringLiteral(
        "\\n(?![ \\t#}]|using|return)[^;={}()\\n]*?\\b([A-Z]\\w*(?:::[A-Z]\\w*)*)::~?\\w+\\([^;]*?\\n\\{"));
    const QString code = withoutCommentsAndTexts(text);
    QSet<QString> found;
    for (auto it = function.globalMatch(code); it.hasNext();)
        found << it.next().captured(1);
    return found;
}

} // namespace

class TestSources : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void noFileIsLong()
    {
        const QStringList paths =
            sources(Product + QStringList{QStringLiteral("resources"), QStringLiteral("tests")});
        QVERIFY2(!paths.isEmpty(), "the test would prove nothing");
        QStringList found;
        for (const QString& path : paths) {
            if (lengthOf(path) > MostLines && !m_exceptions.contains(path))
                found << QStringLiteral("%1: %2 lines").arg(path).arg(lengthOf(path));
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void everySourceHasItsHeader()
    {
        static const QRegularExpression program(
            QStringLiteral("(^|/|_)(main|plugin)\\.cpp$|/tools/|/examples/"));
        QStringList found;
        for (const QString& path : sources(Product, {QStringLiteral("*.cpp")})) {
            const QString header = path.chopped(4) + QStringLiteral(".h");
            if (!path.contains(program) && !QFile::exists(absolute(header)) && !m_exceptions.contains(path))
                found << path;
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void everyClassStandsInOneSource()
    {
        QMap<QString, QStringList> sourcesOf; // by layer or codec and class: names repeat between those
        for (const QString& path : sources(Product, {QStringLiteral("*.cpp")})) {
            const QString area = path.section(u'/', 0, path.startsWith(QStringLiteral("codecs")) ? 1 : 0);
            for (const QString& name : classesDefinedIn(u'\n' + linesOf(absolute(path)).join(u'\n')))
                sourcesOf[area + u' ' + name] << path;
        }
        QVERIFY2(!sourcesOf.isEmpty(), "the test would prove nothing");
        QStringList found;
        for (auto it = sourcesOf.cbegin(); it != sourcesOf.cend(); ++it) {
            if (it.value().size() > 1 && !m_exceptions.contains(it.key()))
                found << it.key() + QStringLiteral(": ") + it.value().join(u' ');
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void noClassHasManyMembers()
    {
        int most = 0;
        QStringList found;
        for (const QString& path : sources(Product)) {
            const auto members = membersOf(linesOf(absolute(path)).join(u'\n'));
            for (auto it = members.cbegin(); it != members.cend(); ++it) {
                most = std::max(most, it.value());
                if (it.value() > MostMembers && !m_exceptions.contains(path + u' ' + it.key()))
                    found << QStringLiteral("%1: %2 has %3").arg(path, it.key()).arg(it.value());
            }
        }
        QVERIFY2(most > MostMembers / 2, "the test would prove nothing");
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void exceptionsAreNeeded()
    {
        QStringList found;
        for (auto it = m_exceptions.cbegin(); it != m_exceptions.cend(); ++it) {
            if (it.value().isEmpty())
                found << it.key() + QStringLiteral(" has no reason");
            const QString path = it.key().section(u' ', 0, 0);
            if (!QFile::exists(absolute(path)))
                found << path + QStringLiteral(" is not there any more");
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void membersAreCounted()
    {
        const auto found = membersOf(QStringLiteral(
            "class Outer : public Base\n{\n    Q_OBJECT\npublic:\n    using X = int;\n    Outer();\n"
            "    int a() const { return f(1); }\n    struct Inner\n    {\n        int x = 1;\n        int "
            "y{2};\n    };\n"
            "private:\n    void b(int one = 1,\n           int two = 2);\n    int m_c = 0; // int m_d;\n};\n"
            "struct Empty\n{\n};\n"));
        QCOMPARE(found.value(QStringLiteral("Outer")), 4);
        QCOMPARE(found.value(QStringLiteral("Inner")), 2);
        QCOMPARE(found.value(QStringLiteral("Empty")), 0);
    }

    void definitionsAreFound()
    {
        const auto found = classesDefinedIn(QStringLiteral(
            "\nint One::f(int x)\n{\n    return Two::g(x);\n}\n\nThree::Three(int a)\n    : m_a(a)\n{\n}\n"
            "std::vector<int> Four::Part::all() const\n{\n}\n"));
        QCOMPARE(found, QSet<QString>(
                            {QStringLiteral("One"), QStringLiteral("Three"), QStringLiteral("Four::Part")}));
    }

private:
    const QMap<QString, QString> m_exceptions = exceptions();
};

} // namespace tst_sources

GHOSTLINE_TEST(tst_sources, TestSources)
#include "tst_sources.moc"
