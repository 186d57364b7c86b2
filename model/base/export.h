// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Symbol visibility of libghostline-model, the one library that program and plugins share.
#include <QtCore/qglobal.h>

#if defined(GHOSTLINE_MODEL_BUILD)
#define GHOSTLINE_MODEL_EXPORT Q_DECL_EXPORT
#else
#define GHOSTLINE_MODEL_EXPORT Q_DECL_IMPORT
#endif
