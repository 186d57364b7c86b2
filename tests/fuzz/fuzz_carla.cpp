// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever bytes come: open, decode every segment, sample, dump, report. Nothing may crash, hang or blow up.
#include "codecs/carla/carla_codec.h"
#include "model/bytes/byte_sources.h"
#include "tests/fuzz/require.h"

#include <cstdlib>

using namespace ghostline;
using namespace ghostline::fuzz;

namespace {

void sampleAll(const model::ReplaySource& source, const model::ReplayIndex& index)
{
    model::WorldState state;
    for (int k = 0; k < index.keyframes.count(); ++k) {
        const auto segment = source.readSegment(k, nullptr, {});
        if (!segment)
            continue;
        const model::FrameRange frames = (*segment)->frames();
        if (frames != index.keyframes.range(k))
            std::abort();
        for (const model::FrameNumber f : {frames.first, frames.end - 1}) {
            (*segment)->sample({f, 0.0}, model::SamplePolicy::Interpolate, state);
            (*segment)->sample({f, 0.5}, model::SamplePolicy::Interpolate, state);
            (void)source.nativeState(f, {});
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size > MaxInput)
        return 0;
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const auto source =
        carla::CarlaCodec().open(model::MemorySource::fromByteArray(bytes, QStringLiteral("fuzz.log")), {});
    if (!source)
        return 0;
    const auto index = (*source)->waitComplete();
    if (!index || !(*index)->complete)
        std::abort();
    sampleAll(**source, **index);
    (void)(*source)->streams({});
    (void)(*source)->readRecords({}, [](const model::Record&) { return true; }, {});
    (void)(*source)->report(QStringLiteral("info"), {QStringLiteral("all")}, {});
    (void)(*source)->report(QStringLiteral("collisions"), {QStringLiteral("a"), QStringLiteral("a")}, {});
    (void)(*source)->report(QStringLiteral("blocked"), {QStringLiteral("1"), QStringLiteral("100")}, {});
    return 0;
}
