// SPDX-License-Identifier: GPL-3.0-or-later
// One technique, one pass: OpenGL 3.3 core.
#include "render/qt3d/materials.h"

#include <QUrl>
#include <Qt3DRender/QBlendEquation>
#include <Qt3DRender/QBlendEquationArguments>
#include <Qt3DRender/QCullFace>
#include <Qt3DRender/QDepthTest>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGraphicsApiFilter>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QNoDepthMask>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QShaderProgram>
#include <Qt3DRender/QTechnique>

namespace ghostline::render {

using namespace Qt3DRender;

namespace {

QShaderProgram* makeProgram(QRenderPass* pass, const QString& vertexShader, const QString& fragmentShader)
{
    auto* program = new QShaderProgram(pass);
    const auto source = [](const QString& name) {
        return QShaderProgram::loadSource(QUrl(QStringLiteral("qrc:/shaders/") + name));
    };
    program->setVertexShaderCode(source(vertexShader));
    program->setFragmentShaderCode(source(fragmentShader));
    // A program that does not link would redraw for ever and show nothing.
    QObject::connect(program, &QShaderProgram::statusChanged, program, [=](QShaderProgram::Status status) {
        if (status == QShaderProgram::Error)
            qFatal("the shaders %s and %s do not compile on this OpenGL driver:\n%s",
                   qPrintable(vertexShader), qPrintable(fragmentShader), qPrintable(program->log()));
    });
    return program;
}

void addBlending(QRenderPass* pass, Blend blend)
{
    pass->addRenderState(new QNoDepthMask(pass));
    if (blend == Blend::Replacing)
        return;
    auto* equation = new QBlendEquation(pass);
    equation->setBlendFunction(QBlendEquation::Add);
    pass->addRenderState(equation);
    auto* arguments = new QBlendEquationArguments(pass);
    arguments->setSourceRgb(blend == Blend::Multiplied      ? QBlendEquationArguments::Zero
                            : blend == Blend::Premultiplied ? QBlendEquationArguments::One
                                                            : QBlendEquationArguments::SourceAlpha);
    arguments->setDestinationRgb(blend == Blend::Multiplied ? QBlendEquationArguments::SourceColor
                                                            : QBlendEquationArguments::OneMinusSourceAlpha);
    // Alpha only ever grows, so that captured pictures stay opaque.
    arguments->setSourceAlpha(QBlendEquationArguments::One);
    arguments->setDestinationAlpha(QBlendEquationArguments::One);
    pass->addRenderState(arguments);
}

} // namespace

QMaterial* makeMaterial(Qt3DCore::QNode* parent, const QString& vertexShader, const QString& fragmentShader,
                        Blend blend, Faces faces, std::initializer_list<QParameter*> parameters)
{
    auto* material = new QMaterial(parent);
    auto* effect = new QEffect(material);
    auto* technique = new QTechnique(effect);
    auto* pass = new QRenderPass(technique);
    technique->graphicsApiFilter()->setApi(QGraphicsApiFilter::OpenGL);
    technique->graphicsApiFilter()->setProfile(QGraphicsApiFilter::CoreProfile);
    technique->graphicsApiFilter()->setMajorVersion(3);
    technique->graphicsApiFilter()->setMinorVersion(3);
    pass->setShaderProgram(makeProgram(pass, vertexShader, fragmentShader));

    auto* depth = new QDepthTest(pass);
    const bool over = blend != Blend::Opaque && blend != Blend::Translucent;
    depth->setDepthFunction(over ? QDepthTest::Always : QDepthTest::LessOrEqual);
    pass->addRenderState(depth);
    // Without a state of its own a pass gets Qt 3D's default, which hides back faces.
    auto* cull = new QCullFace(pass);
    cull->setMode(faces == Faces::Both    ? QCullFace::NoCulling
                  : faces == Faces::Front ? QCullFace::Back
                                          : QCullFace::Front);
    pass->addRenderState(cull);
    if (blend != Blend::Opaque)
        addBlending(pass, blend);

    technique->addRenderPass(pass);
    effect->addTechnique(technique);
    material->setEffect(effect);
    for (QParameter* parameter : parameters)
        material->addParameter(parameter);
    return material;
}

} // namespace ghostline::render
