// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the pages of the window's program below the folder given, at build time.
#include "app/gui/shell/command_line.h"
#include "app/manual/pages.h"

#include <QCoreApplication>

using namespace ghostline;

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return manual::writePages(app::commandLineManual(), QCoreApplication::arguments());
}
