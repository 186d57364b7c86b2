// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/unit_votes.h"

#include <algorithm>
#include <array>

namespace ghostline::sc2 {
namespace {

struct Rule
{
    std::string_view start; ///< of the ability or of the command, without spaces
    std::string_view type;
    std::uint32_t weight = 1;
};

/// What only one kind of unit can do outweighs what several can.
constexpr std::uint32_t Sure = 50;

// The first that fits counts. Buildings of one sort that share an ability are told apart by what only one
// can.
constexpr std::array Rules{
    Rule{"TerranBuild", "SCV"},
    Rule{"SCVHarvest", "SCV"},
    Rule{"ProtossBuild", "Probe"},
    Rule{"ProbeHarvest", "Probe"},
    Rule{"ZergBuild", "Drone"},
    Rule{"DroneHarvest", "Drone"},
    Rule{"BuildTechLab", ""},
    Rule{"BuildReactor", ""},
    Rule{"BuildCommandCenter", "SCV"},
    Rule{"BuildSupplyDepot", "SCV"},
    Rule{"BuildRefinery", "SCV"},
    Rule{"BuildBarracks", "SCV"},
    Rule{"BuildEngineeringBay", "SCV"},
    Rule{"BuildMissileTurret", "SCV"},
    Rule{"BuildBunker", "SCV"},
    Rule{"BuildFactory", "SCV"},
    Rule{"BuildStarport", "SCV"},
    Rule{"BuildArmory", "SCV"},
    Rule{"CalldownMULE", "OrbitalCommand", Sure},
    Rule{"ScannerSweep", "OrbitalCommand", Sure},
    Rule{"SupplyDrop", "OrbitalCommand", Sure},
    Rule{"OrbitalLiftOff", "OrbitalCommand", Sure},
    Rule{"CommandCenter", "CommandCenter"},
    Rule{"UpgradeToOrbital", "CommandCenter"},
    Rule{"UpgradeToPlanetary", "CommandCenter"},
    Rule{"UpgradetoPlanetary", "CommandCenter"},
    Rule{"TrainSCV", "CommandCenter"},
    Rule{"BarracksTechLabResearch", "BarracksTechLab"},
    Rule{"FactoryTechLabResearch", "FactoryTechLab"},
    Rule{"StarportTechLabResearch", "StarportTechLab"},
    Rule{"BarracksLand", "BarracksFlying", Sure},
    Rule{"FactoryLand", "FactoryFlying", Sure},
    Rule{"StarportLand", "StarportFlying", Sure},
    Rule{"BarracksTrain", "Barracks"},
    Rule{"BarracksLift", "Barracks"},
    Rule{"FactoryTrain", "Factory"},
    Rule{"FactoryLift", "Factory"},
    Rule{"StarportTrain", "Starport"},
    Rule{"StarportLift", "Starport"},
    Rule{"TrainMarine", "Barracks"},
    Rule{"TrainMarauder", "Barracks"},
    Rule{"TrainReaper", "Barracks"},
    Rule{"TrainGhost", "Barracks"},
    Rule{"TrainSiegeTank", "Factory"},
    Rule{"TrainHellion", "Factory"},
    Rule{"TrainThor", "Factory"},
    Rule{"TrainMedivac", "Starport"},
    Rule{"TrainBanshee", "Starport"},
    Rule{"TrainRaven", "Starport"},
    Rule{"TrainBattlecruiser", "Starport"},
    Rule{"TrainViking", "Starport"},
    Rule{"EngineeringBayResearch", "EngineeringBay"},
    Rule{"UpgradeInfantry", "EngineeringBay"},
    Rule{"ArmoryResearch", "Armory"},
    Rule{"UpgradeVehicle", "Armory"},
    Rule{"UpgradeShip", "Armory"},
    Rule{"GhostAcademy", "GhostAcademy"},
    Rule{"FusionCore", "FusionCore"},
    Rule{"SupplyDepotLower", "SupplyDepot"},
    Rule{"SupplyDepotRaise", "SupplyDepotLowered"},
    Rule{"Lower(SupplyDepot)", "SupplyDepot"},
    Rule{"Raise(SupplyDepot)", "SupplyDepotLowered"},
    Rule{"BunkerTransport", "Bunker"},
    Rule{"StimpackMarauder", "Marauder"},
    Rule{"Stimpack(Marauder)", "Marauder"},
    Rule{"Stimpack", "Marine"},
    Rule{"SiegeMode", "SiegeTank"},
    Rule{"Unsiege", "SiegeTankSieged"},
    Rule{"TankMode", "SiegeTankSieged"},
    Rule{"AssaultMode", "VikingFighter"},
    Rule{"FighterMode", "VikingAssault"},
    Rule{"MedivacTransport", "Medivac"},
    Rule{"Unloadall(Medivac)", "Medivac"},
    Rule{"Load(Medivac)", "Medivac"},
    Rule{"BansheeCloak", "Banshee"},
    Rule{"Cloak(Banshee)", "Banshee"},
    Rule{"GhostCloak", "Ghost"},
    Rule{"Snipe", "Ghost"},
    Rule{"SniperRound", "Ghost"},
    Rule{"EMP", "Ghost"},
    Rule{"BuildAutoTurret", "Raven"},
    Rule{"SeekerMissile", "Raven"},
    Rule{"Yamato", "Battlecruiser"},
    Rule{"NexusTrain", "Nexus"},
    Rule{"TimeWarp", "Nexus"},
    Rule{"GatewayTrain", "Gateway"},
    Rule{"UpgradeToWarpGate", "Gateway"},
    Rule{"WarpGateTrain", "WarpGate", Sure},
    Rule{"RoboticsFacilityTrain", "RoboticsFacility"},
    Rule{"RoboticsBayResearch", "RoboticsBay"},
    Rule{"StargateTrain", "Stargate"},
    Rule{"ForgeResearch", "Forge"},
    Rule{"CyberneticsCoreResearch", "CyberneticsCore"},
    Rule{"TwilightCouncilResearch", "TwilightCouncil"},
    Rule{"TemplarArchivesResearch", "TemplarArchive"},
    Rule{"FleetBeaconResearch", "FleetBeacon"},
    Rule{"Blink", "Stalker"},
    Rule{"Charge", "Zealot"},
    Rule{"ForceField", "Sentry"},
    Rule{"GuardianShield", "Sentry"},
    Rule{"PsiStorm", "HighTemplar"},
    Rule{"Feedback", "HighTemplar"},
    Rule{"GravitonBeam", "Phoenix"},
    Rule{"WarpPrismTransport", "WarpPrism"},
    Rule{"LarvaTrain", "Larva"},
    Rule{"TrainQueen", "Hatchery"},
    Rule{"UpgradeToLair", "Hatchery"},
    Rule{"UpgradeToHive", "Lair", Sure},
    Rule{"LairResearch", "Lair"},
    Rule{"RallyHatchery", "Hatchery"},
    Rule{"evolutionchamberresearch", "EvolutionChamber"},
    Rule{"SpawningPoolResearch", "SpawningPool"},
    Rule{"RoachWarrenResearch", "RoachWarren"},
    Rule{"HydraliskDenResearch", "HydraliskDen"},
    Rule{"SpireResearch", "Spire"},
    Rule{"InfestationPitResearch", "InfestationPit"},
    Rule{"UltraliskCavernResearch", "UltraliskCavern"},
    Rule{"BanelingNestResearch", "BanelingNest"},
    Rule{"SpawnLarva", "Queen"},
    Rule{"Transfusion", "Queen"},
    Rule{"QueenBuild", "Queen"},
    Rule{"MorphZerglingToBaneling", "Zergling"},
    Rule{"MorphToOverseer", "Overlord"},
    Rule{"GenerateCreep", "Overlord"},
    Rule{"MorphToBroodLord", "Corruptor"},
    Rule{"Corruption", "Corruptor"},
    Rule{"Contaminate", "Overseer"},
    Rule{"SpawnChangeling", "Overseer"},
    Rule{"FungalGrowth", "Infestor"},
    Rule{"NeuralParasite", "Infestor"},
    Rule{"BurrowZerglingDown", "Zergling"},
    Rule{"BurrowZerglingUp", "ZerglingBurrowed"},
    Rule{"BurrowRoachDown", "Roach"},
    Rule{"BurrowRoachUp", "RoachBurrowed"},
    Rule{"BurrowDroneDown", "Drone"},
    Rule{"BurrowBanelingDown", "Baneling"},
    Rule{"BurrowHydraliskDown", "Hydralisk"},
    Rule{"BurrowInfestorDown", "Infestor"},
    Rule{"BurrowQueenDown", "Queen"},
    Rule{"BurrowUltraliskDown", "Ultralisk"},
    Rule{"SpineCrawlerUproot", "SpineCrawler"},
    Rule{"SporeCrawlerUproot", "SporeCrawler"},
    Rule{"SpineCrawlerRoot", "SpineCrawlerUprooted"},
    Rule{"SporeCrawlerRoot", "SporeCrawlerUprooted"},
};

/// Spaces are left out: the beta's names have them.
bool startsWith(std::string_view text, std::string_view start)
{
    std::size_t at = 0;
    for (const char c : start) {
        while (at < text.size() && text[at] == ' ')
            ++at;
        if (at == text.size() || text[at] != c)
            return false;
        ++at;
    }
    return true;
}

constexpr std::uint32_t EnoughGatherers = 3;

} // namespace

void UnitVotes::ordered(std::uint16_t unitLink, const Order& order)
{
    // A cancel says little, and many numbers have it.
    if (!order.hasAbility || order.name.command.starts_with("Cancel"))
        return;
    for (const Rule& rule : Rules) {
        if (startsWith(order.name.ability, rule.start) || startsWith(order.name.command, rule.start)) {
            if (!rule.type.empty())
                m_tallies[unitLink].types[rule.type] += rule.weight;
            return;
        }
    }
}

void UnitVotes::targeted(std::uint16_t unitLink, const Order& order)
{
    const std::string_view command = order.name.command;
    if (startsWith(command, "BuildRefinery") || startsWith(command, "BuildAssimilator") ||
        startsWith(command, "BuildExtractor"))
        m_tallies[unitLink].types["VespeneGeyser"] += Sure;
}

void UnitVotes::gathered(std::uint16_t unitLink) { ++m_tallies[unitLink].types["MineralField"]; }

std::pair<std::string_view, std::uint32_t> UnitVotes::winner(std::uint16_t unitLink) const
{
    std::pair<std::string_view, std::uint32_t> best{};
    const auto tally = m_tallies.find(unitLink);
    if (tally == m_tallies.end())
        return best;
    for (const auto& [type, votes] : tally->second.types)
        if (votes > best.second || (votes == best.second && type < best.first))
            best = {type, votes};
    return best;
}

bool UnitVotes::isWorker(std::uint16_t unitLink) const
{
    const std::string_view type = winner(unitLink).first;
    return type == "SCV" || type == "Probe" || type == "Drone";
}

std::string UnitVotes::name(std::uint16_t unitLink) const
{
    const auto [type, votes] = winner(unitLink);
    if (!type.empty() && (type != "MineralField" || votes >= EnoughGatherers))
        return std::string(type);
    std::string unknown = "Unit ";
    unknown += std::to_string(unitLink);
    return unknown;
}

} // namespace ghostline::sc2
