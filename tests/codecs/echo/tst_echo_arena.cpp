// SPDX-License-Identifier: GPL-3.0-or-later
// The arena: published dimensions, mirrored halves, closed solids that face outward, and few triangles.
#include "codecs/echo/replay/arena_scene.h"
#include "tests/support/test_driver.h"

#include <QSet>
#include <QtTest>

#include <array>
#include <map>
#include <set>

namespace tst_echo_arena {

using namespace ghostline;
using namespace ghostline::echo;
using model::SceneDescription;
using model::SceneMesh;
using model::SceneRole;

namespace {

SceneDescription sceneOf(Map map)
{
    MatchHeader header;
    header.map = map;
    return arenaScene(header);
}

using Key = std::array<int, 3>;

/// Tenths of a millimetre: equal places are equal keys.
Key keyOf(const glm::vec3& v) { return {qRound(v.x * 1e4F), qRound(v.y * 1e4F), qRound(v.z * 1e4F)}; }

std::size_t triangles(const SceneDescription& scene)
{
    std::size_t n = 0;
    for (const SceneMesh& mesh : scene.meshes)
        n += mesh.indices.size() / 3;
    return n;
}

/// Six times the volume: positive when the surface faces outward.
double volume(const SceneMesh& mesh)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const auto at = [&](std::size_t k) { return glm::dvec3(mesh.vertices[mesh.indices[i + k]]); };
        sum += glm::dot(at(0), glm::cross(at(1), at(2)));
    }
    return sum;
}

/// How often each directed edge is walked: in a closed surface every edge is walked once each way.
std::map<std::pair<Key, Key>, int> edges(const std::vector<const SceneMesh*>& meshes)
{
    std::map<std::pair<Key, Key>, int> out;
    for (const SceneMesh* mesh : meshes) {
        for (std::size_t i = 0; i < mesh->indices.size(); i += 3) {
            for (std::size_t k = 0; k < 3; ++k) {
                const auto a = keyOf(mesh->vertices[mesh->indices[i + k]]);
                const auto b = keyOf(mesh->vertices[mesh->indices[i + (k + 1) % 3]]);
                ++out[{a, b}];
            }
        }
    }
    return out;
}

bool closed(const std::vector<const SceneMesh*>& meshes)
{
    const auto walked = edges(meshes);
    for (const auto& [edge, times] : walked) {
        const auto back = walked.find({edge.second, edge.first});
        if (back == walked.end() || back->second != times)
            return false;
    }
    return !walked.empty();
}

std::vector<const SceneMesh*> withRole(const SceneDescription& scene, SceneRole role)
{
    std::vector<const SceneMesh*> out;
    for (const SceneMesh& mesh : scene.meshes) {
        if (mesh.role == role)
            out.push_back(&mesh);
    }
    return out;
}

std::multiset<Key> places(const SceneDescription& scene, SceneRole role, int team, float mirror)
{
    std::multiset<Key> out;
    for (const SceneMesh* mesh : withRole(scene, role)) {
        for (const glm::vec3& v : mesh->vertices) {
            if (mesh->team == team)
                out.insert(keyOf({v.x, v.y, v.z * mirror}));
        }
    }
    return out;
}

} // namespace

class TestEchoArena : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isAsLargeAsMeasured()
    {
        const SceneDescription scene = sceneOf(Map::Arena);
        const glm::dvec3 size = scene.bounds.max - scene.bounds.min;
        QVERIFY(size.z > 80.0 && size.z < 82.0); // between the launch tubes' exits
        QVERIFY(size.x > 29.0 && size.x < 33.0);
        QVERIFY(size.y > 17.0 && size.y < 21.0);
        QVERIFY(scene.groundHeight < scene.bounds.min.y);
        for (const SceneMesh& mesh : scene.meshes) {
            for (const glm::vec3& v : mesh.vertices) {
                const glm::dvec3 p = mesh.origin + glm::dvec3(v);
                QVERIFY(glm::all(glm::greaterThanEqual(p, scene.bounds.min - 1e-4)));
                QVERIFY(glm::all(glm::lessThanEqual(p, scene.bounds.max + 1e-4)));
            }
        }
    }

    void goalsAreRoundAndThirtySixMetresAway()
    {
        const SceneDescription scene = sceneOf(Map::Arena);
        const auto goals = withRole(scene, SceneRole::Goal);
        QCOMPARE(goals.size(), 2U);
        for (const SceneMesh* goal : goals) {
            QVERIFY(goal->team == 0 || goal->team == 1);
            const float at = goal->team == 0 ? -36.0F : 36.0F; // blue defends -Z
            for (const glm::vec3& v : goal->vertices) {
                QVERIFY(qAbs(v.z - at) < 0.2F);
                QVERIFY(qAbs(std::hypot(v.x, v.y) - 1.5F) < 0.2F);
            }
        }
    }

    void goalsGlowSoftlyInTheirPlane()
    {
        const SceneDescription scene = sceneOf(Map::Arena);
        const auto glows = withRole(scene, SceneRole::Glow);
        QCOMPARE(glows.size(), 2U);
        for (const SceneMesh* glow : glows) {
            QCOMPARE(glow->opacities.size(), glow->vertices.size());
            for (std::size_t i = 0; i < glow->vertices.size(); ++i) {
                const glm::vec3& v = glow->vertices[i];
                QCOMPARE(v.z, glow->team == 0 ? -36.0F : 36.0F);
                QVERIFY(std::hypot(v.x, v.y) < 2.6F || glow->opacities[i] == 0); // no edge
            }
        }
        QCOMPARE(scene.floorHeight, std::optional(-7.0));
    }

    void fiveLaunchTubesASideOnAPentagon()
    {
        const SceneDescription scene = sceneOf(Map::Arena);
        constexpr std::array<std::array<float, 2>, 5> mouths{
            {{0.0F, 4.535F}, {4.275F, 1.425F}, {-4.275F, 1.425F}, {2.649F, -3.605F}, {-2.649F, -3.605F}}};
        for (const int team : {0, 1}) {
            std::array<int, 5> seen{};
            for (const SceneMesh* mesh : withRole(scene, SceneRole::Launch)) {
                for (const glm::vec3& v : mesh->vertices) {
                    if (mesh->team != team)
                        continue;
                    int near = 0;
                    for (std::size_t i = 0; i < mouths.size(); ++i) {
                        if (std::hypot(v.x - mouths[i][0], v.y - mouths[i][1]) < 1.2F) {
                            ++seen[i];
                            ++near;
                        }
                    }
                    QCOMPARE(near, 1);
                }
            }
            for (const int n : seen)
                QVERIFY(n > 20);
        }
    }

    void halvesMirrorEachOther_data()
    {
        QTest::addColumn<int>("role");
        QTest::newRow("hull") << int(SceneRole::Shell);
        QTest::newRow("blocks") << int(SceneRole::Obstacle);
        QTest::newRow("goals") << int(SceneRole::Goal);
        QTest::newRow("launch tubes") << int(SceneRole::Launch);
    }
    void halvesMirrorEachOther()
    {
        QFETCH(int, role);
        const SceneDescription scene = sceneOf(Map::Arena);
        const auto blue = places(scene, SceneRole(role), 0, -1.0F);
        QVERIFY(!blue.empty());
        QVERIFY(blue == places(scene, SceneRole(role), 1, 1.0F));
        QVERIFY(places(scene, SceneRole(role), -1, -1.0F) == places(scene, SceneRole(role), -1, 1.0F));
    }

    void surfacesAreClosedAndFaceOutward()
    {
        const SceneDescription scene = sceneOf(Map::Arena);
        for (const SceneRole role : {SceneRole::Obstacle, SceneRole::Goal, SceneRole::Launch}) {
            for (const SceneMesh* mesh : withRole(scene, role)) {
                QVERIFY(closed({mesh}));
                QVERIFY(volume(*mesh) > 0.0);
            }
        }
        std::vector<const SceneMesh*> hull;
        for (const SceneMesh* mesh : withRole(scene, SceneRole::Shell)) {
            if (mesh->vertices.size() > 12) // not the plates behind the goals
                hull.push_back(mesh);
        }
        QCOMPARE(hull.size(), 3U);
        QVERIFY2(closed(hull), "the hull has a gap");
        const glm::vec3 middle{0.0F, 1.65F, 0.0F};
        for (const SceneMesh* mesh : hull) {
            for (std::size_t i = 0; i < mesh->indices.size(); i += 3) {
                const auto at = [&](std::size_t k) { return mesh->vertices[mesh->indices[i + k]]; };
                const glm::vec3 normal = glm::cross(at(1) - at(0), at(2) - at(0));
                QVERIFY2(glm::dot(normal, at(0) - middle) > 0.0F, "a wall faces inward");
            }
        }
    }

    void blocksAreWhereTheyWereRead()
    {
        const SceneDescription scene = sceneOf(Map::Arena);
        std::size_t vertices = 0;
        for (const SceneMesh* mesh : withRole(scene, SceneRole::Obstacle))
            vertices += mesh->vertices.size();
        QVERIFY(vertices > 90U * 8U); // some ninety blocks
        const auto near = [&scene](const glm::vec3& p) {
            int n = 0;
            for (const SceneMesh* mesh : withRole(scene, SceneRole::Obstacle)) {
                for (const glm::vec3& v : mesh->vertices)
                    n += glm::distance(v, p) < 1.4F;
            }
            return n;
        };
        for (const glm::vec3& p : {glm::vec3(0.0F, -4.167F, 0.0F), glm::vec3(-4.582F, 0.0F, 0.0F),
                                   glm::vec3(0.0F, 0.0F, -16.016F), glm::vec3(-12.48F, 2.756F, 9.87F)})
            QVERIFY(near(p) >= 8);
        QCOMPARE(near({0.0F, 0.0F, 0.0F}), 0); // where the disc starts
        QCOMPARE(near({0.0F, 0.0F, 36.0F}), 0);
    }

    void costsLittle() { QVERIFY(triangles(sceneOf(Map::Arena)) < 4000U); }

    void camerasLookInward_data()
    {
        QTest::addColumn<int>("map");
        QTest::newRow("arena") << int(Map::Arena);
        QTest::newRow("combat") << int(Map::Dyson);
    }
    void camerasLookInward()
    {
        QFETCH(int, map);
        const SceneDescription scene = sceneOf(Map(map));
        QSet<QString> names;
        bool follows = false;
        for (const model::SceneCamera& camera : scene.cameras) {
            QVERIFY(!camera.name.isEmpty() && !names.contains(camera.name));
            names.insert(camera.name);
            const glm::dvec3 to = camera.target - camera.position;
            QVERIFY(glm::length(to) > 10.0);
            // Not straight down: "up" would be undefined.
            QVERIFY(std::hypot(to.x, to.z) > 0.05 * glm::length(to));
            QVERIFY(camera.verticalFov > 20.0 && camera.verticalFov < 100.0);
            follows = follows || camera.follows;
        }
        QVERIFY(names.contains(QStringLiteral("Sideline")) && names.contains(QStringLiteral("Overhead")));
        QVERIFY(follows);
        if (Map(map) == Map::Arena)
            QVERIFY(names.contains(QStringLiteral("Blue goal")) &&
                    names.contains(QStringLiteral("Orange goal")));
    }

    void namesOfTeamsAreShown()
    {
        MatchHeader header;
        header.map = Map::Arena;
        header.teamNames = {QStringLiteral("Larks"), QString(), QString()};
        const SceneDescription scene = arenaScene(header);
        QCOMPARE(scene.labels.size(), 2U);
        QCOMPARE(scene.labels[0].text, QStringLiteral("Larks goal"));
        QVERIFY(scene.labels[0].position.z < -35.0);
        QCOMPARE(scene.labels[1].text, QStringLiteral("Orange goal"));
    }

    void otherMapsAreLabelledBoxes_data()
    {
        QTest::addColumn<int>("map");
        QTest::addColumn<QString>("name");
        QTest::newRow("lobby") << int(Map::Lobby) << QStringLiteral("Lobby");
        QTest::newRow("dyson") << int(Map::Dyson) << QStringLiteral("Dyson");
        QTest::newRow("unknown") << int(Map::Uncoded) << QStringLiteral("mpl_new");
    }
    void otherMapsAreLabelledBoxes()
    {
        QFETCH(int, map);
        QFETCH(QString, name);
        MatchHeader header;
        header.map = Map(map);
        header.mapName = QStringLiteral("mpl_new");
        const SceneDescription scene = arenaScene(header);
        QCOMPARE(scene.name, name);
        QVERIFY(scene.meshes.empty() && !scene.lines.empty() && scene.bounds.valid);
        QCOMPARE(scene.labels.size(), 1U);
        QCOMPARE(scene.labels[0].text, name);
        QVERIFY(!scene.note.isEmpty());
        for (const model::SceneLines& lines : scene.lines) {
            for (const std::uint32_t start : lines.starts)
                QVERIFY(start + 1 < lines.points.size());
        }
    }
};

} // namespace tst_echo_arena

GHOSTLINE_TEST(tst_echo_arena, TestEchoArena)
#include "tst_echo_arena.moc"
