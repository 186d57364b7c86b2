// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/echo_plugin.h"
