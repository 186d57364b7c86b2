// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Twenty recordings, some with accusations.
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/tick_builder.h"

#include <string_view>

namespace ghostline::test {

inline constexpr int Recordings = 20;

inline constexpr int Flags = 7;

inline constexpr int Ticks = 200;

struct MadeFlag
{
    int recording;
    int tick;
    const char* check;
    std::uint8_t severity;
};

inline constexpr std::array<MadeFlag, Flags> MadeFlags{{{3, 90, "speed", 1},
                                                        {3, 140, "aim_snap", 2},
                                                        {7, 100, "reach", 2},
                                                        {11, 60, "speed", 3},
                                                        {11, 110, "timer", 1},
                                                        {11, 160, "reach", 2},
                                                        {15, 120, "flight", 0}}};

/// What a flag for speed says: they walk at 5 m/s.
inline constexpr std::string_view ToldLimit = "5.0 blocks/s, at most 4.5 expected";

inline constexpr std::array FlaggedRecordings{3, 7, 11, 15};

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Ten seconds along a line, with the accusations that are made of this one.
inline void record(const QString& path, int number)
{
    recording::RecorderHead head;
    head.startMs = 1'786'000'000'000 + number * 60'000;
    head.playerName = QStringLiteral("Runner %1").arg(number);
    head.mapName = QStringLiteral("Skyline");
    auto recorder = recording::LoneRecorder::create(head);
    QVERIFY(recorder);
    recording::TickBuilder tick(*recorder);
    while (recorder->nextTick() < Ticks) {
        const int at = recorder->nextTick();
        tick.move(0, {{0.25 * at, 65.0, 0.1 * number}, static_cast<float>(at % 90), 0.0F});
        for (const MadeFlag& flag : MadeFlags) {
            if (flag.recording == number && flag.tick == at)
                tick.flag(flag.check, flag.severity, 0.5F,
                          std::string_view(flag.check) == "speed" ? ToldLimit : "made for this test");
        }
        QVERIFY(tick.commit());
    }
    QVERIFY(recorder->save(path, QStringLiteral("finish")));
}

} // namespace ghostline::test
