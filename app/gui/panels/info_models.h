// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the Info panel lists: facts and metadata as a tree, problems and verdicts as tables.
#include "model/replay/replay_index.h"
#include "model/world/scene_description.h"
#include "render/base/theme.h"

#include <QAbstractTableModel>
#include <QIcon>
#include <QStandardItemModel>

#include <memory>

namespace ghostline::app {

/// Two columns, name and value: the facts of the replay, then its metadata in the format's own words.
class FactsModel : public QStandardItemModel
{
    Q_OBJECT
public:
    explicit FactsModel(QObject* parent = nullptr);
    /// Changes values in place where the rows are the same, so that nothing folds while a file is indexed.
    void setReplay(const model::ReplayIndex* replay, const QString& path);
    /// After setReplay(): what is known of the map, under a title of its own; null = nothing.
    void setScene(const model::SceneDescription* scene);

private:
    void setFact(int row, const QString& name, const QString& value);
    void setMetadata(const QJsonObject& metadata);

    QJsonObject m_metadata;
    bool m_filled = false;
    QStandardItem* m_map = nullptr; ///< the title of what is known of the map, between the two others
};

/// Diagnostics and lost spans in one list, worst first when sorted by the first column.
class ProblemsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { SeverityColumn, MessageColumn, FrameColumn, OffsetColumn, ColumnCount };
    enum Role { FrameRole = Qt::UserRole, SortRole };

    explicit ProblemsModel(QObject* parent = nullptr);
    void setReplay(const model::ReplayIndex* replay);
    void setTheme(const render::Theme& theme);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    enum class Kind { Info, Warning, Error, Lost };
    struct Problem
    {
        Kind kind = Kind::Info;
        QString code;
        QString message;
        std::optional<model::FrameNumber> frame;
        std::optional<std::uint64_t> offset;
        friend bool operator==(const Problem&, const Problem&) = default;
    };
    static QString kindText(Kind kind);
    static std::vector<Problem> problemsOf(const model::ReplayIndex& replay);

    std::vector<Problem> m_problems;
    std::array<QIcon, 4> m_icons; ///< by Kind
};

/// What the integrity checks concluded.
class VerdictsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { CheckColumn, StateColumn, FrameColumn, DetailColumn, ColumnCount };
    enum Role { FrameRole = Qt::UserRole, SortRole };

    explicit VerdictsModel(QObject* parent = nullptr);
    void setVerdicts(std::vector<model::Verdict> verdicts);
    void setTheme(const render::Theme& theme);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<model::Verdict> m_verdicts;
    std::array<QIcon, 4> m_icons; ///< by VerdictState
};

} // namespace ghostline::app
