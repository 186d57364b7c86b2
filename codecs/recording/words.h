// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What this format calls its properties, events, figures and tables, as far as no other does; the common
// words stand in resources/translations/replay_words.h. Read by lupdate alone, included nowhere.
#include <QtGlobal>

namespace ghostline::recording {

// clang-format off
[[maybe_unused]] inline constexpr const char* Words[] = {
    QT_TRANSLATE_NOOP("Replay", "Run"),
    QT_TRANSLATE_NOOP("Replay", "Run start"),
    QT_TRANSLATE_NOOP("Replay", "Run end"),
    QT_TRANSLATE_NOOP("Replay", "Run time"),
    QT_TRANSLATE_NOOP("Replay", "Run tick"),
    QT_TRANSLATE_NOOP("Replay", "Tick speed"),
    QT_TRANSLATE_NOOP("Replay", "Vertical tick speed"),
    QT_TRANSLATE_NOOP("Replay", "Reset"),
    QT_TRANSLATE_NOOP("Replay", "Resets"),
    QT_TRANSLATE_NOOP("Replay", "Checkpoints"),
    QT_TRANSLATE_NOOP("Replay", "Last checkpoint"),
    QT_TRANSLATE_NOOP("Replay", "Anticheat flag"),
    QT_TRANSLATE_NOOP("Replay", "Marker"),
    QT_TRANSLATE_NOOP("Replay", "Bookmark"),
    QT_TRANSLATE_NOOP("Replay", "Entity appears"),
    QT_TRANSLATE_NOOP("Replay", "Entity is gone"),
    QT_TRANSLATE_NOOP("Replay", "Entity number"),
    QT_TRANSLATE_NOOP("Replay", "Hand swing"),
    QT_TRANSLATE_NOOP("Replay", "Item use"),
    QT_TRANSLATE_NOOP("Replay", "Using item"),
    QT_TRANSLATE_NOOP("Replay", "Held slot"),
    QT_TRANSLATE_NOOP("Replay", "Held item"),
    QT_TRANSLATE_NOOP("Replay", "Off hand"),
    QT_TRANSLATE_NOOP("Replay", "Helmet"),
    QT_TRANSLATE_NOOP("Replay", "Chestplate"),
    QT_TRANSLATE_NOOP("Replay", "Leggings"),
    QT_TRANSLATE_NOOP("Replay", "Boots"),
    QT_TRANSLATE_NOOP("Replay", "Items"),
    QT_TRANSLATE_NOOP("Replay", "Block set"),
    QT_TRANSLATE_NOOP("Replay", "Blocks cleared"),
    QT_TRANSLATE_NOOP("Replay", "Blocks edited"),
    QT_TRANSLATE_NOOP("Replay", "Gliding"),
    QT_TRANSLATE_NOOP("Replay", "Glowing"),
    QT_TRANSLATE_NOOP("Replay", "On fire"),
    QT_TRANSLATE_NOOP("Replay", "Sneaking"),
    QT_TRANSLATE_NOOP("Replay", "Sprinting"),
    QT_TRANSLATE_NOOP("Replay", "Swimming"),
    QT_TRANSLATE_NOOP("Replay", "Pitch"),
    QT_TRANSLATE_NOOP("Replay", "Yaw"),
    QT_TRANSLATE_NOOP("Replay", "Pose"),
    QT_TRANSLATE_NOOP("Replay", "World"),
    QT_TRANSLATE_NOOP("Replay", "Riptide"),
    QT_TRANSLATE_NOOP("Replay", "Finish"),
};
// What events say: patterns of model::Sentence, and the words that are put into them.
[[maybe_unused]] inline constexpr const char* Sentences[] = {
    QT_TRANSLATE_NOOP("Replay", "%1, score %2"),
    QT_TRANSLATE_NOOP("Replay", "flag"),
    QT_TRANSLATE_NOOP("Replay", "by %1"),
    QT_TRANSLATE_NOOP("Replay", "%1 swings the main hand"),
    QT_TRANSLATE_NOOP("Replay", "%1 swings the off hand"),
    QT_TRANSLATE_NOOP("Replay", "%1 uses the item in the main hand"),
    QT_TRANSLATE_NOOP("Replay", "%1 uses the item in the off hand"),
    QT_TRANSLATE_NOOP("Replay", "%1 stops using the item"),
    QT_TRANSLATE_NOOP("Replay", "%1 takes slot %2 in hand"),
    QT_TRANSLATE_NOOP("Replay", "Block at %1 removed"),
    QT_TRANSLATE_NOOP("Replay", "%1 at %2"),
    QT_TRANSLATE_NOOP("Replay", "All edited blocks are dropped"),
    QT_TRANSLATE_NOOP("Replay", "%1 is gone"),
    QT_TRANSLATE_NOOP("Replay", "%1 is moved by %2 m"),
    QT_TRANSLATE_NOOP("Replay", "Saved because of: %1"),
};
// What is said of the surroundings, in the same way.
[[maybe_unused]] inline constexpr const char* Maps[] = {
    QT_TRANSLATE_NOOP("Replay", "only its name says that it is the map: the recording names no id"),
    QT_TRANSLATE_NOOP("Replay", "it bears the map's name, but not its id %1"),
    QT_TRANSLATE_NOOP("Replay", "A recording of a run does not hold its map."),
    QT_TRANSLATE_NOOP("Replay", "the world \"%1\" (%2.polar, or a folder or another kind of world with that name)"),
    QT_TRANSLATE_NOOP("Replay", "the world %1.polar (or a folder or another kind of world with that name)"),
    QT_TRANSLATE_NOOP("Replay", "%1 by %2 by %3 blocks, as far as it was read"),
    QT_TRANSLATE_NOOP("Replay", "beside the recording, named by the world's id"),
};
// Errors that people meet, in the same way.
[[maybe_unused]] inline constexpr const char* Errors[] = {
    QT_TRANSLATE_NOOP("Replay", "this is a world in Polar's format, not a recording"),
    QT_TRANSLATE_NOOP("Replay", "header, metadata and index take %1 bytes, at most %2 are read"),
    QT_TRANSLATE_NOOP("Replay", "the header is corrupt: %1"),
    QT_TRANSLATE_NOOP("Replay", "its %1 is %2"),
    QT_TRANSLATE_NOOP("Replay", "metadata length"),
    QT_TRANSLATE_NOOP("Replay", "index length"),
    QT_TRANSLATE_NOOP("Replay", "tick count"),
    QT_TRANSLATE_NOOP("Replay", "chunk count"),
    QT_TRANSLATE_NOOP("Replay", "header, metadata and index would be %1 bytes; %2 are the most"),
    QT_TRANSLATE_NOOP("Replay", "this is no recording: its magic is missing"),
    QT_TRANSLATE_NOOP("Replay", "it ends before its version"),
    QT_TRANSLATE_NOOP("Replay", "unsupported version %1"),
    QT_TRANSLATE_NOOP("Replay", "only %1 of its %2 bytes are there"),
    QT_TRANSLATE_NOOP("Replay", "its world version is %1 bytes long, %2 are the most"),
    QT_TRANSLATE_NOOP("Replay", "only map-run recordings can be written as such"),
    QT_TRANSLATE_NOOP("Replay", "nothing was written, for a part of the recording would be missing: %1"),
    QT_TRANSLATE_NOOP("Replay", "it holds no tick yet"),
    QT_TRANSLATE_NOOP("Replay", "recordings of version 4 name blocks and entities by numbers, whose names are not known; they cannot be written as s1"),
    QT_TRANSLATE_NOOP("Replay", "`repair` makes a recording of what is left, which can then be %1"),
    QT_TRANSLATE_NOOP("Replay", "converted"),
    QT_TRANSLATE_NOOP("Replay", "compacted"),
};
// clang-format on

} // namespace ghostline::recording
