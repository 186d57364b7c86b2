// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing of its own: it owns the precompiled headers of the tests that link widgets.
