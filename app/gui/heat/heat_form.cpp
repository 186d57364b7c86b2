// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/heat/heat_form.h"

#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/metrics/metrics.h"
#include "model/metrics/standing_still.h"
#include "model/metrics/stat_history.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QListWidget>
#include <QSignalBlocker>

#include <algorithm>
#include <set>

namespace ghostline::app {

namespace {

constexpr int MostListed = 200; // actors; more are chosen by selecting one in the view
constexpr int ListRows = 6;
constexpr int IconSide = 4 * Grid; // as in the cast
constexpr int IsTeamRole = Qt::UserRole + 1;

/// What the list of times offers before the rounds, which are their number.
enum When { Whole = 0, Loop = -1, SoFar = -2, FromHere = -3 };

/// Adds a choice that stands for `data`.
template<typename Data>
void offer(QComboBox* box, const QString& text, Data data)
{
    box->addItem(text, QVariant::fromValue(data));
}

/// Fills a box anew; what was chosen stays chosen where it is still there.
template<typename Fill>
void refill(QComboBox* box, const Fill& fill)
{
    const QVariant before = box->currentData();
    const QSignalBlocker quiet(box);
    box->clear();
    fill();
    // No data is what a separator has, too: it must not be found by a box that was empty.
    box->setCurrentIndex(before.isValid() ? std::max(box->findData(before), 0) : 0);
}

} // namespace

HeatForm::HeatForm(QWidget* parent)
    : QWidget(parent), m_theme(themeFor(palette())), m_rows(new QFormLayout(this))
{
    build();
    setReplay(nullptr);
}

void HeatForm::build()
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(2 * Grid);
    m_rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_what = addChoice(tr("What"), tr("What is added up by place"));
    m_weight = addChoice(tr("Count"), tr("Each event counts one, or by a number that it bears"));
    m_place = addChoice(tr("At"), tr("Where an event lies"));
    offer(m_place, tr("Its own place"), static_cast<int>(model::HeatPlace::Recorded));
    offer(m_place, tr("Whom it names first"), static_cast<int>(model::HeatPlace::First));
    offer(m_place, tr("Whom it names last"), static_cast<int>(model::HeatPlace::Last));
    m_sum = addChoice(tr("Value"), tr("What a place shows of a number that changes over time"));
    offer(m_sum, tr("Mean over time"), static_cast<int>(model::HeatSum::Mean));
    offer(m_sum, tr("Value times seconds"), static_cast<int>(model::HeatSum::Integral));
    offer(m_sum, tr("How much it grew"), static_cast<int>(model::HeatSum::Growth));
    m_speed = addNumber(tr("Slower than"), 0.5, 0.1, tr("Who is slower than this has stopped"));

    m_who = new QListWidget(this);
    tidyView(m_who, tr("Of whom"));
    m_who->setIconSize(QSize(IconSide, IconSide));
    m_who->setToolTip(tr("Nobody marked: of everybody who moves by themselves"));
    m_who->setFixedHeight(ListRows * rowHeight(font()));
    m_rows->addRow(tr("Whom"), m_who);
    m_selected = new QCheckBox(tr("Only the selected actor"), this);
    m_rows->addRow(QString(), m_selected);
    m_when = addChoice(tr("When"), tr("Which part of the recording counts"));
    m_cell = addNumber(tr("Dot size"), 0.0, 0.25, tr("Side of a cell; automatic: by how far it all reaches"));
    m_cell->setSpecialValueText(tr("Automatic"));
    m_smooth = addNumber(tr("Smoothing"), 0.0, 0.5,
                         tr("How far each place spreads over its surroundings; the sum stays the same"));
    m_smooth->setSpecialValueText(tr("None"));
    m_scale = addChoice(tr("Scale"), tr("How values become colours"));
    offer(m_scale, tr("Linear"), static_cast<int>(model::HeatScale::Linear));
    offer(m_scale, tr("Square root"), static_cast<int>(model::HeatScale::Root));
    offer(m_scale, tr("Logarithmic"), static_cast<int>(model::HeatScale::Log));

    connect(m_what, &QComboBox::currentIndexChanged, this, [this] {
        offerWeights();
        fitRows();
    });
    for (QComboBox* box : {m_what, m_weight, m_place, m_sum, m_when})
        connect(box, &QComboBox::currentIndexChanged, this, &HeatForm::questionChanged);
    for (QDoubleSpinBox* box : {m_speed, m_cell, m_smooth})
        connect(box, &QDoubleSpinBox::valueChanged, this, &HeatForm::questionChanged);
    connect(m_who, &QListWidget::itemChanged, this, &HeatForm::questionChanged);
    connect(m_selected, &QCheckBox::toggled, this, [this](bool on) {
        m_who->setEnabled(!on);
        Q_EMIT questionChanged();
    });
    // Whoever stands still a while would leave nothing to be seen of those who pass.
    m_scale->setCurrentIndex(m_scale->findData(static_cast<int>(model::HeatScale::Root)));
    connect(m_scale, &QComboBox::currentIndexChanged, this, &HeatForm::lookChanged);
}

QComboBox* HeatForm::addChoice(const QString& label, const QString& help)
{
    auto* box = new QComboBox(this);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // names of kinds are long
    box->setToolTip(help);
    box->setAccessibleName(label);
    m_rows->addRow(label, box);
    return box;
}

QDoubleSpinBox* HeatForm::addNumber(const QString& label, double value, double step, const QString& help)
{
    auto* box = new QDoubleSpinBox(this);
    box->setRange(0.0, 10'000.0);
    box->setDecimals(2);
    box->setSingleStep(step);
    box->setValue(value);
    box->setKeyboardTracking(false); // not while a number is half typed
    box->setToolTip(help);
    box->setAccessibleName(label);
    m_rows->addRow(label, box);
    return box;
}

void HeatForm::setReplay(std::shared_ptr<const model::ReplayIndex> index)
{
    m_index = index ? std::move(index) : std::make_shared<const model::ReplayIndex>();
    const QString& unit = m_index->info->lengthUnit;
    m_speed->setSuffix(QStringLiteral(" %1/s").arg(unit));
    for (QDoubleSpinBox* box : {m_cell, m_smooth})
        box->setSuffix(QLatin1Char(' ') + unit);
    offerWhat();
    offerWeights();
    offerWho();
    offerWhen();
    fitRows();
}

void HeatForm::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    m_offered.reset(); // its marks are coloured
    offerWho();
}

void HeatForm::offerWhat()
{
    const model::ReplayInfo& info = *m_index->info;
    refill(m_what, [&] {
        offer(m_what, tr("Positions"), QStringLiteral("positions"));
        offer(m_what, tr("Stops"), QStringLiteral("stops"));
        const auto isCamera = [](const model::ActorInfo& a) { return a.shape == model::ActorShape::View; };
        if (std::ranges::any_of(info.cast, isCamera))
            offer(m_what, tr("Camera attention"), QStringLiteral("attention"));
        std::set<int> happened;
        for (const model::Event& event : m_index->events->events)
            happened.insert(event.kind);
        if (!happened.empty())
            m_what->insertSeparator(m_what->count());
        for (const int kind : happened) {
            const model::EventKind& known = m_index->events->kinds[static_cast<std::size_t>(kind)];
            offer(m_what, shownName(known.name), QStringLiteral("event:") + known.id);
        }
        m_what->insertSeparator(m_what->count());
        for (const model::MetricInfo& metric : model::metricsOf(info)) {
            if (!metric.needsOther() && !metric.isPlace())
                offer(m_what, shownName(metric.name), QStringLiteral("metric:") + metric.id);
        }
    });
}

/// Numbers that events of the chosen kind bear.
void HeatForm::offerWeights()
{
    const QString word = m_what->currentData().toString();
    refill(m_weight, [&] {
        offer(m_weight, tr("Each one"), QString());
        const model::EventTable& table = *m_index->events;
        for (std::size_t k = 0; k < table.kinds.size(); ++k) {
            if (word != QStringLiteral("event:") + table.kinds[k].id)
                continue;
            for (const model::EventColumn& column : table.kinds[k].columns) {
                const bool number = std::ranges::any_of(table.events, [&](const model::Event& event) {
                    return event.kind == static_cast<int>(k) && event.data.value(column.key).isDouble();
                });
                if (number)
                    offer(m_weight, shownName(column.name), column.key);
            }
        }
    });
}

void HeatForm::offerWho()
{
    if (m_offered == m_index->info)
        return;
    m_offered = m_index->info;
    const model::ReplayInfo& info = *m_offered;
    std::set<QString> marked;
    for (int row = 0; row < m_who->count(); ++row) {
        if (m_who->item(row)->checkState() == Qt::Checked)
            marked.insert(m_who->item(row)->text());
    }
    const QSignalBlocker quiet(m_who);
    m_who->clear();
    const auto list = [&](const QString& text, const QIcon& icon, int number, bool team) {
        auto* item = new QListWidgetItem(icon, text, m_who);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(marked.contains(text) ? Qt::Checked : Qt::Unchecked);
        item->setData(Qt::UserRole, number);
        item->setData(IsTeamRole, team);
    };
    for (std::size_t i = 0; i < info.teams.size(); ++i)
        list(shownTeam(info.teams[i]), teamIcon(m_theme, info.teams, static_cast<int>(i)),
             static_cast<int>(i), true);
    const auto first = [](const model::ActorInfo& a) { return a.principal || a.focus; };
    for (const bool wanted : {true, false}) {
        for (const model::ActorInfo& actor : info.cast) {
            if (first(actor) == wanted && m_who->count() < MostListed && !actor.background &&
                (model::isMovingKind(actor.kind) || actor.focus))
                list(actor.name, teamIcon(m_theme, info.teams, actor.team),
                     static_cast<int>(model::index(actor.id)), false);
        }
    }
}

void HeatForm::offerWhen()
{
    const std::size_t rounds = model::roundFrames(*m_index).size();
    refill(m_when, [&] {
        offer(m_when, tr("The whole recording"), static_cast<int>(Whole));
        offer(m_when, tr("The loop"), static_cast<int>(Loop));
        offer(m_when, tr("Up to the playhead"), static_cast<int>(SoFar));
        offer(m_when, tr("From the playhead on"), static_cast<int>(FromHere));
        for (std::size_t round = 1; round <= rounds; ++round)
            offer(m_when, tr("Round %L1").arg(round), static_cast<int>(round));
    });
}

void HeatForm::fitRows()
{
    const QString word = m_what->currentData().toString();
    const bool event = word.startsWith(QStringLiteral("event:"));
    m_rows->setRowVisible(m_weight, event && m_weight->count() > 1);
    m_rows->setRowVisible(m_place, event);
    m_rows->setRowVisible(m_sum, word.startsWith(QStringLiteral("metric:")));
    m_rows->setRowVisible(m_speed, word == QStringLiteral("stops"));
}

bool HeatForm::chooseWhat(const QString& word)
{
    const int row = m_what->findData(word);
    if (row >= 0)
        m_what->setCurrentIndex(row);
    return row >= 0;
}

void HeatForm::checkWho(model::HeatOptions& options) const
{
    for (int row = 0; row < m_who->count(); ++row) {
        const QListWidgetItem* item = m_who->item(row);
        if (item->checkState() != Qt::Checked)
            continue;
        const int number = item->data(Qt::UserRole).toInt();
        if (item->data(IsTeamRole).toBool())
            options.teams.push_back(number);
        else
            options.actors.push_back(static_cast<model::ActorId>(number));
    }
}

model::Result<HeatQuestion> HeatForm::question(const ReplaySession& session) const
{
    using model::ErrorCode;
    using model::Sentence;
    HeatQuestion question;
    model::HeatOptions& options = question.options;
    if (const auto set = model::setHeatWhat(options, m_what->currentData().toString()); !set)
        return tl::unexpected<model::Error>(set.error());
    if (options.what == model::HeatWhat::Events) {
        options.weightKey = m_weight->currentData().toString();
        options.place = static_cast<model::HeatPlace>(m_place->currentData().toInt());
    }
    options.sum = static_cast<model::HeatSum>(m_sum->currentData().toInt());
    options.stopSpeed = m_speed->value();
    options.cell = m_cell->value();
    options.smooth = m_smooth->value();
    if (m_selected->isChecked()) {
        const model::ActorId actor = session.actors()->selected();
        if (m_index->info->actor(actor) == nullptr)
            return model::fail(
                ErrorCode::InvalidArgument,
                Sentence::of(QStringLiteral("nobody is selected: click somebody in the view")));
        options.actors = {actor};
    } else {
        checkWho(options);
    }
    const int when = m_when->currentData().toInt();
    const model::FrameNumber now = session.playhead().at().frame;
    const model::FrameNumber end = m_index->frames();
    if (when == Loop && !session.playhead().loop())
        return model::fail(ErrorCode::InvalidArgument,
                           Sentence::of(QStringLiteral("there is no loop: I and O mark one")));
    if (when == Loop)
        options.frames = {*session.playhead().loop()};
    else if (when == SoFar)
        options.frames = {{0, now + 1}};
    else if (when == FromHere)
        options.frames = {{now, end}};
    question.round = std::max(when, 0);
    return question;
}

model::HeatLook HeatForm::look() const
{
    model::HeatLook look;
    look.scale = static_cast<model::HeatScale>(m_scale->currentData().toInt());
    look.blend = m_smooth->value() > 0.0;
    return look;
}

} // namespace ghostline::app
