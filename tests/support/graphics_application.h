// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The application of a test that draws by OpenGL.
#include "render/view/still.h"

#include <QApplication>
#include <QTemporaryDir>

namespace ghostline::test {

/// What must be there before the application is.
class PreparedGraphics
{
protected:
    PreparedGraphics()
    {
        if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))
            qputenv("XDG_RUNTIME_DIR", m_runtime.path().toLocal8Bit());
        render::prepareGraphics();
    }

private:
    QTemporaryDir m_runtime; ///< Qt warns when there is none, and warnings are fatal
};

class GraphicsApplication : private PreparedGraphics, public QApplication
{
public:
    GraphicsApplication(int& argc, char** argv) : QApplication(argc, argv) {}
};

} // namespace ghostline::test
