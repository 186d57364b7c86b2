// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/shell/replay_notices.h"

#include "app/gui/widgets/banner.h"
#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/http_source.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace ghostline::app {

ReplayNotices::ReplayNotices(Banner* banner, QObject* parent) : QObject(parent), m_banner(banner)
{
    connect(banner, &Banner::activated, this, [this] {
        if (m_offered.isEmpty())
            Q_EMIT detailsRequested();
        else
            Q_EMIT openRequested(m_offered);
    });
}

void ReplayNotices::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->unsubscribe(this);
    m_session = session;
    m_told.clear();
    m_stalled.clear();
    m_offered.clear();
    if (session == nullptr)
        return;
    connect(session->playback(), &Playback::waiting, this, [this](const QString& why) {
        m_banner->tell(Banner::Level::Warning,
                       tr("Waiting for the recording; it is asked for again every few seconds"));
        m_banner->setToolTip(why);
        m_waitingTold = true;
    });
    connect(session->playback(), &Playback::recovered, this, [this] {
        if (std::exchange(m_waitingTold, false))
            m_banner->hide();
    });
    connect(session, &ReplaySession::problem, this, [this](const QString& title, const QString& detail) {
        m_waitingTold = false;
        m_banner->tell(Banner::Level::Warning, QStringLiteral("%1: %2").arg(title, detail));
    });
    connect(session, &ReplaySession::indexChanged, this, &ReplayNotices::onIndexChanged);
    connect(session->integrity(), &Integrity::changed, this, &ReplayNotices::tellIntegrity);
    onIndexChanged();
}

/// Whoever judges by a recording that is not what was written has to know it first.
void ReplayNotices::tellIntegrity()
{
    const model::Verdict* const failed = m_session->integrity()->firstFailure();
    if (failed == nullptr || m_told.contains(Notice::Integrity))
        return;
    m_told.insert(Notice::Integrity);
    QString text = tr("A check failed, this recording is not what was written: %1").arg(failed->check);
    if (failed->frame)
        text += tr(" at frame %1").arg(QLocale().toString(*failed->frame));
    if (!failed->detail.isEmpty())
        text += QStringLiteral(", %1").arg(failed->detail);
    if (m_told.contains(Notice::Damage))
        text = QStringLiteral("%1. %2").arg(damageText(*m_session->index()), text);
    m_banner->tell(Banner::Level::Error, text, tr("Details"));
}

void ReplayNotices::onIndexChanged()
{
    const model::ReplayIndex& index = *m_session->index();
    if (index.growing && index.frames() == 0) {
        m_told.insert(Notice::Empty);
        m_banner->tell(Banner::Level::Info, tr("Waiting for the first part of the recording"));
        return;
    }
    if (m_told.remove(Notice::Empty))
        m_banner->hide();
    if (tellLive(index))
        return;
    if (index.lostData() && !m_told.contains(Notice::Damage) && index.complete) {
        m_told.insert(Notice::Damage);
        m_banner->tell(Banner::Level::Error, damageText(index), tr("Details"));
        return;
    }
    for (const model::Diagnostic& d : index.diagnostics) {
        if (d.severity == model::Severity::Warning && d.code.contains(QLatin1String("version")) &&
            !m_told.contains(Notice::Newer)) {
            m_told.insert(Notice::Newer);
            m_banner->tell(Banner::Level::Warning, d.message, tr("Details"));
        }
    }
}

/// Gaps of what was watched are no damage, and stand on the timeline.
bool ReplayNotices::tellLive(const model::ReplayIndex& index)
{
    const auto state = model::liveStateOf(*m_session->source());
    if (!state)
        return false;
    if (!m_told.contains(Notice::Watched)) {
        m_told.insert(Notice::Watched);
        m_banner->tell(Banner::Level::Info, tr("Watched live at %1. All of it is kept in %2")
                                                .arg(model::withoutPassword(state->address), state->keptAt));
    }
    if (state->ended && !index.growing) {
        tellEnded(*state);
    } else if (index.complete && !index.growing) {
        if (!m_told.contains(Notice::Damage) && index.lostData()) {
            m_told.insert(Notice::Damage);
            m_banner->tell(Banner::Level::Error, damageText(index), tr("Details"));
        }
    } else if (const QString why = state->stalled.text(); why != m_stalled) {
        m_stalled = why;
        if (why.isEmpty())
            m_banner->hide();
        else
            m_banner->tell(Banner::Level::Warning,
                           tr("The game shows nothing: %1. It is asked again and again")
                               .arg(shownSentence(why, state->stalled.wording())));
    }
    return true;
}

/// Who follows the game goes on to the next match; who looks at something else decides for himself.
void ReplayNotices::tellEnded(const model::LiveState& state)
{
    if (m_told.contains(Notice::Ended))
        return;
    m_told.insert(Notice::Ended);
    if (m_session->playback()->live()) {
        // Later: this is told in the middle of a change.
        QMetaObject::invokeMethod(
            this, [this, address = state.address] { Q_EMIT openRequested(address); }, Qt::QueuedConnection);
        return;
    }
    m_offered = state.address;
    m_banner->tell(Banner::Level::Info,
                   tr("Another match has begun at %1; it is not watched yet. This one is kept in %2")
                       .arg(model::withoutPassword(state.address), state.keptAt),
                   tr("Watch it"));
}

QString ReplayNotices::damageText(const model::ReplayIndex& index)
{
    const QLocale locale;
    const auto worst = std::find_if(index.diagnostics.begin(), index.diagnostics.end(),
                                    [](const auto& d) { return d.severity == model::Severity::Error; });
    QString text = tr("This recording is damaged");
    if (worst != index.diagnostics.end()) {
        text += QStringLiteral(": %1").arg(worst->message);
        // Readers often name the place themselves.
        const bool placed =
            worst->where.offset && worst->message.contains(QString::number(*worst->where.offset));
        if (const QString place = placeText(worst->where); !placed && !place.isEmpty())
            text += QStringLiteral(" (%1)").arg(place);
    }
    model::FrameNumber frames = 0;
    for (const model::LostSpan& span : index.lost)
        frames += span.frames.count();
    if (frames > 0)
        text += tr(". Lost: %1 of %2 frames, hatched on the timeline")
                    .arg(locale.toString(frames), locale.toString(index.frames()));
    return text;
}

} // namespace ghostline::app
