// SPDX-License-Identifier: GPL-3.0-or-later
// One window frame at 720p with 1,000 box actors, against the smallest Qt 3D program that draws 1,000 boxes,
// in one run. The goal is at most 1.2 times as long. And one runner against the same one with six ghosts, all
// of them sampled out of an hour each: the goal is 1.3 times as long.
#include "render/actors/meshes.h"
#include "render/view/still.h"
#include "render/view/viewport.h"
#include "tests/bench/race_sampling.h"
#include "tests/render/ghost_fixture.h"
#include "tests/render/grid_fixture.h"
#include "tests/render/match_fixture.h"
#include "tests/render/view_fixture.h"

#include <QApplication>
#include <QElapsedTimer>
#include <Qt3DCore/QAspectEngine>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QCoreAspect>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QCameraSelector>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QCullFace>
#include <Qt3DRender/QDepthTest>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QGraphicsApiFilter>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QRenderSettings>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QShaderProgram>
#include <Qt3DRender/QTechnique>
#include <Qt3DRender/QViewport>

#include <algorithm>
#include <cstdio>

using namespace ghostline;
using namespace Qt3DCore;
using namespace Qt3DRender;

namespace {

constexpr int Boxes = 1000;
constexpr int Warm = 10;
constexpr int Frames = 120;

double median(std::vector<double> v)
{
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
}

/// Nothing but a clear, a camera and one instanced draw of a lit cube.
class Smallest : public QWindow
{
public:
    Smallest();
    ~Smallest() override { m_engine.setRootEntity({}); }
    /// Asks for the next frame and waits for it, as the viewport's frames are asked for; milliseconds.
    double frame(int n);

protected:
    bool event(QEvent* event) override;

private:
    QEntity* makeBoxes(QEntity* root);
    QAspectEngine m_engine;
    QEntityPtr m_root;
    Qt3DCore::QBuffer* m_instances = nullptr;
    QByteArray m_bytes;
    bool m_started = false;
    int m_number = 0;
    double m_drawnMs = 0.0; // of the frame last asked for, 0 until it is drawn
};

Smallest::Smallest()
{
    setSurfaceType(OpenGLSurface);
    setFormat(QSurfaceFormat::defaultFormat());
    create();
    m_engine.registerAspect(new QCoreAspect);
    m_engine.registerAspect(new QRenderAspect);
    m_engine.setRunMode(QAspectEngine::Manual);
    auto* root = new QEntity;
    auto* settings = new QRenderSettings(root);
    settings->setRenderPolicy(QRenderSettings::OnDemand);
    root->addComponent(settings);
    auto* surface = new QRenderSurfaceSelector(root);
    surface->setSurface(this);
    auto* clear = new QClearBuffers(new QViewport(surface));
    clear->setBuffers(QClearBuffers::ColorDepthBuffer);
    auto* camera = new QCamera(root);
    camera->lens()->setPerspectiveProjection(45.0F, 1280.0F / 720.0F, 0.5F, 2000.0F);
    camera->setPosition({40.0F, 70.0F, 86.0F});
    camera->setViewCenter({0.0F, 0.0F, 0.0F});
    (new QCameraSelector(clear))->setCamera(camera);
    settings->setActiveFrameGraph(surface);
    makeBoxes(root);
    m_root = QEntityPtr(root);
}

void attribute(QGeometry* g, Qt3DCore::QBuffer* b, const char* name, unsigned size, unsigned count,
               unsigned stride, unsigned offset, unsigned divisor)
{
    auto* a = new QAttribute(b, QString::fromLatin1(name), QAttribute::Float, size, count, offset, stride, g);
    a->setDivisor(divisor);
    g->addAttribute(a);
}

QEntity* Smallest::makeBoxes(QEntity* root)
{
    const render::Mesh& mesh = render::unitMesh(render::MeshKind::Box);
    auto* entity = new QEntity(root);
    auto* geometry = new QGeometry(entity);
    auto* vertices = new Qt3DCore::QBuffer(geometry);
    vertices->setData(QByteArray(reinterpret_cast<const char*>(mesh.vertices.data()),
                                 static_cast<qsizetype>(mesh.vertices.size() * sizeof(render::MeshVertex))));
    const auto count = static_cast<unsigned>(mesh.vertices.size());
    attribute(geometry, vertices, "vertexPosition", 3, count, sizeof(render::MeshVertex), 0, 0);
    attribute(geometry, vertices, "vertexNormal", 3, count, sizeof(render::MeshVertex), 12, 0);
    auto* indexBuffer = new Qt3DCore::QBuffer(geometry);
    indexBuffer->setData(QByteArray(reinterpret_cast<const char*>(mesh.indices.data()),
                                    static_cast<qsizetype>(mesh.indices.size() * 2)));
    auto* indices =
        new QAttribute(indexBuffer, QAttribute::UnsignedShort, 1, static_cast<unsigned>(mesh.indices.size()));
    indices->setAttributeType(QAttribute::IndexAttribute);
    geometry->addAttribute(indices);
    m_instances = new Qt3DCore::QBuffer(geometry);
    m_bytes.resize(Boxes * 16);
    attribute(geometry, m_instances, "place", 4, 1, 16, 0, 1);
    auto* renderer = new QGeometryRenderer(entity);
    renderer->setGeometry(geometry);
    renderer->setInstanceCount(Boxes);
    entity->addComponent(renderer);

    auto* material = new QMaterial(entity);
    auto* effect = new QEffect(material);
    auto* technique = new QTechnique(effect);
    auto* pass = new QRenderPass(technique);
    auto* program = new QShaderProgram(pass);
    program->setVertexShaderCode(
        "#version 330 core\nin vec3 vertexPosition; in vec3 vertexNormal; in vec4 place; uniform mat4 mvp;\n"
        "out vec3 n; void main() { n = vertexNormal; gl_Position = mvp * vec4(vertexPosition * 0.5 + "
        "place.xyz, 1.0); }");
    program->setFragmentShaderCode("#version 330 core\nin vec3 n; out vec4 c; void main() {"
                                   " c = vec4(vec3(0.3, 0.6, 0.9) * (0.6 + 0.4 * max(n.y, 0.0)), 1.0); }");
    pass->setShaderProgram(program);
    technique->addRenderPass(pass);
    technique->graphicsApiFilter()->setApi(QGraphicsApiFilter::OpenGL);
    technique->graphicsApiFilter()->setProfile(QGraphicsApiFilter::CoreProfile);
    technique->graphicsApiFilter()->setMajorVersion(3);
    technique->graphicsApiFilter()->setMinorVersion(3);
    effect->addTechnique(technique);
    material->setEffect(effect);
    entity->addComponent(material);
    return entity;
}

double Smallest::frame(int n)
{
    if (!m_started)
        m_engine.setRootEntity(m_root);
    m_started = true;
    m_number = n;
    m_drawnMs = 0.0;
    requestUpdate();
    QElapsedTimer timer;
    timer.start();
    while (m_drawnMs <= 0.0 && timer.elapsed() < 2000)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    return m_drawnMs;
}

/// Moves every box a little and draws.
bool Smallest::event(QEvent* event)
{
    if (event->type() != QEvent::UpdateRequest || !m_started)
        return QWindow::event(event);
    QElapsedTimer timer;
    timer.start();
    auto* p = reinterpret_cast<float*>(m_bytes.data());
    for (int i = 0; i < Boxes; ++i) {
        const int side = 32;
        p[i * 4 + 0] = static_cast<float>((i % side - side / 2) * 3) + 0.01F * static_cast<float>(m_number);
        p[i * 4 + 1] = 0.5F;
        p[i * 4 + 2] = static_cast<float>((i / side - side / 2) * 3);
        p[i * 4 + 3] = 1.0F;
    }
    m_instances->setData(m_bytes);
    m_engine.processFrame();
    m_drawnMs = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
    return true;
}

bool exposed(QWindow& window)
{
    window.resize(1280, 720);
    window.show();
    QElapsedTimer timer;
    timer.start();
    while (!window.isExposed() && timer.elapsed() < 5000)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    return window.isExposed();
}

struct Shot
{
    test::World world;
    glm::dvec3 from;
    glm::dvec3 at{0.0};
    test::World ghosts{}; ///< whose actors are shown as ghosts
};

void moveAll(model::WorldState& state)
{
    for (glm::dvec3& p : state.positions)
        p.x += 0.01;
    for (model::BonePose& bone : state.bonePoses)
        bone.position.x += 0.01F;
}

/// Everybody moves a little in every frame.
std::vector<double> measureViewport(Shot shot, const render::ViewOptions& options)
{
    render::Viewport view;
    view.setReducedMotion(true);
    test::showOptions(view, options);
    test::showIndex(view, shot.world.index());
    test::showState(view, shot.world.state);
    render::CameraPose pose;
    pose.position = shot.from;
    pose.target = shot.at;
    view.camera().setPose(pose, false);
    std::vector<double> times;
    if (!exposed(view))
        return times;
    QObject::connect(&view, &render::Viewport::frameDrawn, &view,
                     [&times](double ms) { times.push_back(ms); });
    for (int n = 0; n < Warm + Frames; ++n) {
        moveAll(shot.world.state);
        moveAll(shot.ghosts.state);
        test::showState(view, shot.world.state);
        test::showGhosts(view, test::ghostsOf(shot.ghosts, 0));
        const std::size_t before = times.size();
        QElapsedTimer timer;
        timer.start();
        while (times.size() == before && timer.elapsed() < 2000)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    }
    times.erase(times.begin(),
                times.begin() + std::min<std::ptrdiff_t>(Warm, static_cast<std::ptrdiff_t>(times.size())));
    return times;
}

/// Median milliseconds in which a race with so many ghosts is sampled for one picture; nothing if it does not
/// come about.
std::optional<double> measureSampling(int ghosts)
{
    test::RaceSampling race(ghosts);
    std::vector<double> times;
    for (int n = 0; race.ready() && n < Warm + Frames; ++n) {
        const double ms = race.next();
        if (n >= Warm)
            times.push_back(ms);
    }
    return times.size() < Frames ? std::nullopt : std::optional(median(times));
}

/// A runner on hills, people with skeletons; six ghosts go beside, some before the runner.
bool compareGhosts()
{
    constexpr int Ghosts = 6;
    test::Match runner;
    runner.addPerson({.head = {0.0, 26.7, 0.0}});
    runner.state.grids = {test::terrain(96)};
    test::Match others;
    for (int i = 0; i < Ghosts; ++i)
        others.addPerson({.head = {(i - 3) * 0.9, 26.7, 1.0 + i % 3}, .gesture = i % 4});
    Shot shot{runner, {4.0, 31.0, 10.0}, {0.0, 26.0, 0.0}};
    const std::vector<double> alone = measureViewport(shot, {});
    shot.ghosts = others;
    const std::vector<double> race = measureViewport(shot, {});
    const auto sampledAlone = measureSampling(0);
    const auto sampledRace = measureSampling(Ghosts);
    if (alone.empty() || race.empty() || !sampledAlone || !sampledRace)
        return false;
    const double one = median(alone) + *sampledAlone;
    const double all = median(race) + *sampledRace;
    std::printf("a runner on hills               %6.2f ms  of that sampling %.3f ms\n", one, *sampledAlone);
    std::printf("... with six ghosts             %6.2f ms  of that sampling %.3f ms  ratio %.2f\n", all,
                *sampledRace, all / one);
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    render::prepareGraphics();
    QApplication app(argc, argv);
    const auto gl = render::probeGl();
    if (!gl) {
        std::fprintf(stderr, "%s\n", qPrintable(gl.error().message));
        return 2;
    }
    std::vector<double> smallest;
    {
        Smallest window;
        if (!exposed(window))
            return 2;
        for (int n = 0; n < Warm + Frames; ++n) {
            const double ms = window.frame(n);
            if (n >= Warm)
                smallest.push_back(ms);
        }
    }
    render::ViewOptions plain;
    plain.labels = plain.grid = plain.axesGizmo = false;
    const Shot boxes{test::World::boxes(Boxes), {40.0, 70.0, 86.0}};
    const std::vector<double> bare = measureViewport(boxes, plain);
    const std::vector<double> full = measureViewport(boxes, {});
    if (bare.empty() || full.empty())
        return 2;
    const double base = median(smallest);
    std::printf("%s\n1,000 boxes at 1280x720, median of %d frames\n", qPrintable(gl->renderer), Frames);
    std::printf("smallest Qt 3D program          %6.2f ms\n", base);
    std::printf("viewport, boxes and background  %6.2f ms  ratio %.2f\n", median(bare), median(bare) / base);
    std::printf("viewport, grid, labels and axes %6.2f ms  ratio %.2f\n", median(full), median(full) / base);
    return compareGhosts() ? 0 : 2;
}
