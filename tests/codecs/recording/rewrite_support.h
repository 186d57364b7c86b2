// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What tests of rewriting need: recordings on disk, their ticks and states to compare, a disk that is full.
#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/format/rewrite_ticks.h"
#include "codecs/recording/rewrite/rewrite.h"
#include "codecs/recording/state/world.h"
#include "tests/codecs/recording/recording_builder.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QTemporaryDir>

#include <csignal>
#include <sys/resource.h>

namespace ghostline::test {

using recording::ChunkEntry;
using recording::Profile;
using recording::RecordingFile;
using FilePtr = std::shared_ptr<const RecordingFile>;

/// A file, or a folder by whatever entry it has.
FilePtr openRecording(const QString& path);
model::WriteRequest writeTo(const QString& path, const model::Options& options = {},
                            model::FrameRange frames = {0, 1'000'000'000});
/// Tick -> the bytes of its events; ticks without any are left out.
std::map<int, QByteArray> eventsOf(const RecordingFile& file);
QByteArray describe(const recording::World& world);
/// The state after each tick, as a reader has it who plays from the beginning.
std::vector<QByteArray> statesOf(const RecordingFile& file);
/// Names and contents of everything below a path, or of a file.
QByteArray contentHash(const QString& path);

inline QStringList namesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

/// What of a folder cannot be read, and why.
struct Failing
{
    QString name;
    std::uint64_t from = 0; ///< offset
    model::ErrorCode code = model::ErrorCode::IoError;
};

/// Files beside each other, on a disk or on a server (where nobody can list them), one of which fails.
class FailingSource : public model::ByteSource
{
public:
    FailingSource(std::map<QString, QByteArray> files, QString name, bool web, Failing failing)
        : m_files(std::move(files)), m_name(std::move(name)), m_web(web), m_failing(std::move(failing))
    {
    }
    model::Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> out,
                                    std::stop_token) const override;
    std::uint64_t size() const override { return static_cast<std::uint64_t>(m_files.at(m_name).size()); }
    model::Identity identity() const override;
    model::Result<std::unique_ptr<model::ByteSource>> sibling(std::string_view name,
                                                              std::stop_token) const override;
    model::Result<QStringList> siblingNames() const override;

private:
    std::map<QString, QByteArray> m_files;
    QString m_name;
    bool m_web;
    Failing m_failing;
};

inline FilePtr openFailing(const std::map<QString, QByteArray>& files, bool web, const Failing& failing = {},
                           const QString& name = QStringLiteral("preamble.dat"))
{
    return RecordingFile::open(std::make_unique<FailingSource>(files, name, web, failing)).value_or(nullptr);
}

/// While it lives no file can grow beyond so many bytes: a disk that is full.
class FullDisk
{
public:
    explicit FullDisk(std::uint64_t bytes);
    ~FullDisk();
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

} // namespace ghostline::test
