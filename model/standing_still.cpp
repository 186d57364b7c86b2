// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/standing_still.h"
