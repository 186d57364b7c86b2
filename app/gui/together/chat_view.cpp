// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/chat_view.h"

#include "app/gui/widgets/panel_style.h"

#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextCursor>
#include <QVBoxLayout>

namespace ghostline::app {

ChatView::ChatView(ChatLog* log, QWidget* parent)
    : QWidget(parent), m_log(log), m_text(new QPlainTextEdit(this)), m_line(new QLineEdit(this)),
      m_theme(themeFor(palette()))
{
    m_text->setObjectName(QStringLiteral("chatLog"));
    m_text->setAccessibleName(tr("What was said"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setUndoRedoEnabled(false);
    m_text->setMaximumBlockCount(static_cast<int>(ChatLog::Most));
    m_text->setTabChangesFocus(true);
    m_line->setObjectName(QStringLiteral("chatLine"));
    m_line->setAccessibleName(tr("Message to all"));
    m_line->setMaxLength(static_cast<int>(together::MostChatLetters));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * Grid, 0, 2 * Grid, 2 * Grid);
    column->setSpacing(Grid);
    column->addWidget(m_text, 1);
    column->addWidget(m_line);
    connect(m_line, &QLineEdit::returnPressed, this, &ChatView::send);
    connect(log, &ChatLog::appended, this, &ChatView::append);
    connect(log, &ChatLog::cleared, m_text, &QPlainTextEdit::clear);
    setWritable(true, {});
    fill();
}

void ChatView::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    fill();
}

void ChatView::setWritable(bool writable, const QString& why)
{
    m_line->setEnabled(writable);
    m_line->setPlaceholderText(writable ? tr("Message to all") : why);
}

void ChatView::fill()
{
    m_text->clear();
    for (const ChatEntry& entry : m_log->entries())
        append(entry);
}

/// By formats, never by HTML: what somebody writes stays what it is.
void ChatView::append(const ChatEntry& entry)
{
    QScrollBar* bar = m_text->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum();
    QTextCharFormat muted;
    muted.setForeground(m_theme.textMuted);
    QTextCharFormat said;
    said.setForeground(m_theme.text);
    QTextCharFormat name = said;
    name.setFontWeight(QFont::Bold);
    if (entry.kind == ChatEntry::Kind::Own)
        name.setForeground(m_theme.textMuted);
    QTextCursor end(m_text->document());
    end.movePosition(QTextCursor::End);
    if (!m_text->document()->isEmpty())
        end.insertBlock();
    end.insertText(QLocale().toString(entry.at, QLocale::ShortFormat) + QLatin1Char(' '), muted);
    if (entry.kind == ChatEntry::Kind::Notice) {
        end.insertText(entry.text, muted);
    } else {
        end.insertText(entry.name + QLatin1Char(' '), name);
        end.insertText(entry.text, said);
    }
    if (atEnd) // who reads further up is not torn away
        bar->setValue(bar->maximum());
}

void ChatView::send()
{
    if (m_log->say(m_line->text())) {
        m_line->clear();
        QScrollBar* bar = m_text->verticalScrollBar();
        bar->setValue(bar->maximum());
    }
}

} // namespace ghostline::app
