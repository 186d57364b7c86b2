// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/flags_model.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/review/reason_book.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

FlagsModel::FlagsModel(QObject* parent)
    : QAbstractTableModel(parent), m_theme(render::Theme::dark()),
      m_tabular(tabularFont(QApplication::font()))
{
}

void FlagsModel::setSession(ReplaySession* session)
{
    beginResetModel();
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    m_events.reset();
    m_flags.clear();
    endResetModel();
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &FlagsModel::onIndexChanged);
    connect(session->notes(), &ReplayNotes::reviewsChanged, this, &FlagsModel::onReviewsChanged);
    onIndexChanged();
}

/// A revision that only learned of more leaves the rows where they are.
void FlagsModel::onIndexChanged()
{
    if (m_session->index()->events == m_events)
        return;
    m_events = m_session->index()->events;
    std::vector<model::Flag> flags = model::flagsOf(*m_events);
    model::putOwnFlags(flags, m_session->notes()->sidecar(), m_session->index()->info.get());
    take(std::move(flags));
}

void FlagsModel::take(std::vector<model::Flag>&& flags)
{
    const bool grown =
        flags.size() >= m_flags.size() && std::equal(m_flags.begin(), m_flags.end(), flags.begin(),
                                                     [](const model::Flag& a, const model::Flag& b) {
                                                         return a.frame == b.frame && a.check == b.check;
                                                     });
    if (!grown) {
        beginResetModel();
        m_flags = std::move(flags);
        endResetModel();
        return;
    }
    const int more = static_cast<int>(flags.size() - m_flags.size());
    if (more > 0)
        beginInsertRows({}, rowCount(), rowCount() + more - 1);
    m_flags = std::move(flags);
    if (more > 0)
        endInsertRows();
}

/// Whether somebody has raised one or taken one away.
bool FlagsModel::ownFlagsDiffer() const
{
    const auto& own = m_session->notes()->sidecar().ownFlags;
    std::vector<QString> listed;
    for (const model::Flag& flag : m_flags) {
        if (flag.origin == model::FlagSource::Person)
            listed.push_back(flag.ownId);
    }
    return !std::ranges::equal(own, listed, {}, &model::OwnFlag::id);
}

void FlagsModel::onReviewsChanged()
{
    if (m_session != nullptr && ownFlagsDiffer()) {
        std::vector<model::Flag> flags = m_flags;
        model::putOwnFlags(flags, m_session->notes()->sidecar(), m_session->index()->info.get());
        take(std::move(flags));
    }
    if (!m_flags.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void FlagsModel::setRules(const model::ReviewRules& rules)
{
    m_rules = rules;
    onReviewsChanged();
}

void FlagsModel::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    onReviewsChanged();
}

const model::Flag* FlagsModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_flags[static_cast<std::size_t>(row)] : nullptr;
}

int FlagsModel::rowOfRecorded(int number) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (at(row)->origin != model::FlagSource::Person && --number == 0)
            return row;
    }
    return -1;
}

bool FlagsModel::isOpen(int row) const
{
    const model::Flag* flag = at(row);
    return flag != nullptr && model::isOpen(*flag, m_session->notes()->sidecar(), m_rules);
}

int FlagsModel::openFlags() const
{
    int count = 0;
    for (int row = 0; row < rowCount(); ++row)
        count += isOpen(row) ? 1 : 0;
    return count;
}

int FlagsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_session == nullptr ? 0 : static_cast<int>(m_flags.size());
}

int FlagsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

/// Whose word differs from whose.
QVariant FlagsModel::disputeOf(const model::Flag& flag) const
{
    const model::Sidecar& sidecar = m_session->notes()->sidecar();
    return model::isDisputed(flag, sidecar, m_rules)
               ? QVariant(tr("Reviewers differ; the newest says: %1")
                              .arg(verdictText(model::verdictOf(flag, sidecar, m_rules))))
               : QVariant();
}

QVariant FlagsModel::text(const model::Flag& flag, int column) const
{
    switch (column) {
    case TimeColumn:
        return model::formatTime(flag.time);
    case CheckColumn:
        return flag.check;
    case SeverityColumn:
        return severityText(flag.severity);
    case ScoreColumn:
        return std::isnan(flag.score) ? QString() : QLocale().toString(flag.score, 'f', 2);
    case VerdictColumn:
        return verdictText(flag, m_session->notes()->sidecar(), m_rules);
    case ReasonColumn:
        return shownReason(model::judgementOf(flag, m_session->notes()->sidecar(), m_rules).reason);
    case SourceColumn:
        return sourceText(flag);
    default:
        return shownSentence(flag.detail, flag.wording);
    }
}

QVariant FlagsModel::sortKey(const model::Flag& flag, int column) const
{
    switch (column) {
    case TimeColumn:
        return static_cast<qlonglong>(flag.frame);
    case SeverityColumn:
        return flag.severity;
    case ScoreColumn:
        return std::isnan(flag.score) ? -1.0 : flag.score;
    default:
        return text(flag, column);
    }
}

QVariant FlagsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const model::Flag& flag = *at(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(flag, column);
    case SortRole:
        return sortKey(flag, column);
    case FileTextRole:
        return column == DetailColumn ? QVariant(flag.detail) : QVariant();
    case Qt::DecorationRole:
        if (column == SeverityColumn)
            return severityIcon(flag.severity, m_theme);
        if (column == VerdictColumn)
            return model::isDisputed(flag, m_session->notes()->sidecar(), m_rules)
                       ? markIcon(Mark::Star, m_theme.warning)
                       : verdictIcon(model::verdictOf(flag, m_session->notes()->sidecar(), m_rules), m_theme);
        if (column == SourceColumn && flag.origin == model::FlagSource::Person)
            return markIcon(Mark::Circle, m_theme.textMuted);
        return column == SourceColumn ? QVariant(markIcon(Mark::Square, m_theme.textMuted,
                                                          flag.origin == model::FlagSource::Recorded))
                                      : QVariant();
    case Qt::ToolTipRole:
        if (column == VerdictColumn)
            return disputeOf(flag);
        if (column == SourceColumn && flag.origin == model::FlagSource::Person)
            return flag.author.isEmpty() ? tr("Raised by a reviewer") : tr("Raised by %1").arg(flag.author);
        // The format's own word for where it comes from.
        return column == SourceColumn && !flag.source.isEmpty() ? QVariant(flag.source) : QVariant();
    case Qt::FontRole:
        return column == TimeColumn || column == ScoreColumn ? QVariant(m_tabular) : QVariant();
    case Qt::TextAlignmentRole:
        return int((column == ScoreColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant FlagsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == ScoreColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static const std::array<const char*, ColumnCount> names{
        QT_TR_NOOP("Time"),    QT_TR_NOOP("Check"),  QT_TR_NOOP("Severity"), QT_TR_NOOP("Score"),
        QT_TR_NOOP("Verdict"), QT_TR_NOOP("Reason"), QT_TR_NOOP("Source"),   QT_TR_NOOP("Detail")};
    return tr(names[static_cast<std::size_t>(section)]);
}

} // namespace ghostline::app
