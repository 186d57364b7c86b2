// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/play_list_strip.h"

#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_address.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace ghostline::app {

PlayListStrip::PlayListStrip(PlayListPlayer* player, Actions* actions, QWidget* parent)
    : QFrame(parent), m_player(player), m_place(new ElidedLabel(this)), m_note(new ElidedLabel(this))
{
    setObjectName(QStringLiteral("playListStrip"));
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2 * Grid, Grid, Grid, Grid);
    row->setSpacing(2 * Grid);
    // Titles and notes are other people's text.
    for (QLabel* label : {m_place, m_note})
        label->setTextFormat(Qt::PlainText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_place, 2);
    row->addWidget(m_note, 3);
    const auto button = [&](const char* verb, const char* icon) {
        QAction* action = actions->get(id(verb));
        row->addWidget(
            iconButton(QLatin1String(icon), action->text(), this, [action] { action->trigger(); }));
    };
    button("playlist.previous", "previous-event");
    button("playlist.next", "next-event");
    row->addWidget(
        iconButton(QStringLiteral("close"), tr("End the play list"), this, [this] { m_player->stop(); }));
    connect(player, &PlayListPlayer::changed, this, &PlayListStrip::refresh);
    refresh();
}

QString PlayListStrip::text() const { return m_place->text(); }

void PlayListStrip::refresh()
{
    setVisible(m_player->active());
    if (!m_player->active())
        return;
    const model::Clip& clip = m_player->clip();
    const QString name = clip.title.isEmpty() ? shortName(clip.recording) : clip.title;
    QString text = tr("%1 of %2").arg(m_player->entry() + 1).arg(m_player->count());
    if (!name.isEmpty())
        text = tr("%1: %2").arg(text, name.simplified());
    switch (m_player->phase()) {
    case PlayListPlayer::Phase::Opening:
        text = tr("%1 (opening…)").arg(text);
        break;
    case PlayListPlayer::Phase::Reading:
        text = tr("%1 (reading…)").arg(text);
        break;
    default:
        if (m_player->paused())
            text = tr("%1 (paused)").arg(text);
    }
    m_place->setText(text);
    // What went wrong is news, what is written here can be read in the list, too.
    m_note->setText(m_player->trouble().isEmpty() ? clip.note.simplified() : m_player->trouble());
}

} // namespace ghostline::app
