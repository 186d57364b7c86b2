// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files of the reference data: which there are, and what is in them.
#include "tests/support/shared_data.h"

#include <QDir>
#include <QFile>

#include <cstring>
#include <vector>

namespace ghostline::test {

/// Names without their suffix, sorted; empty without the shared data.
QStringList sharedNames(const QString& relative, const char* suffix);
/// Empty when it cannot be read.
std::vector<std::byte> fileBytes(const QString& path);

} // namespace ghostline::test
