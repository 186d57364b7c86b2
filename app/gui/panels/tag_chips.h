// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A chip for each tag that bookmarks have: pressed ones are those that a list is narrowed down to.
#include "app/gui/widgets/chip_shelf.h"

#include <QHash>
#include <QStringList>

#include <utility>
#include <vector>

class QToolButton;

namespace ghostline::app {

class TagChips : public ChipShelf
{
    Q_OBJECT
public:
    explicit TagChips(QWidget* parent = nullptr);
    /// In this order, each with how many bookmarks have it. Hidden where there are none; a tag that is gone
    /// is not wanted any more.
    void setTags(const std::vector<std::pair<QString, int>>& tags);
    /// Those that are pressed.
    QStringList wanted() const;

Q_SIGNALS:
    void wantedChanged();

private:
    QToolButton* add(const QString& tag);

    QStringList m_tags; ///< in the order of the chips
    QHash<QString, QToolButton*> m_chips;
};

} // namespace ghostline::app
