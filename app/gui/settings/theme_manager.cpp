// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion with our own palette; the system's ground is read from what the platform offers Fusion.
#include "app/gui/settings/theme_manager.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QProxyStyle>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolTip>

#include <algorithm>

namespace ghostline::app {

namespace {

/// Fusion without its coloured dialog icons, which belong to no theme, with tabs close enough for six panels
/// beside each other on a small screen, and with scroll bars of a flat handle alone: Fusion's is hardly
/// another colour than the ground, and its arrows take the room of the handle.
class QuietFusion final : public QProxyStyle
{
public:
    QuietFusion() : QProxyStyle(QStringLiteral("Fusion")) {}

    /// Fusion's edge of an empty box is hardly another colour than the ground.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)
            return;
        constexpr double Enabled = 0.75; // 3:1 against the ground, as the handle of a scroll bar
        constexpr double Disabled = 0.4;
        const QPalette& palette = option->palette;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(render::blend(palette.color(QPalette::Window),
                                      palette.color(QPalette::Active, QPalette::PlaceholderText),
                                      option->state.testFlag(State_Enabled) ? Enabled : Disabled));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
                   ? 0
                   : QProxyStyle::styleHint(hint, option, widget, data);
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        constexpr int TabSpace = 16;
        constexpr int BarWidth = 12;
        return metric == PM_TabBarTabHSpace   ? TabSpace
               : metric == PM_ScrollBarExtent ? BarWidth
                                              : QProxyStyle::pixelMetric(metric, option, widget);
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override
    {
        const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
        if (element == CE_ProgressBarContents && bar != nullptr) {
            QStyleOptionProgressBar quiet(*bar);
            fillQuietly(quiet);
            QProxyStyle::drawControl(element, &quiet, painter, widget);
        } else {
            QProxyStyle::drawControl(element, option, painter, widget);
        }
    }

    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override
    {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        return control == CC_ScrollBar && bar != nullptr
                   ? visualRect(bar->direction, bar->rect, partOf(*bar, part))
                   : QProxyStyle::subControlRect(control, option, part, widget);
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override
    {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (control == CC_ScrollBar && bar != nullptr) {
            drawScrollBar(*bar, *painter);
        } else if (control == CC_Slider && bar != nullptr && !bar->state.testFlag(State_HasFocus)) {
            QStyleOptionSlider quiet(*bar);
            fillQuietly(quiet);
            QProxyStyle::drawComplexControl(control, &quiet, painter, widget);
        } else {
            QProxyStyle::drawComplexControl(control, option, painter, widget);
        }
    }

private:
    /// How far something has come is neither chosen nor active: not in the accent.
    static void fillQuietly(QStyleOption& option)
    {
        option.palette.setColor(QPalette::Highlight, option.palette.color(QPalette::PlaceholderText));
    }

    static QRect partOf(const QStyleOptionSlider& bar, SubControl part)
    {
        constexpr int LeastHandle = 24;
        const bool lies = bar.orientation == Qt::Horizontal;
        const int length = lies ? bar.rect.width() : bar.rect.height();
        const qint64 range = bar.maximum - bar.minimum;
        const int share =
            range > 0 ? static_cast<int>(qint64{length} * bar.pageStep / (range + bar.pageStep)) : length;
        const int handle = std::clamp(share, std::min(LeastHandle, length), length);
        const int start = sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition,
                                                  length - handle, bar.upsideDown);
        const auto stretch = [&](int from, int to) {
            return lies ? bar.rect.adjusted(from, 0, to - length, 0)
                        : bar.rect.adjusted(0, from, 0, to - length);
        };
        switch (part) {
        case SC_ScrollBarGroove:
            return bar.rect;
        case SC_ScrollBarSlider:
            return stretch(start, start + handle);
        case SC_ScrollBarSubPage:
            return stretch(0, start);
        case SC_ScrollBarAddPage:
            return stretch(start + handle, length);
        default: // no arrows
            return {};
        }
    }

    void drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter) const
    {
        painter.fillRect(bar.rect, bar.palette.window());
        if (bar.maximum <= bar.minimum)
            return;
        constexpr double Inset = 3.0;
        constexpr double AtRest = 0.75; // still 3:1 against the ground
        const bool touched = bar.activeSubControls.testFlag(SC_ScrollBarSlider) &&
                             (bar.state.testFlag(State_MouseOver) || bar.state.testFlag(State_Sunken));
        const QColor muted = bar.palette.color(QPalette::PlaceholderText);
        const QRectF handle = QRectF(proxy()->subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSlider))
                                  .adjusted(Inset, Inset, -Inset, -Inset);
        const double radius = std::min(handle.width(), handle.height()) / 2.0;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(touched ? muted : render::blend(bar.palette.color(QPalette::Window), muted, AtRest));
        painter.drawRoundedRect(handle, radius, radius);
        painter.restore();
    }
};

/// Palette of the platform before ours was set: the only hint on desktops without a theme plugin.
bool systemIsDark()
{
    static const bool darkAtStart = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    // Qt 6.4 has no colour scheme hint, but Fusion asks the platform each time it makes its own palette.
    static const std::unique_ptr<QStyle> probe(QStyleFactory::create(QStringLiteral("Fusion")));
    const bool darkNow = probe && probe->standardPalette().color(QPalette::Window).lightness() < 128;
    const bool darkByName =
        qEnvironmentVariable("GTK_THEME").endsWith(QLatin1String("dark"), Qt::CaseInsensitive);
    return darkAtStart || darkNow || darkByName;
}

} // namespace

QPalette paletteFor(const render::Theme& t)
{
    QPalette p;
    const QColor button = render::blend(t.raised, t.text, t.ground == render::Ground::Dark ? 0.06 : 0.04);
    p.setColor(QPalette::Window, t.base);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.raised);
    p.setColor(QPalette::AlternateBase, render::blend(t.raised, t.base, 0.6));
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::PlaceholderText, t.textMuted);
    p.setColor(QPalette::Button, button);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.error);
    p.setColor(QPalette::ToolTipBase, t.overlay());
    p.setColor(QPalette::ToolTipText, t.text);
    p.setColor(QPalette::Highlight, t.accent);
    p.setColor(QPalette::HighlightedText, t.accentText);
    p.setColor(QPalette::Link, t.text); // underlined; the accent is for what is current
    p.setColor(QPalette::LinkVisited, t.textMuted);
    p.setColor(QPalette::Light, render::blend(button, t.raised, 0.5));
    p.setColor(QPalette::Midlight, render::blend(button, t.line, 0.5));
    p.setColor(QPalette::Mid, t.line);
    p.setColor(QPalette::Dark, render::blend(t.line, t.base, 0.3));
    p.setColor(QPalette::Shadow, render::blend(t.base, QColor(Qt::black), 0.5));
    const QColor faded = render::blend(t.base, t.textMuted, 0.6);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, faded);
    p.setColor(QPalette::Disabled, QPalette::Highlight, t.line);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, t.textMuted);
    return p;
}

QPalette menuPaletteFor(const render::Theme& t)
{
    QPalette p = paletteFor(t);
    p.setColor(QPalette::Base, t.overlay());
    return p;
}

QFont tabularFont(const QFont& font)
{
    const QFontMetricsF metrics(font);
    const qreal width = metrics.horizontalAdvance(QLatin1Char('0'));
    for (char digit = '1'; digit <= '9'; ++digit) {
        if (qAbs(metrics.horizontalAdvance(QLatin1Char(digit)) - width) > 0.01) {
            QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
            fixed.setPointSizeF(font.pointSizeF());
            return fixed;
        }
    }
    return font;
}

ThemeManager::ThemeManager(ThemeChoice choice, QObject* parent) : QObject(parent), m_choice(choice)
{
    systemIsDark(); // reads the platform's palette before ours hides it
    QApplication::setStyle(new QuietFusion);
    apply();
    qApp->installEventFilter(this);
}

const render::Theme& ThemeManager::theme() const
{
    return m_ground == render::Ground::Dark ? render::Theme::dark() : render::Theme::light();
}

void ThemeManager::setChoice(ThemeChoice choice)
{
    m_choice = choice;
    apply();
}

void ThemeManager::apply()
{
    const bool dark = m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && systemIsDark());
    m_ground = dark ? render::Ground::Dark : render::Ground::Light;
    m_applying = true;
    const QPalette palette = paletteFor(theme());
    QApplication::setPalette(palette);
    QApplication::setPalette(menuPaletteFor(theme()), "QMenu");
    QToolTip::setPalette(palette);
    m_applying = false;
    Q_EMIT themeChanged(theme());
}

bool ThemeManager::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == qApp && !m_applying && m_choice == ThemeChoice::System &&
        (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::ThemeChange)) {
        const bool dark = systemIsDark();
        if (dark != (m_ground == render::Ground::Dark))
            QMetaObject::invokeMethod(
                this, [this] { apply(); }, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace ghostline::app
