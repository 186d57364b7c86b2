// SPDX-License-Identifier: GPL-3.0-or-later
// Rooms (folders) include each other only along the arrows that rooms.txt lists, and those go round in no
// circle.
#include "tests/house/source_tree.h"
#include "tests/support/test_driver.h"

#include <QHash>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <functional>

namespace tst_rooms {

using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

using Arrows =
    QMap<QString, QSet<QString>>; ///< from a room to those that it includes; `model` is all of its rooms

const QStringList Roots{QStringLiteral("model"),  QStringLiteral("codecs"),    QStringLiteral("render"),
                        QStringLiteral("app"),    QStringLiteral("resources"), QStringLiteral("together"),
                        QStringLiteral("library")};

QString roomOf(const QString& path) { return path.section(u'/', 0, -2); }

Arrows listedArrows()
{
    Arrows arrows;
    for (const QString& line : linesOf(sourceRoot() + QStringLiteral("/tests/house/rooms.txt"))) {
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        QSet<QString>& targets = arrows[line.section(u':', 0, 0)];
        for (const QString& target : line.section(u':', 1).split(u' ', Qt::SkipEmptyParts))
            targets << target;
    }
    return arrows;
}

struct Include
{
    QString from; ///< path below the root
    QString to;
    QString room() const { return roomOf(from); }
    /// As rooms.txt names it.
    QString target() const
    {
        const QString model = QStringLiteral("model");
        return to.startsWith(model) && !from.startsWith(model) ? model : roomOf(to);
    }
};

QList<Include> includesBetweenRooms()
{
    static const QRegularExpression include(QStringLiteral("^#include \"([^\"]+)\""));
    QList<Include> found;
    for (const QString& root : Roots) {
        for (const QString& file : filesBelow(root, Sources)) {
            const QString from = QDir(sourceRoot()).relativeFilePath(file);
            for (const QString& line : linesOf(file)) {
                const QString to = include.match(line).captured(1);
                if (to.contains(u'/') && roomOf(to) != roomOf(from))
                    found << Include{from, to};
            }
        }
    }
    return found;
}

/// The rooms of a circle in the order of its arrows, the first one again at the end; empty when there is
/// none.
QStringList circleIn(const Arrows& arrows)
{
    QHash<QString, bool> done; ///< false while the walk is still inside
    QStringList path;
    QStringList circle;
    const std::function<bool(const QString&)> walk = [&](const QString& room) {
        if (const auto it = done.constFind(room); it != done.constEnd()) {
            if (!*it)
                circle = path.mid(path.indexOf(room)) << room;
            return !*it;
        }
        done[room] = false;
        path << room;
        for (const QString& next : arrows.value(room)) {
            if (walk(next))
                return true;
        }
        path.removeLast();
        done[room] = true;
        return false;
    };
    for (const QString& room : arrows.keys()) {
        if (walk(room))
            break;
    }
    return circle;
}

} // namespace

class TestRooms : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void includesFollowTheArrows()
    {
        const Arrows allowed = listedArrows();
        const QList<Include> includes = includesBetweenRooms();
        QVERIFY2(!allowed.isEmpty() && !includes.isEmpty(), "the test would prove nothing");
        QStringList found;
        for (const Include& one : includes) {
            if (!allowed.value(one.room()).contains(one.target()))
                found << one.from + QStringLiteral(" includes ") + one.to;
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    /// An arrow that nobody needs would let one in that nobody wants.
    void everyArrowIsNeeded()
    {
        Arrows left = listedArrows();
        for (const Include& one : includesBetweenRooms())
            left[one.room()].remove(one.target());
        QStringList found;
        for (auto it = left.cbegin(); it != left.cend(); ++it) {
            for (const QString& target : it.value())
                found << it.key() + QStringLiteral(" -> ") + target;
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void noArrowsGoInACircle()
    {
        const QStringList circle = circleIn(listedArrows());
        QVERIFY2(circle.isEmpty(), qPrintable(circle.join(QStringLiteral(" -> "))));
    }

    void aCircleIsFound()
    {
        const QString a = QStringLiteral("a");
        const QString b = QStringLiteral("b");
        const QString c = QStringLiteral("c");
        QCOMPARE(circleIn({{a, {b}}, {b, {c}}, {c, {b}}}), QStringList({b, c, b}));
        QVERIFY(circleIn({{a, {b, c}}, {b, {c}}, {c, {}}}).isEmpty());
    }

    void everyRoomSaysWhatItIs_data()
    {
        QTest::addColumn<QString>("room");
        QSet<QString> rooms;
        for (const QString& root : Roots) {
            for (const QString& file : filesBelow(root, Sources))
                rooms << roomOf(QDir(sourceRoot()).relativeFilePath(file));
        }
        QStringList sorted(rooms.cbegin(), rooms.cend());
        sorted.sort();
        for (const QString& room : sorted)
            QTest::newRow(qPrintable(room)) << room;
    }
    void everyRoomSaysWhatItIs()
    {
        QFETCH(QString, room);
        QFile readme(sourceRoot() + u'/' + room + QStringLiteral("/README.md"));
        QVERIFY2(readme.open(QIODevice::ReadOnly), qPrintable(readme.fileName()));
        constexpr int MostLines = 10;
        const int lines = static_cast<int>(readme.readAll().count('\n'));
        QVERIFY2(lines > 0 && lines <= MostLines, qPrintable(QString::number(lines)));
    }

    /// A guide to what is not there any more leads astray: files and classes in backticks have to exist.
    void readmesNameWhatIsThere()
    {
        static const QRegularExpression quoted(QStringLiteral("`([^`]+)`"));
        static const QRegularExpression file(QStringLiteral("^[\\w/]+\\.(?:h|cpp)$"));
        static const QRegularExpression type(QStringLiteral("^[A-Z]\\w+$"));
        QStringList found;
        int named = 0;
        for (const QString& root : Roots) {
            for (const QString& readme : filesBelow(root, {QStringLiteral("README.md")})) {
                const QDir folder = QFileInfo(readme).dir();
                QString code;
                for (const QString& source :
                     filesBelow(QDir(sourceRoot()).relativeFilePath(folder.path()), Sources))
                    code += linesOf(source).join(u'\n');
                for (auto it = quoted.globalMatch(linesOf(readme).join(u'\n')); it.hasNext();) {
                    const QString name = it.next().captured(1);
                    const bool isFile = file.match(name).hasMatch();
                    if (!isFile && !type.match(name).hasMatch())
                        continue;
                    ++named;
                    const bool there = isFile
                                           ? folder.exists(name) || QFile::exists(sourceRoot() + u'/' + name)
                                           : code.contains(QRegularExpression(u"\\b"_s + name + u"\\b"_s));
                    if (!there)
                        found << readme + QStringLiteral(": ") + name;
                }
            }
        }
        QVERIFY(named > 100);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }
};

} // namespace tst_rooms

GHOSTLINE_TEST(tst_rooms, TestRooms)
#include "tst_rooms.moc"
