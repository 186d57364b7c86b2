// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metric_series.h"
