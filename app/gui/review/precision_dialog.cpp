// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/precision_dialog.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/review/precision_model.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/queue_view.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/table_menu.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr int SoonMs = 200;
constexpr QSize PrecisionSize{1160, 420};

} // namespace

PrecisionDialog::PrecisionDialog(const QueueView* queue, QWidget* parent)
    : QDialog(parent), m_queue(queue), m_model(new PrecisionModel(this)), m_head(new ElidedLabel(this)),
      m_whose(new QLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("precisionDialog"));
    setWindowTitle(tr("How often checks were right"));
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(PrecisionModel::SortRole);
    sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    auto* table = new QTableView(this);
    table->setModel(sorted);
    tidyTable(table, tr("Precision of checks"));
    table->setSortingEnabled(true);
    table->sortByColumn(PrecisionModel::FlagsColumn, Qt::DescendingOrder);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setStretchLastSection(false);
    emptyStateOver(table, tr("Nobody is accused in the recordings of the queue"));
    m_whose->setWordWrap(true);
    m_whose->setTextFormat(Qt::PlainText);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QAction* const out = TableMenu::of(table)->exportVerb();
    connect(buttons->addButton(out->text(), QDialogButtonBox::ActionRole), &QPushButton::clicked, out,
            &QAction::trigger);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(2 * Grid);
    column->addWidget(m_head);
    column->addWidget(m_whose);
    column->addWidget(table, 1);
    column->addWidget(buttons);
    resize(PrecisionSize);

    m_soon.setSingleShot(true);
    m_soon.setInterval(SoonMs);
    connect(&m_soon, &QTimer::timeout, this, &PrecisionDialog::count);
    connect(queue, &QueueView::countChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
    count();
}

QString PrecisionDialog::whoseText() const
{
    const model::ReviewRules& rules = m_queue->model().rules();
    if (!rules.blind)
        return tr("The verdicts of all reviewers count; a flag about which they differ is neither.");
    return rules.reviewer.isEmpty()
               ? tr("Blind review is on, and you have given no name: no verdict counts.")
               : tr("Blind review is on: only the verdicts of %1 count.").arg(rules.reviewer);
}

void PrecisionDialog::count()
{
    if (m_queue == nullptr)
        return;
    const QueueModel& queue = m_queue->model();
    model::PrecisionCount counted(queue.rules());
    for (int row = 0; row < queue.rowCount(); ++row)
        counted.add(*queue.at(row));
    m_model->show(counted.checks());
    m_head->setText(
        m_queue->folder().isEmpty()
            ? tr("No folder is open")
            : tr("%1: %2, %3")
                  .arg(m_queue->folder(), recordingCount(queue.rowCount()), flagCount(queue.flagsInAll())));
    m_whose->setText(whoseText());
}

void showPrecision(const QueueView* queue, QWidget* parent)
{
    if (raiseDialog(parent, "precisionDialog") == nullptr)
        (new PrecisionDialog(queue, parent))->show();
}

} // namespace ghostline::app
