// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One or two letters for each type of unit, as marks in a picture and in narrow tables.
#include "model/base/export.h"
#include "model/replay/replay_info.h"

#include <QHash>
#include <QStringList>

namespace ghostline::model {

/// "Rifle Infantry 12" -> "Rifle Infantry", "Siege Tank (sieged)" -> "Siege Tank".
GHOSTLINE_MODEL_EXPORT QString typeOfActorName(const QString& name);

/// The letters of each of the types, in their order: "Marine" M, "Siege Tank" ST. No two have the same; who
/// comes first has the first choice, so that types that come later change nothing before them. Empty where
/// nothing is left.
GHOSTLINE_MODEL_EXPORT QStringList glyphsOf(const QStringList& types);

/// The types of one replay: those of its cast, in the order of appearance, then what it may become.
class GHOSTLINE_MODEL_EXPORT TypeGlyphs
{
public:
    TypeGlyphs() = default;
    /// None where the replay has no census.
    explicit TypeGlyphs(const ReplayInfo& info);

    bool empty() const { return m_byName.isEmpty(); }
    /// Empty where the type has none; what stands in brackets behind a name does not matter.
    QString of(const QString& type) const;
    /// Of a value of Census::type.
    const QString& of(StringId type) const;

private:
    QHash<QString, QString> m_byName;
    std::vector<QString> m_byString; ///< by StringId
};

} // namespace ghostline::model
