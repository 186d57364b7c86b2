// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/codec_registry.h"
