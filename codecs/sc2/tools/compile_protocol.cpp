// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles codecs/sc2/data/protocol.txt into arrays of constants: compile_protocol PROTOCOL.TXT OUTPUT.CPP
#include "codecs/sc2/tools/protocol_text.h"

#include <fstream>
#include <sstream>

using namespace ghostline::sc2;

namespace {

void writeTypes(std::ostream& out, const Tables& tables)
{
    constexpr std::array<const char*, 10> Kinds{"Null",  "Integer",  "Boolean", "Optional", "Choice",
                                                "Array", "BitArray", "Blob",    "FourCc",   "Struct"};
    out << "constexpr Type Types[] = {\n";
    for (const Type& type : tables.types) {
        out << "    {TypeKind::" << Kinds.at(static_cast<std::size_t>(type.kind)) << ", " << int{type.bits}
            << ", " << type.count << ", " << type.first << "U, ";
        if (type.base == INT64_MIN) {
            out << "INT64_MIN";
        } else {
            out << type.base << 'L';
        }
        out << ", " << type.minBits << "U},\n";
    }
    out << "};\n";

    std::map<std::string, std::size_t> ids;
    for (const Member& field : tables.fields) {
        ids.emplace(field.name, 0);
    }
    std::size_t next = 0;
    for (auto& [name, id] : ids) {
        id = next++;
    }
    out << "constexpr Field Fields[] = {\n";
    for (const Member& field : tables.fields) {
        out << "    {\"" << field.name << "\", " << field.type << ", " << field.tag << ", " << ids[field.name]
            << "},\n";
    }
    out << "};\n";
}

/// Equal lists are written once. Returns the name of its array, empty when the list is.
std::string writeEvents(std::ostream& out, std::map<std::string, std::string>& known, const EventList& list)
{
    if (list.empty()) {
        return {};
    }
    std::ostringstream body;
    for (const auto& [id, event] : list) {
        body << "    {" << id << ", " << event.type << ", \"" << event.name << "\"},\n";
    }
    const auto [entry, fresh] = known.emplace(body.str(), "Events" + std::to_string(known.size()));
    if (fresh) {
        out << "constexpr EventType " << entry->second << "[] = {\n" << entry->first << "};\n";
    }
    return entry->second;
}

void writeTables(std::ostream& out, const Tables& tables)
{
    std::map<std::string, std::string> known;
    std::ostringstream protocols;
    std::map<std::uint32_t, std::size_t> builds;
    for (std::size_t i = 0; i < tables.tables().size(); ++i) {
        const Table& table = tables.tables()[i];
        if (i > 0 && table.builds.front() <= tables.tables()[i - 1].builds.back()) {
            refuse("tables do not ascend at build " + std::to_string(table.builds.front()));
        }
        protocols << "    {" << table.builds.front() << "U";
        for (const EventList& list : table.events) {
            protocols << ", {" << writeEvents(out, known, list) << '}';
        }
        for (const TypeId root : table.roots) {
            protocols << ", " << root;
        }
        protocols << "},\n";
        for (const auto build : table.builds) {
            builds[build] = i;
        }
    }
    out << "constexpr Protocol Protocols[] = {\n" << protocols.str() << "};\n";
    out << "constexpr std::uint32_t Builds[] = {\n";
    for (const auto& [build, table] : builds) {
        out << "    " << build << "U,\n";
    }
    out << "};\n";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        refuse("usage: compile_protocol PROTOCOL.TXT OUTPUT.CPP");
    }
    std::ifstream in(argv[1]);
    const Tables tables = readProtocolText(in);
    if (tables.tables().empty() || tables.types.size() >= NoType) {
        refuse("no tables, or too many types");
    }
    std::ofstream out(argv[2]);
    out << "// Generated from protocol.txt.\n#include \"codecs/sc2/protocol/protocol_tables.h\"\n\n"
           "namespace ghostline::sc2 {\nnamespace {\n";
    writeTypes(out, tables);
    writeTables(out, tables);
    out << "} // namespace\n"
           "std::span<const Type> allTypes() { return Types; }\n"
           "std::span<const Field> allFields() { return Fields; }\n"
           "std::span<const Protocol> protocols() { return Protocols; }\n"
           "std::span<const std::uint32_t> knownBuilds() { return Builds; }\n"
           "} // namespace ghostline::sc2\n";
    out.flush();
    return out ? 0 : 1;
}
