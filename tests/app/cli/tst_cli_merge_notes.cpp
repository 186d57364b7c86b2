// SPDX-License-Identifier: GPL-3.0-or-later
// `merge-notes`: another person's folder of notes, taken over at once.
#include "model/sidecar/sidecar.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_merge_notes {

using namespace ghostline;
using namespace Qt::StringLiterals;

class TestCliMergeNotes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(path(u"mine"_s)) && QDir().mkpath(path(u"theirs"_s)));
        QVERIFY(QFile::copy(test::sampleLog(), path(u"mine/town.log"_s)));
    }

    void mergesAndTells()
    {
        note(u"theirs/renamed.log"_s, *model::contentOf(test::sampleLog()));
        const auto first = merge({u"--json"_s});
        QCOMPARE(first.code, 0);
        const QJsonObject said = first.json()["notes"_L1][0].toObject();
        QCOMPARE(said["outcome"_L1].toString(), u"merged"_s);
        QCOMPARE(said["recording"_L1].toString(), path(u"mine/town.log"_s));
        QVERIFY(said["by_content"_L1].toBool() && said["error"_L1].isNull());
        QCOMPARE(said["verdicts"_L1].toInt(), 1);
        QCOMPARE(model::loadNotes(path(u"mine/town.log"_s))->sidecar.reviews.size(), std::size_t{1});
        const auto again = merge({});
        QCOMPARE(again.code, 0);
        QVERIFY2(again.out.contains("nothing new"), again.out.constData());
    }

    void whatFindsNoRecordingIsSaid()
    {
        note(u"theirs/town.log"_s, {QByteArray(64, 'a'), -1}); // of another recording of that name
        note(u"theirs/other.log"_s, {QByteArray(64, 'b'), -1});
        const auto o = merge({});
        QCOMPARE(o.code, 1);
        QVERIFY2(o.out.contains("other content") && o.out.contains("no recording"), o.out.constData());
        QVERIFY(!QFile::exists(model::sidecarPath(path(u"mine/town.log"_s))));
    }

    void whatCannotBeReadIsSaid()
    {
        QFile torn(path(u"theirs/town.log.ghostline.json"_s));
        QVERIFY(torn.open(QIODevice::WriteOnly) && torn.write("{") == 1);
        torn.close();
        const auto o = merge({});
        QCOMPARE(o.code, 2);
        QVERIFY2(o.err.contains("town.log.ghostline.json"), o.err.constData());
        QCOMPARE(test::runCli({u"merge-notes"_s, path(u"mine"_s), path(u"nowhere"_s)}).code, 2);
        QCOMPARE(test::runCli({u"merge-notes"_s, path(u"nowhere"_s), path(u"theirs"_s)}).code, 2);
    }

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    test::CliOutcome merge(const QStringList& more) const
    {
        return test::runCli(QStringList{u"merge-notes"_s, path(u"mine"_s), path(u"theirs"_s)} + more);
    }
    void note(const QString& name, const model::ContentId& content) const
    {
        model::Sidecar sidecar;
        sidecar.add(model::FlagReview{.id = {},
                                      .frame = 10,
                                      .check = u"speed"_s,
                                      .verdict = model::FlagVerdict::Confirmed,
                                      .reviewer = u"Ben"_s,
                                      .content = content});
        QVERIFY(model::saveSidecar(path(name), sidecar));
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace tst_cli_merge_notes

GHOSTLINE_TEST(tst_cli_merge_notes, TestCliMergeNotes)
#include "tst_cli_merge_notes.moc"
