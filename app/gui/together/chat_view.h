// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The chat as it is read and written: names, times and plain text, whatever anybody writes.
#include "app/gui/together/chat_log.h"
#include "render/base/theme.h"

#include <QWidget>

class QLineEdit;
class QPlainTextEdit;

namespace ghostline::app {

class ChatView : public QWidget
{
    Q_OBJECT
public:
    /// `log` outlives it.
    ChatView(ChatLog* log, QWidget* parent);
    void setTheme(const render::Theme& theme);
    /// What stands in the empty line says why where it cannot be written in.
    void setWritable(bool writable, const QString& why);

private:
    void fill();
    void append(const ChatEntry& entry);
    void send();

    ChatLog* m_log;
    QPlainTextEdit* m_text;
    QLineEdit* m_line;
    render::Theme m_theme;
};

} // namespace ghostline::app
