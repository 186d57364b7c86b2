// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/accessible_content.h"

#include <QAccessibleWidget>
#include <QTimer>
#include <QVariant>
#include <QWidget>

namespace ghostline::app {

namespace {

constexpr int TellMs = 500; ///< faster nobody can be read to
constexpr const char* SpeakerProperty = "ghostlineAccessibleSpeaker";

/// Null for what is none, and while a widget goes.
AccessibleContent* contentOf(QObject* object)
{
    if (object == nullptr)
        return nullptr;
    if (auto* own = dynamic_cast<AccessibleContent*>(object))
        return own;
    const QVariant speaker = object->property(SpeakerProperty);
    return speaker.isValid() ? dynamic_cast<AccessibleContent*>(speaker.value<QObject*>()) : nullptr;
}

/// The content is looked up whenever it is asked for: an interface may live longer than it.
class ContentInterface final : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    ContentInterface(QWidget* widget, QAccessible::Role role) : QAccessibleWidget(widget, role) {}

    QString text(QAccessible::Text which) const override
    {
        const AccessibleContent* content = contentOf(object());
        QString own = QAccessibleWidget::text(which);
        if (content == nullptr)
            return own;
        if (which == QAccessible::Value)
            return content->accessibleValue();
        if (which != QAccessible::Description)
            return own;
        // Not every screen reader asks for the text of a value; all read descriptions.
        const QString value = content->accessibleValue();
        const QString help = widget()->accessibleDescription();
        return help.isEmpty() || value.isEmpty() ? value + help : QStringLiteral("%1. %2").arg(value, help);
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        const AccessibleContent* content = contentOf(object());
        if (type == QAccessible::ValueInterface && content != nullptr && content->accessibleRange())
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QVariant currentValue() const override { return range().value; }
    QVariant minimumValue() const override { return range().minimum; }
    QVariant maximumValue() const override { return range().maximum; }
    QVariant minimumStepSize() const override { return range().step; }
    void setCurrentValue(const QVariant& value) override
    {
        bool isNumber = false;
        const double number = value.toDouble(&isNumber);
        if (AccessibleContent* content = contentOf(object()); content != nullptr && isNumber)
            content->setAccessibleValue(number);
    }

private:
    AccessibleRange range() const
    {
        const AccessibleContent* content = contentOf(object());
        return content != nullptr ? content->accessibleRange().value_or(AccessibleRange())
                                  : AccessibleRange();
    }
};

/// Whether anybody listens: the platform says when that begins and ends.
class Listeners final : public QAccessible::ActivationObserver
{
public:
    static bool any()
    {
        static auto* const all = new Listeners; // observers live as long as the platform does
        return all->m_any;
    }
    void accessibilityActiveChanged(bool active) override { m_any = active; }

private:
    Listeners() : m_any(QAccessible::isActive()) { QAccessible::installActivationObserver(this); }

    bool m_any;
};

QAccessibleInterface* contentInterface(const QString&, QObject* object)
{
    const AccessibleContent* content = contentOf(object);
    auto* widget = qobject_cast<QWidget*>(object);
    return content != nullptr && widget != nullptr ? new ContentInterface(widget, content->accessibleRole())
                                                   : nullptr;
}

} // namespace

struct AccessibleContent::Due
{
    bool waits = false;
};

AccessibleContent::AccessibleContent() : m_due(std::make_shared<Due>())
{
    QAccessible::installFactory(contentInterface); // there but once
    Listeners::any();
}

AccessibleContent::~AccessibleContent() = default;

void AccessibleContent::speakFor(QWidget* widget)
{
    widget->setProperty(SpeakerProperty, QVariant::fromValue<QObject*>(dynamic_cast<QObject*>(this)));
    // Somebody may have asked for the widget before it had a speaker.
    QAccessibleInterface* known = QAccessible::queryAccessibleInterface(widget);
    if (known != nullptr && dynamic_cast<ContentInterface*>(known) == nullptr)
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(known));
}

void AccessibleContent::tellChanged(QWidget* widget)
{
    if (!Listeners::any() || m_due->waits)
        return;
    m_due->waits = true;
    QTimer::singleShot(TellMs, widget, [widget, due = m_due] {
        due->waits = false;
        const AccessibleContent* content = contentOf(widget);
        if (content == nullptr || !widget->isVisible())
            return;
        if (const auto range = content->accessibleRange()) {
            QAccessibleValueChangeEvent event(widget, range->value);
            QAccessible::updateAccessibility(&event);
        }
        QAccessibleEvent event(widget, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    });
}

} // namespace ghostline::app
