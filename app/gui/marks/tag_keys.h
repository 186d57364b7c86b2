// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The keys of tags. As long as code mode is off they work in the Tags panel and in the view, and the keys of
// the window's verbs come first; in code mode they come before those, anywhere in the window but in fields
// that are typed into.
#include "app/gui/marks/tag_set.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QKeyEvent;
class QWidget;

namespace ghostline::app {

class Actions;

/// What the key does already: the name of a verb, or of what the 3D view does with it; empty = nothing.
QString takenBy(const Actions& actions, const QKeySequence& key);
/// The first button whose key cannot be had, in words; empty where all can.
QString clashIn(const TagSet& set, const Actions& actions);

class TagKeys : public QObject
{
    Q_OBJECT
public:
    /// `pressed` gets the number of the button. `panel` is where keys work besides the view.
    TagKeys(const Actions* actions, QWidget* panel, std::function<void(std::size_t)> pressed);
    void setTags(const TagSet& set) { m_set = set; }
    void setCodeMode(bool on);
    bool codeMode() const { return m_codeMode; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool concerns(const QObject* watched) const;
    std::ptrdiff_t buttonFor(const QKeyEvent& event) const;

    const Actions* m_actions;
    QWidget* m_panel;
    std::function<void(std::size_t)> m_pressed;
    TagSet m_set;
    bool m_codeMode = false;
};

} // namespace ghostline::app
