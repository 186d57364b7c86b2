// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/state_reader.h"
