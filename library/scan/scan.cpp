// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/scan/scan.h"

#include "library/entry/entry_of.h"
#include "library/scan/look_through.h"
#include "model/base/ordered_work.h"
#include "model/codec/opening.h"

#include <QSet>

#include <algorithm>

namespace ghostline::library {

using model::ErrorCode;
using model::Result;
using namespace Qt::StringLiterals;

namespace {

/// Others see what was found so often, and a crash loses no more.
constexpr int InOneGo = 256;

/// What reading came to.
struct ReadFile
{
    Entry entry;
    bool recording = true; ///< false: no codec knows what is in it
    bool stopped = false;
};

ReadFile failed(Entry entry, const model::Error& error)
{
    ReadFile out;
    out.recording = error.code != ErrorCode::UnknownFormat;
    out.stopped = error.code == ErrorCode::Cancelled;
    out.entry = std::move(entry);
    out.entry.state = ReadState::Unreadable;
    out.entry.error = error.message;
    return out;
}

ReadFile readOutline(const FoundFile& file, const model::CodecRegistry& registry,
                     const model::OpenOptions& options)
{
    Entry entry{.path = file.path, .stamp = file.stamp, .notes = file.notes};
    const auto outline = registry.outline(file.path, options);
    if (!outline)
        return failed(std::move(entry), outline.error());
    describe(entry, *outline->info);
    entry.duration = outline->duration;
    return {std::move(entry)};
}

ReadFile readWhole(const FoundFile& file, const model::Opener& open, const model::OpenOptions& options)
{
    Entry entry{.path = file.path, .stamp = file.stamp, .notes = file.notes, .state = ReadState::Whole};
    const auto opened = model::openComplete(open, file.path, options);
    if (!opened)
        return failed(std::move(entry), opened.error());
    describe(entry, *opened->index->info);
    entry.duration = opened->index->timeAxis.duration();
    entry.lostData = opened->index->lostData();
    const auto notes = model::loadNotes(file.path);
    describeNotes(entry, *opened->index, notes ? notes->sidecar : model::Sidecar{});
    return {std::move(entry)};
}

bool isBelow(const QString& path, const QString& folder)
{
    return path == folder || path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
}

/// One scan, from what was known to what is there.
class Scan
{
public:
    Scan(LibraryStore& store, const model::CodecRegistry& registry, const ScanRequest& request,
         const std::function<void(const ScanProgress&)>& progress, const std::stop_token& stop)
        : m_store(store), m_registry(registry), m_request(request), m_progress(progress), m_stop(stop)
    {
        m_options.codec = request.codec;
    }

    Result<ScanReport> run()
    {
        m_progress({});
        auto folders = m_store.folders();
        if (!folders)
            return tl::unexpected(folders.error());
        FoundFiles found = lookThrough(*folders, m_registry, m_stop);
        auto known = m_store.known();
        if (!known)
            return tl::unexpected(known.error());
        if (m_stop.stop_requested())
            return stopped();
        m_report.others = found.others;
        m_report.missing = std::move(found.missing);
        compare(found.files, *known);
        auto done = write([this] { return forget(); });
        if (done)
            done = read(ScanStep::Outlines, m_outlines);
        // What the first bytes have shown to be unreadable is not tried again.
        std::erase_if(m_details, [this](const FoundFile& file) { return m_unreadable.contains(file.path); });
        if (done && !m_request.outlinesOnly)
            done = read(ScanStep::Details, m_details);
        if (!done)
            return tl::unexpected(done.error());
        return count();
    }

private:
    static tl::unexpected<model::Error> stopped()
    {
        return model::cancelled(u"stopped before all recordings were looked at"_s);
    }

    void compare(const std::vector<FoundFile>& found, QHash<QString, KnownFile>& known)
    {
        std::vector<FoundFile> unknown;
        for (const FoundFile& file : found) {
            const auto at = known.constFind(file.path);
            if (at == known.cend()) {
                unknown.push_back(file);
                continue;
            }
            sortIn(file, *at);
            known.erase(at);
        }
        const auto isKept = [this](const QString& path) {
            return std::ranges::any_of(
                m_report.missing, [&path](const model::Error& folder) { return isBelow(path, folder.file); });
        };
        QMultiHash<QString, QString> gone; // by what a moved file keeps
        for (auto at = known.cbegin(); at != known.cend(); ++at) {
            if (isKept(at.key()))
                continue;
            if (at->id == 0) { // no recording: nothing of it is worth keeping under another name
                m_passedGone << at.key();
                continue;
            }
            gone.insert(keptWhenMoved(at.key(), at->stamp), at.key());
        }
        for (const FoundFile& file : unknown) {
            const auto from = gone.find(keptWhenMoved(file.path, file.stamp));
            if (from == gone.end()) {
                m_fresh.insert(file.path);
                m_outlines.push_back(file);
                m_details.push_back(file);
                continue;
            }
            m_moves.emplace_back(*from, file.path);
            sortIn(file, known.value(*from));
            gone.erase(from);
        }
        m_gone = gone.values();
    }

    /// A file that is moved keeps its name, its size and its time.
    static QString keptWhenMoved(const QString& path, const Stamp& stamp)
    {
        return u"%1/%2/%3"_s.arg(stamp.bytes).arg(stamp.modifiedMs).arg(path.section(u'/', -1));
    }

    void sortIn(const FoundFile& file, const KnownFile& known)
    {
        const bool recording = known.id != 0;
        if (known.stamp != file.stamp) {
            m_report.changed += recording ? 1 : 0;
            m_outlines.push_back(file);
            m_details.push_back(file);
        } else if (recording && known.state != ReadState::Unreadable &&
                   (known.state == ReadState::Outline || known.notes != file.notes)) {
            m_details.push_back(file);
        }
    }

    Result<void> forget()
    {
        for (const auto& [from, to] : m_moves) {
            if (auto done = m_store.move(from, to); !done)
                return done;
            ++m_report.moved;
        }
        for (const QString& path : m_gone) {
            if (auto done = m_store.remove(path); !done)
                return done;
            ++m_report.gone;
        }
        for (const QString& path : m_passedGone) {
            if (auto done = m_store.remove(path); !done)
                return done;
        }
        return {};
    }

    template<typename Change>
    Result<void> write(const Change& change)
    {
        if (auto begun = m_store.begin(); !begun)
            return begun;
        const Result<void> changed = change();
        const Result<void> committed = m_store.commit(); // of a change that failed, what was done before
        return changed ? committed : changed;
    }

    Result<void> read(ScanStep step, const std::vector<FoundFile>& files)
    {
        const auto count = files.size();
        const model::Opener open = model::openerOf(m_registry);
        const auto readOne = [&](std::size_t number, const std::stop_token& token) {
            model::OpenOptions options = m_options;
            options.stop = token;
            return step == ScanStep::Outlines ? readOutline(files[number], m_registry, options)
                                              : readWhole(files[number], open, options);
        };
        model::OrderedWork<ReadFile> work(count, model::openerThreads(m_request.threads, count), readOne,
                                          m_stop);
        bool cancelled = false;
        for (std::size_t done = 0; done < count && !cancelled;) {
            m_progress({step, static_cast<qint64>(done), static_cast<qint64>(count)});
            std::vector<ReadFile> some;
            while (done < count && some.size() < InOneGo) {
                std::optional<ReadFile> file = work.next();
                cancelled = !file || file->stopped;
                if (cancelled)
                    break;
                some.push_back(std::move(*file));
                ++done;
            }
            if (Result<void> written = write([&] { return put(some); }); !written)
                return written;
        }
        return cancelled ? stopped() : Result<void>();
    }

    Result<void> put(const std::vector<ReadFile>& files)
    {
        for (const ReadFile& file : files) {
            const QString& path = file.entry.path;
            auto done = file.recording ? m_store.put(file.entry) : m_store.pass(path, file.entry.stamp);
            if (!done)
                return done;
            m_report.fresh += m_fresh.remove(path) && file.recording ? 1 : 0;
            if (file.entry.state == ReadState::Unreadable)
                m_unreadable.insert(path);
        }
        return {};
    }

    Result<ScanReport> count()
    {
        const auto known = m_store.known();
        if (!known)
            return tl::unexpected(known.error());
        for (const KnownFile& file : *known) {
            m_report.recordings += file.id != 0 ? 1 : 0;
            m_report.others += file.id == 0 ? 1 : 0;
            m_report.unreadable += file.state == ReadState::Unreadable ? 1 : 0;
        }
        return std::move(m_report);
    }

    LibraryStore& m_store;
    const model::CodecRegistry& m_registry;
    const ScanRequest& m_request;
    const std::function<void(const ScanProgress&)>& m_progress;
    const std::stop_token& m_stop;
    model::OpenOptions m_options;
    std::vector<FoundFile> m_outlines;
    std::vector<FoundFile> m_details;
    std::vector<std::pair<QString, QString>> m_moves; ///< from, to
    QStringList m_gone;
    QStringList m_passedGone;
    QSet<QString> m_fresh;
    QSet<QString> m_unreadable;
    ScanReport m_report;
};

} // namespace

Result<ScanReport> scan(LibraryStore& store, const model::CodecRegistry& registry, const ScanRequest& request,
                        const std::function<void(const ScanProgress&)>& progress, const std::stop_token& stop)
{
    return Scan(store, registry, request, progress, stop).run();
}

} // namespace ghostline::library
