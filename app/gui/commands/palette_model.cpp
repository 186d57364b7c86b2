// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/palette_model.h"

#include "app/gui/verbs/actions.h"

#include <QIcon>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <tuple>

namespace ghostline::app {

namespace {

/// "&Open…" without what only a menu needs.
QString plainText(const QString& text)
{
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('\t'))
            break;
        if (text[i] == QLatin1Char('&') && i + 1 < text.size() && text[i + 1] != QLatin1Char('\t'))
            ++i;
        out += text[i];
    }
    return out;
}

void collect(const QList<QAction*>& actions, const QString& path, std::vector<PaletteEntry>& out)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        const QString text = plainText(action->text());
        const QString whole = path.isEmpty() ? text : QStringLiteral("%1: %2").arg(path, text);
        if (QMenu* menu = action->menu()) {
            Q_EMIT menu->aboutToShow(); // some fill themselves only then
            collect(menu->actions(), whole, out);
        } else {
            out.push_back({action->objectName().isEmpty() ? whole : action->objectName(), whole, action});
        }
    }
}

} // namespace

std::vector<PaletteEntry> entriesOf(const QMenuBar& bar)
{
    std::vector<PaletteEntry> out;
    collect(bar.actions(), {}, out);
    return out;
}

void PaletteModel::setEntries(std::vector<PaletteEntry> entries, QStringList recent)
{
    m_entries = std::move(entries);
    m_recent = std::move(recent);
    m_query.clear();
    rebuild();
}

void PaletteModel::setQuery(const QString& query)
{
    m_query = query;
    rebuild();
}

/// Starts of words before letters inside of them. Of equally good names what cannot be done now stands last:
/// it is there to be found, and why it is grey is in its help.
void PaletteModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const PaletteEntry& entry = m_entries[i];
        if (entry.action == nullptr)
            continue;
        auto match = fuzzyMatch(m_query, entry.text);
        if (!match)
            continue;
        const qsizetype recent = m_recent.indexOf(entry.id);
        m_rows.push_back(
            {i, std::move(*match), entry.action->isEnabled(), recent < 0 ? m_recent.size() : recent});
    }
    const auto rank = [](const Row& row) {
        return std::tuple(!row.match.atWordStarts, !row.enabled, -row.match.score, row.recency);
    };
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [&rank](const Row& a, const Row& b) { return rank(a) < rank(b); });
    endResetModel();
}

const PaletteModel::Row* PaletteModel::rowAt(const QModelIndex& at) const
{
    return at.isValid() && static_cast<std::size_t>(at.row()) < m_rows.size()
               ? &m_rows[static_cast<std::size_t>(at.row())]
               : nullptr;
}

QAction* PaletteModel::actionAt(const QModelIndex& at) const
{
    const Row* row = rowAt(at);
    return row != nullptr ? m_entries[row->entry].action.data() : nullptr;
}

QString PaletteModel::idAt(const QModelIndex& at) const
{
    const Row* row = rowAt(at);
    return row != nullptr ? m_entries[row->entry].id : QString();
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& at, int role) const
{
    const Row* row = rowAt(at);
    const QAction* action = actionAt(at);
    if (row == nullptr || action == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return m_entries[row->entry].text;
    case Qt::ToolTipRole:
        return action->statusTip();
    case CheckedRole:
        return action->isChecked();
    case AsideRole:
        return action->isEnabled() ? action->shortcut().toString(QKeySequence::NativeText) : whyNot(*action);
    case PositionsRole:
        return QVariant::fromValue(QList<int>(row->match.positions.begin(), row->match.positions.end()));
    default:
        return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& at) const
{
    const Row* row = rowAt(at);
    if (row == nullptr)
        return Qt::NoItemFlags;
    return row->enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsSelectable;
}

} // namespace ghostline::app
