// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which recordings of the queue are shown, and in which order.
#include <QSortFilterProxyModel>
#include <QString>

#include <optional>

namespace ghostline::model {
struct ReviewedFile;
}

namespace ghostline::app {

/// Somebody who played. Two are the same by id where both have one, else by name.
struct QueuePlayer
{
    QString name;
    QString id; ///< as in ReviewedFile::peopleIds

    friend bool operator==(const QueuePlayer&, const QueuePlayer&) = default;
};

/// All of it has to hold. What is asked of flags (check, severity, what is open) has to hold of one flag.
struct QueueWanted
{
    enum class Shown { All, Open, Disputed, Done };

    QString text{}; ///< in name, people, map, checks or reason
    std::optional<QueuePlayer> player{};
    std::optional<QString> map{};
    QString check{};       ///< empty = any
    int fromSeverity = -1; ///< -1 = any, without flags too
    Shown shown = Shown::All;

    friend bool operator==(const QueueWanted&, const QueueWanted&) = default;
};

bool hasPlayed(const model::ReviewedFile& file, const QueuePlayer& player);

/// Over a QueueModel. What is finished stands last, whatever it is sorted by.
class QueueFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit QueueFilter(QObject* parent = nullptr);
    void setWanted(const QueueWanted& wanted);
    const QueueWanted& wanted() const { return m_wanted; }

protected:
    bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool hasWantedFlag(int row) const;

    QueueWanted m_wanted;
};

} // namespace ghostline::app
