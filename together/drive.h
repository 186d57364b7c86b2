// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who drives, and who asks for it. Nobody else's state is obeyed.
#include "together/messages.h"

#include <set>

namespace ghostline::together {

class Drive
{
public:
    /// `hostDrives`: there is somebody at the host who can, and has the drive at first. Without, it is
    /// nobody's until a guest takes it.
    explicit Drive(bool hostDrives) : m_hostDrives(hostDrives), m_driver(nobody()) {}

    PersonId driver() const { return m_driver; }
    bool asks(PersonId who) const { return m_asking.contains(who); }

    // All of these: whether anything changed. Whether a person is here is the caller's to know.
    bool request(PersonId who, bool wanted);
    /// By whoever drives; from anybody else it is refused.
    bool handOver(PersonId from, PersonId to);
    /// By a guest: the drive that nobody has or whose driver is lost; else it is a request.
    bool takeOver(PersonId who, bool driverLost);
    /// By the host, who may always: to itself or to a guest.
    bool give(PersonId to);
    /// Out of the list of people. What he drove falls back.
    bool left(PersonId who);

private:
    PersonId nobody() const { return m_hostDrives ? PersonId::Host : PersonId::None; }

    bool m_hostDrives;
    PersonId m_driver;
    std::set<PersonId> m_asking;
};

} // namespace ghostline::together
