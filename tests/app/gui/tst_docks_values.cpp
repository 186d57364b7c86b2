// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of numbers and facts: metrics, inspector, info; under QAbstractItemModelTester, and for what
// they say.
#include "app/gui/panels/info_models.h"
#include "app/gui/panels/inspector_model.h"
#include "app/gui/panels/metrics_model.h"
#include "app/gui/panels/trend_delegate.h"
#include "app/gui/settings/language.h"
#include "app/gui/widgets/panel_style.h"
#include "tests/app/gui/docks_data.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

#include <cmath>

namespace tst_docks_values {

using namespace ghostline;
using namespace ghostline::app;
using test::indexWithSurroundings;
using Tester = QAbstractItemModelTester;

namespace {

constexpr auto Fatal = Tester::FailureReportingMode::QtTest;

model::ActorId actorId(int i) { return static_cast<model::ActorId>(i); }

/// Actors with one property each, at rest; row i has id ids[i].
model::WorldState stateOf(const std::vector<int>& ids, const std::vector<double>& values)
{
    model::WorldState state;
    state.resize(ids.size(), 1);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        state.ids[i] = actorId(ids[i]);
        state.propertiesOf(i)[0] = model::PropertyValue::real(values[i]);
        state.velocities[i] = {static_cast<float>(values[i]), 0.0F, 0.0F};
        state.flags[i] = model::VelocityRecorded;
    }
    return state;
}

std::shared_ptr<model::ReplayIndex> indexWithThrottle(int actors)
{
    auto index = indexWithSurroundings(actors, 0);
    auto info = std::make_shared<model::ReplayInfo>(*index->info);
    model::PropertyInfo throttle;
    throttle.id = QStringLiteral("throttle");
    throttle.name = QStringLiteral("Throttle");
    throttle.group = QStringLiteral("Controls");
    throttle.unit = QStringLiteral("%");
    info->actorProperties = {throttle};
    index->info = info;
    return index;
}

} // namespace

class TestDocksValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // ---- metrics ----
    void metricsValues()
    {
        MetricsModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithThrottle(2));
        model.update(stateOf({0, 1, 3}, {1.5, 2.345, -0.001}), true);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Speed (m/s)"));
        QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Throttle (%)"));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Blue 0"));
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("1.50"));
        QCOMPARE(model.index(1, 2).data().toString(), QStringLiteral("2.3"));
        QCOMPARE(model.index(2, 2).data().toString(), QStringLiteral("0.0")); // never "-0.0"
        model.update(stateOf({0, 1, 3}, {std::nan(""), 2.345, 1}), true);
        QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("–"));
    }

    /// A table that goes to a file has the figures that programs read, whatever the window shows.
    void metricsFilesKeepThePoint()
    {
        MetricsModel model;
        model.setReplay(indexWithThrottle(2));
        model.update(stateOf({0}, {1234.5}), true);
        QTableView view;
        view.setModel(&model);
        const QByteArray english = csvText(view).split('\n').at(1);
        QVERIFY2(english.contains(",1234.50,"), english.constData());
        speak(LanguageChoice::German);
        const auto backToEnglish = qScopeGuard([] { speak(LanguageChoice::English); });
        model.update(stateOf({0}, {2345.5}), true);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("2.345,50"));
        const QByteArray german = csvText(view).split('\n').at(1);
        QVERIFY2(german.contains(",2345.50,"), german.constData());
    }

    void figuresOfAnyTableKeepThePoint_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<Qt::Alignment>("side");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("figure") << QStringLiteral("12.345,5") << Qt::Alignment(Qt::AlignRight)
                                << QByteArray("12345.5");
        QTest::newRow("below nought")
            << QStringLiteral("\u22120,85") << Qt::Alignment(Qt::AlignRight) << QByteArray("-0.85");
        QTest::newRow("text") << QStringLiteral("1.2") << Qt::Alignment(Qt::AlignLeft) << QByteArray("1.2");
        QTest::newRow("time") << QStringLiteral("1:02.345") << Qt::Alignment(Qt::AlignRight)
                              << QByteArray("1:02.345");
    }
    /// Written with the reader's language, and no word of its own for a file.
    void figuresOfAnyTableKeepThePoint()
    {
        QFETCH(QString, shown);
        QFETCH(Qt::Alignment, side);
        QFETCH(QByteArray, written);
        speak(LanguageChoice::German);
        const auto backToEnglish = qScopeGuard([] { speak(LanguageChoice::English); });
        QStandardItemModel model;
        auto* item = new QStandardItem(shown);
        item->setTextAlignment(side | Qt::AlignVCenter);
        model.appendRow(item);
        QTableView view;
        view.setModel(&model);
        QCOMPARE(csvText(view).split('\n').at(1), written);
    }

    void metricsKeepUnchangedTexts()
    {
        MetricsModel model;
        model.setReplay(indexWithThrottle(2));
        model.update(stateOf({0}, {1.501}), true);
        const QString before = model.index(0, 1).data().toString();
        model.update(stateOf({0}, {1.502}), true);
        const QString after = model.index(0, 1).data().toString();
        QCOMPARE(after, QStringLiteral("1.50"));
        QCOMPARE(static_cast<const void*>(after.constData()), static_cast<const void*>(before.constData()));
        model.update(stateOf({0}, {1.6}), true);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("1.60"));
    }

    void metricsRowsComeAndGo()
    {
        MetricsModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithThrottle(50));
        model.update(stateOf({0, 1, 2}, {1, 2, 3}), true);
        const QPersistentModelIndex kept = model.index(model.rowOf(actorId(2)), 0);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.update(stateOf({1, 2, 5}, {1, 2, 3}), true);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.rowOf(actorId(0)), -1);
        QVERIFY(kept.isValid());
        QCOMPARE(kept.row(), model.rowOf(actorId(2)));
        QCOMPARE(resets.count(), 0);
        model.update(stateOf({}, {}), true);
        QCOMPARE(model.rowCount(), 0);
    }

    void metricsSort()
    {
        MetricsModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithThrottle(4));
        model.update(stateOf({0, 1, 2, 3}, {3, std::nan(""), 9, 1}), true);
        const QPersistentModelIndex nine = model.index(2, 0);
        const auto order = [&] {
            QList<int> ids;
            for (int row = 0; row < model.rowCount(); ++row)
                ids << static_cast<int>(model::index(model.actorAt(row)));
            return ids;
        };
        model.sort(2, Qt::DescendingOrder);
        QCOMPARE(order(), (QList<int>{2, 0, 3, 1})); // no value last
        QCOMPARE(nine.row(), 0);
        model.sort(2, Qt::AscendingOrder);
        QCOMPARE(order(), (QList<int>{3, 0, 2, 1}));
        model.update(stateOf({0, 1, 2, 3}, {3, 4, 9, 10}), false);
        QCOMPARE(order(), (QList<int>{3, 0, 2, 1})); // places wait
        model.update(stateOf({0, 1, 2, 3}, {3, 4, 9, 10}), true);
        QCOMPARE(order(), (QList<int>{0, 1, 2, 3}));
        model.sort(0, Qt::AscendingOrder);
        QCOMPARE(order(), (QList<int>{0, 2, 1, 3}));
    }

    void metricsLeaveOutBackgroundAndHidden()
    {
        auto index = indexWithSurroundings(1, 1); // 0, 1 players, 2 car, 3 sign
        MetricsModel model;
        model.setReplay(index);
        model::WorldState state;
        state.resize(4, 0);
        for (int i = 0; i < 4; ++i)
            state.ids[static_cast<std::size_t>(i)] = actorId(i);
        state.flags[1] = model::Hidden;
        model.update(state, true);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.rowOf(actorId(3)), -1);
        QCOMPARE(model.rowOf(actorId(1)), -1);
    }

    // ---- inspector ----
    /// Whoever gives orders in a game that counts what everybody has: what observers ask for first.
    void aPlayerBeginsWithWhatHeHas()
    {
        auto index = indexWithThrottle(1);
        auto info = std::make_shared<model::ReplayInfo>(*index->info);
        info->census.type = model::ActorPropertyId(0);
        info->census.group = model::ActorPropertyId(0);
        const auto page = [](const char* id, const char* name, int property) {
            model::ObserverPage made;
            made.id = QLatin1String(id);
            made.name = QLatin1String(name);
            made.figures.push_back({.property = model::ActorPropertyId(property)});
            return made;
        };
        model::PropertyInfo other = info->actorProperties.front();
        for (const char* name : {"Army value", "Income", "Taps"}) {
            other.id = QLatin1String(name);
            other.name = QLatin1String(name);
            info->actorProperties.push_back(other);
        }
        info->observer = {page("army", "Army", 1), page("economy", "Economy", 2)};
        index->info = info;
        InspectorModel model;
        const Tester tester(&model, Fatal);
        model.setSubject(index, actorId(0));
        model::WorldState state;
        state.resize(1, 4);
        state.ids[0] = actorId(0);
        for (std::size_t i = 0; i < 4; ++i)
            state.propertiesOf(0)[i] = model::PropertyValue::real(static_cast<double>(i));
        model.update(state, nullptr);
        QStringList titles;
        for (int row = 0; row < model.rowCount(); ++row)
            titles << model.index(row, 0).data().toString();
        QCOMPARE(titles,
                 (QStringList{QStringLiteral("Economy"), QStringLiteral("Army"), QStringLiteral("Controls"),
                              QStringLiteral("Motion"), QStringLiteral("Identity")}));
        QCOMPARE(model.index(0, 0, model.index(0, 0)).data().toString(), QStringLiteral("Income"));
        QCOMPARE(model.rowCount(model.index(0, 0)), 1);
        QCOMPARE(model.rowCount(model.index(2, 0)), 2); // each property once
    }

    void inspectorGroups()
    {
        InspectorModel model;
        const Tester tester(&model, Fatal);
        auto index = indexWithThrottle(1);
        auto info = std::make_shared<model::ReplayInfo>(*index->info);
        info->cast[0].attributes = {{QStringLiteral("color"), QStringLiteral("255,0,0")}};
        info->cast[0].parent = actorId(2);
        index->info = info;
        model.setSubject(index, actorId(0));
        model.update(stateOf({0}, {42.0}), nullptr);
        QStringList titles;
        for (int row = 0; row < model.rowCount(); ++row)
            titles << model.index(row, 0).data().toString();
        QCOMPARE(titles, (QStringList{QStringLiteral("Motion"), QStringLiteral("Controls"),
                                      QStringLiteral("Identity"), QStringLiteral("Attributes")}));
        QVERIFY(model.index(3, 0).data(InspectorModel::CollapsedRole).toBool());
        const QModelIndex throttle = model.index(0, InspectorModel::ValueColumn, model.index(1, 0));
        QVERIFY(throttle.data().toString().startsWith(QStringLiteral("42")));
        QCOMPARE(valueNamed(model, QStringLiteral("Speed")), QStringLiteral("42.00 m/s"));
        QCOMPARE(valueNamed(model, QStringLiteral("Attached to")), QStringLiteral("Referee's car"));
        const model::MetricRequest request = model.requestAt(throttle);
        QCOMPARE(request.metric.source, model::MetricSource::ActorProperty);
        QCOMPARE(request.actor, actorId(0));
    }

    void inspectorWithoutTheActor()
    {
        InspectorModel model;
        const Tester tester(&model, Fatal);
        model.setSubject(indexWithThrottle(1), actorId(0));
        model.update(stateOf({1}, {5.0}), nullptr);
        QCOMPARE(valueNamed(model, QStringLiteral("Position")), QStringLiteral("–"));
        QCOMPARE(valueNamed(model, QStringLiteral("Speed")), QStringLiteral("–"));
        model.setSubject(nullptr, model::ActorId::None);
        QCOMPARE(model.rowCount(), 0);
    }

    void headings_data()
    {
        QTest::addColumn<double>("yaw"); // about +Y, of an actor that faces +Z (south) at 0
        QTest::addColumn<double>("heading");
        QTest::newRow("south") << 0.0 << 180.0;
        QTest::newRow("east") << 90.0 << 90.0;
        QTest::newRow("north") << 180.0 << 0.0;
        QTest::newRow("west") << 270.0 << 270.0;
    }
    void headings()
    {
        QFETCH(double, yaw);
        QFETCH(double, heading);
        const glm::quat turn = glm::angleAxis(glm::radians(static_cast<float>(yaw)), glm::vec3(0, 1, 0));
        const double difference = std::remainder(model::headingOf(turn) - heading, 360.0);
        QVERIFY2(std::abs(difference) < 1e-3, qPrintable(QString::number(model::headingOf(turn))));
    }

    void trends()
    {
        model::MetricSeries series;
        for (int i = 0; i <= 100; ++i)
            series.samples.push_back({i * 0.2, i == 50 ? std::nan("") : i * 1.0});
        const QRectF box(0, 0, 100, 10);
        const std::vector<QPolygonF> lines = trendLines(series, 10.0, box);
        QCOMPARE(lines.size(), std::size_t{2}); // the gap stays open
        QCOMPARE(lines.front().first(), QPointF(0, 10));
        QCOMPARE(lines.back().last(), QPointF(100, 0));
        for (model::MetricSample& sample : series.samples)
            sample.value = 3.0;
        QCOMPARE(trendLines(series, 10.0, box).front().first().y(), 5.0); // constant: a level line
        QVERIFY(trendLines(model::MetricSeries{}, 10.0, box).empty());
    }

    // ---- info ----
    void problems()
    {
        ProblemsModel model;
        const Tester tester(&model, Fatal);
        auto index = indexWithSurroundings(1, 0);
        index->diagnostics = {
            {model::Severity::Warning, QStringLiteral("odd"), QStringLiteral("an odd byte"), {}},
            {model::Severity::Error,
             QStringLiteral("truncated"),
             QStringLiteral("the file ends early"),
             {.offset = 4096, .frame = 80, .chunk = {}}}};
        index->lost = {{{80, 100}, QStringLiteral("missing")}};
        model.setReplay(index.get());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(1, ProblemsModel::FrameColumn).data().toInt(), 80);
        QCOMPARE(model.index(1, ProblemsModel::OffsetColumn).data().toInt(), 4096);
        QVERIFY(!model.index(0, 0).data(ProblemsModel::FrameRole).isValid());
        QCOMPARE(model.index(2, ProblemsModel::MessageColumn).data().toString(),
                 QStringLiteral("Frames 80 to 99: missing"));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setReplay(index.get());
        QCOMPARE(resets.count(), 0); // nothing new, nothing moves
        model.setReplay(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void verdicts()
    {
        VerdictsModel model;
        const Tester tester(&model, Fatal);
        model.setVerdicts(
            {{QStringLiteral("hash"), model::VerdictState::Ok, {}, QStringLiteral("fine")},
             {QStringLiteral("signature"), model::VerdictState::CannotCheck, 7, QStringLiteral("no key")}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, VerdictsModel::StateColumn).data().toString(), QStringLiteral("Passed"));
        QCOMPARE(model.index(1, VerdictsModel::StateColumn).data().toString(),
                 QStringLiteral("Cannot be checked"));
        QCOMPARE(model.index(1, VerdictsModel::FrameColumn).data().toInt(), 7);
    }

    void facts()
    {
        FactsModel model;
        const Tester tester(&model, Fatal);
        auto index = indexWithSurroundings(1, 0);
        auto info = std::make_shared<model::ReplayInfo>(*index->info);
        info->map = QStringLiteral("Town");
        info->metadata = {{QStringLiteral("nested"), QJsonObject{{QStringLiteral("inner"), true}}}};
        index->info = info;
        model.setReplay(index.get(), QStringLiteral("/tmp/a.log"));
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex recording = model.index(0, 0);
        QCOMPARE(model.index(2, 0, recording).data().toString(), QStringLiteral("Map"));
        QCOMPARE(model.index(2, 1, recording).data().toString(), QStringLiteral("Town"));
        const QModelIndex nested = model.index(0, 0, model.index(1, 0));
        QCOMPARE(nested.data().toString(), QStringLiteral("nested"));
        QCOMPARE(model.index(0, 1, nested).data().toString(), QStringLiteral("yes"));
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        model.setReplay(index.get(), QStringLiteral("/tmp/a.log"));
        QCOMPARE(removed.count(), 0); // an unchanged tree does not fold
        model.setReplay(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void factsOfTheMap()
    {
        FactsModel model;
        const Tester tester(&model, Fatal);
        const auto index = indexWithSurroundings(1, 0);
        model::SceneDescription scene;
        model.setScene(&scene);
        QCOMPARE(model.rowCount(), 0); // no recording
        model.setReplay(index.get(), QStringLiteral("/tmp/a.log"));
        model.setScene(&scene);
        QCOMPARE(model.rowCount(), 2); // nothing is known of it
        const auto shown = [&model] {
            QStringList all;
            const QModelIndex map = model.index(1, 0);
            for (int row = 0; row < model.rowCount(map); ++row)
                all << model.index(row, 0, map).data().toString() + QStringLiteral(": ") +
                           model.index(row, 1, map).data().toString();
            return all;
        };
        scene.name = QStringLiteral("Two Hills");
        scene.path = QStringLiteral("/maps/hills.SC2Map");
        scene.facts = {{QStringLiteral("Size"), QStringLiteral("64 by 48 cells"), {}}};
        scene.doubt = QStringLiteral("nothing fits");
        scene.note = QStringLiteral("a note");
        model.setScene(&scene);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("Map"));
        QCOMPARE(shown(), QStringList({QStringLiteral("Name: Two Hills"),
                                       QStringLiteral("Read from: ") + QDir::toNativeSeparators(scene.path),
                                       QStringLiteral("Size: 64 by 48 cells"),
                                       QStringLiteral("Perhaps another's: nothing fits"),
                                       QStringLiteral("Note: a note")}));
        // More of the recording is known: metadata stay the last, the map stays.
        model.setReplay(index.get(), QStringLiteral("/tmp/a.log"));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("Metadata"));
        scene = {};
        scene.name = QStringLiteral("own");
        model.setScene(&scene);
        QCOMPARE(shown(), QStringList({QStringLiteral("Name: own"),
                                       QStringLiteral("Read from: the recording itself")}));
        model.setScene(nullptr);
        QCOMPARE(model.rowCount(), 2);
        model.setScene(&scene);
        model.setReplay(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
        model.setScene(&scene);
        QCOMPARE(model.rowCount(), 0);
    }

private:
    static QString valueNamed(const InspectorModel& model, const QString& name)
    {
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex parent = model.index(group, 0);
            for (int row = 0; row < model.rowCount(parent); ++row) {
                if (model.index(row, 0, parent).data().toString() == name)
                    return model.index(row, InspectorModel::ValueColumn, parent).data().toString();
            }
        }
        return QStringLiteral("no row of that name");
    }
};

} // namespace tst_docks_values

GHOSTLINE_TEST(tst_docks_values, TestDocksValues, QApplication)
#include "tst_docks_values.moc"
