// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reference logs and the tables that an independent reader made of them.
#include "tests/codecs/carla/open_log.h"
#include "tests/support/shared_data.h"

#include <QFile>
#include <QJsonDocument>

namespace ghostline::test {

QJsonObject truthOf(const QString& log);
model::Result<std::unique_ptr<model::ReplaySource>> openRow();

struct LogTruth
{
    static void logRows(bool withEmpty);
};

} // namespace ghostline::test
