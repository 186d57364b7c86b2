// SPDX-License-Identifier: GPL-3.0-or-later
// Words and codes for races and difficulties.
#include "codecs/sc2/container/head_parts.h"

namespace ghostline::sc2 {

Race raceOfCode(std::string_view code)
{
    // Co-op adds letters of its own behind the first three ("TerT").
    const auto begins = [code](std::string_view start) { return code.substr(0, start.size()) == start; };
    if (begins("Ter"))
        return Race::Terran;
    if (begins("Zer"))
        return Race::Zerg;
    if (begins("Pro"))
        return Race::Protoss;
    if (begins("RAND") || begins("Rand"))
        return Race::Random;
    return Race::Unknown;
}

Race raceOfName(const QString& name)
{
    struct Named
    {
        Race race;
        const char16_t* name;
    };
    static constexpr Named Names[] = {
        {Race::Terran, u"Terraner"}, {Race::Terran, u"Terrano"},  {Race::Terran, u"Terrani"},
        {Race::Terran, u"Terranie"}, {Race::Zerg, u"Zergi"},      {Race::Protoss, u"Protosi"},
        {Race::Terran, u"Терран"},   {Race::Terran, u"Терраны"},  {Race::Zerg, u"Зерг"},
        {Race::Zerg, u"Зерги"},      {Race::Protoss, u"Протосс"}, {Race::Protoss, u"Протоссы"},
        {Race::Terran, u"테란"},     {Race::Zerg, u"저그"},       {Race::Protoss, u"프로토스"},
        {Race::Terran, u"人类"},     {Race::Zerg, u"异虫"},       {Race::Protoss, u"星灵"},
        {Race::Terran, u"人類"},     {Race::Zerg, u"蟲族"},       {Race::Protoss, u"神族"},
        {Race::Terran, u"テラン"},   {Race::Zerg, u"ザーグ"},     {Race::Protoss, u"プロトス"},
    };
    for (const Named& named : Names) {
        if (name == QStringView(named.name))
            return named.race;
    }
    const QStringView first = QStringView(name).left(7);
    if (first.startsWith(QLatin1String("Terran")))
        return Race::Terran;
    if (first.startsWith(QLatin1String("Zerg")))
        return Race::Zerg;
    return first.startsWith(QLatin1String("Protoss")) ? Race::Protoss : Race::Unknown;
}

QString difficultyText(std::string_view code, int number, std::uint32_t baseBuild)
{
    constexpr std::uint32_t FirstBuildWithTenLevels = 23925;
    struct Level
    {
        std::string_view code;
        const char* name;
    };
    static constexpr Level Six[] = {{"VyEy", "Very Easy"}, {"Easy", "Easy"},      {"Medi", "Medium"},
                                    {"Hard", "Hard"},      {"VyHd", "Very Hard"}, {"Insa", "Insane"}};
    // The codes kept their meaning and got new names: what was very hard is "Elite" now. Counted from 1.
    static constexpr Level Ten[] = {{"", ""},
                                    {"VyEy", "Very Easy"},
                                    {"Easy", "Easy"},
                                    {"Medi", "Medium"},
                                    {"MdHd", "Hard"},
                                    {"Hard", "Harder"},
                                    {"HdVH", "Very Hard"},
                                    {"VyHd", "Elite"},
                                    {"ChVi", "Cheater 1 (Vision)"},
                                    {"ChRe", "Cheater 2 (Resources)"},
                                    {"ChIn", "Cheater 3 (Insane)"}};
    const auto levels =
        baseBuild < FirstBuildWithTenLevels ? std::span<const Level>(Six) : std::span<const Level>(Ten);
    const auto index = static_cast<std::size_t>(number);
    if (code.empty())
        return number >= 0 && index < levels.size() ? QString::fromLatin1(levels[index].name)
                                                    : QString::number(number);
    for (const Level& level : levels) {
        if (level.code == code)
            return QString::fromLatin1(level.name);
    }
    return QStringLiteral("%1 (%2)").arg(textOf(code)).arg(number);
}

} // namespace ghostline::sc2
