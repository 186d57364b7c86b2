// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/detectors_page.h"

#include "app/gui/analyses/detector_form.h"
#include "app/gui/analyses/detector_store.h"
#include "app/gui/analyses/folder_alarms.h"
#include "app/gui/widgets/refresh_throttle.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/table_menu.h"
#include "model/bytes/http_source.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ghostline::app {

namespace {

QString valueText(double value, const model::DetectorParameter& parameter)
{
    const QString unit = shownName(QString::fromUtf8(parameter.unit));
    const QString number = QLocale().toString(value, 'f', parameter.decimals);
    return unit.isEmpty() ? number : number + QLatin1Char(' ') + unit;
}

} // namespace

DetectorsPage::DetectorsPage(QWidget* parent)
    : AnalysisPage(parent), m_options(loadDetectOptions()), m_table(new QTreeWidget(this)),
      m_form(new DetectorForm(this)), m_folderNote(new QLabel(this)), m_folder(new FolderAlarms(this)),
      m_filter(new RefreshThrottle(this, TablesMs, [this] { filter(); }))
{
    buildTable();
    rows()->addWidget(m_table, 1);
    rows()->addWidget(m_form);
    buildFolder();
    connect(m_form, &DetectorForm::thresholdChanged, this, &DetectorsPage::setThreshold);
    connect(m_form, &DetectorForm::parameterChanged, this, &DetectorsPage::setParameter);
    connect(m_folder, &FolderAlarms::changed, this, &DetectorsPage::count);
    m_table->setCurrentItem(m_table->topLevelItem(0));
    count();
}

void DetectorsPage::setRegistry(std::shared_ptr<const model::CodecRegistry> registry,
                                const model::Options& codec)
{
    m_registry = std::move(registry);
    m_codec = codec;
}

void DetectorsPage::buildTable()
{
    m_table->setObjectName(QStringLiteral("detectors"));
    m_table->setAccessibleName(tr("Detectors"));
    m_table->setColumnCount(ColumnCount);
    m_table->setHeaderLabels({tr("Detector"), tr("Alarm from"), tr("Here"), tr("In the folder")});
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    for (std::size_t i = 0; i < model::detectors().size(); ++i) {
        const model::DetectorInfo& info = model::detectors()[i];
        auto* row = new QTreeWidgetItem(m_table);
        QString name = shownName(QString::fromUtf8(info.name));
        if (info.experimental())
            name = tr("%1 (experimental)").arg(name);
        row->setText(NameColumn, name);
        row->setCheckState(NameColumn, m_options.choices[i].on ? Qt::Checked : Qt::Unchecked);
        for (const Column column : {ThresholdColumn, HereColumn, FolderColumn})
            row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    new TableMenu(m_table);
    connect(m_table, &QTreeWidget::currentItemChanged, this, &DetectorsPage::choose);
    connect(m_table, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* row, int column) {
        if (column != NameColumn)
            return;
        m_options.choices[static_cast<std::size_t>(m_table->indexOfTopLevelItem(row))].on =
            row->checkState(NameColumn) == Qt::Checked;
        storeDetectOptions(m_options);
        m_filter->schedule();
    });
}

void DetectorsPage::buildFolder()
{
    auto* look = new QPushButton(tr("Look through the folder"), this);
    look->setAutoDefault(false);
    look->setToolTip(tr("Ask the detectors about every recording of the folder that this one lies in"));
    m_folderNote->setForegroundRole(QPalette::PlaceholderText);
    m_folderNote->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(look);
    row->addWidget(m_folderNote, 1);
    rows()->addLayout(row);
    connect(look, &QPushButton::clicked, this,
            [this] { m_folder->running() ? m_folder->clear() : lookThroughFolder(); });
    connect(m_folder, &FolderAlarms::changed, look, [this, look] {
        look->setText(m_folder->running() ? tr("Stop") : tr("Look through the folder"));
    });
}

std::size_t DetectorsPage::current() const
{
    return static_cast<std::size_t>(std::max(0, m_table->indexOfTopLevelItem(m_table->currentItem())));
}

void DetectorsPage::choose(QTreeWidgetItem* row)
{
    if (row != nullptr)
        m_form->show(current(), m_options.choices[current()]);
}

void DetectorsPage::setThreshold(double value)
{
    m_options.choices[current()].threshold = value;
    storeDetectOptions(m_options);
    count();
    m_filter->schedule();
}

void DetectorsPage::setParameter(std::size_t parameter, double value)
{
    m_options.choices[current()].parameters[parameter] = value;
    storeDetectOptions(m_options);
    tell(tr("Search again to see what another value finds"));
}

AnalysisPage::Search DetectorsPage::search()
{
    if (std::ranges::none_of(m_options.choices, &model::DetectorChoice::on)) {
        tell(tr("Check a detector first"));
        return {};
    }
    return [options = m_options](const model::ReplaySource& source, const model::Progress& progress,
                                 std::stop_token stop) -> model::Result<Found> {
        auto detected = model::detect(source, options, progress, std::move(stop));
        if (!detected)
            return tl::unexpected<model::Error>(detected.error());
        Found found{model::findingsOf(*detected, options, *source.index()->info), {}};
        found.detected = std::make_shared<const model::Detected>(std::move(*detected));
        return found;
    };
}

void DetectorsPage::showFound(const Found& found)
{
    m_detected = found.detected;
    count();
}

void DetectorsPage::onSessionChanged()
{
    m_detected.reset();
    m_folder->clear();
    AnalysisPage::onSessionChanged();
    count();
}

/// Another threshold takes no other walk.
void DetectorsPage::filter()
{
    count();
    if (m_detected != nullptr && session() != nullptr)
        replaceFound(model::findingsOf(*m_detected, m_options, session()->info()));
}

void DetectorsPage::count()
{
    const QSignalBlocker quiet(m_table);
    for (std::size_t i = 0; i < m_options.choices.size(); ++i) {
        const model::DetectorChoice& choice = m_options.choices[i];
        const model::DetectorInfo& info = model::detectors()[i];
        QTreeWidgetItem* const row = m_table->topLevelItem(static_cast<int>(i));
        row->setText(ThresholdColumn, valueText(choice.threshold, info.threshold));
        row->setText(HereColumn, {});
        row->setToolTip(HereColumn, {});
        if (m_detected != nullptr) {
            const auto missing = std::ranges::find(m_detected->notAsked, i, &model::NotAsked::detector);
            const auto alarms = std::ranges::count_if(m_detected->alarms, [&](const model::Alarm& alarm) {
                return alarm.detector == i && alarm.value >= choice.threshold;
            });
            const bool asked = missing == m_detected->notAsked.end();
            row->setText(HereColumn, !choice.on ? QString()
                                     : asked    ? QLocale().toString(alarms)
                                                : QStringLiteral("\u2013"));
            if (!asked) {
                const model::Sentence why = model::missingText(missing->missing);
                row->setToolTip(HereColumn, shownSentence(why.text(), why.wording()));
            }
        }
        const FolderAlarms::Count in = m_folder->count(i, choice.threshold);
        row->setText(
            FolderColumn,
            m_folder->looked() == 0 || !choice.on
                ? QString()
                : tr("%1 in %2").arg(QLocale().toString(in.alarms), QLocale().toString(in.recordings)));
        row->setToolTip(FolderColumn, tr("Alarms, and in how many recordings"));
    }
    if (m_folder->looked() + m_folder->failed() == 0 && !m_folder->running())
        m_folderNote->clear();
    else if (m_folder->failed() > 0)
        m_folderNote->setText(tr("%n recordings looked through", nullptr, m_folder->looked()) +
                              QStringLiteral("; ") + tr("%n could not be", nullptr, m_folder->failed()));
    else
        m_folderNote->setText(tr("%n recordings looked through", nullptr, m_folder->looked()));
}

void DetectorsPage::lookThroughFolder()
{
    if (session() == nullptr || m_registry == nullptr)
        return;
    if (model::isWebAddress(session()->path())) {
        m_folderNote->setText(tr("A recording on a web server has no folder"));
        return;
    }
    m_folder->start(QFileInfo(session()->path()).absolutePath(), m_registry, m_codec, m_options);
}

} // namespace ghostline::app
