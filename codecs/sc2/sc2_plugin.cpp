// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sc2_plugin.h"
