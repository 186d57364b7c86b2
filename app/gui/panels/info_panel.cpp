// SPDX-License-Identifier: GPL-3.0-or-later
// The Info panel's three pages and the jobs behind them.
#include "app/gui/panels/info_panel.h"

#include "app/gui/jobs/job.h"
#include "app/gui/panels/info_models.h"
#include "app/gui/widgets/empty_over.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace ghostline::app {

InfoPanel::InfoPanel(QWidget* parent)
    : Panel(parent), m_facts(new FactsModel(this)), m_problems(new ProblemsModel(this)),
      m_verdicts(new VerdictsModel(this)), m_hashJob(new Job(this))
{
    build();
    onThemeChanged();
}

InfoPanel::~InfoPanel() { m_hashJob->disconnect(this); }

void InfoPanel::build()
{
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(buildFacts(), tr("Replay"));
    m_tabs->addTab(buildProblems(), tr("Problems"));
    m_tabs->addTab(buildIntegrity(), tr("Integrity"));
    setLayout(makePages(tr("What is known of the file is listed here"), m_tabs));
}

QWidget* InfoPanel::buildFacts()
{
    m_factsView = new QTreeView(this);
    m_factsView->setModel(m_facts);
    tidyView(m_factsView, tr("Facts and metadata"));
    m_factsView->setHeaderHidden(true);
    m_factsView->setUniformRowHeights(true);
    m_factsView->setIndentation(3 * Grid);
    m_factsView->setAllColumnsShowFocus(true);
    m_factsView->header()->setSectionResizeMode(0, QHeaderView::Interactive);
    m_factsView->header()->resizeSection(0, 36 * Grid);
    m_factsView->header()->setStretchLastSection(true);
    return m_factsView;
}

QTableView* InfoPanel::makeTable(QAbstractItemModel* model, const QString& name, int sortRole, int stretch)
{
    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(model);
    proxy->setSortRole(sortRole);
    proxy->setSortCaseSensitivity(Qt::CaseInsensitive);
    auto* table = new QTableView(this);
    table->setModel(proxy);
    tidyTable(table, name);
    table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    table->setSortingEnabled(true);
    table->horizontalHeader()->setSectionResizeMode(stretch, QHeaderView::Stretch);
    return table;
}

QWidget* InfoPanel::buildProblems()
{
    m_problemsView =
        makeTable(m_problems, tr("Problems"), ProblemsModel::SortRole, ProblemsModel::MessageColumn);
    m_problemsView->horizontalHeader()->resizeSection(ProblemsModel::SeverityColumn, 24 * Grid);
    m_problemsView->horizontalHeader()->resizeSection(ProblemsModel::FrameColumn, 18 * Grid);
    m_problemsView->horizontalHeader()->resizeSection(ProblemsModel::OffsetColumn, 24 * Grid);
    connect(m_problemsView, &QTableView::clicked, this,
            [this](const QModelIndex& at) { activate(at, ProblemsModel::FrameRole); });
    emptyStateOver(m_problemsView, tr("Nothing is missing or damaged in what was read"));
    return m_problemsView;
}

QWidget* InfoPanel::buildIntegrity()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 2 * Grid, 0, 0);
    column->setSpacing(2 * Grid);

    QHBoxLayout* hashRow = toolRow(0);
    auto* hashName = new QLabel(tr("SHA-256"), page);
    m_hash = new ElidedLabel(page);
    m_hash->setFont(tabularFont(font()));
    m_hash->setAccessibleName(tr("Hash of the file"));
    m_hashButton = new QPushButton(page);
    auto* copy = iconButton(QStringLiteral("copy"), tr("Copy the hash"), page,
                            [this] { QGuiApplication::clipboard()->setText(m_hash->text()); });
    connect(m_hashButton, &QPushButton::clicked, this, &InfoPanel::toggleHash);
    hashRow->addWidget(hashName);
    hashRow->addWidget(m_hash, 1);
    hashRow->addWidget(copy);
    hashRow->addWidget(m_hashButton);
    column->addLayout(hashRow);

    QHBoxLayout* verifyRow = toolRow(0);
    verifyRow->setSpacing(2 * Grid);
    m_verdictNote = new QLabel(page);
    m_verdictNote->setWordWrap(true);
    m_verdictNote->setForegroundRole(QPalette::PlaceholderText);
    m_verifyProgress = new QProgressBar(page);
    m_verifyProgress->setRange(0, 100);
    m_verifyProgress->setMaximumHeight(4 * Grid);
    m_verifyProgress->setAccessibleName(tr("Progress of the check"));
    m_verifyProgress->hide();
    m_verify = new QPushButton(tr("Check"), page);
    m_verify->setToolTip(tr("Verify hashes and signatures, where the format has them"));
    connect(m_verify, &QPushButton::clicked, this, &InfoPanel::toggleVerify);
    verifyRow->addWidget(m_verdictNote, 1);
    verifyRow->addWidget(m_verifyProgress, 1);
    verifyRow->addWidget(m_verify);
    column->addLayout(verifyRow);

    m_verdictsView =
        makeTable(m_verdicts, tr("Integrity"), VerdictsModel::SortRole, VerdictsModel::DetailColumn);
    m_verdictsView->horizontalHeader()->resizeSection(VerdictsModel::StateColumn, 32 * Grid);
    m_verdictsView->horizontalHeader()->resizeSection(VerdictsModel::FrameColumn, 18 * Grid);
    connect(m_verdictsView, &QTableView::clicked, this,
            [this](const QModelIndex& at) { activate(at, VerdictsModel::FrameRole); });
    column->addWidget(m_verdictsView, 1);

    connect(m_hashJob, &Job::runningChanged, this,
            [this](bool running) { m_hashButton->setText(running ? tr("Cancel") : tr("Compute")); });
    return page;
}

void InfoPanel::onSessionChanged()
{
    m_hashJob->cancel();
    m_opened = false;
    m_facts->setReplay(nullptr, {});
    m_problems->setReplay(nullptr);
    m_verdicts->setVerdicts({});
    showContent(session() != nullptr);
    if (session() == nullptr)
        return;
    const auto showKnownHash = [this] {
        const QByteArray known = session()->notes()->sidecar().recording.sha256;
        if (!m_hashJob->running())
            showHash(known.isEmpty() ? tr("not computed yet") : QString::fromLatin1(known), !known.isEmpty());
    };
    connect(session(), &ReplaySession::indexChanged, this, &InfoPanel::onIndexChanged);
    connect(session(), &ReplaySession::sceneChanged, this, &InfoPanel::showMap);
    connect(session()->integrity(), &Integrity::changed, this, &InfoPanel::showIntegrity);
    connect(session()->integrity(), &Integrity::progressed, this,
            [this](double share) { m_verifyProgress->setValue(static_cast<int>(share * 100)); });
    showIntegrity();
    connect(session()->notes(), &ReplayNotes::contentKnown, this, showKnownHash);
    showKnownHash();
    onIndexChanged();
}

void InfoPanel::onThemeChanged()
{
    m_problems->setTheme(theme());
    m_verdicts->setTheme(theme());
}

void InfoPanel::showProblems()
{
    const bool onlyChecks = m_problems->rowCount() == 0 && session() != nullptr &&
                            session()->integrity()->firstFailure() != nullptr;
    m_tabs->setCurrentWidget(onlyChecks ? m_verdictsView->parentWidget() : m_problemsView);
}

void InfoPanel::onIndexChanged()
{
    m_facts->setReplay(session()->index().get(), session()->path());
    m_problems->setReplay(session()->index().get());
    if (!m_opened) {
        showMap();
        m_factsView->expandToDepth(0);
    }
    m_opened = true;
    const int problems = m_problems->rowCount();
    m_tabs->setTabText(1, problems > 0 ? tr("Problems (%1)").arg(problems) : tr("Problems"));
}

void InfoPanel::showMap()
{
    const int groups = m_facts->rowCount();
    m_facts->setScene(session()->scene().get());
    if (m_facts->rowCount() > groups) // it has come; what was folded by hand stays so
        m_factsView->expand(m_facts->index(1, 0));
}

void InfoPanel::activate(const QModelIndex& at, int frameRole)
{
    const QVariant frame = at.data(frameRole);
    if (!frame.isValid() || session() == nullptr)
        return;
    session()->playhead().seek({frame.toLongLong(), 0.0});
    Q_EMIT diagnosticActivated(frame.toLongLong());
}

void InfoPanel::toggleVerify()
{
    if (session() == nullptr)
        return;
    Integrity& integrity = *session()->integrity();
    integrity.state() == Integrity::State::Running ? integrity.cancel() : integrity.check();
}

void InfoPanel::showIntegrity()
{
    const Integrity& integrity = *session()->integrity();
    const bool running = integrity.state() == Integrity::State::Running;
    m_verify->setText(running ? tr("Cancel") : tr("Check"));
    if (!running)
        m_verifyProgress->setValue(0);
    m_verifyProgress->setVisible(running);
    m_verdictNote->setVisible(!running);
    m_verdicts->setVerdicts(integrity.verdicts());
    switch (integrity.state()) {
    case Integrity::State::NotChecked:
    case Integrity::State::Running:
        m_verdictNote->setText(tr("Not checked yet"));
        break;
    case Integrity::State::Cancelled:
        m_verdictNote->setText(tr("The check was cancelled"));
        break;
    case Integrity::State::Checked:
        m_verdictNote->setText(integrity.verdicts().empty()
                                   ? tr("This format carries no hashes or signatures to check")
                                   : tr("%n checks", nullptr, static_cast<int>(integrity.verdicts().size())));
        break;
    }
}

void InfoPanel::toggleHash()
{
    if (m_hashJob->running() || session() == nullptr) {
        m_hashJob->cancel();
        showHash(tr("not computed yet"), false);
        return;
    }
    showHash(tr("reading the file…"), false);
    m_hashJob->start([this, path = session()->path()](const model::Progress&, std::stop_token stop) {
        const auto content = model::contentOf(path, stop);
        return std::function<void()>([this, content] {
            showHash(content ? QString::fromLatin1(content->sha256) : shownError(content.error()),
                     content.has_value());
        });
    });
}

void InfoPanel::showHash(const QString& text, bool known)
{
    m_hash->setText(text);
    m_hash->setForegroundRole(known ? QPalette::WindowText : QPalette::PlaceholderText);
    m_hashButton->setVisible(!known);
    m_hashButton->setText(m_hashJob->running() ? tr("Cancel") : tr("Compute"));
}

} // namespace ghostline::app
