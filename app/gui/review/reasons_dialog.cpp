// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/reasons_dialog.h"

#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/atomic_file.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

constexpr qint64 MostFileBytes = qint64{1} << 20;
constexpr QSize ReasonsSize{480, 440};
constexpr int StoredRole = Qt::UserRole; ///< the reason as it is written, in whatever language it is shown

} // namespace

ReasonsDialog::ReasonsDialog(const ReasonBook& book, const QStringList& checks, const QString& check,
                             QWidget* parent)
    : QDialog(parent), m_book(book), m_checks(checks)
{
    setObjectName(QStringLiteral("reasonsDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Reasons to choose from"));
    build();
    fillChecks();
    choose(m_book.ofChecks.contains(check) ? check : QString());
    resize(ReasonsSize);
}

QPushButton* ReasonsDialog::tool(const QString& text, const std::function<void()>& pressed)
{
    auto* button = new QPushButton(text, this);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, pressed);
    return button;
}

QWidget* ReasonsDialog::buildList()
{
    auto* box = new QWidget(this);
    m_list = new QListWidget(box);
    m_list->setAccessibleName(tr("Reasons"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    connect(m_list, &QListWidget::itemChanged, this, &ReasonsDialog::take);
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &ReasonsDialog::take);
    connect(m_list, &QListWidget::currentRowChanged, this, &ReasonsDialog::offer);
    auto* tools = new QVBoxLayout;
    tools->addWidget(m_add = tool(tr("&Add"), [this] { add(); }));
    tools->addWidget(tool(tr("Re&name"), [this] {
        if (m_list->currentItem() != nullptr)
            m_list->editItem(m_list->currentItem());
    }));
    tools->addWidget(m_remove = tool(tr("&Remove"), [this] { remove(); }));
    tools->addWidget(m_up = tool(tr("&Up"), [this] { move(-1); }));
    tools->addWidget(m_down = tool(tr("&Down"), [this] { move(1); }));
    tools->addStretch(1);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_list, 1);
    row->addLayout(tools);
    return box;
}

void ReasonsDialog::build()
{
    m_check = new QComboBox(this);
    m_check->setAccessibleName(tr("Check"));
    connect(m_check, &QComboBox::currentIndexChanged, this, [this] { fillList(0); });
    m_own = tool(QString(), [this] { setOwn(!m_book.ofChecks.contains(check())); });
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    auto* head = new QHBoxLayout;
    head->addWidget(m_check, 1);
    head->addWidget(m_own);
    auto* files = new QHBoxLayout;
    files->addWidget(tool(tr("&Import…"), [this] {
        auto* chooser = new QFileDialog(this, tr("Import reasons"));
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::ExistingFile);
        chooser->setNameFilters({tr("Reasons (*.json)"), tr("All files (*)")});
        connect(chooser, &QFileDialog::fileSelected, this, &ReasonsDialog::importFrom);
        chooser->show();
    }));
    files->addWidget(tool(tr("E&xport…"), [this] {
        askExportFile(this,
                      {tr("Export reasons"), tr("Reasons"), tr("Reasons (*.json)"), QStringLiteral("json")},
                      [this](const QString& path) { exportTo(path); });
    }));
    files->addWidget(tool(tr("As they came"), [this] {
        m_book = shippedReasons();
        fillChecks();
    }));
    files->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT saved(m_book);
        close();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(2 * Grid);
    column->addLayout(head);
    column->addWidget(buildList(), 1);
    column->addWidget(m_problem);
    column->addLayout(files);
    column->addWidget(buttons);
}

QString ReasonsDialog::check() const { return m_check->currentData().toString(); }

void ReasonsDialog::choose(const QString& check)
{
    m_check->setCurrentIndex(std::max(0, m_check->findData(check)));
    fillList(0);
}

/// All checks first, then those of the folder and those that have a list already.
void ReasonsDialog::fillChecks()
{
    const QString before = m_check->count() > 0 ? check() : QString();
    QStringList checks = m_checks + m_book.ofChecks.keys();
    checks.removeAll(QString());
    checks.removeDuplicates();
    checks.sort(Qt::CaseInsensitive);
    m_check->clear();
    m_check->addItem(tr("All checks without reasons of their own"), QString());
    for (const QString& each : checks)
        m_check->addItem(each, each);
    choose(before);
}

void ReasonsDialog::fillList(int current)
{
    const QScopedValueRollback filling(m_filling, true);
    const bool editable = check().isEmpty() || m_book.ofChecks.contains(check());
    m_list->clear();
    for (const QString& reason : m_book.of(check())) {
        auto* item = new QListWidgetItem(shownReason(reason), m_list);
        item->setData(StoredRole, reason);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable |
                       (editable ? Qt::ItemIsEditable | Qt::ItemIsDragEnabled : Qt::NoItemFlags));
    }
    m_list->setCurrentRow(std::min(current, m_list->count() - 1));
    tell({});
    offer();
}

/// What was typed or moved. One that is empty or there already is as it was before.
void ReasonsDialog::take()
{
    if (m_filling)
        return;
    QStringList reasons;
    bool wrong = false;
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        const QString stored = item->data(StoredRole).toString();
        const QString typed = normalReason(item->text());
        const QString now = typed == shownReason(stored) ? stored : typed;
        wrong = wrong || now.isEmpty() || reasons.contains(now);
        reasons << now;
    }
    const int current = m_list->currentRow();
    if (!wrong)
        (check().isEmpty() ? m_book.common : m_book.ofChecks[check()]) = reasons;
    fillList(current);
    if (wrong)
        tell(tr("A reason needs words of its own"));
}

void ReasonsDialog::add()
{
    QStringList& reasons = check().isEmpty() ? m_book.common : m_book.ofChecks[check()];
    QString fresh = tr("New reason");
    for (int number = 2; reasons.contains(fresh); ++number)
        fresh = tr("New reason %1").arg(number);
    reasons << fresh;
    fillList(static_cast<int>(reasons.size()) - 1);
    m_list->editItem(m_list->currentItem());
}

void ReasonsDialog::remove()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    (check().isEmpty() ? m_book.common : m_book.ofChecks[check()]).removeAt(row);
    fillList(row);
}

void ReasonsDialog::move(int by)
{
    QStringList& reasons = check().isEmpty() ? m_book.common : m_book.ofChecks[check()];
    const int from = m_list->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= reasons.size())
        return;
    reasons.move(from, to);
    fillList(to);
}

/// A list of its own begins as the common one.
void ReasonsDialog::setOwn(bool own)
{
    if (own)
        m_book.ofChecks.insert(check(), m_book.common);
    else
        m_book.ofChecks.remove(check());
    fillList(0);
}

void ReasonsDialog::offer()
{
    const bool all = check().isEmpty();
    const bool own = m_book.ofChecks.contains(check());
    const int row = m_list->currentRow();
    m_own->setVisible(!all);
    m_own->setText(own ? tr("As all others") : tr("Reasons of its own"));
    m_add->setEnabled((all || own) && m_list->count() < ReasonBook::MostReasons);
    m_remove->setEnabled((all || own) && row >= 0);
    m_up->setEnabled((all || own) && row > 0);
    m_down->setEnabled((all || own) && row >= 0 && row + 1 < m_list->count());
}

void ReasonsDialog::tell(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void ReasonsDialog::importFrom(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        tell(QStringLiteral("%1: %2").arg(path, file.errorString()));
        return;
    }
    auto book = readReasons(file.read(MostFileBytes + 1)); // what is longer is refused there
    if (!book) {
        tell(shownError(book.error()));
        return;
    }
    m_book = std::move(*book);
    fillChecks();
}

void ReasonsDialog::exportTo(const QString& path)
{
    if (const auto written = model::replaceFile(path, reasonsJson(m_book)); !written)
        tellExportFailed(this, path, shownError(written.error()));
}

ReasonsDialog* showReasons(const QStringList& checks, const QString& check, QWidget* parent)
{
    if (raiseDialog(parent, "reasonsDialog") != nullptr)
        return nullptr;
    auto* dialog = new ReasonsDialog(loadReasons(), checks, check, parent);
    QObject::connect(dialog, &ReasonsDialog::saved, dialog, &saveReasons);
    dialog->show();
    return dialog;
}

} // namespace ghostline::app
