// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reference data that lies outside the project: $GHOSTLINE_SHARED, else ../shared beside the source tree.
#include <QJsonObject>
#include <QString>

namespace ghostline::test {

/// Path below the shared data folder ("carla/synthetic/truth.json"), empty when there is no shared data.
QString sharedData(const QString& relative);
/// The JSON object in a file of it; empty when there is none.
QJsonObject sharedJson(const QString& relative);

} // namespace ghostline::test

/// Skips the test, visibly, when the reference data is absent.
#define GHOSTLINE_REQUIRE_SHARED(relative)                                                                   \
    do {                                                                                                     \
        if (ghostline::test::sharedData(QStringLiteral(relative)).isEmpty())                                 \
            QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");          \
    } while (false)
