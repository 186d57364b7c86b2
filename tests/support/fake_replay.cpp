// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_replay.h"
