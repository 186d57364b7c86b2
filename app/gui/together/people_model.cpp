// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/people_model.h"

#include "app/gui/together/drive_words.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"

#include <QApplication>
#include <QLocale>

#include <algorithm>

namespace ghostline::app {

PeopleModel::PeopleModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(themeFor(QApplication::palette())),
      m_tabular(tabularFont(QApplication::font()))
{
}

void PeopleModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (!m_people.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void PeopleModel::setPeople(const std::vector<together::Person>& people, together::PersonId me)
{
    const bool other = m_me != me;
    m_me = me;
    removeGone(people);
    for (int row = 0; row < static_cast<int>(people.size()); ++row)
        place(row, people[static_cast<std::size_t>(row)]);
    if (other && !m_people.empty())
        Q_EMIT dataChanged(index(0, NameColumn), index(rowCount() - 1, NameColumn));
}

void PeopleModel::removeGone(const std::vector<together::Person>& people)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        const together::PersonId who = at(row)->id;
        if (std::ranges::find(people, who, &together::Person::id) != people.end())
            continue;
        beginRemoveRows({}, row, row);
        m_people.erase(m_people.begin() + row);
        endRemoveRows();
    }
}

/// All above `row` stand where they belong.
void PeopleModel::place(int row, const together::Person& person)
{
    const int from = rowOf(person.id);
    if (from < 0) {
        beginInsertRows({}, row, row);
        m_people.insert(m_people.begin() + row, person);
        endInsertRows();
        return;
    }
    if (from != row) { // it comes from below
        beginMoveRows({}, from, from, {}, row);
        std::rotate(m_people.begin() + row, m_people.begin() + from, m_people.begin() + from + 1);
        endMoveRows();
    }
    together::Person& shown = m_people[static_cast<std::size_t>(row)];
    if (shown == person)
        return;
    shown = person;
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

const together::Person* PeopleModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_people[static_cast<std::size_t>(row)] : nullptr;
}

int PeopleModel::rowOf(together::PersonId who) const
{
    const auto found = std::ranges::find(m_people, who, &together::Person::id);
    return found == m_people.end() ? -1 : static_cast<int>(found - m_people.begin());
}

PeopleModel::Line PeopleModel::lineOf(const together::Person& person)
{
    if (person.lost)
        return Line::Lost;
    if (person.lagMs < 0)
        return Line::Unknown;
    return person.lagMs < together::GoodLag.count() ? Line::Good : Line::Slow;
}

int PeopleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_people.size());
}

int PeopleModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString PeopleModel::text(const together::Person& person, int column) const
{
    if (column == NameColumn)
        return person.id == m_me ? tr("%1 (you)").arg(personName(person)) : personName(person);
    if (column == StateColumn)
        return person.drives ? tr("drives") : person.asks ? tr("asks for the drive") : QString();
    if (person.lost)
        return tr("connection lost");
    if (person.id == together::PersonId::Host)
        return tr("host");
    return person.lagMs < 0 ? QStringLiteral("–") : tr("%1 ms").arg(QLocale().toString(person.lagMs));
}

QString PeopleModel::toolTip(const together::Person& person, int column) const
{
    if (column != LagColumn)
        return {}; // the delegate says what does not fit
    if (person.id == together::PersonId::Host && !person.lost)
        return tr("Everybody is connected to here");
    switch (lineOf(person)) {
    case Line::Good:
        return tr("Time to the host and back: a good connection");
    case Line::Slow:
        return tr("Time to the host and back: a slow connection, the picture may be behind at first");
    case Line::Unknown:
        return tr("Time to the host and back: not measured yet");
    case Line::Lost:
        break;
    }
    return tr("Nothing comes from there any more; who is not back within half a minute is left out");
}

QColor PeopleModel::lineColour(const together::Person& person) const
{
    switch (lineOf(person)) {
    case Line::Good:
        return render::readable(m_theme.hue(2), m_theme);
    case Line::Slow:
        return render::readable(m_theme.warning, m_theme);
    case Line::Lost:
        return render::readable(m_theme.error, m_theme);
    case Line::Unknown:
        break;
    }
    return m_theme.textMuted;
}

/// Never colour alone: each has a shape of its own.
QIcon PeopleModel::icon(const together::Person& person, int column) const
{
    if (column == StateColumn && (person.drives || person.asks))
        return person.drives ? themedIcon(QStringLiteral("drive"))
                             : markIcon(Mark::Flag, render::readable(m_theme.warning, m_theme));
    if (column != LagColumn || (person.id == together::PersonId::Host && !person.lost))
        return {};
    switch (lineOf(person)) {
    case Line::Good:
        return markIcon(Mark::Circle, lineColour(person));
    case Line::Slow:
        return markIcon(Mark::Triangle, lineColour(person));
    case Line::Lost:
        return markIcon(Mark::Cross, lineColour(person));
    case Line::Unknown:
        break;
    }
    return markIcon(Mark::Circle, lineColour(person), false);
}

QVariant PeopleModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const together::Person& person = *at(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(person, column);
    case Qt::ToolTipRole: {
        const QString said = toolTip(person, column);
        return said.isEmpty() ? QVariant() : QVariant(said);
    }
    case Qt::DecorationRole: {
        const QIcon shown = icon(person, column);
        return shown.isNull() ? QVariant() : QVariant(shown);
    }
    case Qt::FontRole:
        return column == LagColumn ? QVariant(m_tabular) : QVariant();
    case Qt::ForegroundRole:
        if (column == LagColumn && person.id != together::PersonId::Host)
            return lineColour(person);
        return person.lost || column == LagColumn ? QVariant(m_theme.textMuted) : QVariant();
    default:
        return {};
    }
}

QVariant PeopleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Name") : section == StateColumn ? tr("Drive") : tr("Connection");
}

} // namespace ghostline::app
