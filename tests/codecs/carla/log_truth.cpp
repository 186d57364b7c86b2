// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/carla/log_truth.h"

namespace ghostline::test {

QJsonObject truthOf(const QString& log)
{
    static const QJsonObject all = sharedJson(QStringLiteral("carla/synthetic/truth.json"));
    return all[log].toObject();
}

model::Result<std::unique_ptr<model::ReplaySource>> openRow()
{
    return test::openLogFile(test::sharedData(
        QStringLiteral("carla/synthetic/%1.log").arg(QString::fromUtf8(QTest::currentDataTag()))));
}

void LogTruth::logRows(bool withEmpty)
{
    QTest::addColumn<int>("unused");
    const QJsonObject all = sharedJson(QStringLiteral("carla/synthetic/truth.json"));
    QVERIFY(!all.isEmpty());
    for (auto it = all.begin(); it != all.end(); ++it) {
        const bool framed = it.value().toObject()[QStringLiteral("frames")].toInt() > 0;
        if (framed || (withEmpty && it.key() == QLatin1String("damaged-empty")))
            QTest::newRow(qPrintable(it.key())) << 0;
    }
}

} // namespace ghostline::test
