// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Hands out a recording by ranges over one connection: a piece at a time, as the other end takes it, never
// the whole file in memory.
#include "model/bytes/byte_source.h"
#include "together/admission.h"
#include "together/host_options.h"
#include "together/http_head.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QTcpSocket;

namespace ghostline::together {

/// The one file that is handed out.
struct OfferedFile
{
    std::shared_ptr<const model::ByteSource> bytes;
    QByteArray secret{}; ///< in its address, which is told to whoever has shown the code
    QString name{};

    /// "/file/SECRET/NAME", not percent-encoded.
    QString path() const;
    /// With its quotes; another one where the file has changed.
    QByteArray etag() const;
};

/// What stands in the address of a recording: the same whenever a host with that code hands it out, so that
/// what guests have open goes on after it was started again.
QByteArray fileSecret(const QString& code, const QString& name, std::uint64_t size);
/// Whether it could be one: whoever has such an address had it from a host.
bool isFileSecret(const QByteArray& given);

/// NotReadable and NotFound as of a file; Unsupported for a folder and for a web address.
model::Result<OfferedFile> offerFile(const QString& recordingPath, const QString& name, const QString& code);

class FileConnection : public QObject
{
    Q_OBJECT
public:
    using CheckSecret = std::function<Admission::Answer(const QByteArray& given)>;

    /// Owns the socket. `file` is null where nothing is handed out.
    FileConnection(QTcpSocket* socket, std::shared_ptr<const OfferedFile> file, CheckSecret check,
                   const HostTimes& times, QObject* parent = nullptr);
    ~FileConnection() override;

    /// Answers a request whose head was read from the socket, and those that follow it.
    void answer(const HttpHead& head);
    /// Drops it where nothing has moved for too long.
    void sweep(OwnInstant now);
    /// Since when nobody wants anything of it; nothing while something is under way.
    std::optional<OwnInstant> idleSince() const;
    /// At once.
    void drop();

Q_SIGNALS:
    void fetching();
    /// Once, the last signal.
    void closed();

private:
    void readNext();
    void refuse(int status, bool thenClose = true);
    void sendHead(int status, const QByteArray& fields, bool close);
    void pump();
    void close();
    void gone();

    QTcpSocket* m_socket;
    std::shared_ptr<const OfferedFile> m_file;
    CheckSecret m_check;
    std::chrono::milliseconds m_idle;
    OwnInstant m_moved;
    std::uint64_t m_next = 0; ///< of the file, to be sent
    std::uint64_t m_end = 0;
    bool m_keep = false;    ///< more requests may come
    bool m_closing = false; ///< as soon as all is sent
    bool m_waits = false;   ///< for its refusal
    bool m_closed = false;
};

} // namespace ghostline::together
