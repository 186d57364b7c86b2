// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Text for people and for spreadsheets: aligned columns, readable sizes, CSV fields.
#include "model/base/shown_text.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace ghostline::app {

using model::csvField;
using model::csvNumber;
using model::shownText;

/// Rows whose columns line up. Trailing blanks are never written.
class TextTable
{
public:
    enum class Align { Left, Right };
    struct Column
    {
        QString title;
        Align align = Align::Left;
    };

    /// Columns without any title make a table without a heading line.
    explicit TextTable(std::vector<Column> columns, int indent = 0);
    /// Missing cells are empty. What is not to be printed stands as model::shownText() has it.
    void addRow(QStringList cells);
    bool empty() const { return m_rows.empty(); }
    QByteArray text() const;

private:
    std::vector<Column> m_columns;
    std::vector<QStringList> m_rows;
    int m_indent = 0;
};

/// "823 bytes", "1.7 MB" (powers of ten).
QString bytesText(std::uint64_t bytes);
/// "1 frame", "12 frames".
QString countText(std::int64_t count, const QString& noun);
/// "0.0123", "12.3", "4567": about three digits that matter.
QString figureText(double value);

} // namespace ghostline::app
