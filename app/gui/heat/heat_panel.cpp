// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/heat/heat_panel.h"

#include "app/gui/heat/heat_form.h"
#include "app/gui/heat/heat_legend.h"
#include "app/gui/jobs/job.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/load_bar.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/base/thread_priority.h"
#include "model/bytes/atomic_file.h"
#include "model/heat/heat_csv.h"
#include "model/heat/png_writer.h"

#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace ghostline::app {

namespace {

constexpr int FirstPixels = 2048; // of a picture's longer side
constexpr int RecordingRows = 3;

QString figure(double value) { return QLocale().toString(value, 'g', 4); }

QString withUnit(double value, const QString& unit)
{
    return unit.isEmpty() ? figure(value) : figure(value) + QChar(0x00A0) + unit;
}

QPushButton* pushButton(const QString& text, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setAutoDefault(false);
    return button;
}

} // namespace

HeatPanel::HeatPanel(QWidget* parent) : Panel(parent), m_job(new Job(this))
{
    setObjectName(QStringLiteral("heatPanel"));
    build();
    connect(m_job, &Job::progressed, this,
            [this](double share) { m_progress->setValue(static_cast<int>(share * BarSteps)); });
    connect(m_job, &Job::runningChanged, this, [this](bool running) {
        m_progress->setValue(0);
        m_progress->setVisible(running);
        m_start->setText(running ? tr("Cancel") : tr("Show"));
    });
    onThemeChanged();
}

HeatPanel::~HeatPanel() { m_job->disconnect(this); }

void HeatPanel::build()
{
    QVBoxLayout* column =
        makeContentColumn(tr("How much of something there was where is shown here"), 2 * Grid);
    column->setContentsMargins(2 * Grid, 2 * Grid, 2 * Grid, 2 * Grid);
    // First what it is all for and what came of it: on a small screen the questions below have to be
    // scrolled to.
    buildButtons();
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_start);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addWidget(m_progress);
    column->addWidget(m_title);
    column->addWidget(m_legend);
    column->addWidget(m_note);
    auto* exports = new QHBoxLayout;
    exports->addWidget(m_picture);
    exports->addWidget(m_pixels);
    exports->addWidget(m_csv);
    exports->addStretch(1);
    column->addLayout(exports);
    m_form = new HeatForm(this);
    column->addWidget(m_form);
    buildRecordings();
    column->addWidget(m_recordings);
    auto* more = pushButton(tr("Add recordings…"), this);
    more->setToolTip(tr("Lay other recordings of the same map over this one"));
    m_less = pushButton(tr("Take out"), this);
    m_less->setToolTip(tr("Take the chosen recordings out again"));
    connect(more, &QPushButton::clicked, this, &HeatPanel::chooseRecordings);
    connect(m_less, &QPushButton::clicked, this, [this] {
        qDeleteAll(m_recordings->selectedItems());
        m_recordings->setVisible(m_recordings->count() > 0);
        m_less->setVisible(m_recordings->count() > 0);
        onQuestionChanged();
    });
    m_less->hide();
    auto* others = new QHBoxLayout;
    others->addWidget(more);
    others->addWidget(m_less);
    others->addStretch(1);
    column->addLayout(others);
    column->addStretch(1);
    connect(m_form, &HeatForm::questionChanged, this, &HeatPanel::onQuestionChanged);
    connect(m_form, &HeatForm::lookChanged, this, [this] {
        if (m_heat->empty())
            return;
        render::HeatOverlay other = *m_heat;
        other.look = m_form->look();
        show(std::move(other));
    });
}

void HeatPanel::buildRecordings()
{
    m_recordings = new QListWidget(this);
    tidyView(m_recordings, tr("Further recordings of the same map"));
    m_recordings->setFixedHeight(RecordingRows * rowHeight(font()));
    m_recordings->hide();
}

void HeatPanel::buildButtons()
{
    m_start = pushButton(tr("Show"), this);
    m_remove = pushButton(tr("Remove"), this);
    m_remove->setToolTip(tr("Take the heat map off the ground"));
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, BarSteps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(Grid);
    m_progress->hide();
    m_title = new ElidedLabel(this);
    m_legend = new HeatLegend(this);
    m_note = new QLabel(this);
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_picture = pushButton(tr("Picture…"), this);
    m_picture->setToolTip(tr("Save it as a PNG with transparent ground"));
    m_pixels = new QSpinBox(this);
    m_pixels->setRange(16, model::MostHeatSide);
    m_pixels->setSingleStep(256);
    m_pixels->setValue(FirstPixels);
    m_pixels->setSuffix(tr(" px"));
    m_pixels->setToolTip(tr("Pixels of the picture's longer side"));
    m_pixels->setAccessibleName(m_pixels->toolTip());
    m_csv = pushButton(tr("CSV…"), this);
    m_csv->setToolTip(tr("Save its cells as a grid for a spreadsheet"));
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_job->running()) {
            m_job->cancel();
            m_heat->empty() ? tell(tr("Cancelled")) : tellFound();
        } else {
            start();
        }
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        m_job->cancel();
        show({});
        tell({});
    });
    connect(m_picture, &QPushButton::clicked, this, &HeatPanel::askPicture);
    connect(m_csv, &QPushButton::clicked, this, &HeatPanel::askCsv);
}

void HeatPanel::setRegistry(std::shared_ptr<const model::CodecRegistry> registry)
{
    m_registry = std::move(registry);
}

void HeatPanel::onSessionChanged()
{
    m_job->cancel();
    show({}); // it was of the recording before
    tell({});
    m_recordings->clear();
    m_recordings->hide();
    m_less->hide();
    showContent(session() != nullptr);
    m_form->setReplay(nullptr);
    if (session() == nullptr)
        return;
    connect(session(), &ReplaySession::indexChanged, this, &HeatPanel::onIndexChanged);
    onIndexChanged();
}

void HeatPanel::onThemeChanged()
{
    m_form->setTheme(theme());
    m_legend->setTheme(theme());
}

/// What was worked out has no place in the recording that is read.
void HeatPanel::onIndexChanged() { m_form->setReplay(session()->source()->index()); }

/// What is shown follows what is asked.
void HeatPanel::onQuestionChanged()
{
    if (session() != nullptr && (!m_heat->empty() || m_job->running()))
        start();
}

void HeatPanel::addRecordings(const QStringList& paths)
{
    for (const QString& path : paths) {
        auto* item = new QListWidgetItem(shortName(path), m_recordings);
        item->setData(Qt::UserRole, path);
        item->setToolTip(model::withoutPassword(path));
    }
    m_recordings->setVisible(m_recordings->count() > 0);
    m_less->setVisible(m_recordings->count() > 0);
    onQuestionChanged();
}

void HeatPanel::chooseRecordings()
{
    if (session() == nullptr || m_registry == nullptr || raiseDialog(window(), "heatFilesDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(window(), tr("Add recordings of the same map"));
    chooser->setObjectName(QStringLiteral("heatFilesDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFiles);
    chooser->setNameFilters(recordingFilters(*m_registry));
    chooser->setDirectory(folderForOutput(session()->path()));
    connect(chooser, &QFileDialog::filesSelected, this, &HeatPanel::addRecordings);
    chooser->show();
}

void HeatPanel::start()
{
    if (session() == nullptr)
        return;
    auto question = m_form->question(*session());
    if (!question) {
        m_job->cancel();
        tell(shownError(question.error()));
        return;
    }
    for (int row = 0; row < m_recordings->count(); ++row)
        question->files += m_recordings->item(row)->data(Qt::UserRole).toString();
    tell(tr("Reading…"));
    const HeatSource source{session()->source(), model::openerOf(m_registry)};
    m_job->start([this, source, question = std::move(*question), look = m_form->look()](
                     const model::Progress& progress, const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        auto grid = readHeat(source, question, progress, stop);
        return [this, look, read = std::move(grid)] { deliver(read, look); };
    });
}

void HeatPanel::deliver(const model::Result<model::HeatGrid>& grid, const model::HeatLook& look)
{
    if (!grid) {
        const QString& file = grid.error().file;
        const QString said = shownError(grid.error());
        show({});
        return tell(file.isEmpty() ? said : QStringLiteral("%1: %2").arg(shortName(file), said));
    }
    show({*grid, look});
    tellFound();
}

void HeatPanel::show(render::HeatOverlay heat)
{
    m_heat = std::move(heat);
    m_legend->setHeat(m_heat);
    const bool any = !m_heat->empty();
    for (QPushButton* button : {m_remove, m_picture, m_csv})
        button->setEnabled(any);
    m_pixels->setEnabled(any);
    for (QWidget* control : std::initializer_list<QWidget*>{m_picture, m_pixels, m_csv})
        control->setVisible(any);
    const model::HeatGrid& grid = m_heat->grid;
    m_title->setText(any ? shownName(grid.name) : QString());
    m_title->setVisible(any);
    Q_EMIT shown(m_heat);
}

void HeatPanel::tell(const QString& text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty()); // no gap where nothing is said
}

QString HeatPanel::note() const { return m_note->text(); }

void HeatPanel::tellFound()
{
    const model::HeatGrid& grid = m_heat->grid;
    if (m_heat->empty())
        return tell(tr("Nothing found"));
    QString text = grid.isMean() ? tr("%1 on average, cells of %2") : tr("%1 in all, cells of %2");
    const QString length = session() != nullptr ? session()->info().lengthUnit : QString();
    text = text.arg(withUnit(grid.total, grid.unit), withUnit(grid.layout.cell, length));
    if (grid.coarser)
        text += tr(" (smaller ones would be too many)");
    if (grid.recordings > 1)
        text += QStringLiteral("; ") + tr("%n recordings", nullptr, grid.recordings);
    if (grid.outside > 0)
        text += QStringLiteral("; ") +
                tr("%n beyond the edges or nowhere", nullptr,
                   static_cast<int>(std::min<std::int64_t>(grid.outside, std::numeric_limits<int>::max())));
    tell(text);
}

void HeatPanel::askPicture()
{
    const ExportQuestion question{tr("Export heat map"), m_title->text(), tr("Pictures (*.png)"),
                                  QStringLiteral("png")};
    askExportFile(this, question, [this](const QString& path) {
        if (const auto done = exportPicture(path, m_pixels->value()); !done)
            tellExportFailed(this, path, shownError(done.error()));
    });
}

void HeatPanel::askCsv()
{
    const ExportQuestion question{tr("Export heat map"), m_title->text(), tr("CSV files (*.csv)"),
                                  QStringLiteral("csv")};
    askExportFile(this, question, [this](const QString& path) {
        if (const auto done = exportCsv(path); !done)
            tellExportFailed(this, path, shownError(done.error()));
    });
}

model::Result<void> HeatPanel::exportPicture(const QString& path, int side) const
{
    const model::HeatPixels pixels = model::heatPixels(m_heat->grid, m_heat->lookIn(theme()), side);
    return model::pngBytes(pixels.width, pixels.height, pixels.rgba).and_then([&path](const QByteArray& png) {
        return model::replaceFile(path, png);
    });
}

model::Result<void> HeatPanel::exportCsv(const QString& path) const
{
    return model::replaceFile(path, model::heatCsv(m_heat->grid));
}

} // namespace ghostline::app
