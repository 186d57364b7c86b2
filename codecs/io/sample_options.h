// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The command line of the programs that make samples up: options, what they may be, help, errors. Standard
// library only, so that a program of one page compiles in a second.
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ghostline::io {

struct SampleRange
{
    double low;
    double high;
};
/// Words; their case does not matter, and what is set is spelled as here.
using SampleChoices = std::vector<std::string>;

/// One "--name" and the variable it sets, whose value until then is the default.
struct SampleOption
{
    using Target = std::variant<bool*, int*, std::uint64_t*, double*, std::string*>;

    std::string name;
    Target target;
    std::string help;
    std::variant<std::monostate, SampleRange, SampleChoices> limit = {};
    std::string needs = {}; ///< another option that must be given with it
};

/// What a program ends with when its command line is refused.
enum class SampleOptionsExit {
    NotConvertible = 104,
    OutOfRange = 105,
    Missing = 106,
    NeedsOther = 107,
    Unknown = 109,
    WrongCount = 114,
};

class SampleOptions
{
public:
    /// `purpose`: what the program does, in a sentence. The first option must be given.
    SampleOptions(std::string purpose, std::vector<SampleOption> options);

    /// Sets the variables. The code to end with: 0 after --help, one of SampleOptionsExit after an error that
    /// was printed; nullopt: go on. "--name value" and "--name=value" are the same.
    std::optional<int> parse(int argc, const char* const* argv) const;
    std::string help(const std::string& program) const;

private:
    struct Failure
    {
        SampleOptionsExit code;
        std::string message;
    };
    using Outcome = std::optional<Failure>;

    struct Given
    {
        std::vector<std::optional<std::string>> values; ///< beside m_options; flags have empty ones
        bool help = false;
        std::string unknown; ///< the first argument that is none of ours
    };
    Outcome collect(int argc, const char* const* argv, Given& given) const;
    Outcome check(const Given& given) const;

    std::string m_purpose;
    std::vector<SampleOption> m_options;
};

} // namespace ghostline::io
