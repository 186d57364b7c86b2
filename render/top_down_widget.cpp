// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/top_down_widget.h"
