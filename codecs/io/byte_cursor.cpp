// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/io/byte_cursor.h"
