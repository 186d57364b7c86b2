// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The header that all tables of the panels wear.
#include <QHeaderView>

namespace ghostline::app {

/// A quiet table header: muted names, of several lines where they have them, on the table's own ground, a
/// line below, a small arrow where it sorts.
class FlatHeader : public QHeaderView
{
    Q_OBJECT
public:
    explicit FlatHeader(QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;

private:
    QString nameOf(int section) const;
    int nameWidth(int section, const QFontMetrics& metrics) const;
};

} // namespace ghostline::app
