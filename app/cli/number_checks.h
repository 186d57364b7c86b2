// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a number of the command line may be. The parser's own checks print bounds that nobody chose with all
// of their 309 digits.
#include <CLI/CLI.hpp>

namespace ghostline::app {

CLI::Validator aboveZero();
CLI::Validator zeroOrMore();
/// Both ends included.
CLI::Validator between(double least, double most);
/// A whole number, both ends included.
CLI::Validator between(int least, int most);

} // namespace ghostline::app
