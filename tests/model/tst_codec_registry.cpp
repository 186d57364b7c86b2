// SPDX-License-Identifier: GPL-3.0-or-later
// The codec registry: metadata before loading, failures with reasons, detection, options.
#include "model/bytes/byte_sources.h"
#include "model/codec/codec_abi.h"
#include "model/codec/codec_metadata.h"
#include "model/codec/codec_registry.h"
#include "model/codec/name_pattern.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLoggingCategory>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_codec_registry {

using namespace ghostline::model;

class TestCodecRegistry : public QObject
{
    Q_OBJECT

    /// A copy of the fake plugin with some bytes exchanged for others of the same length.
    static QString patched(const QTemporaryDir& folder, const QByteArray& from, const QByteArray& to)
    {
        QFile original(QStringLiteral(FAKE_CODEC));
        if (!original.open(QIODevice::ReadOnly))
            return {};
        QByteArray bytes = original.readAll();
        if (from.size() != to.size() || (!from.isEmpty() && !bytes.contains(from)))
            return {};
        if (!from.isEmpty())
            bytes.replace(from, to);
        const QString path = folder.filePath(QStringLiteral("libpatched.so"));
        QFile copy(path);
        return copy.open(QIODevice::WriteOnly) && copy.write(bytes) == bytes.size() ? path : QString();
    }

    static QStringList fakeFolder() { return {QFileInfo(QStringLiteral(FAKE_CODEC)).path()}; }

    static QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
    {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName()
                                                                                    : QString();
    }

    static QJsonObject goodMetadata()
    {
        QFile file(QStringLiteral(FAKE_CODEC_METADATA));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }

private Q_SLOTS:
    void namesAndPatterns_data()
    {
        QTest::addColumn<QString>("pattern");
        for (const char* pattern :
             {"*.log", "head.part", "part-*.part", "*", "a?.log", "[ab].log", "*-*.log"})
            QTest::newRow(pattern) << QString::fromLatin1(pattern);
    }
    /// Whatever a pattern is, Qt's own answer.
    void namesAndPatterns()
    {
        QFETCH(QString, pattern);
        for (const char* name :
             {"a.log", "A.LOG", "ab.log", "log", ".log", "a.logs", "part-.part", "part-1.PART", "part.part",
              "head.part", "xhead.part", "a-b.log", "*.log", ""})
            QCOMPARE(matchesPattern(pattern, QString::fromLatin1(name)),
                     QDir::match(pattern, QString::fromLatin1(name)));
    }

    void initTestCase()
    {
        // Qt complains of broken plugins too; here that is not an error of the program.
        QLoggingCategory::setFilterRules(QStringLiteral("qt.core.plugin.loader=false"));
    }

    void readsMetadata()
    {
        const CodecRegistry registry(fakeFolder());
        QCOMPARE(registry.failures().size(), std::size_t{0});
        QCOMPARE(registry.codecs().size(), std::size_t{1});
        const CodecInfo* const info = registry.find(QStringLiteral("fake"));
        QVERIFY(info);
        QCOMPARE(info->name, QStringLiteral("Fake replays"));
        QCOMPARE(info->patterns, QStringList{QStringLiteral("*.fake")});
        QCOMPARE(info->scenePatterns, QStringList{QStringLiteral("*.fakemap")});
        QCOMPARE(info->mimeType, QStringLiteral("application/x-fake-replay"));
        QCOMPARE(info->magic.size(), std::size_t{1});
        QCOMPARE(info->magic[0].bytes, QByteArray("FAKE"));
        QVERIFY(info->canRead && !info->canWrite);
        QCOMPARE(info->options.size(), std::size_t{5});
        QCOMPARE(info->options[0].type, OptionType::Integer);
        QCOMPARE(info->options[0].defaultValue.toInt(), 1000);
        QCOMPARE(info->options[3].scope, OptionScope::Report);
        QCOMPARE(info->options[3].choices, (QStringList{QStringLiteral("plain"), QStringLiteral("fixed")}));
        QCOMPARE(info->reports[0].usage, QStringLiteral("[all]"));
        QCOMPARE(info->library, QFileInfo(QStringLiteral(FAKE_CODEC)).canonicalFilePath());
        QVERIFY(!registry.find(QStringLiteral("nonesuch")));
        QCOMPARE(registry.load(QStringLiteral("nonesuch")).error().code, ErrorCode::InvalidArgument);
    }

    void badPluginsAreListed_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("reason");
        const QByteArray id(GHOSTLINE_CODEC_IID);
        const QByteArray otherHeaders = QByteArray(id).replace(id.size() - 4, 4, "-old");
        QTest::newRow("other ABI") << id << otherHeaders
                                   << QStringLiteral("another version (\"%1\", wanted \"%2\")")
                                          .arg(QString::fromLatin1(otherHeaders), QString::fromLatin1(id));
        QTest::newRow("other interface") << id << QByteArray(id).replace("Codec", "Codex")
                                         << QStringLiteral("not a codec for this version");
        QTest::newRow("no id") << QByteArray("\x62id\x64"
                                             "fake")
                               << QByteArray("\x62ix\x64"
                                             "fake")
                               << QStringLiteral("no \"id\"");
        QTest::newRow("damaged metadata")
            << QByteArray("\x78") + char(id.size()) + "org." << QByteArray("\x1c") + char(id.size()) + "org."
            << QStringLiteral("not a plugin");
        QTest::newRow("magic is no hex")
            << QByteArray("46414b45") << QByteArray("46414bXY") << QStringLiteral("magic");
        QTest::newRow("unknown scope")
            << QByteArray("report\x64type") << QByteArray("repart\x64type") << QStringLiteral("scope");
    }
    void badPluginsAreListed()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, reason);
        const QTemporaryDir folder;
        QString path = patched(folder, from, to);
        if (path.isEmpty() && qstrcmp(QTest::currentDataTag(), "unknown scope") == 0)
            QSKIP("the keys of this build's metadata come in another order");
        QVERIFY(!path.isEmpty());
        const CodecRegistry registry({folder.path()});
        QVERIFY(registry.codecs().empty());
        QCOMPARE(registry.failures().size(), std::size_t{1});
        QCOMPARE(registry.failures()[0].library, QFileInfo(path).canonicalFilePath());
        QVERIFY2(registry.failures()[0].reason.contains(reason), qPrintable(registry.failures()[0].reason));
    }

    void notALibraryIsListed()
    {
        const QTemporaryDir folder;
        writeFile(folder, QStringLiteral("libempty.so"), {});
        writeFile(folder, QStringLiteral("libtext.so"), "this is no library");
        writeFile(folder, QStringLiteral("readme.txt"), "not looked at");
        const CodecRegistry registry({folder.path(), folder.filePath(QStringLiteral("absent"))});
        QCOMPARE(registry.failures().size(), std::size_t{2});
        for (const CodecFailure& failure : registry.failures())
            QVERIFY(!failure.reason.isEmpty());
    }

    void unloadableIsToldWhenNeeded()
    {
        const QTemporaryDir folder;
        QVERIFY(!patched(folder, "libghostline-model.so", "libghostline-modex.so").isEmpty());
        const CodecRegistry registry({folder.path()});
        QCOMPARE(registry.codecs().size(), std::size_t{1}); // its metadata is fine
        QCOMPARE(registry.failures().size(), std::size_t{0});
        for (int attempt = 0; attempt < 2; ++attempt) {
            const auto codec = registry.load(QStringLiteral("fake"));
            QVERIFY(!codec);
            QCOMPARE(codec.error().code, ErrorCode::PluginFailed);
            QVERIFY(codec.error().message.contains(QStringLiteral("modex")));
        }
        QCOMPARE(registry.failures().size(), std::size_t{1});
        const auto bytes = MemorySource::fromByteArray("FAKE....", QStringLiteral("x.fake"));
        const auto detected = registry.detect(*bytes);
        QVERIFY(!detected);
        QVERIFY(detected.error().advice.contains(QStringLiteral("fake")));
    }

    void sameFormatTwice()
    {
        const QTemporaryDir folder;
        QVERIFY(!patched(folder, {}, {}).isEmpty());
        const CodecRegistry registry(fakeFolder() + fakeFolder() + QStringList{folder.path()});
        QCOMPARE(registry.codecs().size(), std::size_t{1});
        QCOMPARE(registry.codecs()[0].library, QFileInfo(QStringLiteral(FAKE_CODEC)).canonicalFilePath());
        QCOMPARE(registry.failures().size(), std::size_t{1});
        QVERIFY(registry.failures()[0].reason.contains(QStringLiteral("already")));
    }

    void foldersFromEnvironment()
    {
        const QByteArray old = qgetenv("GHOSTLINE_CODEC_PATH");
        qputenv("GHOSTLINE_CODEC_PATH", "/one:/two");
        const QStringList folders = CodecRegistry::defaultFolders();
        qputenv("GHOSTLINE_CODEC_PATH", old);
        QCOMPARE(folders.mid(0, 2), (QStringList{QStringLiteral("/one"), QStringLiteral("/two")}));
        QVERIFY(folders.last().endsWith(QStringLiteral("/lib/ghostline/codecs")));
    }

    void opensByContent()
    {
        const QTemporaryDir folder;
        const QString path = writeFile(folder, QStringLiteral("match.bin"), "FAKE and more");
        const CodecRegistry registry(fakeFolder());
        OpenOptions options;
        options.codec[QStringLiteral("frames")] = QStringLiteral("321");
        options.codec[QStringLiteral("mode")] = QStringLiteral("fixed");
        const auto source = registry.open(path, options);
        QVERIFY(source);
        QCOMPARE((*source)->index()->frames(), 321);
        const Codec* const codec = *registry.load(QStringLiteral("fake"));
        QCOMPARE(codec->write(**source, {}).error().code, ErrorCode::Unsupported);
        QCOMPARE(codec->repair(**source, {}).error().code, ErrorCode::Unsupported);
    }

    void foldersThatAreOneReplay()
    {
        const QTemporaryDir folder;
        const CodecRegistry registry(fakeFolder());
        QVERIFY(!registry.isReplayFolder(folder.path()));
        const QString part = writeFile(folder, QStringLiteral("part-1.part"), "FAKE part");
        QVERIFY(registry.isReplayFolder(folder.path()));
        QCOMPARE(registry.replayPath(part),
                 folder.path()); // the first there is, as long as nothing better is
        const QString head = writeFile(folder, QStringLiteral("head.part"), "FAKE head");
        QCOMPARE(registry.replayPath(head), folder.path());
        QCOMPARE(registry.replayPath(part), folder.path()); // a part of it is it, too
        QCOMPARE(registry.replayPath(folder.path()), folder.path());
        const auto bytes = registry.openBytes(folder.path());
        QVERIFY(bytes);
        QCOMPARE((*bytes)->identity().name, head);
        QCOMPARE((*bytes)->siblingNames().value_or(QStringList()),
                 (QStringList{QStringLiteral("head.part"), QStringLiteral("part-1.part")}));
        QVERIFY(registry.open(folder.path()));
        QCOMPARE(registry.replayPath(folder.path() + QLatin1Char('/')), folder.path());
        const QString other = writeFile(folder, QStringLiteral("run.fake"), "FAKE");
        QCOMPARE(registry.replayPath(other), other);
        // A folder on a server goes by its own name.
        QCOMPARE(registry.replayPath(QStringLiteral("http://127.0.0.1:1/a%20b/head.part")),
                 QStringLiteral("http://127.0.0.1:1/a%20b/"));
        const QString address = QStringLiteral("http://127.0.0.1:1/run.fake");
        QCOMPARE(registry.replayPath(address), address);
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("empty");
        QTest::newRow("one byte") << QByteArray("\x01", 1) << QStringLiteral("01");
        QTest::newRow("JPEG") << QByteArray("\xFF\xD8\xFF\xE0") << QStringLiteral("JPEG");
        QTest::newRow("gzip") << QByteArray("\x1F\x8B\x08") << QStringLiteral("gzip");
        QTest::newRow("zeroes") << QByteArray(5000, '\0') << QStringLiteral("zeroes");
        QTest::newRow("text") << QByteArray("hello\n") << QStringLiteral("text");
        QTest::newRow("near miss") << QByteArray("FAK\x02") << QStringLiteral("46 41 4b 02");
    }
    void refusals()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        const QTemporaryDir folder;
        const QString path = writeFile(folder, QStringLiteral("thing.bin"), content);
        const auto source = CodecRegistry(fakeFolder()).open(path);
        QVERIFY(!source);
        QCOMPARE(source.error().code, ErrorCode::UnknownFormat);
        QCOMPARE(source.error().file, path);
        QVERIFY2(source.error().message.contains(says), qPrintable(source.error().message));
    }

    void errorsNameTheFile()
    {
        const QTemporaryDir folder;
        const CodecRegistry registry(fakeFolder());
        const auto absent = registry.open(folder.filePath(QStringLiteral("absent.fake")));
        QCOMPARE(absent.error().code, ErrorCode::NotFound);
        QVERIFY(absent.error().file.endsWith(QStringLiteral("absent.fake")));
        QCOMPARE(registry.open(folder.path()).error().code, ErrorCode::NotReadable);
        // By its name alone it is ours, so the codec says what is wrong with it, and where.
        const QString cut = writeFile(folder, QStringLiteral("cut.fake"), "FA");
        const auto damaged = registry.open(cut);
        QCOMPARE(damaged.error().code, ErrorCode::Damaged);
        QCOMPARE(damaged.error().file, cut);
        QCOMPARE(damaged.error().where.offset, std::optional<std::uint64_t>(2));
    }

    void optionsAreChecked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<bool>("valid");
        const auto row = [](const char* name, const char* value, bool valid) {
            QTest::addRow("%s=%s", name, value)
                << QString::fromLatin1(name) << QString::fromLatin1(value) << valid;
        };
        row("frames", "12", true);
        row("frames", "twelve", false);
        row("frames", "1.5", false);
        row("size", "1.5", true);
        row("size", "big", false);
        row("mirror", "ON", true);
        row("mirror", "maybe", false);
        row("mode", "fixed", true);
        row("mode", "broken", false);
        row("author", "anyone", false); // is for writing, not for opening
        row("unheard", "of", false);
    }
    void optionsAreChecked()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(bool, valid);
        const QTemporaryDir folder;
        const QString path = writeFile(folder, QStringLiteral("a.fake"), "FAKE....");
        OpenOptions options;
        options.codec[name] = value;
        const auto source = CodecRegistry(fakeFolder()).open(path, options);
        QCOMPARE(source.has_value(), valid);
        if (!valid) {
            QCOMPARE(source.error().code, ErrorCode::InvalidArgument);
            QVERIFY(source.error().message.contains(name));
        }
    }

    void writeOptions()
    {
        const auto info = parseCodecMetadata(goodMetadata());
        QVERIFY(info);
        const OptionScope scopes[] = {OptionScope::Write};
        QVERIFY(validateOptions(*info, {{QStringLiteral("author"), QStringLiteral("x")}}, scopes));
        const auto wrong = validateOptions(*info, {{QStringLiteral("frames"), QStringLiteral("1")}}, scopes);
        QVERIFY(!wrong);
        QVERIFY(wrong.error().message.contains(QStringLiteral("author")));
        CodecInfo none;
        none.name = QStringLiteral("Bare");
        QVERIFY(validateOptions(none, {{QStringLiteral("a"), QString()}}, scopes)
                    .error()
                    .message.contains(QStringLiteral("none")));
    }

    void metadataKeys_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("id") << QStringLiteral("id") << QByteArray("[\"\"]");
        QTest::newRow("magic") << QStringLiteral("magic") << QByteArray("[[{\"offset\":-1,\"hex\":\"00\"}]]");
        QTest::newRow("magic far") << QStringLiteral("magic")
                                   << QByteArray("[[{\"offset\":5000,\"hex\":\"00\"}]]");
        QTest::newRow("options") << QStringLiteral("options")
                                 << QByteArray("[[{\"name\":\"x\",\"scope\":\"open\"}]]");
        QTest::newRow("choices") << QStringLiteral("options")
                                 << QByteArray("[[{\"name\":\"x\",\"scope\":\"open\",\"type\":\"choice\"}]]");
        QTest::newRow("reports") << QStringLiteral("reports") << QByteArray("[[{}]]");
    }
    void metadataKeys()
    {
        QFETCH(QString, key);
        QFETCH(QByteArray, json);
        QJsonObject metadata = goodMetadata();
        QVERIFY(parseCodecMetadata(metadata));
        metadata[key] = QJsonDocument::fromJson(json).array().at(0);
        const auto info = parseCodecMetadata(metadata);
        QVERIFY(!info);
        QCOMPARE(info.error().code, ErrorCode::PluginFailed);
    }
};

} // namespace tst_codec_registry

GHOSTLINE_TEST(tst_codec_registry, TestCodecRegistry)
#include "tst_codec_registry.moc"
