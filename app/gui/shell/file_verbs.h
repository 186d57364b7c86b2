// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The verbs by which a recording is chosen: from a dialog, by its address, from the list of recent ones.
#include "model/codec/codec_registry.h"

#include <QMenu>

namespace ghostline::app {

class Actions;

class FileVerbs : public QObject
{
    Q_OBJECT
public:
    /// Both outlive it; dialogs stand over `window`. `samplePath`: empty = none installed.
    FileVerbs(Actions* actions, const model::CodecRegistry& registry, const QString& samplePath,
              QWidget* window);
    /// The recordings opened before, listed anew each time it opens.
    QMenu* recentMenu() const { return m_recent; }

Q_SIGNALS:
    void openRequested(const QString& path);
    /// The recordings in this folder are to be listed, though it may be one itself.
    void listRequested(const QString& folder);

private:
    void choose();
    void chooseFolder();
    void takeFolder(const QString& folder);
    void fillRecent();

    const model::CodecRegistry& m_registry;
    QWidget* m_window;
    QMenu* m_recent;
};

} // namespace ghostline::app
