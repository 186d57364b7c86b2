// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_picker.h"

#include "app/gui/widgets/replay_words.h"

#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace ghostline::app {

namespace {

/// A list of actors that can be typed into: casts run to hundreds.
QComboBox* actorBoxIn(QWidget* parent, const QString& name)
{
    auto* box = new QComboBox(parent);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->setAccessibleName(name);
    box->setMinimumWidth(220);
    return box;
}

model::ActorId actorOf(const QComboBox* box)
{
    // What is typed counts only when it names somebody; of several with one name, the chosen row.
    const int chosen = box->currentIndex();
    const int row = box->itemText(chosen) == box->currentText() ? chosen : box->findText(box->currentText());
    return row < 0 ? model::ActorId::None : static_cast<model::ActorId>(box->itemData(row).toUInt());
}

} // namespace

PlotPicker::PlotPicker(QWidget* parent) : QFrame(parent, Qt::Popup)
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Add a plot"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 12, 12, 12);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    m_metric = new QComboBox(this);
    m_metric->setAccessibleName(tr("Value"));
    m_actor = actorBoxIn(this, tr("Actor"));
    m_other = actorBoxIn(this, tr("Other actor"));
    m_actorLabel = new QLabel(tr("Actor"), this);
    m_otherLabel = new QLabel(tr("To"), this);
    m_add = new QPushButton(tr("Add plot"), this);
    m_add->setDefault(true);
    grid->addWidget(new QLabel(tr("Value"), this), 0, 0);
    grid->addWidget(m_metric, 0, 1);
    grid->addWidget(m_actorLabel, 1, 0);
    grid->addWidget(m_actor, 1, 1);
    grid->addWidget(m_otherLabel, 2, 0);
    grid->addWidget(m_other, 2, 1);
    grid->addWidget(m_add, 3, 1, Qt::AlignRight);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &PlotPicker::refresh);
    connect(m_actor, &QComboBox::currentTextChanged, this, &PlotPicker::refresh);
    connect(m_other, &QComboBox::currentTextChanged, this, &PlotPicker::refresh);
    connect(m_add, &QPushButton::clicked, this, &PlotPicker::add);
}

void PlotPicker::setReplay(const model::ReplayInfo& info, const std::vector<model::Zone>& zones,
                           model::ActorId suggested)
{
    m_metrics = model::metricsOf(info, zones);
    const QString before = m_metric->currentText();
    m_metric->clear();
    for (const model::MetricInfo& metric : m_metrics)
        m_metric->addItem(metric.unit.isEmpty()
                              ? shownName(metric.name)
                              : QStringLiteral("%1 (%2)").arg(shownName(metric.name), metric.unit));
    if (const int row = m_metric->findText(before); row >= 0)
        m_metric->setCurrentIndex(row);
    for (QComboBox* box : {m_actor, m_other}) {
        box->clear();
        for (const model::ActorInfo& actor : info.cast)
            box->addItem(actor.name, model::index(actor.id));
    }
    if (suggested != model::ActorId::None)
        m_actor->setCurrentIndex(m_actor->findData(model::index(suggested)));
    if (m_other->count() > 1)
        m_other->setCurrentIndex(m_actor->currentIndex() == 0 ? 1 : 0);
    refresh();
}

void PlotPicker::refresh()
{
    const int row = m_metric->currentIndex();
    const bool any = row >= 0 && row < static_cast<int>(m_metrics.size());
    const bool actor = any && m_metrics[static_cast<std::size_t>(row)].needsActor();
    const bool other = any && m_metrics[static_cast<std::size_t>(row)].needsOther();
    m_actor->setVisible(actor);
    m_actorLabel->setVisible(actor);
    m_other->setVisible(other);
    m_otherLabel->setVisible(other);
    m_add->setEnabled(
        any && (!actor || actorOf(m_actor) != model::ActorId::None) &&
        (!other || (actorOf(m_other) != model::ActorId::None && actorOf(m_other) != actorOf(m_actor))));
    adjustSize();
}

void PlotPicker::add()
{
    model::MetricRequest request;
    request.metric = m_metrics[static_cast<std::size_t>(m_metric->currentIndex())];
    if (request.metric.needsActor())
        request.actor = actorOf(m_actor);
    if (request.metric.needsOther())
        request.other = actorOf(m_other);
    hide();
    Q_EMIT picked(request);
}

} // namespace ghostline::app
