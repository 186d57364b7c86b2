// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/empty_over.h"

#include "app/gui/widgets/panel_style.h"

#include <QAbstractItemView>
#include <QVBoxLayout>

namespace ghostline::app {

QLabel* emptyStateOver(QAbstractItemView* view, const QString& text)
{
    QLabel* label = emptyState(text, view->viewport());
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    (new QVBoxLayout(view->viewport()))->addWidget(label);
    const auto fit = [label, model = view->model()] { label->setVisible(model->rowCount() == 0); };
    QObject::connect(view->model(), &QAbstractItemModel::rowsInserted, label, fit);
    QObject::connect(view->model(), &QAbstractItemModel::rowsRemoved, label, fit);
    QObject::connect(view->model(), &QAbstractItemModel::modelReset, label, fit);
    QObject::connect(view->model(), &QAbstractItemModel::layoutChanged, label, fit);
    fit();
    return label;
}

} // namespace ghostline::app
