// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// FrozenNames for a tree: its first column stays in sight while the others are scrolled.
#include <QTreeView>

namespace ghostline::app {

/// Lies over the tree, and only while it is scrolled to the side. What is expanded in one is in both.
class FrozenTree : public QTreeView
{
    Q_OBJECT
public:
    /// A child of the tree, which has its model and its header already.
    explicit FrozenTree(QTreeView* tree);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void expandAlike();

    QTreeView* m_tree;
    const QObject* m_viewport; ///< the tree's, for comparing only
};

} // namespace ghostline::app
