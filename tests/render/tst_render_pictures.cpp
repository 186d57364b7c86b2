// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of every kind of world, most of them against saved ones.
#include "army_fixture.h"
#include "baseline.h"
#include "grid_fixture.h"
#include "hill_fixture.h"
#include "match_fixture.h"
#include "render/base/colour.h"
#include "render/base/selection.h"
#include "render/view/still.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"

namespace tst_render_pictures {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using test::compare;
using test::Difference;
using test::LargestMeanDifference;
using test::LargestShareDifferent;
using test::lookingAt;
using test::Match;
using test::World;

namespace {

const QSize Size{480, 300};

CameraPose corner()
{
    CameraPose c;
    c.position = {14.0, 13.0, 26.0};
    c.target = {0.0, 0.0, -1.0};
    return c;
}

/// With and without skeleton, one with the disc in the hand, one marked as held.
Match people()
{
    Match m;
    m.addPerson({.head = {-2.1, 1.7, 0.0}, .yaw = 25.0F});
    m.addPerson({.head = {-0.9, 1.7, 0.0}, .yaw = -30.0F, .team = 1, .gesture = 1});
    m.addPerson({.head = {0.3, 1.7, 0.0}, .yaw = 70.0F, .gesture = 3, .lookUp = 30.0F});
    m.addPerson({.head = {1.3, 1.7, 0.0}, .yaw = -20.0F, .team = 1, .full = false, .gesture = 1});
    m.addPerson({.head = {2.4, 1.7, 0.0}, .provenance = model::Provenance::Held});
    m.state.attachments = {{m.addDisc({50.0, 0.0, 0.0}, {}, 1), ActorId(1), 2}};
    return m;
}

Match states()
{
    Match m;
    int i = 0;
    for (const model::ActorFlags flag :
         {model::Stunned, model::Blocking, model::Invulnerable, model::Possession})
        m.addPerson({.head = {-2.1 + 1.4 * i, 1.7, 0.0},
                     .yaw = 30.0F - 20.0F * static_cast<float>(i),
                     .team = i++ % 2,
                     .flags = flag,
                     .gesture = 2});
    return m;
}

/// Of the disc: orange's, nobody's, blue's.
Trail discTrail()
{
    Trail t{ActorId(8), {}, {}};
    for (int i = 0; i < 40; ++i) {
        const double s = (i - 39) / 13.0;
        t.points.emplace_back(0.6 + 2.0 * s, 0.4 + 0.6 * s + std::sin(s * 2.0) * 0.6, 0.2 + 4.0 * s);
        t.teams.push_back(i < 14 ? std::int8_t{1} : i < 22 ? std::int8_t{-1} : std::int8_t{0});
    }
    return t;
}

std::vector<Trail> trails()
{
    Trail t{ActorId(0), {}};
    for (int i = 0; i < 60; ++i)
        t.points.emplace_back(-2.0 + std::sin(i * 0.05) * 0.4, 0.0, 6.0 + (60 - i) * 0.5);
    return {t};
}

} // namespace

class TestRenderPictures : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pictures_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("light");
        for (const bool light : {false, true}) {
            for (const char* name :
                 {"kinds", "marks", "map", "follow", "skeleton", "people", "states", "match", "cells",
                  "terrain", "army", "army-map", "army-marks", "army-hills"})
                QTest::addRow("%s-%s", name, light ? "light" : "dark") << QString::fromLatin1(name) << light;
        }
    }
    void pictures()
    {
        QFETCH(QString, name);
        QFETCH(bool, light);
        StillRequest r;
        r.pixels = Size;
        r.content.theme = light ? Theme::light() : Theme::dark();
        World w = name == u"skeleton"        ? World::skeleton()
                  : name == u"people"        ? people()
                  : name == u"states"        ? states()
                  : name == u"match"         ? Match::play()
                  : name == u"cells"         ? test::course()
                  : name == u"army-marks"    ? test::markedSkirmish()
                  : name.startsWith(u"army") ? test::skirmish()
                                             : World::crossing();
        if (name == u"kinds") {
            r.look.pose = corner();
            r.content.options.labels = false;
        } else if (name == u"marks") {
            r.look.pose = corner();
            r.content.trails = trails();
            r.content.selection = ActorId(1);
            r.content.options.velocityArrows = true;
            w.state.velocities[1] = {0.0F, 0.0F, 8.0F};
        } else if (name == u"map") {
            r.look.mode = CameraMode::TopDown;
        } else if (name == u"follow") {
            r.look.mode = CameraMode::Follow;
            r.content.selection = ActorId(0);
        } else if (name == u"people" || name == u"states") {
            r.look.pose = lookingAt({0.4, 1.8, 4.6}, {0.1, 1.0, 0.0});
            r.content.options.labels = false;
        } else if (name == u"match") {
            r.look.pose = lookingAt({15.0, 9.0, -17.0}, {0.0, -0.5, 0.0});
            r.content.options.labels = false;
            r.content.trails = std::vector{discTrail()};
        } else if (name == u"cells") {
            r.look.pose = lookingAt({13.0, 11.0, 17.0}, {-0.5, 1.5, -0.5});
        } else if (name.startsWith(u"army")) {
            r.content.selection = ActorId(0);
            r.content.options.labels = false;
            r.look.pose = lookingAt({4.0, 11.0, 15.0}, {-1.5, 0.0, 0.5});
            if (name == u"army-map") {
                r.look.pose.reset();
                r.look.mode = CameraMode::TopDown;
            }
            if (name == u"army-hills") {
                w.scene = test::hillScene();
                r.content.options.distanceRings = true;
            }
            if (name == u"army-marks") {
                r.content.perspective = ActorId(0);
                r.content.options.sight = true;
                w.info->cast[0].team = 0;
            }
            w.events = test::skirmishEvents();
        } else if (name == u"terrain") {
            w = World();
            w.scene.grids = {test::terrain(96)};
            w.scene.groundHeight = -10.0;
            r.look.pose = lookingAt({44.0, 30.0, 52.0}, {0.0, -4.0, 0.0});
        } else {
            r.look.pose = lookingAt({2.0, 1.8, 3.0}, {0.0, 1.0, 0.0});
        }
        test::checkPicture(name + (light ? QStringLiteral("-light") : QStringLiteral("-dark")), w, r);
    }

    void cornerIsReadableOverAnything_data()
    {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void cornerIsReadableOverAnything()
    {
        QFETCH(bool, light);
        StillRequest r;
        r.pixels = Size;
        r.content.theme = light ? Theme::light() : Theme::dark();
        r.look.pose = lookingAt({0.0, 6.0, 0.1}, {0.0, 0.0, 0.0});
        test::Cells cells;
        // As bright as what is written in the dark theme, and as dark as in the light one.
        cells.box({-12, -1, -12}, {12, -1, 12}, cells.kind(QStringLiteral("a"), light ? 0x5B6470 : 0x9AA3AF));
        World w;
        w.state.grids = {cells.layer()};
        const auto near = [&r](const QImage& image) {
            int count = 0;
            for (int y = Size.height() - 110; y < Size.height(); ++y) {
                for (int x = Size.width() - 110; x < Size.width(); ++x) {
                    const QColor c = image.pixelColor(x, y);
                    count += std::max({std::abs(c.red() - r.content.theme.base.red()),
                                       std::abs(c.green() - r.content.theme.base.green()),
                                       std::abs(c.blue() - r.content.theme.base.blue())}) < 60
                                 ? 1
                                 : 0;
                }
            }
            return count;
        };
        r.content.options.axesGizmo = r.content.options.grid = false;
        const auto bare = test::stillOf(w, r);
        r.content.options.grid = true;
        const auto text = test::stillOf(w, r);
        r.content.options.axesGizmo = true;
        const auto both = test::stillOf(w, r);
        QVERIFY(bare && text && both);
        QCOMPARE(near(*bare), 0);
        QVERIFY2(near(*text) > 250, qPrintable(QString::number(near(*text))));
        QVERIFY2(near(*both) > near(*text) + 200, qPrintable(QString::number(near(*both))));
    }

    /// Round recorded blocks is a colour of its own: that of what is selected says something else.
    void recordedBlocksHaveTheirBorder_data()
    {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void recordedBlocksHaveTheirBorder()
    {
        QFETCH(bool, light);
        StillRequest r;
        r.pixels = Size;
        const Theme& theme = r.content.theme = light ? Theme::light() : Theme::dark();
        r.content.options.axesGizmo = r.content.options.grid = r.content.options.labels = false;
        r.look.pose = lookingAt({0.0, 9.0, 0.1}, {0.0, 0.0, 0.0});
        test::Cells cells;
        cells.box({-2, 0, -2}, {2, 0, 2}, cells.kind(QStringLiteral("a"), 0x808080));
        auto layer = std::make_shared<model::GridLayer>(*cells.layer());
        layer->overrides = true;
        World w;
        w.state.grids = {layer};
        const auto near = [](const QImage& image, const QColor& colour) {
            int count = 0;
            for (int y = 0; y < Size.height(); ++y) {
                for (int x = 0; x < Size.width(); ++x)
                    count += difference(image.pixelColor(x, y), colour) < 0.06 ? 1 : 0;
            }
            return count;
        };
        const auto bare = test::stillOf(w, r);
        r.content.options.edits = true;
        const auto marked = test::stillOf(w, r);
        QVERIFY(bare && marked);
        QCOMPARE(near(*bare, theme.recordedEdit()), 0);
        QVERIFY2(near(*marked, theme.recordedEdit()) > 200,
                 qPrintable(QString::number(near(*marked, theme.recordedEdit()))));
        QCOMPARE(near(*marked, theme.accent), 0);
    }

    void linesStandOutFromAnything_data()
    {
        QTest::addColumn<bool>("light");
        QTest::addColumn<QString>("line");
        for (const bool light : {false, true}) {
            for (const char* line : {"camera", "sight", "ring"})
                QTest::addRow("%s, %s", light ? "light" : "dark", line) << light << QString::fromLatin1(line);
        }
    }
    /// On ground of its own colour a line is known by its casing.
    void linesStandOutFromAnything()
    {
        QFETCH(bool, light);
        QFETCH(QString, line);
        StillRequest r;
        r.pixels = Size;
        r.content.theme = light ? Theme::light() : Theme::dark();
        r.content.options.axesGizmo = r.content.options.grid = r.content.options.labels =
            r.content.options.unitMarks = false;
        r.look.pose = lookingAt({0.0, 16.0, 12.0}, {0.0, 0.0, 0.0});
        World w = test::markedSkirmish();
        w.info->cast[0].team = 0;
        const QColor hue = line == u"ring" ? SelectionLine : r.content.theme.hue(0);
        test::Cells cells;
        cells.box({-30, -1, -30}, {30, -1, 30}, cells.kind(QStringLiteral("a"), hue.rgb() & 0xFFFFFFU));
        w.state.grids = {cells.layer()};
        const model::WorldState all = w.state;
        const auto draw = [&](bool with) {
            w.state = all;
            w.state.flags[1] = with && line == u"camera" ? 0 : model::Hidden;
            r.content.options.sight = with && line == u"sight";
            r.content.selection = with && line == u"ring" ? ActorId(0) : ActorId::None;
            return test::stillOf(w, r);
        };
        const auto bare = draw(false);
        const auto drawn = draw(true);
        QVERIFY(bare && drawn);
        int count = 0;
        for (int y = 0; y < Size.height(); ++y) {
            for (int x = 0; x < Size.width(); ++x)
                count += contrast(bare->pixelColor(x, y), drawn->pixelColor(x, y)) >= 2.0 ? 1 : 0;
        }
        QVERIFY2(count > 60, qPrintable(QString::number(count)));
    }

    void unitMarksGoTogether()
    {
        StillRequest r;
        r.pixels = Size;
        r.look.pose = lookingAt({4.0, 11.0, 15.0}, {-1.5, 0.0, 0.5});
        r.content.options.unitMarks = false;
        World w = test::markedSkirmish();
        const auto off = test::stillOf(w, r);
        r.content.options.unitMarks = true;
        const auto on = test::stillOf(w, r);
        // As if nothing had been told of them.
        w.info->marks = {};
        const auto none = test::stillOf(w, r);
        QVERIFY(off && on && none);
        QVERIFY(*on != *off);
        QCOMPARE(*off, *none);
    }

    void gridOutOfViewIsNotTalkedAbout()
    {
        StillRequest r;
        r.pixels = Size;
        r.look.pose = lookingAt({0.0, 88.0, 6.0}, {0.0, 85.0, 0.0});
        const World w;
        const auto on = test::stillOf(w, r);
        r.content.options.grid = false;
        const auto off = test::stillOf(w, r);
        QVERIFY(on && off);
        QCOMPARE(*on, *off);
    }

    void farFromTheOriginLooksTheSame()
    {
        StillRequest r;
        r.pixels = Size;
        r.look.pose = corner();
        r.content.options.labels = false;
        World w = World::crossing();
        const auto here = test::stillOf(w, r);
        // A multiple of the grid's spacing, so that its lines fall on the same places.
        const glm::dvec3 away{4'000'000.0, 0.0, -6'000'000.0};
        for (glm::dvec3& p : w.state.positions)
            p += away;
        for (model::SceneMesh& m : w.scene.meshes)
            m.origin += away;
        r.look.pose->position += away;
        r.look.pose->target += away;
        const auto there = test::stillOf(w, r);
        QVERIFY(here && there);
        const Difference d = compare(*here, *there);
        QVERIFY2(d.mean < 0.5 && d.share < 0.005,
                 qPrintable(QStringLiteral("%1 %2").arg(d.mean).arg(d.share)));
    }

    void differentStatesDiffer()
    {
        // Guards the tolerance: one car that has moved on must be noticed.
        StillRequest r;
        r.pixels = Size;
        r.look.pose = corner();
        World w = World::crossing();
        const auto before = test::stillOf(w, r);
        w.state.positions[0].z -= 6.0;
        const auto after = test::stillOf(w, r);
        QVERIFY(before && after);
        const Difference d = compare(*before, *after);
        QVERIFY2(d.share > LargestShareDifferent || d.mean > LargestMeanDifference,
                 qPrintable(QStringLiteral("%1 %2").arg(d.mean).arg(d.share)));
    }

    void repeatsExactly()
    {
        StillRequest r;
        r.pixels = Size;
        const World w = World::crossing();
        const auto a = test::stillOf(w, r);
        const auto b = test::stillOf(w, r);
        QVERIFY(a && b);
        QCOMPARE(*a, *b);
    }

    void refusesImpossibleSizes()
    {
        StillRequest r;
        for (const QSize size : {QSize(0, 100), QSize(-5, 5), QSize(200'000, 100)}) {
            r.pixels = size;
            const auto image = test::stillOf(World(), r);
            QVERIFY(!image);
            QCOMPARE(image.error().code, model::ErrorCode::InvalidArgument);
        }
    }

    void emptyWorldIsAPictureToo()
    {
        StillRequest r;
        r.pixels = {160, 100};
        const auto image = renderStill(r);
        QVERIFY(image);
        QCOMPARE(image->size(), r.pixels);
    }
};

} // namespace tst_render_pictures

GHOSTLINE_TEST(tst_render_pictures, TestRenderPictures, ghostline::test::GraphicsApplication)
#include "tst_render_pictures.moc"
