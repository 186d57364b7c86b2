// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// main() of a test that draws: graphics are prepared before the application object exists.
#include "render/viewport.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QtTest>

#define GHOSTLINE_GL_TEST_MAIN(TestClass)                                                                    \
    int main(int argc, char** argv)                                                                          \
    {                                                                                                        \
        QTemporaryDir runtime; /* Qt warns when there is none, and warnings are fatal */                     \
        if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))                                                  \
            qputenv("XDG_RUNTIME_DIR", runtime.path().toLocal8Bit());                                        \
        ghostline::render::prepareGraphics();                                                                \
        QApplication app(argc, argv);                                                                        \
        TestClass test;                                                                                      \
        return QTest::qExec(&test, argc, argv);                                                              \
    }
