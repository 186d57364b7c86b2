// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Highlights as a table, best first.
#include "model/highlights/highlights.h"

#include <QAbstractTableModel>

namespace ghostline::app {

class HighlightsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { TimeColumn, ScoreColumn, TitleColumn, ColumnCount };
    enum Role { PartsRole = Qt::UserRole }; ///< QVariantList of what each part adds to the score

    using QAbstractTableModel::QAbstractTableModel;

    /// `index`: the revision that they were found in; null = none.
    void setHighlights(std::shared_ptr<const model::ReplayIndex> index, std::vector<model::Highlight> all);
    const std::vector<model::Highlight>& highlights() const { return m_all; }
    /// Null for a row that there is not.
    const model::Highlight* at(int row) const;
    const std::shared_ptr<const model::ReplayIndex>& index() const { return m_index; }
    using QAbstractTableModel::index;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& at, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "Engagement"; in the window's language.
    static QString partName(model::ScorePartOf part);
    static const std::array<model::ScorePartOf, model::ScoreParts>& parts();

private:
    QString scoreText(const model::Highlight& highlight) const;
    QString tooltip(const model::Highlight& highlight) const;
    QString bonusName(const model::RarityBonus& bonus) const;

    std::shared_ptr<const model::ReplayIndex> m_index;
    std::vector<model::Highlight> m_all;
};

} // namespace ghostline::app
