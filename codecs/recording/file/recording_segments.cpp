// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/recording_segments.h"

#include "codecs/recording/format/limits.h"

#include <algorithm>

namespace ghostline::recording {

using model::Result;

namespace {

constexpr QLatin1String SegmentPrefix("segment-");
constexpr QLatin1String SegmentSuffix(".dat");

} // namespace

QString segmentName(int segment)
{
    return SegmentPrefix + QStringLiteral("%1").arg(segment, 3, 10, QLatin1Char('0')) + SegmentSuffix;
}

std::optional<int> segmentOfName(QStringView name)
{
    if (!name.startsWith(SegmentPrefix) || !name.endsWith(SegmentSuffix))
        return std::nullopt;
    const QStringView digits =
        name.mid(SegmentPrefix.size(), name.size() - SegmentPrefix.size() - SegmentSuffix.size());
    bool ok = false;
    const int number = digits.toInt(&ok);
    // One name for one number: "segment-0001.dat" and "segment-+01.dat" are not ours.
    if (!ok || number < 0 || segmentName(number) != name)
        return std::nullopt;
    return number;
}

QString lastPartOfName(const QString& name)
{
    QStringView path(name);
    if (path.contains(QLatin1String("://"))) {
        for (const char16_t end : {u'?', u'#'}) {
            if (const qsizetype at = path.indexOf(QChar(end)); at >= 0)
                path = path.first(at);
        }
    }
    return path.mid(path.lastIndexOf(QLatin1Char('/')) + 1).toString();
}

SegmentList SegmentStore::list(const std::stop_token& stop) const
{
    SegmentList list;
    const Result<QStringList> names = m_beside->siblingNames();
    if (!names)
        return list;
    list.known = true;
    for (const QString& name : *names) {
        const std::optional<int> number = segmentOfName(name);
        if (!number)
            continue;
        const auto file = m_beside->sibling(name.toStdString(), stop);
        if (file)
            list.segments[*number] = {(*file)->size(), {}};
        else if (file.error().code != model::ErrorCode::NotFound) // gone since the names were read
            list.segments[*number] = {0, file.error().message};
    }
    return list;
}

Result<std::shared_ptr<const model::ByteSource>> SegmentStore::open(int segment, std::stop_token stop) const
{
    {
        const std::lock_guard lock(m_lock);
        const auto found = std::find_if(m_open.begin(), m_open.end(),
                                        [segment](const Open& open) { return open.first == segment; });
        if (found != m_open.end()) {
            m_open.splice(m_open.begin(), m_open, found);
            return found->second;
        }
    }
    // Not under the lock: over a network this takes its time, and others read other segments meanwhile.
    auto file = m_beside->sibling(segmentName(segment).toStdString(), std::move(stop));
    if (!file)
        return tl::unexpected(file.error());
    std::shared_ptr<const model::ByteSource> source = std::move(*file);
    const std::lock_guard lock(m_lock);
    m_open.emplace_front(segment, source);
    if (m_open.size() > MaxOpenSegments)
        m_open.pop_back();
    return source;
}

ProbedSegments SegmentStore::probe(int first, const std::stop_token& stop) const
{
    ProbedSegments probed;
    for (int segment = first; segment - first < MaxProbedSegments; ++segment) {
        if (auto opened = open(segment, stop); !opened) {
            probed.end = std::move(opened.error());
            break;
        }
        probed.there.push_back(
            segment); // NOLINT(performance-inefficient-vector-operation): how many is not known
    }
    return probed;
}

void SegmentStore::forgetFrom(int segment) const
{
    const std::lock_guard lock(m_lock);
    m_open.remove_if([segment](const Open& open) { return open.first >= segment; });
}

} // namespace ghostline::recording
