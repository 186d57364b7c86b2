// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window's dialogs. None is modal: a recording may go on playing behind them. Each deletes itself.
#include "app/gui/shell/settings.h"
#include "model/codec_registry.h"
#include "render/viewport.h"

#include <QDialog>

#include <functional>

namespace ghostline::app {

/// "File, reason, offset, what can be done."
QDialog* showErrorDialog(QWidget* parent, const QString& file, const model::Error& error);
/// Asks for a web address and calls `open` with it.
QDialog* showAddressDialog(QWidget* parent, std::function<void(const QString&)> open);
/// `gl`: what draws, or why nothing does.
QDialog* showAboutDialog(QWidget* parent, const model::CodecRegistry& registry, const QString& gl);
/// Calls `apply` with the new values on OK and Apply.
QDialog* showSettingsDialog(QWidget* parent, const Settings& now, std::function<void(const Settings&)> apply);
/// Asks for a size and a file; `capture` draws.
QDialog* showExportDialog(QWidget* parent, QSize viewPixels, const QString& suggestedPath,
                          std::function<QImage(QSize)> capture);

/// What a file chooser offers: all recordings, each format, everything.
QStringList recordingFilters(const model::CodecRegistry& registry);
/// Replaces the file only when the whole picture could be written.
model::Result<void> savePicture(const QImage& image, const QString& path);
/// "byte 1,234 · frame 12", empty when nothing is known.
QString placeText(const model::Location& where);

} // namespace ghostline::app
