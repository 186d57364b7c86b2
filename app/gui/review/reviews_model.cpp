// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/reviews_model.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/review/reason_book.h"
#include "app/gui/widgets/dates.h"
#include "app/gui/widgets/panel_style.h"

#include <ranges>

namespace ghostline::app {

namespace {

/// A word that is not one of ours is shown as it was written; without any, somebody took theirs back.
QString saidText(model::FlagVerdict verdict, const QString& word)
{
    if (verdict != model::FlagVerdict::None)
        return verdictText(verdict);
    return word.isEmpty() ? ReviewsModel::tr("Taken back") : word;
}

} // namespace

ReviewsModel::ReviewsModel(QObject* parent) : QAbstractTableModel(parent), m_theme(render::Theme::dark()) {}

void ReviewsModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ReviewsModel::show(const model::Flag* flag, const model::Sidecar& sidecar,
                        const model::ReviewRules& rules)
{
    beginResetModel();
    m_rows.clear();
    if (flag != nullptr) {
        const std::vector<const model::FlagReview*> reviews = model::reviewsOf(*flag, sidecar);
        m_rows.reserve(reviews.size() + 1);
        const bool keptBack = model::isKeptBack(*flag, sidecar, rules);
        for (const model::FlagReview* review : std::views::reverse(reviews)) {
            if (keptBack && review->reviewer != rules.reviewer)
                continue;
            QString said = saidText(review->verdict, model::verdictWord(*review));
            if (model::isOnOtherContent(*review, sidecar))
                said = tr("%1, on other content").arg(said);
            Row row{review->verdict,
                    said,
                    review->reviewer.isEmpty() ? tr("unsigned") : review->reviewer,
                    momentText(review->created),
                    shownReason(review->reason),
                    review->note};
            m_rows.push_back(std::move(row));
        }
        if (!flag->recordedVerdict.isEmpty() && !keptBack) {
            const model::FlagVerdict verdict = model::flagVerdictNamed(flag->recordedVerdict);
            Row row{verdict,
                    saidText(verdict, flag->recordedVerdict),
                    flag->recordedReviewer,
                    tr("in the recording"),
                    QString(),
                    flag->recordedNote};
            m_rows.push_back(std::move(row));
        }
    }
    endResetModel();
}

int ReviewsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ReviewsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ReviewsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DecorationRole && index.column() == VerdictColumn)
        return verdictIcon(row.verdict, m_theme);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case VerdictColumn:
        return row.word;
    case ReviewerColumn:
        return row.reviewer;
    case WhenColumn:
        return row.when;
    case ReasonColumn:
        return row.reason;
    default:
        return row.note;
    }
}

QVariant ReviewsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return {};
    static const std::array<const char*, ColumnCount> names{
        QT_TR_NOOP("Said"), QT_TR_NOOP("By"), QT_TR_NOOP("When"), QT_TR_NOOP("Reason"), QT_TR_NOOP("Note")};
    return tr(names[static_cast<std::size_t>(section)]);
}

} // namespace ghostline::app
