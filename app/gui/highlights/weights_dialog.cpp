// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/highlights/weights_dialog.h"

#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double FineStep = 0.05;
constexpr double MostShare = 10.0;
constexpr double MostKindWorth = 1000.0;

} // namespace

WeightsDialog::WeightsDialog(const model::HighlightWeights& weights, std::vector<model::EventKind> kinds,
                             QWidget* parent)
    : QDialog(parent), m_before(weights)
{
    std::erase_if(kinds, [&weights](const model::EventKind& kind) {
        return kind.highlight.worth <= 0.0 && kind.highlight.rarity <= 0.0 &&
               !weights.kinds.contains(kind.id);
    });
    m_kinds.reserve(kinds.size());
    for (model::EventKind& kind : kinds)
        m_kinds.push_back({std::move(kind), nullptr, nullptr});
    build();
    fill(weights);
}

QDoubleSpinBox* WeightsDialog::box(double most, double step, int decimals)
{
    auto* made = new QDoubleSpinBox(this);
    made->setRange(0.0, most);
    made->setSingleStep(step);
    made->setDecimals(decimals);
    connect(made, &QDoubleSpinBox::valueChanged, this, &WeightsDialog::check);
    return made;
}

void WeightsDialog::add(QFormLayout* form, const QString& label, double model::HighlightWeights::*value,
                        double most, const QString& unit)
{
    QDoubleSpinBox* made = unit.isEmpty() ? box(most, FineStep, 2) : box(most, 1.0, 1);
    if (!unit.isEmpty())
        made->setSuffix(u' ' + unit);
    form->addRow(label, made);
    m_fields.push_back({value, nullptr, made});
}

void WeightsDialog::add(QFormLayout* form, const QString& label, int model::HighlightWeights::*count,
                        double most)
{
    QDoubleSpinBox* made = box(most, 1.0, 0);
    form->addRow(label, made);
    m_fields.push_back({nullptr, count, made});
}

void WeightsDialog::addKinds(QFormLayout* form)
{
    for (KindField& field : m_kinds) {
        field.worth = box(MostKindWorth, FineStep, 2);
        const QString name = shownName(field.kind.name);
        field.worth->setToolTip(tr("What one is worth"));
        field.worth->setAccessibleName(tr("%1: what one is worth").arg(name));
        auto* row = new QHBoxLayout;
        row->addWidget(field.worth);
        // What is rare in any game has its bonus above.
        if (field.kind.highlight.rare == model::Rare::None) {
            field.rarity = box(1.0, FineStep, 2);
            field.rarity->setToolTip(tr("Bonus for rarity, 0 to 1"));
            field.rarity->setAccessibleName(tr("%1: bonus for rarity").arg(name));
            row->addWidget(field.rarity);
        }
        form->addRow(name, row);
    }
}

void WeightsDialog::build()
{
    using Weights = model::HighlightWeights;
    setObjectName(QStringLiteral("highlight-weights"));
    setWindowTitle(tr("Weights of highlights"));
    auto* inside = new QWidget(this);
    auto* form = new QFormLayout(inside);
    form->setContentsMargins(0, 0, 3 * Grid, 0); // beside the scroll bar
    const auto heading = [&](const QString& text) {
        auto* label = new QLabel(text, inside);
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
        label->setContentsMargins(0, form->rowCount() > 0 ? 3 * Grid : 0, 0, 0);
        form->addRow(label);
    };
    const QString seconds = QStringLiteral("s");
    heading(tr("Parts of the score"));
    add(form, tr("Engagement: how much goes on"), &Weights::engagement, MostShare);
    add(form, tr("Momentum: how far the lead changes"), &Weights::momentum, MostShare);
    add(form, tr("Anomaly: more than usual"), &Weights::anomaly, MostShare);
    add(form, tr("Rarity: what hardly ever happens"), &Weights::rarity, MostShare);
    heading(tr("Rules"));
    add(form, tr("How many"), &Weights::top, 100.0);
    add(form, tr("Score at least"), &Weights::least, MostShare);
    add(form, tr("Seconds scored together"), &Weights::window, 600.0, seconds);
    add(form, tr("Apart at least"), &Weights::apart, 600.0, seconds);
    add(form, tr("Opening"), &Weights::opening, 3600.0, seconds);
    add(form, tr("Kills from which the opening counts"), &Weights::openingKills, 1000.0);
    add(form, tr("Variety: of one kind, the next counts"), &Weights::variety, 1.0);
    heading(tr("Bonuses"));
    add(form, tr("Superweapon"), &Weights::superweapon, 1.0);
    add(form, tr("Base destroyed"), &Weights::baseDestroyed, 1.0);
    add(form, tr("Army wiped out"), &Weights::armyWipe, 1.0);
    add(form, tr("Comeback"), &Weights::comeback, 1.0);
    add(form, tr("Match-ending kill"), &Weights::matchEndingKill, 1.0);
    add(form, tr("Early technology"), &Weights::techRush, 1.0);
    add(form, tr("First combat"), &Weights::firstCombat, 1.0);
    if (!m_kinds.empty())
        heading(tr("Kinds of events: worth and rarity"));
    addKinds(form);

    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(inside);
    area->setMinimumWidth(inside->sizeHint().width() + 8 * Grid);
    m_wrong = new QLabel(this);
    m_wrong->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(
        QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults, this);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    buttons->button(QDialogButtonBox::RestoreDefaults)->setText(tr("Reset"));
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] {
        m_before = {};
        fill(m_before);
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT weightsAccepted(weights());
        accept();
    });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4 * Grid, 4 * Grid, 4 * Grid, 4 * Grid);
    column->setSpacing(3 * Grid);
    column->addWidget(area, 1);
    column->addWidget(m_wrong);
    column->addWidget(buttons);
    resize(sizeHint().width(), 140 * Grid);
}

void WeightsDialog::fill(const model::HighlightWeights& weights)
{
    const auto put = [](QDoubleSpinBox* box, double value) {
        const QSignalBlocker quiet(box);
        box->setValue(value);
    };
    for (const Field& field : m_fields)
        put(field.box, field.count != nullptr ? weights.*field.count : weights.*field.value);
    for (const KindField& field : m_kinds) {
        const auto edited = weights.kinds.find(field.kind.id);
        const model::KindWeight own = edited == weights.kinds.end() ? model::KindWeight() : edited->second;
        put(field.worth, std::isnan(own.worth) ? field.kind.highlight.worth : own.worth);
        if (field.rarity != nullptr)
            put(field.rarity, std::isnan(own.rarity) ? field.kind.highlight.rarity : own.rarity);
    }
    check();
}

model::HighlightWeights WeightsDialog::weights() const
{
    model::HighlightWeights weights = m_before;
    for (const Field& field : m_fields) {
        if (field.count != nullptr)
            weights.*field.count = static_cast<int>(std::lround(field.box->value()));
        else
            weights.*field.value = field.box->value();
    }
    // Only what differs from the format's own word is kept: should that change, the others follow it.
    const auto changed = [](const QDoubleSpinBox* box, double declared) {
        return std::abs(box->value() - declared) > 0.005 ? box->value() : model::KindWeight::NoWeight;
    };
    for (const KindField& field : m_kinds) {
        const auto edited = weights.kinds.find(field.kind.id);
        const double kept =
            edited != weights.kinds.end() ? edited->second.rarity : model::KindWeight::NoWeight;
        const model::KindWeight own{
            changed(field.worth, field.kind.highlight.worth),
            field.rarity == nullptr ? kept : changed(field.rarity, field.kind.highlight.rarity)};
        if (std::isnan(own.worth) && std::isnan(own.rarity))
            weights.kinds.erase(field.kind.id);
        else
            weights.kinds[field.kind.id] = own;
    }
    return weights;
}

void WeightsDialog::check()
{
    const auto allowed = weights().check();
    m_wrong->setText(allowed ? QString() : shownError(allowed.error()));
    m_wrong->setVisible(!allowed);
    m_accept->setEnabled(allowed.has_value());
}

} // namespace ghostline::app
