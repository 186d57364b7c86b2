// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A chip for each kind of event that a list shows, with which the user switches kinds off and on.
#include "app/gui/widgets/chip_shelf.h"
#include "model/replay/event.h"
#include "render/base/theme.h"

#include <QSet>

#include <memory>
#include <utility>
#include <vector>

namespace ghostline::app {

class KindChip;

/// Ctrl+click leaves one kind only; a second one brings back all that are listed at first.
class KindChips : public ChipShelf
{
    Q_OBJECT
public:
    explicit KindChips(QWidget* parent = nullptr);
    /// Numbers of kinds in `events` and how often each is there, in the order of the chips; a kind that never
    /// happens has a chip that is not shown. `events` may be null without kinds.
    void setKinds(const std::shared_ptr<const model::EventTable>& events,
                  const std::vector<std::pair<int, int>>& counts);
    void setTheme(const render::Theme& theme);
    /// Kinds that are there at all.
    int used() const { return m_used; }

    /// Numbers of the kinds that are switched off.
    const QSet<int>& hidden() const { return m_hidden; }
    /// Without hiddenChanged().
    void setHidden(const QSet<int>& kinds);
    void setKindShown(int kind, bool shown);

Q_SIGNALS:
    void hiddenChanged();

private:
    struct Entry
    {
        int kind = 0;
        QString name;
        KindChip* chip = nullptr;
    };
    void add(int kind);
    void showOnly(int kind);

    render::Theme m_theme;
    std::shared_ptr<const model::EventTable> m_events;
    std::vector<Entry> m_entries;
    QSet<int> m_hidden;
    int m_used = 0;
};

} // namespace ghostline::app
