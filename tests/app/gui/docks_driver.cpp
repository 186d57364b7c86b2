// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/docks_driver.h"

namespace ghostline::test {

FakeReplayOptions withEvents(int events)
{
    FakeReplayOptions options;
    options.events = events;
    return options;
}

QModelIndex find(const QAbstractItemView& view, const QString& text, const QModelIndex& under)
{
    for (int row = 0; row < view.model()->rowCount(under); ++row) {
        const QModelIndex at = view.model()->index(row, 0, under);
        if (at.data().toString() == text)
            return at;
        if (const QModelIndex deeper = find(view, text, at); deeper.isValid())
            return deeper;
    }
    return {};
}

void click(QAbstractItemView* view, const QModelIndex& at)
{
    view->scrollTo(at);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(at).center());
}

} // namespace ghostline::test
