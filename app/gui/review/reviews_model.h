// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All that reviewers have said of one flag, newest first, what is written in the recording itself last.
#include "model/review/flag.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>

#include <optional>

namespace ghostline::app {

class ReviewsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { VerdictColumn, ReviewerColumn, WhenColumn, ReasonColumn, NoteColumn, ColumnCount };

    explicit ReviewsModel(QObject* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// null = no flag. What others say is left out where it is kept back.
    void show(const model::Flag* flag, const model::Sidecar& sidecar, const model::ReviewRules& rules = {});

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        model::FlagVerdict verdict = model::FlagVerdict::None;
        QString word; ///< as it is called
        QString reviewer;
        QString when;
        QString reason;
        QString note;
    };
    std::vector<Row> m_rows;
    render::Theme m_theme;
};

} // namespace ghostline::app
