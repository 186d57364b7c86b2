// SPDX-License-Identifier: GPL-3.0-or-later
// An icon engine that renders an SVG mask and fills it with the palette's colour.
#include "app/gui/widgets/icons.h"

#include <QDir>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

#include <memory>

// Out of any namespace, as the macro demands: a static library's resources are otherwise left out by the
// linker.
static void initIconResources() { Q_INIT_RESOURCE(ghostline_icons); }

namespace ghostline::app {

namespace {

QString resourcePath(const QString& name) { return QStringLiteral(":/ghostline/icons/%1.svg").arg(name); }

QColor tint(QIcon::Mode mode, QIcon::State state)
{
    const QPalette palette = QGuiApplication::palette();
    if (mode == QIcon::Disabled)
        return palette.color(QPalette::Disabled, QPalette::WindowText);
    if (mode == QIcon::Selected)
        return palette.color(QPalette::Active, QPalette::HighlightedText);
    Q_UNUSED(state)
    return palette.color(QPalette::Active, QPalette::WindowText);
}

class TintedSvg final : public QIconEngine
{
public:
    explicit TintedSvg(QString name)
        : m_name(std::move(name)), m_renderer(std::make_shared<QSvgRenderer>(resourcePath(m_name)))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() != nullptr ? painter->device()->devicePixelRatio() : 1.0;
        painter->drawPixmap(rect, tinted((QSizeF(rect.size()) * ratio).toSize(), mode, state));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return tinted(size, mode, state);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        return tinted(size, mode, state);
    }

    QString key() const override { return QStringLiteral("ghostline-tinted"); }
    QString iconName() override { return m_name; }
    bool isNull() override { return !m_renderer->isValid(); }
    QIconEngine* clone() const override { return new TintedSvg(*this); }

private:
    QPixmap tinted(const QSize& size, QIcon::Mode mode, QIcon::State state)
    {
        if (size.isEmpty())
            return {};
        const QColor colour = tint(mode, state);
        // Keyed by colour, so a change of theme needs no invalidation.
        const quint64 id =
            (quint64(colour.rgba()) << 32) | (quint64(size.width()) << 16) | quint64(size.height());
        if (const auto it = m_cache.constFind(id); it != m_cache.constEnd())
            return it.value();
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        const int side = qMin(size.width(), size.height());
        m_renderer->render(&painter,
                           QRectF((size.width() - side) / 2.0, (size.height() - side) / 2.0, side, side));
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), colour);
        painter.end();
        if (m_cache.size() > 32)
            m_cache.clear();
        m_cache.insert(id, pixmap);
        return pixmap;
    }

    QString m_name;
    std::shared_ptr<QSvgRenderer> m_renderer;
    QHash<quint64, QPixmap> m_cache;
};

} // namespace

QIcon themedIcon(const QString& name)
{
    initIconResources();
    return QIcon(new TintedSvg(name));
}

QPixmap tintedPixmap(const QString& name, const QColor& colour, int side, qreal ratio)
{
    QPixmap pixmap = themedIcon(name).pixmap(QSize(side, side), ratio);
    QPainter painter(&pixmap);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(QRect(0, 0, side, side), colour);
    return pixmap;
}

QStringList iconNames()
{
    initIconResources();
    QStringList names;
    for (const QString& file : QDir(QStringLiteral(":/ghostline/icons")).entryList({QStringLiteral("*.svg")}))
        names << file.chopped(4);
    return names;
}

} // namespace ghostline::app
