// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The flags of the open recording as a table, with what counts of each.
#include "app/gui/session/replay_session.h"
#include "model/review/flag.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QFont>
#include <QPointer>

namespace ghostline::app {

class FlagsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        TimeColumn,
        CheckColumn,
        SeverityColumn,
        ScoreColumn,
        VerdictColumn,
        ReasonColumn,
        SourceColumn,
        DetailColumn,
        ColumnCount
    };
    enum Role { SortRole = Qt::UserRole };

    explicit FlagsModel(QObject* parent = nullptr);
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    void setRules(const model::ReviewRules& rules);
    const model::ReviewRules& rules() const { return m_rules; }
    const std::vector<model::Flag>& all() const { return m_flags; }
    /// Null for a row that is not there.
    const model::Flag* at(int row) const;
    /// Of the recording's own flags the one of that number, from 1; -1 where there are fewer.
    int rowOfRecorded(int number) const;
    /// As in model::isOpen().
    bool isOpen(int row) const;
    int openFlags() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void onIndexChanged();
    void take(std::vector<model::Flag>&& flags);
    void onReviewsChanged();
    bool ownFlagsDiffer() const;
    QVariant disputeOf(const model::Flag& flag) const;
    QVariant text(const model::Flag& flag, int column) const;
    QVariant sortKey(const model::Flag& flag, int column) const;

    QPointer<ReplaySession> m_session;
    std::shared_ptr<const model::EventTable> m_events; ///< of which the flags are
    std::vector<model::Flag> m_flags;
    model::ReviewRules m_rules;
    render::Theme m_theme;
    QFont m_tabular;
};

} // namespace ghostline::app
