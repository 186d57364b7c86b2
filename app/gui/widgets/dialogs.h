// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window's dialogs. None is modal: a recording may go on playing behind them. Each deletes itself.
#include "app/gui/settings/settings.h"
#include "model/codec/codec_registry.h"
#include "render/view/viewport.h"

#include <QCoreApplication>
#include <QDialog>

#include <functional>

namespace ghostline::app {

/// Whose texts the dialogs are, for translators.
struct Dialogs
{
    Q_DECLARE_TR_FUNCTIONS(Dialogs)
};

/// The dialog of that name that is open over `parent`, brought to the front; null = there is none. A verb
/// that is asked for twice shows one dialog, not two.
QDialog* raiseDialog(QWidget* parent, const char* name);
/// "File, reason, offset, what can be done."
QDialog* showErrorDialog(QWidget* parent, const QString& file, const model::Error& error);
/// Asks for a web address or a line to watch together by, and calls `open` with it.
QDialog* showAddressDialog(QWidget* parent, std::function<void(const QString&)> open);
/// `gl`: what draws, or why nothing does.
QDialog* showAboutDialog(QWidget* parent, const model::CodecRegistry& registry, const QString& gl);

/// What a file chooser offers: all recordings, each format, everything.
QStringList recordingFilters(const model::CodecRegistry& registry);
/// "byte 1,234 · frame 12", empty when nothing is known.
QString placeText(const model::Location& where);

} // namespace ghostline::app
