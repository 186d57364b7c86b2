// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a widget that paints itself tells assistive technology: its value as text and, where it has one, as a
// number in a range that can be set. It is asked when somebody listens; nothing is put together for nobody.
#include <QAccessible>
#include <QString>

#include <memory>
#include <optional>

class QWidget;

namespace ghostline::app {

struct AccessibleRange
{
    double value = 0.0;
    double minimum = 0.0;
    double maximum = 0.0;
    double step = 0.0; ///< the least change that means something
};

/// Mixed into a widget, or into an object that speaks for one (speakFor()). UI thread only.
class AccessibleContent
{
public:
    virtual ~AccessibleContent();
    AccessibleContent(const AccessibleContent&) = delete;
    AccessibleContent& operator=(const AccessibleContent&) = delete;

    virtual QAccessible::Role accessibleRole() const = 0;
    /// What it shows now, in one line.
    virtual QString accessibleValue() const = 0;
    virtual std::optional<AccessibleRange> accessibleRange() const { return std::nullopt; }
    virtual void setAccessibleValue(double) {}

protected:
    AccessibleContent();
    /// The widget's interface asks this object, which outlives it.
    void speakFor(QWidget* widget);
    /// It shows something else: who listens is told, a few times a second at most. `widget`: itself or for
    /// whom it speaks.
    void tellChanged(QWidget* widget);

private:
    struct Due;
    std::shared_ptr<Due> m_due;
};

} // namespace ghostline::app
