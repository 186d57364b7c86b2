// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window shows while nothing is open: where to drop a file, what was open before, what can be
// opened.
#include "model/codec/codec_registry.h"
#include "render/base/theme.h"

#include <QWidget>

class QHBoxLayout;
class QListWidget;
class QPushButton;

namespace ghostline::app {

class WelcomePage : public QWidget
{
    Q_OBJECT
public:
    WelcomePage(const model::CodecRegistry& registry, bool hasSample, QWidget* parent = nullptr);
    /// Reads the list of recent files again.
    void refresh();
    void setTheme(const render::Theme& theme);
    /// A file hovers over the window.
    void setDropping(bool dropping);

Q_SIGNALS:
    void openRequested();
    void sampleRequested();
    void folderRequested();
    void addressRequested();
    void fileRequested(const QString& path);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeRecent();
    QWidget* makeFormats(const model::CodecRegistry& registry);
    void showMenu(QPoint at);

    render::Theme m_theme;
    QListWidget* m_recent = nullptr;
    QWidget* m_recentBox = nullptr;
    QHBoxLayout* m_row = nullptr;
    QWidget* m_dropArea = nullptr;
    bool m_dropping = false;
};

} // namespace ghostline::app
