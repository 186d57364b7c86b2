// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts as they are drawn: beside the runner, before the runner, as bodies, boxes and cameras.
#include "baseline.h"
#include "ghost_fixture.h"
#include "match_fixture.h"
#include "render/view/still.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"

namespace tst_ghost_pictures {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using test::Match;
using test::World;

namespace {

const QSize Size{480, 300};

/// One runner, who walks away from the camera.
Match runner()
{
    Match m;
    m.addPerson({.head = {0.0, 1.7, 0.0}, .yaw = 180.0F, .team = 1, .gesture = 1}, QStringLiteral("me"));
    m.quad(model::SceneRole::Road, -3.0F, -40.0F, 3.0F, 12.0F);
    return m;
}

Match others(double aside, double nearer)
{
    Match m;
    m.addPerson({.head = {aside, 1.7, nearer}, .yaw = 180.0F, .gesture = 2}, QStringLiteral("best run"));
    m.addPerson({.head = {aside - 1.3, 1.7, nearer - 1.0}, .yaw = 150.0F, .full = false},
                QStringLiteral("last week"));
    return m;
}

/// A path that ends at the ghost; before that one that it gave up.
std::vector<Trail> pathsOf(const GhostFigure& ghost)
{
    Trail given{.actor = ActorId::None, .points = {}, .hue = ghost.hue, .abandoned = true};
    Trail path{.actor = ActorId::None, .points = {}, .hue = ghost.hue};
    for (int i = 0; i <= 20; ++i) {
        given.points.emplace_back(ghost.position.x + 1.6, 0.0, ghost.position.z + 5.0 - i * 0.4);
        path.points.emplace_back(ghost.position.x + 0.4 - 0.02 * i, 0.0, ghost.position.z + 4.0 - i * 0.2);
    }
    return {given, path};
}

StillRequest request(bool light)
{
    StillRequest r;
    r.pixels = Size;
    r.content.theme = light ? Theme::light() : Theme::dark();
    r.content.selection = ActorId(0);
    r.look.pose = test::lookingAt({0.4, 2.6, 5.4}, {0.0, 1.0, -0.6});
    return r;
}

/// Pixels that are about the runner's own colour.
int seenOf(const QImage& image, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            const int hue = std::abs(c.hslHue() - colour.hslHue());
            count += c.hslSaturation() > 60 && std::min(hue, 360 - hue) < 12 ? 1 : 0;
        }
    }
    return count;
}

} // namespace

class TestGhostPictures : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pictures_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("light");
        for (const bool light : {false, true}) {
            for (const char* name : {"ghost-beside", "ghost-before", "ghost-cars", "ghost-map"})
                QTest::addRow("%s-%s", name, light ? "light" : "dark") << QString::fromLatin1(name) << light;
        }
    }
    void pictures()
    {
        QFETCH(QString, name);
        QFETCH(bool, light);
        World w = name == u"ghost-cars" ? World::crossing() : runner();
        World other = name == u"ghost-beside" ? others(-1.2, 0.2) : others(0.1, 1.6);
        StillRequest r = request(light);
        if (name == u"ghost-cars") {
            other = World();
            other.add({.shape = model::ActorShape::Vehicle,
                       .position = {-2.4, 0.0, 1.0},
                       .yaw = 180.0F,
                       .half = {0.95F, 0.75F, 2.3F}},
                      QStringLiteral("record lap"));
            other.add({.shape = model::ActorShape::Capsule,
                       .position = {5.5, 0.0, 3.0},
                       .half = {0.34F, 0.93F, 0.34F}},
                      QStringLiteral("walker"));
            r.look.pose = test::lookingAt({6.0, 7.0, 16.0}, {0.0, 0.0, 0.0});
        }
        r.content.ghosts = GhostFrame(test::ghostsOf(other));
        r.content.ghostTrails = pathsOf(r.content.ghosts->figures().front());
        if (name == u"ghost-map") {
            r.look.pose = CameraPose{.position = {0.0, 30.0, 1.0},
                                     .target = {0.0, 0.0, 1.0},
                                     .up = {0.0, 0.0, -1.0},
                                     .orthographic = true,
                                     .orthographicHeight = 9.0};
        }
        test::checkPicture(name + (light ? QStringLiteral("-light") : QStringLiteral("-dark")), w, r);
    }

    void whoIsCoveredIsSeen_data()
    {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void whoIsCoveredIsSeen()
    {
        QFETCH(bool, light);
        StillRequest r = request(light);
        r.content.options.labels = r.content.options.grid = r.content.options.axesGizmo = false;
        const World w = runner();
        const World other = others(0.1, 1.6);
        const QColor own = r.content.theme.hue(1);
        const auto seen = [&](bool ghosts, ActorId selection) {
            r.content.ghosts = ghosts ? GhostFrame(test::ghostsOf(other)) : GhostFrame();
            r.content.selection = selection;
            const auto image = test::stillOf(w, r);
            return image ? seenOf(*image, own) : -1;
        };
        const int alone = seen(false, ActorId(0));
        const int faded = seen(true, ActorId(0));
        const int covered = seen(true, ActorId::None);
        QVERIFY2(alone > 1000 && faded > alone / 2 && covered < faded * 7 / 10,
                 qPrintable(QStringLiteral("%1 alone, %2 behind a faded one, %3 behind another")
                                .arg(alone)
                                .arg(faded)
                                .arg(covered)));
    }

    void trailsGoWithTheOption()
    {
        StillRequest r = request(false);
        const World w = runner();
        const World other = others(-1.2, 0.2);
        r.content.ghosts = GhostFrame(test::ghostsOf(other));
        const auto bare = test::stillOf(w, r);
        r.content.ghostTrails = pathsOf(r.content.ghosts->figures().front());
        const auto with = test::stillOf(w, r);
        r.content.options.trails = false;
        const auto off = test::stillOf(w, r);
        QVERIFY(bare && with && off);
        // In which order the limbs of a translucent figure are drawn is up to the scene graph, and shows a
        // little.
        QVERIFY(test::compare(*with, *bare).share > 0.002);
        QVERIFY(test::compare(*off, *bare).share < 0.0005);
    }
};

} // namespace tst_ghost_pictures

GHOSTLINE_TEST(tst_ghost_pictures, TestGhostPictures, ghostline::test::GraphicsApplication)
#include "tst_ghost_pictures.moc"
