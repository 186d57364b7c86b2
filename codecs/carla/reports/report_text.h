// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Text as a C++ stream with default settings would print it, whatever the locale; shared by the reports.
#include "codecs/carla/base/limits.h"
#include "codecs/carla/format/header.h"
#include "codecs/carla/format/packets.h"

#include <QByteArray>

#include <charconv>
#include <concepts>

namespace ghostline::carla {

class ReportText
{
public:
    ReportText& operator<<(const char* text)
    {
        m_out.append(text);
        return *this;
    }
    ReportText& operator<<(std::string_view text)
    {
        m_out.append(text.data(), static_cast<qsizetype>(text.size()));
        return *this;
    }
    ReportText& operator<<(char c)
    {
        m_out.append(c);
        return *this;
    }
    template<std::integral T>
    ReportText& operator<<(T value)
    {
        char buffer[24];
        return append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
    }
    /// As `%g`: six digits, `1e-07`, `-0`, `nan`, `-nan`, `inf`.
    ReportText& operator<<(double value)
    {
        char buffer[40];
        return append(
            buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 6).ptr);
    }
    ReportText& operator<<(float value) { return *this << static_cast<double>(value); }
    /// "x, y, z"
    ReportText& operator<<(const Vec3& v) { return *this << v.x << ", " << v.y << ", " << v.z; }
    template<std::size_t N>
    ReportText& operator<<(const std::array<float, N>& values)
    {
        for (std::size_t i = 0; i < N; ++i)
            *this << (i ? ", " : "") << values[i];
        return *this;
    }

    /// As `%{width}.0f`: halves go to even.
    ReportText& whole(double value, int width);
    /// As `%{width}u`.
    ReportText& right(std::uint64_t value, int width);
    /// Padded to bytes, never cut.
    ReportText& left(std::string_view text, int width);

    void head(const Header& header);
    /// "Frames" and "Duration"; `rounded` prints whole seconds.
    void tail(const FrameStart& last, bool rounded);

    bool full() const { return m_out.size() > MaxReportBytes; }
    QByteArray take() { return std::move(m_out); }

private:
    ReportText& append(const char* begin, const char* end)
    {
        m_out.append(begin, static_cast<qsizetype>(end - begin));
        return *this;
    }
    ReportText& pad(qsizetype used, int width);
    QByteArray m_out;
};

} // namespace ghostline::carla
