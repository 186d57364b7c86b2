// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/players/players_model.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/replay_words.h"
#include "render/base/theme.h"

#include <QFont>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

QString shownTitle(const model::ProfileRow& row)
{
    return row.detail.isEmpty() ? shownName(row.name)
                                : QStringLiteral("%1, %2").arg(shownName(row.name), shownName(row.detail));
}

double valueIn(const model::ProfileRow& row, int column)
{
    switch (column) {
    case PlayersModel::AColumn:
        return row.a;
    case PlayersModel::BColumn:
        return row.b;
    case PlayersModel::DifferenceColumn:
        return row.difference();
    default:
        return model::NoValue;
    }
}

bool isNumber(int column)
{
    return column == PlayersModel::AColumn || column == PlayersModel::BColumn ||
           column == PlayersModel::DifferenceColumn;
}

QString shownNumber(const model::ProfileRow& row, int column)
{
    // What is rounded to nothing has no sign.
    const QString rounded = model::rowValue(row, valueIn(row, column));
    const double value = rounded.isEmpty() ? model::NoValue : rounded.toDouble();
    const QString text = numberText(value, row.decimals);
    return column == PlayersModel::DifferenceColumn && value > 0.0 ? QLatin1Char('+') + text : text;
}

} // namespace

QColor sideColour(const QPalette& palette, int side) { return themeFor(palette).hue(side); }

void PlayersModel::setAnswer(std::shared_ptr<const PlayersAnswer> answer)
{
    beginResetModel();
    m_answer = std::move(answer);
    endResetModel();
}

void PlayersModel::setNames(const QString& a, const QString& b)
{
    m_nameA = a;
    m_nameB = b;
    Q_EMIT headerDataChanged(Qt::Horizontal, AColumn, BColumn);
}

int PlayersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_answer == nullptr ? 0 : static_cast<int>(m_answer->comparison.rows.size());
}

int PlayersModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

const model::ProfileRow& PlayersModel::row(int number) const
{
    return m_answer->comparison.rows[static_cast<std::size_t>(number)];
}

QVariant PlayersModel::text(int number, int column, bool forFile) const
{
    const model::ProfileRow& shown = row(number);
    if (isNumber(column))
        return forFile ? model::rowValue(shown, valueIn(shown, column)) : shownNumber(shown, column);
    if (column == UnitColumn)
        return shown.unit;
    if (column == WhatColumn)
        return shownTitle(shown);
    // A group is named once, in a file in each row.
    const bool again = !forFile && number > 0 && row(number - 1).section == shown.section;
    return again ? QString() : shownName(model::sectionName(shown.section));
}

QVariant PlayersModel::data(const QModelIndex& at, int role) const
{
    if (!at.isValid() || m_answer == nullptr)
        return {};
    const model::ProfileRow& shown = row(at.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(at.row(), at.column(), false);
    case FileTextRole:
        return text(at.row(), at.column(), true);
    case Qt::TextAlignmentRole:
        return int((isNumber(at.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(at.column() == GroupColumn);
        return isNumber(at.column()) ? tabularFont(font) : font;
    }
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(shownTitle(shown), text(at.row(), at.column(), false).toString());
    case BarRole: {
        const double most = std::fmax(shown.a, shown.b);
        const double least = std::fmin(shown.a, shown.b);
        const double value = valueIn(shown, at.column());
        if (at.column() == DifferenceColumn || !(most > 0.0) || least < 0.0 || !std::isfinite(value))
            return {};
        return value / most;
    }
    default:
        return {};
    }
}

QVariant PlayersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case GroupColumn:
        return tr("Group");
    case WhatColumn:
        return tr("What");
    case AColumn:
        return m_nameA.isEmpty() ? QStringLiteral("A") : QStringLiteral("A · ") + m_nameA;
    case BColumn:
        return m_nameB.isEmpty() ? QStringLiteral("B") : QStringLiteral("B · ") + m_nameB;
    case DifferenceColumn:
        return tr("B − A");
    case UnitColumn:
        return tr("Unit");
    default:
        return {};
    }
}

void PlayersDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& at) const
{
    const QVariant bar = at.data(PlayersModel::BarRole);
    if (bar.isValid() && !option.state.testFlag(QStyle::State_Selected)) {
        constexpr float Faint = 0.3F; // the number on it stays readable
        QColor colour = sideColour(option.palette, at.column() == PlayersModel::AColumn ? 0 : 1);
        colour.setAlphaF(Faint);
        QRectF box = QRectF(option.rect).adjusted(1, 2, -1, -2);
        box.setLeft(box.right() - box.width() * std::clamp(bar.toDouble(), 0.0, 1.0));
        painter->fillRect(box, colour);
    }
    PanelDelegate::paint(painter, option, at);
}

} // namespace ghostline::app
