// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/carla_plugin.h"
