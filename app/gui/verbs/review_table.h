// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The verbs of the menu Review.
#include "app/gui/verbs/action_table.h"

namespace ghostline::app {

class ReviewTable
{
    Q_DECLARE_TR_FUNCTIONS(Actions)
public:
    static void add(QList<ActionSpec>& t);
};

} // namespace ghostline::app
