// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/far_source.h"

namespace ghostline::test {

std::optional<model::Error> FarFiles::refusal(const QString& name, bool reading, const std::stop_token& stop)
{
    ++asked;
    std::optional<model::ErrorCode> code;
    {
        const std::scoped_lock lock(mutex);
        if (refuses)
            code = refuses(name, reading);
    }
    if (!code)
        return std::nullopt;
    if (*code == model::ErrorCode::Cancelled) {
        std::mutex own;
        std::unique_lock lock(own);
        std::condition_variable_any never;
        never.wait(lock, stop, [] { return false; });
    }
    return model::Error{*code, QStringLiteral("the server says no to %1").arg(name), {}, {}, {}};
}

void FarFiles::refuse(std::function<std::optional<model::ErrorCode>(const QString&, bool)> how)
{
    const std::scoped_lock lock(mutex);
    refuses = std::move(how);
}

void FarFiles::put(const std::map<QString, QByteArray>& more)
{
    const std::scoped_lock lock(mutex);
    for (const auto& [name, bytes] : more)
        files[name] = bytes;
}

FarSource::FarSource(std::shared_ptr<FarFiles> server, QString name)
    : m_server(std::move(server)), m_name(std::move(name))
{
    const std::scoped_lock lock(m_server->mutex);
    m_bytes = m_server->files.at(m_name);
}

model::Result<std::size_t> FarSource::read(std::uint64_t offset, std::span<std::byte> out,
                                           std::stop_token stop) const
{
    if (auto no = m_server->refusal(m_name, true, stop))
        return tl::unexpected(std::move(*no));
    if (offset >= size())
        return std::size_t{0};
    const std::size_t count = std::min<std::size_t>(out.size(), size() - offset);
    std::memcpy(out.data(), m_bytes.constData() + offset, count);
    return count;
}

model::Identity FarSource::identity() const
{
    model::Identity identity;
    identity.name = QStringLiteral("http://far.example/run/") + m_name;
    identity.size = size();
    identity.modified = QDateTime::currentDateTimeUtc();
    return identity;
}

model::Result<std::unique_ptr<model::ByteSource>> FarSource::sibling(std::string_view name,
                                                                     std::stop_token stop) const
{
    const QString wanted = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    if (auto no = m_server->refusal(wanted, false, stop))
        return tl::unexpected(std::move(*no));
    {
        const std::scoped_lock lock(m_server->mutex);
        if (!m_server->files.contains(wanted))
            return model::fail(model::ErrorCode::NotFound, QStringLiteral("no %1").arg(wanted));
    }
    auto found = std::make_unique<FarSource>(m_server, wanted);
    if (m_server->handedOut)
        m_server->handedOut(wanted);
    return found;
}

} // namespace ghostline::test
