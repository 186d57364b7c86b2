// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files in memory that say they lie on a web server, which does as told: away, silent, or with another state
// of the files from one moment on.
#include "model/bytes/byte_source.h"

#include <QByteArray>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>

namespace ghostline::test {

struct FarFiles
{
    mutable std::mutex mutex;
    std::map<QString, QByteArray> files;
    /// What answers instead of a file: asked before every look-up and every read, with the file's name. Null:
    /// it is there. Cancelled stands for a server that never answers.
    std::function<std::optional<model::ErrorCode>(const QString& name, bool reading)> refuses;
    std::function<void(const QString& name)> handedOut; ///< after a look-up has found its file
    std::atomic<int> asked{0};

    std::optional<model::Error> refusal(const QString& name, bool reading, const std::stop_token& stop);
    void refuse(std::function<std::optional<model::ErrorCode>(const QString&, bool)> how);
    void put(const std::map<QString, QByteArray>& more);
};

class FarSource final : public model::ByteSource
{
public:
    FarSource(std::shared_ptr<FarFiles> server, QString name);
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token stop) const override;
    std::uint64_t size() const override { return static_cast<std::uint64_t>(m_bytes.size()); }
    model::Identity identity() const override;
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token stop) const override;

private:
    std::shared_ptr<FarFiles> m_server;
    QString m_name;
    QByteArray m_bytes;
};

} // namespace ghostline::test
