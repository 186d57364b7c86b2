// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/play_list_document.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

/// Each step holds a pointer for every entry.
constexpr int MostSteps = 100;

using Ids = std::vector<int>;

bool isIn(const Ids& ids, int id) { return std::ranges::find(ids, id) != ids.end(); }

/// What the file can hold: whoever made the clip need not know its limits.
model::Clip fitting(model::Clip clip)
{
    const auto inside = [](model::Micros at) {
        return std::clamp(at, model::Micros{0}, model::PlayList::LongestTime);
    };
    clip.from = inside(clip.from);
    clip.to = std::max(clip.from, inside(clip.to));
    clip.rate = std::isfinite(clip.rate) && clip.rate > 0.0
                    ? std::clamp(clip.rate, model::PlayList::SlowestRate, model::PlayList::FastestRate)
                    : 1.0;
    return clip;
}

} // namespace

PlayListDocument::PlayListDocument(QObject* parent) : QObject(parent), m_history(this)
{
    m_history.setUndoLimit(MostSteps);
    connect(&m_history, &QUndoStack::cleanChanged, this, &PlayListDocument::stateChanged);
}

/// The history empties itself as it goes: that is no news for anybody.
PlayListDocument::~PlayListDocument()
{
    m_history.blockSignals(true);
    blockSignals(true);
}

int PlayListDocument::rowOf(int id) const
{
    const auto found = std::ranges::find(m_now.rows, id, &Row::id);
    return found == m_now.rows.end() ? -1 : static_cast<int>(found - m_now.rows.begin());
}

model::PlayList PlayListDocument::list() const
{
    model::PlayList list{m_now.title, {}, m_unknown};
    list.entries.reserve(m_now.rows.size());
    for (const Row& each : m_now.rows) {
        list.entries.push_back(*each.entry);
        // What an entry does not say of its recording yet.
        model::ContentId& said = list.entries.back().content;
        const model::ContentId known = m_contents.value(each.entry->clip.recording);
        if (model::differ(said, known))
            continue;
        said.size = said.size < 0 ? known.size : said.size;
        said.sha256 = said.sha256.isEmpty() ? known.sha256 : said.sha256;
    }
    return list;
}

std::vector<model::Clip> PlayListDocument::clips() const { return list().clips(); }

// ---- changes ----

PlayListDocument::Row PlayListDocument::row(model::PlayListEntry entry)
{
    return {++m_lastId, std::make_shared<const model::PlayListEntry>(std::move(entry))};
}

void PlayListDocument::show(const State& state)
{
    m_now = state;
    Q_EMIT changed();
}

void PlayListDocument::apply(const QString& what, State next)
{
    if (next.rows == m_now.rows && next.title == m_now.title)
        return;
    const State before = std::exchange(m_now, next);
    m_history.add(
        what, [this, before] { show(before); }, [this, next] { show(next); });
    Q_EMIT changed();
}

std::size_t PlayListDocument::insert(const std::vector<model::PlayListEntry>& entries, int before)
{
    State next = m_now;
    const std::size_t room = model::PlayList::MostEntries - next.rows.size();
    Rows added;
    for (const model::PlayListEntry& entry : entries) {
        if (added.size() < room)
            added.push_back(row(entry));
    }
    const auto at = next.rows.begin() + std::clamp(before, 0, static_cast<int>(next.rows.size()));
    next.rows.insert(at, added.begin(), added.end());
    apply(tr("Add entries"), std::move(next));
    return added.size();
}

std::size_t PlayListDocument::append(const std::vector<model::Clip>& clips)
{
    std::vector<model::PlayListEntry> entries;
    for (const model::Clip& clip : clips) {
        if (clip.recording.isEmpty())
            continue;
        model::PlayListEntry entry;
        entry.clip = fitting(clip);
        entries.push_back(std::move(entry));
    }
    return insert(entries, static_cast<int>(m_now.rows.size()));
}

void PlayListDocument::remove(const std::vector<int>& ids)
{
    State next = m_now;
    std::erase_if(next.rows, [&ids](const Row& each) { return isIn(ids, each.id); });
    apply(tr("Remove entries"), std::move(next));
}

void PlayListDocument::duplicate(const std::vector<int>& ids)
{
    std::vector<model::PlayListEntry> copies;
    int behind = 0;
    for (std::size_t i = 0; i < m_now.rows.size(); ++i) {
        if (!isIn(ids, m_now.rows[i].id))
            continue;
        copies.push_back(*m_now.rows[i].entry);
        behind = static_cast<int>(i) + 1;
    }
    insert(copies, behind);
}

void PlayListDocument::move(const std::vector<int>& ids, int before)
{
    const auto split = static_cast<std::size_t>(std::clamp(before, 0, static_cast<int>(m_now.rows.size())));
    Rows above;
    Rows moved;
    Rows below;
    for (std::size_t i = 0; i < m_now.rows.size(); ++i) {
        const Row& each = m_now.rows[i];
        (isIn(ids, each.id) ? moved : i < split ? above : below).push_back(each);
    }
    State next{std::move(above), m_now.title};
    next.rows.insert(next.rows.end(), moved.begin(), moved.end());
    next.rows.insert(next.rows.end(), below.begin(), below.end());
    apply(tr("Move entries"), std::move(next));
}

void PlayListDocument::change(int id, const model::Clip& clip)
{
    const int at = rowOf(id);
    if (at < 0)
        return;
    State next = m_now;
    Row& changedRow = next.rows[static_cast<std::size_t>(at)];
    model::PlayListEntry entry = *changedRow.entry;
    entry.clip = fitting(clip);
    if (entry == *changedRow.entry)
        return;
    changedRow.entry = std::make_shared<const model::PlayListEntry>(std::move(entry));
    apply(tr("Edit an entry"), std::move(next));
}

void PlayListDocument::relocate(const QString& from, const QString& to)
{
    State next = m_now;
    for (Row& each : next.rows) {
        if (each.entry->clip.recording != from)
            continue;
        model::PlayListEntry entry = *each.entry;
        entry.clip.recording = to;
        // What was said of the other file's bytes holds for them only.
        entry.content = {};
        each.entry = std::make_shared<const model::PlayListEntry>(std::move(entry));
    }
    apply(from == to ? tr("Take a recording as it is") : tr("Find a recording"), std::move(next));
}

void PlayListDocument::setTitle(const QString& title) { apply(tr("Name the list"), {m_now.rows, title}); }

// ---- the file ----

void PlayListDocument::begin(const model::PlayList& list, const QString& path)
{
    m_history.clear();
    m_unknown = list.unknown;
    m_path = path;
    State state{{}, list.title};
    state.rows.reserve(list.entries.size());
    for (const model::PlayListEntry& entry : list.entries)
        state.rows.push_back(row(entry));
    show(state);
    Q_EMIT stateChanged();
}

void PlayListDocument::clear() { begin({}, {}); }

model::Result<void> PlayListDocument::open(const QString& path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    const model::Result<model::PlayList> list = model::loadPlayList(whole);
    if (!list)
        return tl::unexpected<model::Error>(list.error());
    begin(*list, whole);
    return {};
}

model::Result<void> PlayListDocument::save(const QString& path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    if (auto saved = model::savePlayList(list(), whole); !saved)
        return saved;
    m_path = whole;
    m_history.setClean();
    Q_EMIT stateChanged();
    return {};
}

void PlayListDocument::take(const Draft& draft)
{
    begin(draft.list, draft.path);
    if (draft.modified)
        m_history.resetClean();
}

} // namespace ghostline::app
