// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/sc2/tracked_replay.h"

namespace ghostline::test {

Tracked load(const QString& replay)
{
    Tracked all;
    all.expected = test::expected(replay);
    all.tracker = all.expected.value(QLatin1String("trackerEvents")).toObject();
    all.build = static_cast<std::uint32_t>(all.expected.value(QLatin1String("build")).toInt());
    const auto file = test::replayBytes(replay);
    const auto archive = MpqArchive::open(file);
    if (!archive)
        return all;
    if (auto bytes = archive->read(Member))
        all.bytes = std::move(*bytes);
    all.events = parseTrackerEvents(all.bytes, all.build);
    all.lives = buildLives(all.events);
    return all;
}

void trackedRows()
{
    QTest::addColumn<QString>("replay");
    const QStringList names = test::replays();
    if (names.isEmpty())
        QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
    int rows = 0;
    for (const QString& name : names) {
        if (test::expected(name).value(QLatin1String("trackerEvents")).isObject()) {
            QTest::newRow(qPrintable(name)) << name;
            ++rows;
        }
    }
    QVERIFY(rows >= 16);
}

Counts toCounts(const QJsonValue& object)
{
    Counts counts;
    const QJsonObject from = object.toObject();
    for (auto it = from.begin(); it != from.end(); ++it)
        counts[it.key()] = it.value().toInt();
    return counts;
}

QString difference(const Counts& got, const Counts& wanted)
{
    QString text;
    for (const auto& [key, value] : wanted) {
        const auto at = got.find(key);
        const int have = at != got.end() ? at->second : 0;
        if (have != value)
            text += QStringLiteral("%1: %2 instead of %3; ").arg(key).arg(have).arg(value);
    }
    for (const auto& [key, value] : got) {
        if (!wanted.contains(key))
            text += QStringLiteral("%1: %2 too many; ").arg(key).arg(value);
    }
    return text;
}

void compare(const Counts& got, const Counts& wanted, const char* what)
{
    const QString text = difference(got, wanted);
    QVERIFY2(text.isEmpty(), qPrintable(QLatin1String(what) + QStringLiteral(": ") + text));
}

} // namespace ghostline::test
