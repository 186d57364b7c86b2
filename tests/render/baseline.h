// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures against saved ones, with room for small differences between drivers and font renderers.
// GHOSTLINE_UPDATE_BASELINES=1 writes the saved ones anew; look at them before committing.
#include "world_fixture.h"

#include <QDir>
#include <QtTest>

namespace ghostline::test {

inline constexpr double LargestMeanDifference = 0.8;   // of 255, over all channels
inline constexpr double LargestShareDifferent = 0.008; // pixels that differ by more than PixelTolerance
inline constexpr int PixelTolerance = 40;

struct Difference
{
    double mean = 0.0;
    double share = 0.0;
};

inline Difference compare(const QImage& a, const QImage& b)
{
    qint64 sum = 0, different = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
            const int dr = qAbs(qRed(p) - qRed(q)), dg = qAbs(qGreen(p) - qGreen(q)),
                      db = qAbs(qBlue(p) - qBlue(q));
            sum += dr + dg + db;
            different += qMax(dr, qMax(dg, db)) > PixelTolerance;
        }
    }
    const double pixels = double(a.width()) * a.height();
    return {double(sum) / (3.0 * pixels), double(different) / pixels};
}

inline render::CameraPose lookingAt(const glm::dvec3& from, const glm::dvec3& target)
{
    render::CameraPose c;
    c.position = from;
    c.target = target;
    return c;
}

/// Draws and fails where the picture is another than the saved one of this name.
inline void checkPicture(const QString& name, const World& w, const render::StillRequest& request)
{
    const auto image = renderStill(w.index(), w.scene, w.state, request);
    QVERIFY2(image, image ? "" : qPrintable(image.error().message));
    const QString path = QStringLiteral(GHOSTLINE_RENDER_BASELINES "/") + name + QStringLiteral(".png");
    if (qEnvironmentVariableIsSet("GHOSTLINE_UPDATE_BASELINES")) {
        QDir().mkpath(QStringLiteral(GHOSTLINE_RENDER_BASELINES));
        QVERIFY(image->save(path));
        QSKIP("baseline written anew");
    }
    const QImage saved(path);
    QVERIFY2(!saved.isNull(), qPrintable(path));
    QCOMPARE(image->size(), saved.size());
    const Difference d = compare(*image, saved);
    if (d.mean > LargestMeanDifference || d.share > LargestShareDifferent) {
        const QString drawn =
            QDir::tempPath() + QStringLiteral("/ghostline-") + name + QStringLiteral(".png");
        image->save(drawn);
        QFAIL(qPrintable(QStringLiteral("mean difference %1, %2 % of the pixels differ; drawn: %3")
                             .arg(d.mean)
                             .arg(d.share * 100.0)
                             .arg(drawn)));
    }
}

} // namespace ghostline::test
