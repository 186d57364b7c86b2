// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/render/baseline.h"

#include "view_fixture.h"

namespace ghostline::test {

Difference compare(const QImage& a, const QImage& b)
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

render::CameraPose lookingAt(const glm::dvec3& from, const glm::dvec3& target)
{
    render::CameraPose c;
    c.position = from;
    c.target = target;
    return c;
}

void checkPicture(const QString& name, const World& w, const render::StillRequest& request)
{
    const auto image = stillOf(w, request);
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
