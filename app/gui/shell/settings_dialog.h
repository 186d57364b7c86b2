// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Settings and picture export: dialogs that ask.
#include "app/gui/widgets/dialogs.h"
#include "model/codec/codec_registry.h"

namespace ghostline::app {

enum class SettingsPage { General, Maps };

struct SettingsShown
{
    SettingsPage page = SettingsPage::General;
    std::shared_ptr<const model::CodecRegistry> registry{}; ///< tells where maps are looked for; may be null
};

/// Calls `apply` with the new values on OK and Apply.
QDialog* showSettingsDialog(QWidget* parent, const Settings& now, std::function<void(const Settings&)> apply,
                            const SettingsShown& shown = {});
/// Asks for a size and a file; `capture` draws, with nothing behind what was recorded where `transparent`,
/// which is offered only if `mayBeTransparent`.
QDialog* showExportDialog(QWidget* parent, QSize viewPixels, const QString& suggestedPath,
                          bool mayBeTransparent, std::function<QImage(QSize, bool transparent)> capture);
/// Replaces the file only when the whole picture could be written.
model::Result<void> savePicture(const QImage& image, const QString& path);

} // namespace ghostline::app
