// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Kinds of options that many verbs take. What they read into outlives the parser.
#include "app/cli/verbs.h"

#include <CLI/CLI.hpp>

#include <QString>
#include <QStringList>

#include <string>

namespace ghostline::app {

/// Arguments are bytes in the file system's encoding until they are decoded.
QString decoded(const std::string& text);

CLI::Option* text(CLI::App* sub, const char* name, QString& target, const char* description);
CLI::Option* texts(CLI::App* sub, const char* name, QStringList& target, const char* description);
/// May be repeated, a value each time.
void each(CLI::App* sub, const char* name, QStringList& target, const char* description,
          const char* typeName);
/// `--option NAME=VALUE`, for the codec.
void options(CLI::App* sub, QStringList& target);
/// `--from` and `--to`.
void range(CLI::App* sub, QString& from, QString& to);

/// `--jsonl` and what goes with it, for verbs that take - as PATH.
void listOptions(CLI::App* sub, ListArguments& target);

} // namespace ghostline::app
