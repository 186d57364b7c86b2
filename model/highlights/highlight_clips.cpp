// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/highlights/highlight_clips.h"
