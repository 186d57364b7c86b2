// SPDX-License-Identifier: GPL-3.0-or-later
// The way to the three texts: their arguments, and one walk over the packets.
#include "codecs/carla/reports/reports.h"

#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/reports/report_blocked.h"
#include "codecs/carla/reports/report_collisions.h"
#include "codecs/carla/reports/report_info.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ghostline::carla {

using model::ErrorCode;
using model::fail;
using model::Result;

namespace {

using OnPacket = std::function<void(const Packet&, const Layout&)>;

struct Walk
{
    const model::ByteSource& bytes;
    std::uint64_t begin;
    Layout layout;
    std::stop_token stop;

    Result<void> run(const ReportText& out, const OnPacket& onPacket)
    {
        PacketReader reader(bytes, begin, layout);
        auto done = reader.each(stop, [&](const Packet& packet) -> Result<bool> {
            onPacket(packet, reader.layout());
            if (out.full()) {
                return fail(ErrorCode::LimitExceeded,
                            QStringLiteral("the text is longer than %1 MiB").arg(MaxReportBytes >> 20),
                            {.offset = packet.offset});
            }
            return true;
        });
        if (done)
            layout = reader.layout();
        return done;
    }
};

tl::unexpected<model::Error> usage(const QString& text) { return fail(ErrorCode::InvalidArgument, text); }

template<typename Report>
Result<QByteArray> textOf(Walk& walk, Report& report, ReportText& out)
{
    const auto done = walk.run(out, [&](const Packet& p, const Layout& l) { report.packet(p, l); });
    if (!done)
        return tl::unexpected(done.error());
    report.finish();
    return out.take();
}

Result<QByteArray> infoText(Walk& walk, const Header& header, const QStringList& arguments,
                            ReportVariant variant)
{
    const bool every = arguments == QStringList{QStringLiteral("all")};
    if (!arguments.isEmpty() && !every)
        return usage(QStringLiteral("info takes nothing or \"all\""));
    ReportText out;
    out.head(header);
    // Empty packets of ids 21 to 24 also have titles: what they mean must be known before the first of them.
    const bool open = std::count(walk.layout.late.begin(), walk.layout.late.end(), PacketKind::Unknown) > 0;
    if (open || walk.layout.physicsWheelBytes == 0) {
        const auto learned = walk.run(out, [](const Packet&, const Layout&) {});
        if (!learned)
            return tl::unexpected(learned.error());
    }
    InfoReport report(out, every, variant == ReportVariant::Newest);
    return textOf(walk, report, out);
}

Result<QByteArray> collisionsText(Walk& walk, const Header& header, const QStringList& arguments,
                                  ReportVariant variant)
{
    const QString letters = QStringLiteral("ovwtha");
    const bool fine = arguments.size() == 2 &&
                      std::all_of(arguments.begin(), arguments.end(),
                                  [&](const QString& a) { return a.size() == 1 && letters.contains(a); });
    if (!arguments.isEmpty() && !fine)
        return usage(
            QStringLiteral("collisions takes two letters, each one of o (other), v (vehicle), w (walker), "
                           "t (traffic light), h (hero), a (any)"));
    const auto letter = [&](qsizetype i) { return arguments.isEmpty() ? 'a' : arguments[i][0].toLatin1(); };
    ReportText out;
    out.head(header);
    CollisionsReport report(out, letter(0), letter(1), variant == ReportVariant::Fixed);
    return textOf(walk, report, out);
}

Result<QByteArray> blockedText(Walk& walk, const Header& header, QStringList arguments, ReportVariant variant)
{
    const bool fixed = variant == ReportVariant::Fixed;
    const bool everyKind = fixed && !arguments.isEmpty() && arguments.last() == QLatin1String("all");
    if (everyKind)
        arguments.removeLast();
    std::array<double, 2> values{30.0, 10.0};
    bool fine = arguments.size() <= 2;
    for (qsizetype i = 0; fine && i < arguments.size(); ++i) {
        double& value = values[static_cast<std::size_t>(i)];
        value = arguments[i].toDouble(&fine);
        fine = fine && std::isfinite(value) && value >= 0.0;
    }
    if (!fine)
        return usage(
            QStringLiteral("blocked takes the least time in seconds (default 30) and the distance in "
                           "centimetres (default 10); with report=fixed also \"all\" for every kind"));
    ReportText out;
    out.head(header);
    BlockedReport report(out, values[0], values[1], fixed, everyKind);
    return textOf(walk, report, out);
}

} // namespace

Result<ReportVariant> reportVariant(const QString& name)
{
    if (name.isEmpty() || name == QLatin1String("carla"))
        return ReportVariant::Carla;
    if (name == QLatin1String("fixed"))
        return ReportVariant::Fixed;
    if (name == QLatin1String("newest"))
        return ReportVariant::Newest;
    return usage(QStringLiteral("report=%1 is none of carla, fixed, newest").arg(name));
}

Result<QByteArray> carlaReport(const model::ByteSource& bytes, const Header& header, const Layout& layout,
                               const QString& name, const QStringList& arguments, ReportVariant variant,
                               std::stop_token stop)
{
    Walk walk{bytes, header.firstPacket, layout, std::move(stop)};
    if (name == QLatin1String("info"))
        return infoText(walk, header, arguments, variant);
    if (name == QLatin1String("collisions"))
        return collisionsText(walk, header, arguments, variant);
    if (name == QLatin1String("blocked"))
        return blockedText(walk, header, arguments, variant);
    return usage(
        QStringLiteral("there is no report \"%1\"; there are info, collisions and blocked").arg(name));
}

Result<QByteArray> carlaReport(const model::ByteSource& bytes, const QString& name,
                               const QStringList& arguments, ReportVariant variant, std::stop_token stop)
{
    const auto header = readHeader(bytes, stop);
    if (!header) {
        const bool unreadable =
            header.error().code == ErrorCode::IoError || header.error().code == ErrorCode::Cancelled;
        if (unreadable)
            return tl::unexpected(header.error());
        return QByteArrayLiteral("File is not a CARLA recorder\n");
    }
    const auto layout = detectLayout(bytes, header->firstPacket, stop);
    if (!layout)
        return tl::unexpected(layout.error());
    return carlaReport(bytes, *header, *layout, name, arguments, variant, std::move(stop));
}

} // namespace ghostline::carla
