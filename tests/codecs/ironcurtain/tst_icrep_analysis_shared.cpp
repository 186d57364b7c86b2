// SPDX-License-Identifier: GPL-3.0-or-later

// Reports and tables of every golden file against what an independent reader found, to the integer.
#include "codecs/ironcurtain/analysis/report.h"
#include "codecs/ironcurtain/analysis/report_events.h"
#include "codecs/ironcurtain/analysis/tables.h"
#include "golden.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QtTest>

#include <set>

namespace tst_icrep_analysis_shared {

using namespace ghostline;
using namespace ghostline::ironcurtain;
using test::expected;
using test::openGolden;

namespace {

QString compact(const QJsonValue& value)
{
    const QJsonDocument document =
        value.isArray() ? QJsonDocument(value.toArray()) : QJsonDocument(value.toObject());
    return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
}

QJsonObject report(const QString& file, const char* name)
{
    const auto replay = openGolden(file);
    if (replay == nullptr)
        return {};
    const KeyframeStore store(replay);
    const auto text = makeReport(QLatin1String(name), replay, store, {}, {});
    if (!text) {
        qInfo("no report: %s", qPrintable(text.error().message));
        return {};
    }
    return QJsonDocument::fromJson(*text).object();
}

std::vector<model::AnalysisTable> tablesOf(const QString& name)
{
    const auto file = openGolden(name);
    const auto events = goThroughEvents(file, {});
    std::vector<Player> players;
    for (const MetaPlayer& one : file->metadata().players) {
        Player player;
        player.id = one.slot;
        player.name = one.name;
        players.push_back(player);
    }
    const auto frames = static_cast<model::FrameNumber>(file->lastTick() + 1);
    return analysisTables(events->hands, events->votes, Players(std::move(players)),
                          model::TimeAxis::uniform(frames, file->metadata().msPerTick(), 1000));
}

const model::AnalysisTable* tableOf(const std::vector<model::AnalysisTable>& tables, const char* id)
{
    for (const model::AnalysisTable& table : tables) {
        if (table.id == QLatin1String(id))
            return &table;
    }
    return nullptr;
}

QString rowText(const model::AnalysisRow& row)
{
    QStringList cells;
    for (const model::AnalysisCell& cell : row.cells)
        cells << cell.text;
    return cells.join(QLatin1Char('|'));
}

} // namespace

class TestIcrepAnalysisShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void controlGroups_data() { test::addGoldenRows(); }
    void controlGroups();
    void votes_data() { test::addGoldenRows(); }
    void votes();
    void contents_data() { test::addGoldenRows(); }
    void contents();
    void damages_data() { test::addGoldenRows(); }
    void damages();
    void tables();
    void reportNames();
};

void TestIcrepAnalysisShared::controlGroups()
{
    QFETCH(QString, name);
    QCOMPARE(compact(report(name, "control-groups")),
             compact(expected(name)[QStringLiteral("metrics")].toObject()));
}

void TestIcrepAnalysisShared::votes()
{
    QFETCH(QString, name);
    QJsonObject got = report(name, "votes");
    QVERIFY(got.take(QStringLiteral("note")).toString().contains(QStringLiteral("not signed")));
    const QJsonObject want = expected(name)[QStringLiteral("votes")].toObject();
    const QJsonArray rows = got[QStringLiteral("rows")].toArray();
    const QJsonArray wanted = want[QStringLiteral("rows")].toArray();
    QCOMPARE(rows.size(), wanted.size());
    for (qsizetype i = 0; i < rows.size(); ++i)
        QCOMPARE(compact(rows[i]), compact(wanted[i]));
    QCOMPARE(compact(got), compact(want));
}

void TestIcrepAnalysisShared::contents()
{
    QFETCH(QString, name);
    const QJsonObject got = report(name, "contents");
    const QJsonObject want = expected(name);
    // Whatever has one value in both.
    for (const char* key : {"bytes", "form", "total_ticks", "recovered"})
        QCOMPARE(got[QLatin1String(key)].toVariant(), want[QLatin1String(key)].toVariant());
    for (const char* key :
         {"verdicts", "blocks", "orders", "events", "unknown", "voice", "signatures", "votes", "metrics"})
        QCOMPARE(compact(got[QLatin1String(key)]), compact(want[QLatin1String(key)]));

    QJsonObject hashes;
    QJsonArray links;
    QJsonArray campaign;
    QJsonArray script;
    for (const QJsonValue& value : got[QStringLiteral("keyframes")].toArray()) {
        const QJsonObject keyframe = value.toObject();
        hashes.insert(QString::number(keyframe[QStringLiteral("tick")].toInteger()),
                      keyframe[QStringLiteral("state_sha256")].toString(QStringLiteral("lost")));
        const auto orNull = [&](const char* key) {
            const QJsonValue one = keyframe[QLatin1String(key)];
            return one.isUndefined() ? QJsonValue() : one;
        };
        links.append(orNull("links"));
        campaign.append(orNull("campaign"));
        script.append(orNull("script"));
    }
    QCOMPARE(compact(hashes), compact(want[QStringLiteral("keyframes")].toObject()));
    QCOMPARE(compact(links), compact(want[QStringLiteral("links")]));
    QCOMPARE(compact(campaign), compact(want[QStringLiteral("campaign")]));
    QCOMPARE(compact(script), compact(want[QStringLiteral("script")]));
    QCOMPARE(got[QStringLiteral("checks")].toArray().size(), qsizetype{5});
}

void TestIcrepAnalysisShared::damages()
{
    QFETCH(QString, name);
    const auto places = [](const QJsonValue& list) {
        std::multiset<QString> all;
        for (const QJsonValue& one : list.toArray()) {
            all.insert(QStringLiteral("%1 %2")
                           .arg(one[QStringLiteral("section")].toString())
                           .arg(one[QStringLiteral("offset")].toInteger()));
        }
        return all;
    };
    const auto got = places(report(name, "contents")[QStringLiteral("damages")]);
    const auto want = places(expected(name)[QStringLiteral("damages")]);
    for (const QString& place : got)
        QVERIFY2(want.count(place) == got.count(place), qPrintable(place));
    QCOMPARE(got.size(), want.size());
}

void TestIcrepAnalysisShared::tables()
{
    GHOSTLINE_REQUIRE_SHARED("iron-curtain");
    const auto all = tablesOf(QStringLiteral("golden-cumulative"));
    for (const model::AnalysisTable& table : all) {
        QVERIFY(!table.rows.empty() && !table.name.isEmpty());
        for (const model::AnalysisColumn& column : table.columns)
            QVERIFY2(!column.numeric || !column.tip.isEmpty(), qPrintable(column.id));
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const model::AnalysisRow& row = table.rows[i];
            QCOMPARE(row.cells.size(), table.columns.size());
            QVERIFY(row.parent < static_cast<int>(i));
            QVERIFY(!row.frame || (*row.frame >= 0 && *row.frame <= 6300));
        }
    }
    const model::AnalysisTable* groups = tableOf(all, "control_groups");
    QVERIFY(groups != nullptr);
    QCOMPARE(groups->rows.size(), std::size_t{4});
    QCOMPARE(rowText(groups->rows[0]), QStringLiteral("P1|2.3|8|3|0 (6 times)|8|0"));
    const model::AnalysisTable* response = tableOf(all, "response");
    QVERIFY(response != nullptr);
    QCOMPARE(response->rows.size(), std::size_t{2 + 10}); // two players, five engagements each
    QCOMPARE(rowText(response->rows[0]), QStringLiteral("P1|0.67|2.01|5|2|0|1.01|2.01|1|2"));
    for (std::size_t i = 1; i < 6; ++i) {
        QCOMPARE(response->rows[i].parent, 0);
        QVERIFY(response->rows[i].frame.has_value());
    }
    QVERIFY(response->note.contains(QStringLiteral("\u00b10.5 s")));
    const model::AnalysisTable* votes = tableOf(all, "votes");
    QVERIFY(votes != nullptr);
    QVERIFY(votes->note.contains(QStringLiteral("Kicks proposed that failed: P1 1, P3 1.")));
}

void TestIcrepAnalysisShared::reportNames()
{
    GHOSTLINE_REQUIRE_SHARED("iron-curtain");
    const auto file = openGolden(QStringLiteral("golden-cumulative"));
    const KeyframeStore store(file);
    const auto text = makeReport(QStringLiteral("weather"), file, store, {}, {});
    QVERIFY(!text.has_value());
    QCOMPARE(text.error().code, model::ErrorCode::InvalidArgument);
    std::stop_source stop;
    stop.request_stop();
    for (const char* name : {"contents", "votes", "control-groups"})
        QVERIFY(!makeReport(QLatin1String(name), file, store, {}, stop.get_token()).has_value());
}

} // namespace tst_icrep_analysis_shared

GHOSTLINE_TEST(tst_icrep_analysis_shared, TestIcrepAnalysisShared)
#include "tst_icrep_analysis_shared.moc"
