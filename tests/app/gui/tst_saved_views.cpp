// SPDX-License-Identifier: GPL-3.0-or-later
// Views by number: what is kept of them, whose they are, and what becomes of damaged ones.
#include "app/gui/settings/settings.h"
#include "app/gui/settings/view_option_store.h"
#include "app/gui/view/saved_view.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>

namespace tst_saved_views {

using namespace ghostline;
using namespace ghostline::app;
using test::WindowPlace;

namespace {

const QString Match = QStringLiteral("/replays/match");
const QString Other = QStringLiteral("/replays/other");

SavedView someView()
{
    SavedView view;
    view.camera = QStringLiteral("free");
    view.pose.position = {1.5, 2.25, -3.0};
    view.pose.target = {10.0, 0.5, 4.0};
    view.pose.verticalFov = 60.0;
    view.pose.orthographic = true;
    view.pose.orthographicHeight = 12.5;
    view.selection = {7, QStringLiteral("Ada")};
    view.layers.trails = false;
    view.layers.sight = true;
    return view;
}

QString onlyKey()
{
    const auto store = openStore();
    store->beginGroup(QStringLiteral("views"));
    return QStringLiteral("views/") + store->allKeys().value(0);
}

model::ActorInfo actor(quint32 id, qint64 nativeId, const char* name)
{
    model::ActorInfo out;
    out.id = model::ActorId{id};
    out.nativeId = nativeId;
    out.name = QString::fromLatin1(name);
    return out;
}

} // namespace

class TestSavedViews : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }

    void everythingComesBack()
    {
        const SavedView view = someView();
        QVERIFY(storeView(view, Match, 3));
        const auto back = loadView(Match, 3);
        QVERIFY(back);
        QCOMPARE(back->camera, view.camera);
        QVERIFY(back->pose.position == view.pose.position && back->pose.target == view.pose.target);
        QVERIFY(back->pose.up == view.pose.up && back->pose.orthographic);
        QCOMPARE(back->pose.verticalFov, 60.0);
        QCOMPARE(back->pose.orthographicHeight, 12.5);
        QVERIFY(back->selection == view.selection && back->followed == RememberedActor{});
        QVERIFY(back->layers == view.layers);
        QVERIFY(!loadView(Match, 4) && !loadView(Other, 3));
    }

    void aRecordingsOwnViewComesBeforeTheUsers()
    {
        SavedView mine = someView();
        mine.camera = QStringLiteral("orbit");
        QVERIFY(storeView(mine, {}, 1));
        QCOMPARE(loadView(Match, 1)->camera, QStringLiteral("orbit"));
        QVERIFY(storeView(someView(), Match, 1));
        QCOMPARE(loadView(Match, 1)->camera, QStringLiteral("free"));
        QCOMPARE(loadView(Other, 1)->camera, QStringLiteral("orbit"));
    }

    void damagedViews_data()
    {
        QTest::addColumn<QByteArray>("from"); // replaced in what was stored
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<bool>("usable");
        QTest::newRow("cut off") << QByteArray("}") << QByteArray() << false;
        QTest::newRow("no place") << QByteArray("position") << QByteArray("place") << false;
        QTest::newRow("a place of two numbers")
            << QByteArray("[1.5,2.25,-3]") << QByteArray("[1.5,2.25]") << false;
        QTest::newRow("words for numbers")
            << QByteArray("[1.5,2.25,-3]") << QByteArray(R"(["a",2,3])") << false;
        QTest::newRow("looks at itself") << QByteArray("[10,0.5,4]") << QByteArray("[1.5,2.25,-3]") << false;
        QTest::newRow("a field of view of nothing")
            << QByteArray(R"("fov_degrees":60)") << QByteArray(R"("fov_degrees":-4)") << true;
        QTest::newRow("an unknown layer") << QByteArray(R"("sight")") << QByteArray(R"("fog")") << true;
        QTest::newRow("a layer that is no flag")
            << QByteArray(R"("trails":false)") << QByteArray(R"("trails":"x")") << true;
    }
    void damagedViews()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(bool, usable);
        QVERIFY(storeView(someView(), Match, 2));
        const QString key = onlyKey();
        QByteArray text = openStore()->value(key).toString().toUtf8();
        QVERIFY(text.contains(from));
        openStore()->setValue(key, QString::fromUtf8(text.replace(from, to)));
        const auto view = loadView(Match, 2);
        QCOMPARE(view.has_value(), usable);
        QVERIFY(!view || (view->pose.verticalFov >= 1.0 && view->layers.labels));
    }

    void actorsAreFoundAgain_data()
    {
        QTest::addColumn<qint64>("nativeId");
        QTest::addColumn<QString>("name");
        QTest::addColumn<quint32>("found");
        const auto none = static_cast<quint32>(model::ActorId::None);
        QTest::newRow("the same one") << qint64{12} << QStringLiteral("Bee") << 2U;
        QTest::newRow("another number: the first of the name") << qint64{99} << QStringLiteral("Bee") << 1U;
        QTest::newRow("another name with the number") << qint64{11} << QStringLiteral("Ada") << none;
        QTest::newRow("nobody") << qint64{-1} << QString() << none;
    }
    void actorsAreFoundAgain()
    {
        QFETCH(qint64, nativeId);
        QFETCH(QString, name);
        QFETCH(quint32, found);
        model::ReplayInfo info;
        info.cast = {actor(0, 10, "Runner"), actor(1, 11, "Bee"), actor(2, 12, "Bee")};
        const RememberedActor wanted{nativeId, name};
        QCOMPARE(static_cast<quint32>(wanted.in(info)), found);
        QVERIFY(RememberedActor::of(&info.cast[2]) == (RememberedActor{12, QStringLiteral("Bee")}));
    }

private:
    std::unique_ptr<WindowPlace> m_place;
};

} // namespace tst_saved_views

GHOSTLINE_TEST(tst_saved_views, TestSavedViews, QApplication)
#include "tst_saved_views.moc"
