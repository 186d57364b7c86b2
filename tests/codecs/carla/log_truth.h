// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reference logs and the tables that an independent reader made of them.
#include "tests/codecs/carla/open_log.h"
#include "tests/support/shared_data.h"

#include <QFile>
#include <QJsonDocument>

namespace ghostline::test {

inline QJsonObject truthOf(const QString& log)
{
    static const QJsonObject all = [] {
        QFile file(test::sharedData(QStringLiteral("carla/synthetic/truth.json")));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }();
    return all[log].toObject();
}

inline model::Result<std::unique_ptr<model::ReplaySource>> openRow()
{
    return test::openLogFile(test::sharedData(
        QStringLiteral("carla/synthetic/%1.log").arg(QString::fromUtf8(QTest::currentDataTag()))));
}

struct LogTruth
{
    static void logRows(bool withEmpty)
    {
        QTest::addColumn<int>("unused");
        QFile file(test::sharedData(QStringLiteral("carla/synthetic/truth.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
        for (auto it = all.begin(); it != all.end(); ++it) {
            const bool framed = it.value().toObject()[QStringLiteral("frames")].toInt() > 0;
            if (framed || (withEmpty && it.key() == QLatin1String("damaged-empty")))
                QTest::newRow(qPrintable(it.key())) << 0;
        }
    }
};

} // namespace ghostline::test
