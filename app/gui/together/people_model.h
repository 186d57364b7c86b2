// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Those who watch together, one a row: name, what they do about the drive, how good their line is. Rows come,
// go and change where they stand: what is selected stays selected.
#include "render/base/theme.h"
#include "together/messages.h"

#include <QAbstractTableModel>
#include <QFont>

namespace ghostline::app {

class PeopleModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, StateColumn, LagColumn, ColumnCount };
    /// Of a line, by its round trip.
    enum class Line : std::uint8_t { Good, Slow, Unknown, Lost };

    explicit PeopleModel(QObject* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// `me` is marked as oneself.
    void setPeople(const std::vector<together::Person>& people, together::PersonId me);
    /// null where there is no such row.
    const together::Person* at(int row) const;
    static Line lineOf(const together::Person& person);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void removeGone(const std::vector<together::Person>& people);
    void place(int row, const together::Person& person);
    int rowOf(together::PersonId who) const;
    QString text(const together::Person& person, int column) const;
    QString toolTip(const together::Person& person, int column) const;
    QIcon icon(const together::Person& person, int column) const;
    QColor lineColour(const together::Person& person) const;

    std::vector<together::Person> m_people;
    together::PersonId m_me = together::PersonId::None;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
