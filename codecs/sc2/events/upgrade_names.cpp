// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/events/upgrade_names.h"

#include "codecs/sc2/base/ascii.h"
#include "model/base/text.h"

#include <algorithm>
#include <array>

namespace ghostline::sc2 {

namespace {

struct Known
{
    std::string_view name; ///< as the tracker spells it
    const char* readable;  ///< as the game shows it
};

/// Those whose spelling does not tell what the game calls them.
constexpr std::array<Known, 46> KnownUpgrades{{{"AdeptPiercingAttack", "Resonating Glaives"},
                                               {"BansheeCloak", "Cloaking Field"},
                                               {"BansheeSpeed", "Hyperflight Rotors"},
                                               {"BattlecruiserBehemothReactor", "Behemoth Reactor"},
                                               {"BattlecruiserEnableSpecializations", "Weapon Refit"},
                                               {"BlinkTech", "Blink"},
                                               {"CarrierLaunchSpeedUpgrade", "Graviton Catapult"},
                                               {"CentrificalHooks", "Centrifugal Hooks"},
                                               {"CycloneLockOnDamageUpgrade", "Mag-Field Accelerator"},
                                               {"CycloneRapidFireLaunchers", "Rapid Fire Launchers"},
                                               {"DarkTemplarBlinkUpgrade", "Shadow Stride"},
                                               {"DiggingClaws", "Adaptive Talons"},
                                               {"DrillClaws", "Drilling Claws"},
                                               {"EvolveGroovedSpines", "Grooved Spines"},
                                               {"EvolveMuscularAugments", "Muscular Augments"},
                                               {"GhostMoebiusReactor", "Moebius Reactor"},
                                               {"HighCapacityBarrels", "Infernal Pre-Igniter"},
                                               {"HighTemplarKhaydarinAmulet", "Khaydarin Amulet"},
                                               {"HiSecAutoTracking", "Hi-Sec Auto Tracking"},
                                               {"HunterSeeker", "Seeker Missile"},
                                               {"InfestorEnergyUpgrade", "Pathogen Glands"},
                                               {"LiberatorAGRangeUpgrade", "Advanced Ballistics"},
                                               {"LocustLifetimeIncrease", "Enduring Locusts"},
                                               {"LurkerRange", "Seismic Spines"},
                                               {"MedivacCaduceusReactor", "Caduceus Reactor"},
                                               {"MedivacIncreaseSpeedBoost", "High Capacity Fuel Tanks"},
                                               {"ObserverGraviticBooster", "Gravitic Boosters"},
                                               {"PhoenixRangeUpgrade", "Anion Pulse-Crystals"},
                                               {"PsiStormTech", "Psionic Storm"},
                                               {"PunisherGrenades", "Concussive Shells"},
                                               {"RavenCorvidReactor", "Corvid Reactor"},
                                               {"ReaperSpeed", "Nitro Packs"},
                                               {"ShieldWall", "Combat Shield"},
                                               {"TempestGroundAttackUpgrade", "Tectonic Destabilizers"},
                                               {"TerranBuildingArmor", "Structure Armor"},
                                               {"VoidRaySpeedUpgrade", "Flux Vanes"},
                                               {"WarpGateResearch", "Warp Gate"},
                                               {"haltech", "Hallucination"},
                                               {"hydraliskspeed", "Muscular Augments"},
                                               {"overlordspeed", "Pneumatized Carapace"},
                                               {"overlordtransport", "Ventral Sacs"},
                                               {"personalcloaking", "Personal Cloaking"},
                                               {"PersonalCloaking", "Personal Cloaking"},
                                               {"zerglingattackspeed", "Adrenal Glands"},
                                               {"zerglingmovementspeed", "Metabolic Boost"},
                                               {"UltraliskBurrowChargeUpgrade", "Burrow Charge"}}};

constexpr std::array<std::string_view, 13> CosmeticStarts{
    "Reward", "Spray",       "GameHeart", "Decoration",    "Emote",      "Theme",   "Area",
    "Patron", "StagingArea", "AFKTimer",  "MineralIncome", "HideWorker", "WorkerSk"};

constexpr std::string_view LevelMark = "Level";

/// What the game calls attack and armour of each race; the tracker spells all alike.
QString inWordsOfTheGame(QString name)
{
    if (name.startsWith(QLatin1String("Zerg ")))
        return name.replace(QLatin1String(" Weapons "), QLatin1String(" Attacks "))
            .replace(QLatin1String(" Armors "), QLatin1String(" Carapace "));
    if (name.contains(QLatin1String("Vehicle")) || name.contains(QLatin1String("Ship")))
        name.replace(QLatin1String(" Armors "), QLatin1String(" Plating "));
    return name.replace(QLatin1String(" Armors "), QLatin1String(" Armor "));
}

} // namespace

bool isCosmeticUpgrade(std::string_view name)
{
    return std::any_of(CosmeticStarts.begin(), CosmeticStarts.end(),
                       [name](std::string_view start) { return name.starts_with(start); }) ||
           name.find("Skin") != std::string_view::npos;
}

QString readableUpgradeName(std::string_view name)
{
    for (const Known& known : KnownUpgrades) {
        if (known.name == name)
            return QLatin1String(known.readable);
    }
    // "...WeaponsLevel2": the number alone says it.
    std::string out(name);
    const std::size_t level = out.rfind(LevelMark);
    if (level != std::string::npos && level > 0 && level + LevelMark.size() + 1 == out.size() &&
        isDigit(out.back()))
        out.replace(level, LevelMark.size(), 1, ' ');
    std::string words = spaced(out, wordBegins);
    if (!words.empty() && isLower(words.front()))
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    return inWordsOfTheGame(model::textOf(words));
}

} // namespace ghostline::sc2
