// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/merge_folder_dialog.h"

#include "app/gui/review/flag_text.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"
#include "model/codec/find_recordings.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

using Outcome = model::MergedNotes::Outcome;
constexpr QSize MergeSize{960, 420};

QString outcomeText(const model::MergedNotes& merged)
{
    switch (merged.outcome) {
    case Outcome::Merged:
        return MergeFolderDialog::tr("Merged");
    case Outcome::NothingNew:
        return MergeFolderDialog::tr("Nothing new");
    case Outcome::NoRecording:
        return MergeFolderDialog::tr("No recording here has that content or name");
    case Outcome::OtherContent:
        return MergeFolderDialog::tr("The recording of that name is another one");
    case Outcome::Failed:
        break;
    }
    return merged.error ? shownError(*merged.error) : MergeFolderDialog::tr("Failed");
}

QString newsText(const model::MergedNotes& merged)
{
    QStringList parts;
    if (merged.verdicts > 0)
        parts << verdictCount(merged.verdicts);
    if (merged.bookmarks > 0)
        parts << bookmarkCount(merged.bookmarks);
    if (merged.drawings > 0)
        parts << MergeFolderDialog::tr("%n drawings", nullptr, merged.drawings);
    if (merged.keyPoints > 0)
        parts << MergeFolderDialog::tr("%n key points", nullptr, merged.keyPoints);
    if (merged.ownFlags > 0)
        parts << flagCount(merged.ownFlags);
    return parts.join(QStringLiteral(", "));
}

QString conflictText(const model::MergedNotes& merged)
{
    QStringList parts;
    if (merged.changed > 0)
        parts << MergeFolderDialog::tr("%n were written later there", nullptr, merged.changed);
    if (merged.bothKept > 0)
        parts << MergeFolderDialog::tr("%n differ and are there twice", nullptr, merged.bothKept);
    if (merged.disputed > 0)
        parts << MergeFolderDialog::tr("%1 disputed now").arg(flagCount(merged.disputed));
    return parts.join(QStringLiteral(", "));
}

/// What the worker has to say when it is done.
struct MergeAnswer
{
    std::vector<model::MergedNotes> all;
    QString problem;
};

MergeAnswer mergeAll(const QString& folder, const QString& other, const model::CodecRegistry& registry,
                     const model::ReviewRules& rules, const std::stop_token& stop)
{
    MergeAnswer answer;
    const model::FoundRecordings found = model::findRecordings({folder}, registry, stop);
    const auto keep = [&answer](model::MergedNotes&& merged) {
        answer.all.push_back(std::move(merged));
        return true;
    };
    if (!found.missing.empty())
        answer.problem = shownError(found.missing.front());
    else if (const auto done = model::mergeNotes({folder, found.files, other}, rules, keep, stop); !done)
        answer.problem = shownError(done.error());
    return answer;
}

} // namespace

MergeFolderDialog::MergeFolderDialog(const QString& folder, const QString& other,
                                     std::shared_ptr<const model::CodecRegistry> registry,
                                     const model::ReviewRules& rules, QWidget* parent)
    : QDialog(parent), m_model(new QStandardItemModel(this))
{
    setObjectName(QStringLiteral("mergeFolderDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Merge the notes of a folder"));
    build(folder, other);
    m_job.start([this, folder, other, registry = std::move(registry),
                 rules](const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
        MergeAnswer answer = mergeAll(folder, other, *registry, rules, stop);
        return [this, answer = std::move(answer)] {
            list(answer.all);
            tellSum(answer.all, answer.problem);
            for (const model::MergedNotes& merged : answer.all) {
                if (merged.outcome == Outcome::Merged)
                    Q_EMIT mergedInto(merged.recording, merged.notes);
            }
            Q_EMIT allMerged();
        };
    });
}

void MergeFolderDialog::build(const QString& folder, const QString& other)
{
    auto* what = new ElidedLabel(tr("%1 into %2").arg(other, folder), this);
    m_sum = new QLabel(tr("Looking for notes…"), this);
    m_sum->setTextFormat(Qt::PlainText);
    m_sum->setWordWrap(true);
    m_busy = new QProgressBar(this);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedHeight(Grid);
    m_model->setHorizontalHeaderLabels(
        {tr("Notes"), tr("What became of them"), tr("Recording"), tr("New"), tr("Conflicts")});
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    tidyTable(m_table, tr("Merged notes"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(0, Qt::AscendingOrder);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    emptyStateOver(m_table, tr("No notes so far"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QAction* const out = TableMenu::of(m_table)->exportVerb();
    connect(buttons->addButton(out->text(), QDialogButtonBox::ActionRole), &QPushButton::clicked, out,
            &QAction::trigger);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(2 * Grid);
    column->addWidget(what);
    column->addWidget(m_busy);
    column->addWidget(m_table, 1);
    column->addWidget(m_sum);
    column->addWidget(buttons);
    resize(MergeSize);
}

void MergeFolderDialog::list(const std::vector<model::MergedNotes>& all)
{
    for (const model::MergedNotes& merged : all) {
        QList<QStandardItem*> row;
        for (const QString& text :
             {QDir::toNativeSeparators(merged.notes), outcomeText(merged),
              QDir::toNativeSeparators(merged.recording), newsText(merged), conflictText(merged)}) {
            auto* item = new QStandardItem(text);
            item->setEditable(false);
            row << item;
        }
        m_model->appendRow(row);
    }
}

void MergeFolderDialog::tellSum(const std::vector<model::MergedNotes>& all, const QString& problem)
{
    m_busy->hide();
    const auto count = [&all](Outcome outcome) {
        return static_cast<int>(std::ranges::count(all, outcome, &model::MergedNotes::outcome));
    };
    const int left = count(Outcome::NoRecording) + count(Outcome::OtherContent);
    QStringList lines;
    if (!problem.isEmpty())
        lines << problem;
    lines << tr("%1 files of notes: %2 merged, %3 with nothing new, %4 without a recording here, %5 failed")
                 .arg(all.size())
                 .arg(count(Outcome::Merged))
                 .arg(count(Outcome::NothingNew))
                 .arg(left)
                 .arg(count(Outcome::Failed));
    m_sum->setText(lines.join(QLatin1Char('\n')));
}

} // namespace ghostline::app
