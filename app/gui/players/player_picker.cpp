// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/players/player_picker.h"

#include "app/gui/jobs/job.h"
#include "app/gui/players/players_model.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_address.h"
#include "model/base/thread_priority.h"
#include "model/metrics/metric_table.h"
#include "model/players/match_part.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSet>
#include <QSignalBlocker>

#include <algorithm>

namespace ghostline::app {

namespace {

/// "round:2" as people say it.
QString shownPart(const QString& word)
{
    const QString number = word.section(QLatin1Char(':'), 1);
    if (word == QLatin1String("whole"))
        return PlayerPicker::tr("Whole recording");
    if (word == QLatin1String("half:1"))
        return PlayerPicker::tr("First half of the recording");
    if (word == QLatin1String("half:2"))
        return PlayerPicker::tr("Second half of the recording");
    return word.startsWith(QLatin1String("round:")) ? PlayerPicker::tr("Round %1").arg(number) : word;
}

QComboBox* combo(const QString& name, QWidget* parent)
{
    auto* box = new QComboBox(parent);
    box->setAccessibleName(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    return box;
}

} // namespace

PlayerPicker::PlayerPicker(int side, std::shared_ptr<const model::CodecRegistry> registry, QWidget* parent)
    : QWidget(parent), m_side(side), m_registry(std::move(registry)), m_opener(model::openerOf(m_registry)),
      m_job(new Job(this))
{
    build();
}

void PlayerPicker::build()
{
    const QString letter = m_side == 0 ? QStringLiteral("A") : QStringLiteral("B");
    auto* title = new QLabel(letter, this);
    QFont bold = font();
    bold.setBold(true);
    title->setFont(bold);
    m_actor = combo(tr("Who is %1").arg(letter), this);
    m_part = combo(tr("Part of %1").arg(letter), this);
    m_part->setEditable(true);
    m_part->setInsertPolicy(QComboBox::NoInsert);
    m_part->setToolTip(tr("Choose a part, or type from where to where: 0:10..1:25"));
    m_recording = combo(tr("Recording of %1").arg(letter), this);
    m_recording->addItem(tr("This recording"), This);
    m_recording->addItem(tr("Open another…"), Open);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setSpacing(Grid);
    form->addRow(title, m_actor);
    form->addRow(tr("Part"), m_part);
    form->addRow(tr("Of"), m_recording);
    const auto touch = [this] {
        m_touched = true;
        m_partAsked = m_part->currentText();
        Q_EMIT changed();
    };
    connect(m_actor, &QComboBox::activated, this, touch);
    connect(m_part, &QComboBox::activated, this, touch);
    // Also told whenever the field is left, with the same text in it.
    connect(m_part->lineEdit(), &QLineEdit::editingFinished, this, [this, touch] {
        if (m_part->currentText() != m_partAsked)
            touch();
    });
    connect(m_recording, &QComboBox::activated, this, &PlayerPicker::onRecordingChosen);
}

void PlayerPicker::setSession(ReplaySession* session)
{
    m_job->cancel();
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    m_other = {};
    m_wanted = model::ActorId::None;
    m_touched = false;
    {
        const QSignalBlocker quiet(m_recording);
        if (const int other = m_recording->findData(Other); other >= 0)
            m_recording->removeItem(other);
        m_recording->setCurrentIndex(0);
    }
    m_part->clear();
    m_actor->clear();
    m_listed.clear();
    m_listedTexts.clear();
    m_listedOf = nullptr;
    if (session == nullptr)
        return;
    connect(session, &ReplaySession::indexChanged, this, &PlayerPicker::refill);
    refill();
}

bool PlayerPicker::showsOther() const { return m_recording->currentData().toInt() == Other; }

std::shared_ptr<model::ReplaySource> PlayerPicker::source() const
{
    if (showsOther())
        return m_other.source;
    return m_session != nullptr ? m_session->source() : nullptr;
}

std::shared_ptr<const model::ReplayIndex> PlayerPicker::index() const
{
    if (showsOther())
        return m_other.index;
    return m_session != nullptr ? m_session->index() : nullptr;
}

/// Keeps what is chosen: a recording may still be read.
void PlayerPicker::refill()
{
    if (const auto known = index()) {
        fillActors(*known);
        fillParts(*known);
    }
}

void PlayerPicker::fillActors(const model::ReplayIndex& index)
{
    const model::ReplayInfo& info = *index.info;
    std::vector<model::ActorId> actors = model::tableActors(info);
    const auto add = [&actors, &info](model::ActorId actor) {
        if (info.actor(actor) != nullptr && std::ranges::find(actors, actor) == actors.end())
            actors.push_back(actor);
    };
    if (!showsOther())
        add(m_wanted);
    QSet<QString> seen;
    QSet<QString> twice;
    for (const model::ActorId actor : actors) {
        const QString& each = info.actor(actor)->name;
        (seen.contains(each) ? twice : seen).insert(each);
    }
    QStringList texts;
    for (const model::ActorId actor : actors) {
        const QString& each = info.actor(actor)->name;
        texts << (twice.contains(each) ? QStringLiteral("%1 #%2").arg(each).arg(model::index(actor)) : each);
    }
    const void* const of = source().get();
    if (m_listed == actors && m_listedTexts == texts && m_listedOf == of)
        return;
    const bool same = m_listedOf == of;
    const QVariant chosen = same ? m_actor->currentData() : QVariant();
    const QString name = actorName();
    const QSignalBlocker quiet(m_actor);
    m_actor->clear();
    for (std::size_t i = 0; i < actors.size(); ++i)
        m_actor->addItem(teamIcon(themeFor(palette()), info.teams, info.actor(actors[i])->team),
                         texts[static_cast<qsizetype>(i)], model::index(actors[i]));
    m_listed = std::move(actors);
    m_listedTexts = std::move(texts);
    m_listedOf = of;
    // The same one; in another recording one of the same name.
    const int at = same ? m_actor->findData(chosen) : m_actor->findText(name);
    if (m_actor->count() > 0)
        m_actor->setCurrentIndex(std::max(at, 0));
}

void PlayerPicker::fillParts(const model::ReplayIndex& index)
{
    const std::vector<model::MatchPart> parts = model::partsOf(index);
    if (m_part->count() == static_cast<int>(parts.size()))
        return;
    const QString chosen = m_part->currentText();
    const QSignalBlocker quiet(m_part);
    m_part->clear();
    for (const model::MatchPart& part : parts)
        m_part->addItem(shownPart(part.word), part.word);
    if (!chosen.isEmpty())
        m_part->setEditText(chosen);
    m_partAsked = m_part->currentText();
}

void PlayerPicker::choose(model::ActorId actor)
{
    if (m_session == nullptr)
        return;
    m_wanted = actor;
    m_touched = true;
    m_recording->setCurrentIndex(0);
    refill();
    m_actor->setCurrentIndex(m_actor->findData(model::index(actor)));
}

void PlayerPicker::onRecordingChosen()
{
    if (m_recording->currentData().toInt() == Open) {
        m_recording->setCurrentIndex(std::max(m_recording->findData(m_other.source ? Other : This), 0));
        askFile();
        return;
    }
    m_touched = true;
    refill();
    Q_EMIT changed();
}

void PlayerPicker::askFile()
{
    const QString name = QStringLiteral("otherRecordingDialog%1").arg(m_side);
    if (raiseDialog(this, name.toLatin1().constData()) != nullptr)
        return;
    auto* chooser = new QFileDialog(this, tr("Open another recording"));
    chooser->setObjectName(name);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters(recordingFilters(*m_registry));
    if (m_session != nullptr)
        chooser->setDirectory(folderForOutput(m_session->path()));
    connect(chooser, &QFileDialog::fileSelected, this, &PlayerPicker::openOther);
    chooser->show();
}

void PlayerPicker::openOther(const QString& path)
{
    Q_EMIT opening(shortName(path));
    m_job->start([this, path, opener = m_opener](const model::Progress& progress,
                                                 const std::stop_token& stop) -> std::function<void()> {
        model::lowerThreadPriority();
        model::OpenOptions options;
        options.progress = progress;
        options.stop = stop;
        auto opened = model::openComplete(opener, path, options);
        if (!opened)
            return [this, error = opened.error()] { Q_EMIT failed(error); };
        // It lives where the window does from then on.
        opened->source->moveToThread(QCoreApplication::instance()->thread());
        return [this, path, replay = std::move(*opened)] { useOther(replay, path); };
    });
}

void PlayerPicker::useOther(const model::CompleteReplay& opened, const QString& path)
{
    m_other = opened;
    const QString name = shortName(path);
    int at = m_recording->findData(Other);
    if (at < 0) {
        at = 1;
        m_recording->insertItem(at, name, Other);
    }
    m_recording->setItemText(at, name);
    m_recording->setCurrentIndex(at);
    m_part->clear();
    onRecordingChosen();
}

PlayerChoice PlayerPicker::choice() const
{
    PlayerChoice choice;
    if (m_actor->currentIndex() < 0)
        return choice;
    choice.source = source();
    choice.actor = static_cast<model::ActorId>(m_actor->currentData().toUInt());
    const int known = m_part->findText(m_part->currentText());
    choice.part = known >= 0 ? m_part->itemData(known).toString() : m_part->currentText();
    return choice;
}

QString PlayerPicker::actorName() const { return m_actor->currentText(); }

} // namespace ghostline::app
