// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recording_plugin.h"
