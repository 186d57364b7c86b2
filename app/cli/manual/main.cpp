// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the pages of the headless tool below the folder given, at build time.
#include "app/cli/parser_manual.h"
#include "app/manual/pages.h"

#include <QCoreApplication>

using namespace ghostline;

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return manual::writePages(app::describeTool(), QCoreApplication::arguments());
}
