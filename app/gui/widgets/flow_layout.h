// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lays widgets out in lines like words, as many in a line as the width takes.
#include <QLayout>

#include <vector>

namespace ghostline::app {

class FlowLayout : public QLayout
{
public:
    explicit FlowLayout(QWidget* parent = nullptr, int gap = 4);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int at) const override;
    QLayoutItem* takeAt(int at) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    /// The height needed; moves the items only when `place`.
    int arrange(const QRect& rect, bool place) const;

    std::vector<QLayoutItem*> m_items;
    int m_gap;
};

} // namespace ghostline::app
