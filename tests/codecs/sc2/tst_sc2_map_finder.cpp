// SPDX-License-Identifier: GPL-3.0-or-later
// Where the map of a replay is looked for, on a machine made of temporary folders.
#include "codecs/sc2/map/map_finder.h"
#include "codecs/sc2/map/map_limits.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QTemporaryDir>
#include <QTest>

namespace tst_sc2_map_finder {

using namespace ghostline;
using namespace ghostline::sc2;

namespace {

const QByteArray Contents = "the contents of a map";

QString hashOf(const QByteArray& contents)
{
    return QString::fromLatin1(QCryptographicHash::hash(contents, QCryptographicHash::Sha256).toHex());
}

QString inStore(const QString& hash)
{
    return QStringLiteral("%1/%2/%3.s2ma").arg(hash.left(2), hash.mid(2, 2), hash);
}

/// A machine with a home and a disk of its own.
struct MadeMachine
{
    QTemporaryDir disk;
    QHash<QByteArray, QString> variables;

    MachinePaths paths() const
    {
        return {.home = disk.filePath(QStringLiteral("home/me")),
                .root = disk.filePath(QStringLiteral("disk")),
                .variable = [this](const char* name) { return variables.value(name); }};
    }
    /// Relative to the temporary folder; returns the whole path.
    QString write(const QString& path, const QByteArray& contents = Contents) const
    {
        const QString whole = disk.filePath(path);
        QDir().mkpath(QFileInfo(whole).path());
        QFile file(whole);
        if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size())
            qFatal("no file %s", qPrintable(whole));
        return whole;
    }
};

RecordedMap recordedMap()
{
    RecordedMap map;
    map.title = QStringLiteral("Two Hills LE");
    map.hash = hashOf(Contents);
    return map;
}

model::SceneSearch search(const MadeMachine& machine, const RecordedMap& map, const QStringList& folders = {},
                          const MapNameOf& nameOf = {})
{
    return findMap(map, folders, machine.paths(), nameOf, {});
}

QByteArray handle(const QByteArray& hash, const char* kind = "s2ma")
{
    return QByteArray(kind) + QByteArray(2, '\0') + "EU" + hash;
}

std::span<const std::byte> bytesOf(const QByteArray& text)
{
    return std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())));
}

} // namespace

class TestSc2MapFinder : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theLastHandleIsTheMap()
    {
        const QByteArray hash = QCryptographicHash::hash("a map", QCryptographicHash::Sha256);
        const QByteArray core =
            QCryptographicHash::hash("Standard Data: Core.SC2Mod", QCryptographicHash::Sha256);
        const QByteArray teams =
            QCryptographicHash::hash("Standard Data: Teams07.SC2Mod", QCryptographicHash::Sha256);
        const auto of = [](std::vector<QByteArray> handles) { return mapHash(handles); };
        QCOMPARE(of({handle(core), handle(hash)}), QString::fromLatin1(hash.toHex()));
        QCOMPARE(of({handle(hash), handle(core)}), QString());
        QCOMPARE(of({handle(teams)}), QString());
        QCOMPARE(of({}), QString());
        QCOMPARE(of({handle(hash).chopped(1)}), QString());
        QCOMPARE(of({handle(hash, "s2mh")}), QString());
    }

    void paths_data()
    {
        QTest::addColumn<QByteArray>("lobby");
        QTest::addColumn<QStringList>("paths");
        const QString hash = hashOf(Contents);
        const QByteArray file = inStore(hash).toLatin1();
        const QByteArray back = QByteArray(file).replace('/', '\\');
        const QByteArray win = "C:\\ProgramData\\Blizzard Entertainment\\Battle.net\\Cache\\" + back;
        const QString winPath =
            QStringLiteral("C:/ProgramData/Blizzard Entertainment/Battle.net/Cache/") + inStore(hash);
        const QByteArray mac = "/Users/Shared/Blizzard/Battle.net/Cache/" + file;
        QTest::newRow("nothing") << QByteArray() << QStringList();
        QTest::newRow("windows") << QByteArray("\x01\x02" + win + "\x05") << QStringList{winPath};
        QTest::newRow("a length that looks like a letter before")
            << QByteArray("\x00n" + win, 2 + win.size()) << QStringList{winPath};
        QTest::newRow("mac, twice") << QByteArray(mac + '\0' + mac) << QStringList{QString::fromLatin1(mac)};
        QTest::newRow("another machine") << QByteArray("\\\\evil\\Cache\\" + back) << QStringList();
        QTest::newRow("another machine, slashes") << QByteArray("//evil/Cache/" + file) << QStringList();
        QTest::newRow("no store") << QByteArray("/etc/" + file) << QStringList();
        QTest::newRow("another folder")
            << QByteArray("/a/Cache/00/11/" + hash.toLatin1() + ".s2ma") << QStringList();
        QTest::newRow("relative") << QByteArray("Cache/" + file).replace('/', '\\') << QStringList();
        QTest::newRow("name alone") << QByteArray(hash.toLatin1() + ".s2ma") << QStringList();
        QTest::newRow("too long") << QByteArray("/" + QByteArray(400, 'a') + "/Cache/" + file)
                                  << QStringList();
        QTest::newRow("another map") << QByteArray("/a/Cache/" + inStore(hashOf("x")).toLatin1())
                                     << QStringList();
        QTest::newRow("megabytes") << QByteArray(QByteArray(6'000'000, '/') + "\x01" + mac)
                                   << QStringList{QString::fromLatin1(mac)};
        QTest::newRow("very often") << QByteArray((hash.toLatin1() + ".s2ma").repeated(100'000))
                                    << QStringList();
    }

    void paths()
    {
        QFETCH(QByteArray, lobby);
        QFETCH(QStringList, paths);
        QCOMPARE(recordedMapPaths(bytesOf(lobby), hashOf(Contents)), paths);
        QVERIFY(recordedMapPaths(bytesOf(lobby), QString()).isEmpty());
    }

    void systems_data()
    {
        QTest::addColumn<QString>("store");
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QString>("value"); ///< below the temporary folder
        const QString cache = QStringLiteral("/Blizzard Entertainment/Battle.net/Cache");
        const auto row = [](const char* name, const QString& store, const char* variable = "",
                            const QString& value = {}) {
            QTest::newRow(name) << store << QByteArray(variable) << value;
        };
        row("Windows", QStringLiteral("ProgramData") + cache, "ProgramData", QStringLiteral("ProgramData"));
        row("Windows XP", QStringLiteral("All Users/Application Data") + cache, "ALLUSERSPROFILE",
            QStringLiteral("All Users"));
        row("macOS", QStringLiteral("disk/Users/Shared/Blizzard/Battle.net/Cache"));
        row("Wine", QStringLiteral("home/me/.wine/drive_c/ProgramData") + cache);
        row("Wine, old", QStringLiteral("home/me/.wine/drive_c/users/Public/Application Data") + cache);
        row("Wine, named", QStringLiteral("my prefix/drive_c/ProgramData") + cache, "WINEPREFIX",
            QStringLiteral("my prefix"));
        row("Lutris", QStringLiteral("home/me/Games/battlenet/drive_c/ProgramData") + cache);
        row("Steam",
            QStringLiteral("home/me/.local/share/Steam/steamapps/compatdata/123/pfx/drive_c/ProgramData") +
                cache);
        row("Bottles",
            QStringLiteral("home/me/.var/app/com.usebottles.bottles/data/bottles/bottles/sc2/drive_c/"
                           "ProgramData") +
                cache);
        row("Linux", QStringLiteral("home/me/StarCraftII/Battle.net/Cache"));
        row("Linux, named", QStringLiteral("games/sc2/Battle.net/Cache"), "SC2PATH",
            QStringLiteral("games/sc2"));
    }

    void systems()
    {
        QFETCH(QString, store);
        QFETCH(QByteArray, variable);
        QFETCH(QString, value);
        MadeMachine machine;
        if (!variable.isEmpty())
            machine.variables.insert(variable, machine.disk.filePath(value));
        const RecordedMap map = recordedMap();
        const auto before = search(machine, map);
        QVERIFY(before.found.empty());
        const QString path = machine.write(store + u'/' + inStore(map.hash));
        const auto found = search(machine, map);
        QCOMPARE(found.found.size(), std::size_t{1});
        QCOMPARE(found.found[0].path, path);
        QVERIFY(found.found[0].doubt.isEmpty());
        // The one that is there is told first.
        QCOMPARE(found.places.first(), machine.disk.filePath(store));
        QCOMPARE(found.wanted, QStringLiteral("the map \"Two Hills LE\" (%1.s2ma)").arg(map.hash));
    }

    void foldersOfTheUserComeFirst_data()
    {
        QTest::addColumn<QString>("file");
        const QString hash = hashOf(Contents);
        QTest::newRow("as in the store") << QStringLiteral("maps/") + inStore(hash);
        QTest::newRow("a store in it") << QStringLiteral("maps/Cache/") + inStore(hash);
        QTest::newRow("by its hash") << QStringLiteral("maps/%1.s2ma").arg(hash);
        QTest::newRow("under a name") << QStringLiteral("maps/Two Hills.SC2Map");
        QTest::newRow("under another name") << QStringLiteral("maps/x.S2MA");
    }

    void foldersOfTheUserComeFirst()
    {
        QFETCH(QString, file);
        const MadeMachine machine;
        const RecordedMap map = recordedMap();
        machine.write(QStringLiteral("home/me/StarCraftII/Battle.net/Cache/") + inStore(map.hash));
        machine.write(QStringLiteral("maps/another.SC2Map"), "another");
        const QString path = machine.write(file);
        const QString absent = machine.disk.filePath(QStringLiteral("absent"));
        const auto found =
            search(machine, map, {absent, QString(), machine.disk.filePath(QStringLiteral("maps"))});
        QCOMPARE(found.found.size(), std::size_t{1});
        QCOMPARE(found.found[0].path, path);
        QCOMPARE(found.places.first(), machine.disk.filePath(QStringLiteral("maps")));
        QVERIFY(found.places.indexOf(absent) > 1);
    }

    void theRecordedPathComesBeforeTheStores()
    {
        const MadeMachine machine;
        RecordedMap map = recordedMap();
        const QString file = inStore(map.hash);
        machine.write(QStringLiteral("home/me/StarCraftII/Battle.net/Cache/") + file);
        map.recordedPaths = {QStringLiteral("D:/elsewhere/Cache/") + file,
                             QStringLiteral("C:/old/Cache/") + file, QStringLiteral("/new/Cache/") + file};
        const QString wine = machine.write(QStringLiteral("home/me/.wine/drive_c/old/Cache/") + file);
        QCOMPARE(search(machine, map).found.at(0).path, wine);
        map.recordedPaths.removeAt(1);
        const QString here = machine.write(QStringLiteral("disk/new/Cache/") + file);
        QCOMPARE(search(machine, map).found.at(0).path, here);
    }

    void contentsCount()
    {
        const MadeMachine machine;
        const RecordedMap map = recordedMap();
        const QString damaged =
            machine.write(QStringLiteral("home/me/StarCraftII/Battle.net/Cache/") + inStore(map.hash), "cut");
        auto found = search(machine, map);
        QCOMPARE(found.found.size(), std::size_t{1});
        QCOMPARE(found.found[0].path, damaged);
        QVERIFY(!found.found[0].doubt.isEmpty());
        const QString whole =
            machine.write(QStringLiteral("home/me/StarCraft II/Battle.net/Cache/") + inStore(map.hash));
        found = search(machine, map);
        QCOMPARE(found.found.size(), std::size_t{2});
        QCOMPARE(found.found[0].path, whole);
        QVERIFY(found.found[0].doubt.isEmpty());
    }

    void doubts_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("doubt");
        QTest::newRow("others") << QStringLiteral("others")
                                << QStringLiteral(
                                       "The file has the map's name, but its contents are others.");
        QTest::newRow("too large")
            << QStringLiteral("large")
            << QStringLiteral("The file has the map's name, but is too large to be compared with it.");
        QTest::newRow("unreadable") << QStringLiteral("unreadable")
                                    << QStringLiteral("The file has the map's name, but cannot be read.");
    }
    void doubts()
    {
        QFETCH(QString, kind);
        QFETCH(QString, doubt);
        const MadeMachine machine;
        const RecordedMap map = recordedMap();
        const QString path =
            machine.write(QStringLiteral("home/me/StarCraftII/Battle.net/Cache/") + inStore(map.hash), "cut");
        if (kind == QLatin1String("large")) {
            QVERIFY(QFile::resize(path, qint64{MaxMapFileBytes} + 1));
        } else if (kind == QLatin1String("unreadable")) {
            // Its first bytes are nobody's, not even an administrator's.
            const QString memory = QStringLiteral("/proc/self/mem");
            if (!QFileInfo(memory).isFile())
                QSKIP("no file here that cannot be read");
            QVERIFY(QFile::remove(path) && QFile::link(memory, path));
        }
        const auto found = search(machine, map);
        QCOMPARE(found.found.size(), std::size_t{1});
        QCOMPARE(found.found[0].doubt, doubt);
        QVERIFY(!found.found[0].doubtWording.empty());
    }

    void notComparedIsSaid()
    {
        const MadeMachine machine;
        const QString small = machine.write(QStringLiteral("maps/a.SC2Map"), "a");
        const QString large = machine.write(QStringLiteral("maps/b.SC2Map"), "b");
        QVERIFY(QFile::resize(large, qint64{MaxMapFileBytes} + 1));
        const auto nameOf = [](const QString&, const std::stop_token&) {
            return QStringLiteral("Two Hills LE");
        };
        const auto found =
            search(machine, recordedMap(), {machine.disk.filePath(QStringLiteral("maps"))}, nameOf);
        QCOMPARE(found.found.size(), std::size_t{2});
        QCOMPARE(found.found[0].path, small);
        QCOMPARE(found.found[0].doubt,
                 QStringLiteral("It has the map's title, but may be another version of it."));
        QCOMPARE(found.found[1].path, large);
        QCOMPARE(found.found[1].doubt,
                 QStringLiteral("It has the map's title, but was not compared with it."));
    }

    void mapsOfTheSameNameAreInDoubt()
    {
        const MadeMachine machine;
        const RecordedMap map = recordedMap();
        const QString other = machine.write(QStringLiteral("maps/b.SC2Map"), "Two hills LE");
        machine.write(QStringLiteral("maps/c.SC2Map"), "Three Hills");
        const QString called = machine.write(QStringLiteral("maps/TwoHillsLE.s2ma"), "two-hills le");
        QStringList opened;
        const auto nameOf = [&opened](const QString& path, const std::stop_token&) {
            opened += path;
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll()) : QString();
        };
        const QStringList folders{machine.disk.filePath(QStringLiteral("maps"))};
        const auto found = search(machine, map, folders, nameOf);
        QCOMPARE(found.found.size(), std::size_t{2});
        QCOMPARE(found.found[0].path, called);
        QCOMPARE(found.found[1].path, other);
        QVERIFY(!found.found[0].doubt.isEmpty());
        QCOMPARE(opened.size(), 3);
        // Nothing is opened for its name where the map itself is there.
        opened.clear();
        machine.write(QStringLiteral("maps/z.SC2Map"));
        QCOMPARE(search(machine, map, folders, nameOf).found.size(), std::size_t{1});
        QVERIFY(opened.isEmpty());
    }

    void onlySoManyAreOpened()
    {
        const MadeMachine machine;
        for (int i = 0; i < MaxNamedMaps + 20; ++i)
            machine.write(QStringLiteral("maps/%1.SC2Map").arg(i), QByteArray::number(i));
        int opened = 0;
        const auto nameOf = [&opened](const QString&, const std::stop_token&) {
            ++opened;
            return QStringLiteral("Two Hills LE");
        };
        const auto found =
            search(machine, recordedMap(), {machine.disk.filePath(QStringLiteral("maps"))}, nameOf);
        QCOMPARE(opened, MaxNamedMaps);
        QCOMPARE(found.found.size(), static_cast<std::size_t>(MaxNamedMaps));
    }

    void nothingIsWantedWithoutAHandle()
    {
        const MadeMachine machine;
        const auto found = search(machine, {}, {machine.disk.path()});
        QVERIFY(found.wanted.isEmpty());
        QVERIFY(found.places.isEmpty());
        QVERIFY(found.found.empty());
    }

    void hashesOfFiles()
    {
        const MadeMachine machine;
        const QByteArray large(1'000'003, 'x');
        const QString path = machine.write(QStringLiteral("large"), large);
        QCOMPARE(fileHash(path, MaxMapFileBytes, {}).value_or(QString()), hashOf(large));
        QVERIFY(!fileHash(path, 1'000'002, {}));
        QVERIFY(!fileHash(machine.disk.path(), MaxMapFileBytes, {}));
        QVERIFY(!fileHash(path + u'x', MaxMapFileBytes, {}));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!fileHash(path, MaxMapFileBytes, stop.get_token()));
        const auto stopped =
            findMap(recordedMap(), {machine.disk.path()}, machine.paths(), {}, stop.get_token());
        QVERIFY(stopped.found.empty());
    }
};

} // namespace tst_sc2_map_finder

GHOSTLINE_TEST(tst_sc2_map_finder, TestSc2MapFinder, void)
#include "tst_sc2_map_finder.moc"
