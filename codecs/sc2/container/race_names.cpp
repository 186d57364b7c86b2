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
    struct Named
    {
        std::string_view code;
        const char* before;
        const char* after; ///< since there are ten levels
    };
    static constexpr Named Names[] = {
        {"VyEy", "Very Easy", "Very Easy"},
        {"Easy", "Easy", "Easy"},
        {"Medi", "Medium", "Medium"},
        {"HdVH", "Hard", "Harder"},
        {"MdHd", "Hard", "Hard"},
        {"Hard", "Hard", "Harder"},
        {"VyHd", "Very Hard", "Elite"},
        {"HdVh", "Very Hard", "Very Hard"},
        {"Insa", "Insane", "Insane"},
        {"ChVi", "Cheater 1 (Vision)", "Cheater 1 (Vision)"},
        {"ChRe", "Cheater 2 (Resources)", "Cheater 2 (Resources)"},
        {"ChIn", "Cheater 3 (Insane)", "Cheater 3 (Insane)"},
    };
    for (const Named& named : Names) {
        if (named.code == code)
            return QString::fromLatin1(baseBuild < FirstBuildWithTenLevels ? named.before : named.after);
    }
    return code.empty() ? QString::number(number) : QStringLiteral("%1 (%2)").arg(textOf(code)).arg(number);
}

} // namespace ghostline::sc2
