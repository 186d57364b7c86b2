// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/note_rows.h"

#include "app/gui/widgets/panel_style.h"

#include <QApplication>

#include <algorithm>
#include <utility>

namespace ghostline::app {

NoteRows::NoteRows(void (ReplayNotes::*changed)(), QObject* parent)
    : QAbstractTableModel(parent), m_changed(changed), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font()))
{
}

void NoteRows::setSession(ReplaySession* session)
{
    beginResetModel();
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    m_ids = wantedIds();
    endResetModel();
    if (session != nullptr)
        connect(session->notes(), m_changed, this, &NoteRows::refreshRows);
}

void NoteRows::refreshRows()
{
    std::vector<QString> wanted = wantedIds();
    if (!m_writing)
        takeRows(std::move(wanted));
    else if (wanted != m_ids)
        QMetaObject::invokeMethod(this, &NoteRows::refreshRows, Qt::QueuedConnection);
}

void NoteRows::takeRows(std::vector<QString> wanted)
{
    if (wanted == m_ids) {
        repaintRows();
        return;
    }
    beginResetModel();
    m_ids = std::move(wanted);
    endResetModel();
}

void NoteRows::repaintRows()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void NoteRows::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    repaintRows();
}

int NoteRows::rowOf(const QString& id) const
{
    const auto found = std::ranges::find(m_ids, id);
    return found == m_ids.end() ? -1 : static_cast<int>(found - m_ids.begin());
}

int NoteRows::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_session == nullptr ? 0 : static_cast<int>(m_ids.size());
}

} // namespace ghostline::app
