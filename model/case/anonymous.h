// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Takes people's names out of texts, the same way each time: whoever works a case out again gets the same
// page.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/replay/replay_index.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringList>

namespace ghostline::model {

class Anonymous
{
public:
    /// Names of players, and of whoever is `accused`, become "Player 1"; those of their clans "Clan 1"; those
    /// of `reviewers` "Reviewer 1".
    Anonymous(const ReplayInfo& info, ActorId accused, const QStringList& reviewers);

    /// LimitExceeded: more names than can be looked for.
    Result<void> usable() const;
    /// Wherever a name stands, in whatever case; one of up to three letters only where it stands alone.
    QString text(const QString& told) const;

private:
    void add(const QString& name, const QString& what);

    QHash<QString, QString> m_instead; ///< by the name as it is written
    QHash<QString, QString> m_folded;  ///< the first of those that differ in case alone, in folded case
    QHash<QString, int> m_count;
    QStringList m_found; ///< as they are written: folding may change their length
    QRegularExpression m_names;
};

/// The same recording with other names, for pictures: those that an anonymous case of this flag's accused has
/// in its texts. LimitExceeded as usable().
GHOSTLINE_MODEL_EXPORT Result<std::shared_ptr<const ReplayIndex>> withoutNames(const ReplayIndex& index,
                                                                               ActorId accused);

/// Whether what a recording calls `id` ("account_id", "uuid") tells who somebody is.
bool namesSomebody(const QString& id);

} // namespace ghostline::model
