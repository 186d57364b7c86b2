// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/party_face.h"

#include <QPointer>

namespace ghostline::app {

namespace {

class WatchPartyFace final : public PartyFace
{
public:
    WatchPartyFace(WatchParty* party, QObject* parent) : PartyFace(parent), m_party(party)
    {
        connect(party, &WatchParty::changed, this, &PartyFace::changed);
        connect(party, &WatchParty::participantChanged, this, &PartyFace::participantChanged);
        connect(party, &WatchParty::playbackChanged, this, [this] { watchPlayback(); });
        connect(party, &WatchParty::told, this, &PartyFace::told);
        connect(party, &WatchParty::failed, this, &PartyFace::failed);
        connect(party, &QObject::destroyed, this, [this] {
            Q_EMIT participantChanged();
            Q_EMIT changed();
        });
        watchPlayback();
    }

    WatchParty::Role role() const override { return m_party ? m_party->role() : WatchParty::Role::None; }
    WatchParty::Phase phase() const override { return m_party ? m_party->phase() : WatchParty::Phase::Idle; }
    together::Participant* participant() const override { return m_party ? m_party->participant() : nullptr; }
    bool isApart() const override
    {
        return m_party && m_party->playback() != nullptr && m_party->playback()->isApart();
    }
    std::optional<together::HostReach> reach() const override
    {
        return m_party ? m_party->reach() : std::nullopt;
    }
    QString line() const override { return m_party ? m_party->line() : QString(); }
    together::RecordingName recording() const override
    {
        return m_party ? m_party->recording() : together::RecordingName{};
    }
    bool isOffered() const override { return m_party && m_party->isOffered(); }

    void share(const ShareChoice& choice) override
    {
        if (m_party)
            m_party->share(choice);
    }
    void join(const together::Invitation& invitation, const QString& name) override
    {
        if (m_party)
            m_party->join(invitation, name);
    }
    void fetch() override
    {
        if (m_party)
            m_party->fetch();
    }
    void openOwn(const QString& path) override
    {
        if (m_party)
            m_party->openOwn(path);
    }
    void end() override
    {
        if (m_party)
            m_party->end();
    }
    void remove(together::PersonId who) override
    {
        if (m_party && m_party->host() != nullptr)
            m_party->host()->remove(who);
    }

private:
    void watchPlayback()
    {
        if (const together::SharedPlayback* playback = m_party->playback(); playback != nullptr)
            connect(playback, &together::SharedPlayback::followingChanged, this, &PartyFace::changed,
                    Qt::UniqueConnection);
        Q_EMIT changed();
    }

    QPointer<WatchParty> m_party;
};

} // namespace

PartyFace* faceOf(WatchParty* party, QObject* parent) { return new WatchPartyFace(party, parent); }

} // namespace ghostline::app
