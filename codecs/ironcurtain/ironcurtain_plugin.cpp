// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/ironcurtain_plugin.h"
