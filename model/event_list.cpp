// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/event_list.h"
