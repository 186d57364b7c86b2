// SPDX-License-Identifier: GPL-3.0-or-later
// What the window is told of surroundings, and when: the recording's own at once, the map when it is read,
// nothing of what is no longer wanted.
#include "app/gui/session/replay_loader.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_replay_loader {

using namespace ghostline;
using app::ReplayLoader;

namespace {

/// What a loader says, in its order: "own", "map", "failed" ..., with the names of surroundings.
struct Told
{
    explicit Told(ReplayLoader& loader)
    {
        QObject::connect(&loader, &ReplayLoader::sceneLoaded, &loader,
                         [this](const model::SceneDescription& scene) {
                             words << QStringLiteral("shown ") + scene.name;
                             last = scene;
                         });
        const auto note = [this](const char* word) { return [this, word] { words << QLatin1String(word); }; };
        QObject::connect(&loader, &ReplayLoader::mapSought, &loader, note("sought"));
        QObject::connect(&loader, &ReplayLoader::mapFailed, &loader, note("failed"));
        QObject::connect(&loader, &ReplayLoader::sceneSettled, &loader, note("settled"));
    }
    bool settled(int times = 1) const
    {
        return QTest::qWaitFor([&] { return words.count(QStringLiteral("settled")) >= times; });
    }
    QString all() const { return words.join(QLatin1String(", ")); }

    QStringList words;
    model::SceneDescription last;
};

} // namespace

class TestReplayLoader : public QObject
{
    Q_OBJECT

    static std::shared_ptr<model::ReplaySource> replay()
    {
        test::FakeReplayOptions options;
        options.surroundings.name = QStringLiteral("own");
        return test::makeFakeReplay(options);
    }
    static std::unique_ptr<ReplayLoader> loader()
    {
        return std::make_unique<ReplayLoader>(
            std::make_shared<model::CodecRegistry>(QStringList{QStringLiteral(FAKE_CODECS)}));
    }
    QString put(const char* name, const char* word = "") const
    {
        QFile file(m_folder->filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(word) >= 0 ? file.fileName() : QString();
    }
    model::SceneChoice inFolder() const { return {.path = {}, .folders = {m_folder->path()}}; }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void ownThenMap()
    {
        put("a.fakemap");
        const auto loads = loader();
        Told told(*loads);
        QSignalSpy found(loads.get(), &ReplayLoader::mapFound);
        loads->setSceneChoice(inFolder());
        loads->loadScene(replay());
        QVERIFY(told.settled());
        QCOMPARE(told.all(), QStringLiteral("sought, shown own, shown a.fakemap, settled"));
        QCOMPARE(found.size(), 1);
        // Read again when more is known of the recording, the map is not gone meanwhile.
        loads->loadScene(replay());
        QVERIFY(told.settled(2));
        QCOMPARE(told.words.mid(4).join(QLatin1String(", ")),
                 QStringLiteral("sought, shown a.fakemap, settled"));
        // Another choice is another map.
        loads->setSceneChoice({.path = put("b.fakemap"), .folders = {}});
        loads->loadScene(replay());
        QVERIFY(told.settled(3));
        QCOMPARE(told.words.mid(7).join(QLatin1String(", ")),
                 QStringLiteral("sought, shown own, shown b.fakemap, settled"));
    }

    void whatIsMissingIsTold()
    {
        const auto loads = loader();
        Told told(*loads);
        loads->loadScene(replay());
        QVERIFY(told.settled());
        QCOMPARE(told.all(), QStringLiteral("sought, shown own, shown own, settled"));
        QVERIFY(told.last.note.startsWith(
            QLatin1String("No map: add its folder in Settings > Maps; home.fakemap")));
    }

    void nothingIsToldTwice()
    {
        ReplayLoader loads(std::make_shared<model::CodecRegistry>(QStringList{m_folder->path()}));
        Told told(loads);
        loads.loadScene(replay());
        QVERIFY(told.settled());
        QCOMPARE(told.all(), QStringLiteral("sought, shown own, settled"));
    }

    void aBrokenMapLeavesTheOwn()
    {
        const auto loads = loader();
        Told told(*loads);
        loads->setSceneChoice({.path = put("a.fakemap", "broken"), .folders = {}});
        loads->loadScene(replay());
        QVERIFY(told.settled());
        QCOMPARE(told.all(), QStringLiteral("sought, shown own, failed, shown own, settled"));
        QCOMPARE(told.last.note, QStringLiteral("No map: the map a.fakemap cannot be read: it is torn."));
    }

    void noLongerWanted()
    {
        put("a.fakemap", "endless");
        auto loads = loader();
        Told told(*loads);
        loads->setSceneChoice(inFolder());
        loads->loadScene(replay());
        QTRY_COMPARE(told.all(), QStringLiteral("sought, shown own"));
        loads->forgetScene();
        // The next one is not held up by it.
        put("b.fakemap");
        loads->setSceneChoice({.path = m_folder->filePath(QStringLiteral("b.fakemap")), .folders = {}});
        loads->loadScene(replay());
        QVERIFY(told.settled());
        QCOMPARE(told.words.mid(2).join(QLatin1String(", ")),
                 QStringLiteral("sought, shown own, shown b.fakemap, settled"));
        // Nor is the end of the loader, in the middle of reading.
        loads->setSceneChoice(inFolder());
        QFile::remove(m_folder->filePath(QStringLiteral("b.fakemap")));
        loads->loadScene(replay());
        QTRY_COMPARE(told.words.last(), QStringLiteral("shown own"));
        loads.reset();
    }
};

} // namespace tst_replay_loader

GHOSTLINE_TEST(tst_replay_loader, TestReplayLoader)
#include "tst_replay_loader.moc"
