// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion with our own palette; the system's ground is read from what the platform offers Fusion.
#include "app/gui/shell/theme_manager.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QProxyStyle>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace ghostline::app {

namespace {

/// Fusion without its coloured dialog icons, which belong to no theme, and with tabs close enough for six
/// panels beside each other on a small screen.
class QuietFusion final : public QProxyStyle
{
public:
    QuietFusion() : QProxyStyle(QStringLiteral("Fusion")) {}
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
        return metric == PM_TabBarTabHSpace ? TabSpace : QProxyStyle::pixelMetric(metric, option, widget);
    }
};

QColor mix(const QColor& a, const QColor& b, double share)
{
    const auto part = [share](int x, int y) { return static_cast<int>(x + (y - x) * share + 0.5); };
    return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue()));
}

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
    const QColor button = mix(t.raised, t.text, t.ground == render::Ground::Dark ? 0.06 : 0.04);
    p.setColor(QPalette::Window, t.base);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.raised);
    p.setColor(QPalette::AlternateBase, mix(t.raised, t.base, 0.6));
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::PlaceholderText, t.textMuted);
    p.setColor(QPalette::Button, button);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.error);
    p.setColor(QPalette::ToolTipBase, t.raised);
    p.setColor(QPalette::ToolTipText, t.text);
    p.setColor(QPalette::Highlight, t.accent);
    p.setColor(QPalette::HighlightedText, t.accentText);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::LinkVisited, t.accent);
    p.setColor(QPalette::Light, mix(button, t.raised, 0.5));
    p.setColor(QPalette::Midlight, mix(button, t.line, 0.5));
    p.setColor(QPalette::Mid, t.line);
    p.setColor(QPalette::Dark, mix(t.line, t.base, 0.3));
    p.setColor(QPalette::Shadow, mix(t.base, Qt::black, 0.5));
    const QColor faded = mix(t.base, t.textMuted, 0.6);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, faded);
    p.setColor(QPalette::Disabled, QPalette::Highlight, t.line);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, t.textMuted);
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
