// SPDX-License-Identifier: GPL-3.0-or-later
// Facts, problems and verdicts of a replay.
#include "app/gui/panels/info_models.h"

#include "app/gui/widgets/dates.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "app/gui/widgets/type_sizes.h"
#include "model/replay/keyframe_index.h"
#include "model/time/time_text.h"

#include <QDir>
#include <QJsonArray>
#include <QLocale>

namespace ghostline::app {

namespace {

QList<QStandardItem*> pair(const QString& name, const QString& value)
{
    auto* left = new QStandardItem(name);
    auto* right = new QStandardItem(value);
    left->setEditable(false);
    right->setEditable(false);
    return {left, right};
}

QString scalarText(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Bool:
        return value.toBool() ? QObject::tr("yes") : QObject::tr("no");
    case QJsonValue::Double:
        return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    case QJsonValue::String:
        return value.toString();
    case QJsonValue::Array:
        return QObject::tr("%n entries", nullptr, static_cast<int>(value.toArray().size()));
    default:
        return {};
    }
}

void addJson(QStandardItem* under, const QString& name, const QJsonValue& value)
{
    const QList<QStandardItem*> row = pair(name, scalarText(value));
    under->appendRow(row);
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            addJson(row.front(), it.key(), it.value());
    } else if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (qsizetype i = 0; i < array.size(); ++i)
            addJson(row.front(), QString::number(i), array.at(i));
    }
}

QList<QStandardItem*> titleRow(const QString& title)
{
    QList<QStandardItem*> row = pair(title, {});
    row.front()->setFont(typeFont(QFont(), TypeSize::Section));
    return row;
}

using Facts = std::vector<std::pair<QString, QString>>;

/// Empty where nothing is known of it.
Facts mapFactsOf(const model::SceneDescription& scene)
{
    Facts facts;
    const auto add = [&facts](const QString& name, const QString& value) {
        if (!value.isEmpty())
            facts.emplace_back(name, value);
    };
    add(QObject::tr("Name"), scene.name);
    add(QObject::tr("Read from"), QDir::toNativeSeparators(scene.path));
    if (!scene.name.isEmpty() && scene.path.isEmpty())
        add(QObject::tr("Read from"), QObject::tr("the recording itself"));
    for (const model::SceneFact& fact : scene.facts)
        add(shownName(fact.name), shownSentence(fact.value, fact.valueWording));
    add(QObject::tr("Perhaps another's"), shownSentence(scene.doubt, scene.doubtWording));
    add(QObject::tr("Note"),
        scene.noteWording.empty() ? shownName(scene.note) : shownSentence(scene.note, scene.noteWording));
    return facts;
}

Facts factsOf(const model::ReplayIndex& replay, const QString& path)
{
    const model::ReplayInfo& info = *replay.info;
    const QLocale locale;
    const QString format = info.formatName.isEmpty() ? info.format : info.formatName;
    Facts facts{
        {QObject::tr("File"), path},
        {QObject::tr("Format"),
         info.formatVersion.isEmpty() ? format : format + QLatin1Char(' ') + info.formatVersion},
        {QObject::tr("Map"), info.map},
        {QObject::tr("Recorded"), momentText(info.recordedAt)},
        {QObject::tr("Length"), model::formatTime(replay.timeAxis.duration())},
        {QObject::tr("Frames"), locale.toString(static_cast<qlonglong>(replay.frames()))},
        {QObject::tr("Mean step"),
         QObject::tr("%L1 ms").arg(model::seconds(replay.timeAxis.meanStep()) * 1e3, 0, 'f', 2)},
        {QObject::tr("Keyframes"), locale.toString(replay.keyframes.recordedCount())},
        {QObject::tr("Actors"), locale.toString(static_cast<qlonglong>(info.cast.size()))},
        {QObject::tr("Events"), locale.toString(static_cast<qlonglong>(replay.events->events.size()))},
        {QObject::tr("Size"),
         QObject::tr("%1 bytes").arg(locale.toString(static_cast<qulonglong>(info.bytes)))},
        {QObject::tr("Indexed"), replay.complete ? QObject::tr("whole file")
                                                 : QObject::tr("%1 %").arg(replay.progress * 100, 0, 'f', 0)},
    };
    for (auto& [name, value] : facts) {
        if (value.isEmpty())
            value = QStringLiteral("–");
    }
    return facts;
}

} // namespace

FactsModel::FactsModel(QObject* parent) : QStandardItemModel(parent)
{
    setHorizontalHeaderLabels({tr("Name"), tr("Value")});
}

void FactsModel::setReplay(const model::ReplayIndex* replay, const QString& path)
{
    if (replay == nullptr) {
        removeRows(0, rowCount());
        m_metadata = {};
        m_map = nullptr;
        m_filled = false;
        return;
    }
    if (!m_filled) {
        for (const QString& title : {tr("Recording"), tr("Metadata")})
            appendRow(titleRow(title));
    }
    int row = 0;
    for (const auto& [name, value] : factsOf(*replay, path))
        setFact(row++, name, value);
    setMetadata(replay->info->metadata);
    m_filled = true;
}

void FactsModel::setScene(const model::SceneDescription* scene)
{
    if (!m_filled)
        return;
    const auto facts = scene != nullptr ? mapFactsOf(*scene) : Facts();
    if (facts.empty()) {
        if (m_map != nullptr)
            removeRow(m_map->row());
        m_map = nullptr;
        return;
    }
    if (m_map == nullptr) {
        const QList<QStandardItem*> row = titleRow(tr("Map"));
        m_map = row.front();
        insertRow(1, row);
    }
    m_map->removeRows(0, m_map->rowCount());
    for (const auto& [name, value] : facts) {
        m_map->appendRow(pair(name, value));
        m_map->child(m_map->rowCount() - 1, 1)->setToolTip(value); // paths are long
    }
}

void FactsModel::setFact(int row, const QString& name, const QString& value)
{
    QStandardItem* group = item(0);
    if (row >= group->rowCount())
        group->appendRow(pair(name, value));
    else if (group->child(row, 1)->text() != value)
        group->child(row, 1)->setText(value);
}

void FactsModel::setMetadata(const QJsonObject& metadata)
{
    if (m_filled && metadata == m_metadata)
        return;
    m_metadata = metadata;
    QStandardItem* group = item(rowCount() - 1);
    group->removeRows(0, group->rowCount());
    for (auto it = metadata.begin(); it != metadata.end(); ++it)
        addJson(group, it.key(), it.value());
}

ProblemsModel::ProblemsModel(QObject* parent) : QAbstractTableModel(parent)
{
    setTheme(render::Theme::dark());
}

void ProblemsModel::setTheme(const render::Theme& theme)
{
    m_icons = {markIcon(Mark::Circle, theme.textMuted, false), markIcon(Mark::Triangle, theme.warning),
               markIcon(Mark::Diamond, theme.error), markIcon(Mark::Cross, theme.error)};
    if (!m_problems.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

std::vector<ProblemsModel::Problem> ProblemsModel::problemsOf(const model::ReplayIndex& replay)
{
    std::vector<Problem> problems;
    for (const model::Diagnostic& d : replay.diagnostics)
        problems.push_back({static_cast<Kind>(d.severity), d.code, d.message, d.where.frame, d.where.offset});
    for (const model::LostSpan& span : replay.lost)
        problems.push_back(
            {Kind::Lost, QStringLiteral("lost-span"),
             tr("Frames %1 to %2: %3").arg(span.frames.first).arg(span.frames.end - 1).arg(span.reason),
             span.frames.first, std::nullopt});
    return problems;
}

void ProblemsModel::setReplay(const model::ReplayIndex* replay)
{
    std::vector<Problem> problems = replay != nullptr ? problemsOf(*replay) : std::vector<Problem>();
    if (problems == m_problems)
        return;
    beginResetModel();
    m_problems = std::move(problems);
    endResetModel();
}

QString ProblemsModel::kindText(Kind kind)
{
    switch (kind) {
    case Kind::Info:
        return tr("Note");
    case Kind::Warning:
        return tr("Warning");
    case Kind::Error:
        return tr("Error");
    case Kind::Lost:
        break;
    }
    return tr("Lost");
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_problems.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Problem& problem = m_problems[static_cast<std::size_t>(index.row())];
    const bool number = index.column() == FrameColumn || index.column() == OffsetColumn;
    QVariant frame = problem.frame ? QVariant(static_cast<qlonglong>(*problem.frame)) : QVariant();
    const QVariant offset = problem.offset ? QVariant(static_cast<qulonglong>(*problem.offset)) : QVariant();
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == SeverityColumn  ? QVariant(kindText(problem.kind))
               : index.column() == MessageColumn ? QVariant(problem.message)
               : index.column() == FrameColumn   ? frame
                                                 : offset;
    case Qt::DecorationRole:
        return index.column() == SeverityColumn ? QVariant(m_icons[static_cast<std::size_t>(problem.kind)])
                                                : QVariant();
    case Qt::TextAlignmentRole:
        return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case FrameRole:
        return frame;
    case SortRole:
        return index.column() == SeverityColumn  ? QVariant(static_cast<int>(problem.kind))
               : index.column() == MessageColumn ? QVariant(problem.message)
               : index.column() == FrameColumn   ? frame
                                                 : offset;
    default:
        return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section >= FrameColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case SeverityColumn:
        return tr("Severity");
    case MessageColumn:
        return tr("What");
    case FrameColumn:
        return tr("Frame");
    default:
        return tr("Offset");
    }
}

VerdictsModel::VerdictsModel(QObject* parent) : QAbstractTableModel(parent)
{
    setTheme(render::Theme::dark());
}

void VerdictsModel::setTheme(const render::Theme& theme)
{
    m_icons = {markIcon(Mark::Circle, theme.hue(2)), markIcon(Mark::Cross, theme.error),
               markIcon(Mark::Circle, theme.textMuted, false), markIcon(Mark::Diamond, theme.warning, false)};
    if (!m_verdicts.empty())
        Q_EMIT dataChanged(index(0, StateColumn), index(rowCount() - 1, StateColumn));
}

void VerdictsModel::setVerdicts(std::vector<model::Verdict> verdicts)
{
    beginResetModel();
    m_verdicts = std::move(verdicts);
    endResetModel();
}

int VerdictsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_verdicts.size());
}

int VerdictsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant VerdictsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const model::Verdict& verdict = m_verdicts[static_cast<std::size_t>(index.row())];
    QVariant frame = verdict.frame ? QVariant(static_cast<qlonglong>(*verdict.frame)) : QVariant();
    const std::array names{tr("Passed"), tr("Failed"), tr("Not in the file"), tr("Cannot be checked")};
    const auto state = static_cast<std::size_t>(verdict.state);
    switch (role) {
    case Qt::DisplayRole:
    case SortRole:
        return index.column() == CheckColumn   ? QVariant(verdict.check)
               : index.column() == StateColumn ? QVariant(names[state])
               : index.column() == FrameColumn ? frame
                                               : QVariant(verdict.detail);
    case Qt::DecorationRole:
        return index.column() == StateColumn ? QVariant(m_icons[state]) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == FrameColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case FrameRole:
        return frame;
    default:
        return {};
    }
}

QVariant VerdictsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section == FrameColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case CheckColumn:
        return tr("Check");
    case StateColumn:
        return tr("Verdict");
    case FrameColumn:
        return tr("Frame");
    default:
        return tr("Detail");
    }
}

} // namespace ghostline::app
