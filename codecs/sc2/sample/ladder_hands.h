// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The hands of one player of the made-up game: camera, selection, control groups and commands, each as the
// event that a client sends.
#include "codecs/sc2/sample/ladder_roster.h"

namespace ghostline::sc2::ladder {

class Hands
{
public:
    Hands(const Roster& roster, Log& log, int player);

    int player() const { return m_player; }
    unsigned user() const { return m_user; }
    /// Somebody else's hands go on with it.
    void actAs(unsigned user) { m_user = user; }

    /// The camera goes there, unless it is in the picture already.
    void lookAt(const glm::dvec2& at);
    /// The camera follows something, a little.
    void drift(const glm::dvec2& toward);
    void saveCamera(int which);
    void select(const std::vector<UnitNumber>& units);
    void setGroup(int group);
    void recallGroup(int group);
    const std::vector<UnitNumber>& selection() const { return m_lists[Current]; }

    void commandPoint(const Ability& what, const glm::dvec2& at, bool queued = false);
    void commandUnit(const Ability& what, UnitNumber target, bool queued = false);
    void command(const Ability& what);
    void rightClick(const glm::dvec2& at);
    void rightClick(UnitNumber target);
    /// The command before once more; the command before at another place.
    void repeat();
    void aimAnew(const glm::dvec2& at);
    void say(const QString& text);
    void ping(const glm::dvec2& at);

    /// Takes the dead out of all lists, as the game does.
    void forget(const std::vector<UnitNumber>& fallen);
    int actions() const { return m_actions; }

private:
    static constexpr std::size_t Current = 10;

    void sendCommand(const Ability* what, const QJsonObject& data, bool queued);
    QJsonObject targetOf(UnitNumber target) const;

    const Roster& m_roster;
    Log& m_log;
    int m_player;
    unsigned m_user;
    glm::dvec2 m_camera;
    std::array<std::vector<UnitNumber>, 11> m_lists;
    qint64 m_sequence = 0;
    int m_actions = 0;
};

} // namespace ghostline::sc2::ladder
