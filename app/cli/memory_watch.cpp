// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memory_watch.h"

#include <QFile>

#include <chrono>

namespace ghostline::app {

MemoryWatch::MemoryWatch()
    : m_thread([this](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
              look();
              std::this_thread::sleep_for(std::chrono::milliseconds(5));
          }
      })
{
}

double MemoryWatch::peakMegabytes()
{
    look();
    return static_cast<double>(m_peakKib.load()) * 1024.0 / 1e6;
}

void MemoryWatch::look()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf("RssAnon:");
    if (at < 0)
        return;
    const QByteArray figure = text.mid(at + 8, text.indexOf("kB", at) - at - 8).trimmed();
    const std::int64_t kib = figure.toLongLong();
    std::int64_t before = m_peakKib.load();
    while (kib > before && !m_peakKib.compare_exchange_weak(before, kib)) {
    }
}

} // namespace ghostline::app
