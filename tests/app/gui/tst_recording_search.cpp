// SPDX-License-Identifier: GPL-3.0-or-later
// Which recording another one means: by content where that is known, by name and size until then.
#include "app/gui/together/file_fetch.h"
#include "app/gui/together/recording_search.h"
#include "tests/support/http_reads.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_recording_search {

using namespace ghostline;
using namespace ghostline::app;
using together::RecordingName;

namespace {

const QByteArray HashA(64, 'a');
const QByteArray HashB(64, 'b');

RecordingName named(const char* name, const QByteArray& sha256 = {}, std::int64_t size = -1)
{
    return {QString::fromLatin1(name), {sha256, size}};
}

} // namespace

class TestRecordingSearch : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString put(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
    }

private Q_SLOTS:
    void howAlike_data()
    {
        QTest::addColumn<RecordingName>("own");
        QTest::addColumn<RecordingName>("wanted");
        QTest::addColumn<int>("like");
        const auto row = [](const char* tag, const RecordingName& own, const RecordingName& wanted,
                            Likeness like) { QTest::newRow(tag) << own << wanted << static_cast<int>(like); };
        row("same bytes", named("a", HashA, 5), named("a", HashA, 5), Likeness::Same);
        row("renamed", named("b", HashA, 5), named("a", HashA, 5), Likeness::Same);
        row("other bytes", named("a", HashB, 5), named("a", HashA, 5), Likeness::Other);
        row("other size", named("a", {}, 4), named("a", HashA, 5), Likeness::Other);
        row("own not known yet", named("a", {}, 5), named("a", HashA, 5), Likeness::Undecided);
        row("own not known yet, renamed", named("b", {}, 5), named("a", HashA, 5), Likeness::Undecided);
        row("the other's not known yet", named("a", HashA, 5), named("a", {}, 5), Likeness::Likely);
        row("the other's not known yet, renamed", named("b", HashA, 5), named("a", {}, 5), Likeness::Other);
        row("the other's not known yet, other size", named("a", HashA, 4), named("a", {}, 5),
            Likeness::Other);
        row("the other's grows", named("a"), named("a"), Likeness::Likely);
        row("the other's grows, renamed", named("b"), named("a"), Likeness::Other);
    }

    void howAlike()
    {
        QFETCH(RecordingName, own);
        QFETCH(RecordingName, wanted);
        QFETCH(int, like);
        QCOMPARE(static_cast<int>(likeness(own, wanted)), like);
    }

    void found_data()
    {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<bool>("known");
        QTest::addColumn<QStringList>("among");
        QTest::addColumn<QString>("found");
        const QString match = QStringLiteral("match.rec");
        const QString copy = QStringLiteral("copy.rec");
        const QString other = QStringLiteral("other.rec");
        const QString shorter = QStringLiteral("short.rec");
        QTest::newRow("by content") << match << true << QStringList{shorter, other, copy} << copy;
        QTest::newRow("by name first") << match << true << QStringList{copy, match} << match;
        QTest::newRow("not by size alone") << match << true << QStringList{other} << QString();
        QTest::newRow("by name and size") << match << false << QStringList{copy, match} << match;
        QTest::newRow("not renamed without content") << match << false << QStringList{copy} << QString();
        QTest::newRow("nothing there") << match << true << QStringList() << QString();
    }

    void found()
    {
        QFETCH(QString, wanted);
        QFETCH(bool, known);
        QFETCH(QStringList, among);
        QFETCH(QString, found);
        const QByteArray bytes = test::noise(5'000, 1);
        const QString path = put(wanted, bytes);
        QVERIFY(!path.isEmpty());
        QVERIFY(!put(QStringLiteral("copy.rec"), bytes).isEmpty());
        QVERIFY(!put(QStringLiteral("other.rec"), test::noise(5'000, 2)).isEmpty());
        QVERIFY(!put(QStringLiteral("short.rec"), test::noise(4'999, 1)).isEmpty());
        const auto content = model::contentOf(path);
        QVERIFY(content);
        const RecordingName name{wanted, known ? *content : model::sizeOfContent(path)};

        QStringList paths{QStringLiteral("https://example.org/match.rec"),
                          m_folder.filePath(QStringLiteral("gone/match.rec"))};
        for (const QString& each : among)
            paths << m_folder.filePath(each);
        const auto one = findRecording(paths, name, {});
        QCOMPARE(one.has_value(), !found.isEmpty());
        if (one) {
            QCOMPARE(one->path, m_folder.filePath(found));
            QCOMPARE(one->content, name.content);
        }
    }

    /// Neither name nor size says enough to open something for it.
    void nothingForWhatGrows()
    {
        const QString path = put(QStringLiteral("growing.rec"), "so far");
        QVERIFY(!findRecording({path}, {QStringLiteral("growing.rec"), {}}, {}));
    }

    void stopped()
    {
        const QString path = put(QStringLiteral("match.rec"), "content");
        const auto content = model::contentOf(path);
        QVERIFY(content);
        std::stop_source stop;
        QVERIFY(findRecording({path}, {QStringLiteral("match.rec"), *content}, stop.get_token()));
        stop.request_stop();
        QVERIFY(!findRecording({path}, {QStringLiteral("match.rec"), *content}, stop.get_token()));
    }

    void addressOfTheFile()
    {
        together::Invitation invitation{QStringLiteral("host.example"), 24'611, {}, {}};
        const together::RecordingOffer offer{24'612, QStringLiteral("/file/SECRET/a match #1.rec")};
        QCOMPARE(fetchAddress(invitation, offer),
                 QStringLiteral("http://host.example:24612/file/SECRET/a%20match%20%231.rec"));
        invitation.fingerprint = HashA;
        QCOMPARE(fetchAddress(invitation, offer),
                 QStringLiteral("https://host.example:24612/file/SECRET/a%20match%20%231.rec#fingerprint=") +
                     QString::fromLatin1(HashA));
    }
};

} // namespace tst_recording_search

GHOSTLINE_TEST(tst_recording_search, TestRecordingSearch)
#include "tst_recording_search.moc"
