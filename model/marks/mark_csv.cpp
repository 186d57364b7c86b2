// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/marks/mark_csv.h"

#include "model/base/shown_text.h"
#include "model/marks/mark_times.h"
#include "model/sidecar/tags.h"

#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <optional>

namespace ghostline::model {

namespace {

constexpr qsizetype MostColumns = 256;
constexpr qsizetype LongestCell = 20'000; ///< UTF-16 units of one cell that are kept
constexpr int MostHues = 64;              ///< docs/formats/sidecar.md

enum class Column { StartSeconds, EndSeconds, Start, End, Length, Title, Tags, Note, Author, Hue, Id, Count };
constexpr auto Columns = static_cast<std::size_t>(Column::Count);

struct ColumnName
{
    const char* name; ///< small letters and figures alone
    Column column;
};

/// As it is written here, and as other programs call it.
constexpr std::array Names{
    ColumnName{"starts", Column::StartSeconds},
    ColumnName{"starttimes", Column::StartSeconds},
    ColumnName{"startseconds", Column::StartSeconds},
    ColumnName{"times", Column::StartSeconds},
    ColumnName{"ends", Column::EndSeconds},
    ColumnName{"endtimes", Column::EndSeconds},
    ColumnName{"endseconds", Column::EndSeconds},
    ColumnName{"start", Column::Start},
    ColumnName{"starttime", Column::Start},
    ColumnName{"begin", Column::Start},
    ColumnName{"from", Column::Start},
    ColumnName{"time", Column::Start},
    ColumnName{"timestamp", Column::Start},
    ColumnName{"position", Column::Start},
    ColumnName{"in", Column::Start},
    ColumnName{"end", Column::End},
    ColumnName{"endtime", Column::End},
    ColumnName{"stop", Column::End},
    ColumnName{"to", Column::End},
    ColumnName{"out", Column::End},
    ColumnName{"length", Column::Length},
    ColumnName{"lengths", Column::Length},
    ColumnName{"duration", Column::Length},
    ColumnName{"durations", Column::Length},
    ColumnName{"title", Column::Title},
    ColumnName{"name", Column::Title},
    ColumnName{"tags", Column::Tags},
    ColumnName{"tag", Column::Tags},
    ColumnName{"code", Column::Tags},
    ColumnName{"category", Column::Tags},
    ColumnName{"labels", Column::Tags},
    ColumnName{"note", Column::Note},
    ColumnName{"notes", Column::Note},
    ColumnName{"comment", Column::Note},
    ColumnName{"description", Column::Note},
    ColumnName{"author", Column::Author},
    ColumnName{"hue", Column::Hue},
    ColumnName{"colour", Column::Hue},
    ColumnName{"color", Column::Hue},
    ColumnName{"id", Column::Id},
    ColumnName{"uuid", Column::Id},
};

std::optional<Column> columnNamed(const QString& heading)
{
    QString plain;
    for (const QChar sign : heading.left(64).toLower()) {
        if (sign.isLetterOrNumber())
            plain += sign;
    }
    const auto known = std::ranges::find_if(
        Names, [&plain](const ColumnName& each) { return plain == QLatin1String(each.name); });
    return known == Names.end() ? std::nullopt : std::optional(known->column);
}

/// UTF-8, UTF-16 with its mark, or what old spreadsheets write.
QString decodedCsv(const QByteArray& bytes)
{
    const auto encoding = QStringConverter::encodingForData(bytes);
    QStringDecoder decoder(encoding.value_or(QStringConverter::Utf8));
    QString text = decoder.decode(bytes);
    return decoder.hasError() ? QString::fromLatin1(bytes) : text;
}

/// "sep=;" as a first line, which some spreadsheets write and want.
QChar takeSeparatorLine(QString& text)
{
    if (!text.startsWith(QLatin1String("sep="), Qt::CaseInsensitive) || text.size() < 6 ||
        (text[5] != u'\n' && text[5] != u'\r'))
        return {};
    const QChar separator = text[4];
    // The line itself stays, empty, so that lines keep their numbers.
    text.remove(0, 5);
    return separator;
}

/// That which the first line has most of outside quotes.
QChar separatorOf(const QString& text)
{
    int commas = 0;
    int semicolons = 0;
    int tabs = 0;
    bool quoted = false;
    for (const QChar sign : text) {
        if (sign == u'"')
            quoted = !quoted;
        if (quoted)
            continue;
        if (sign == u'\n' || sign == u'\r')
            break;
        commas += sign == u',' ? 1 : 0;
        semicolons += sign == u';' ? 1 : 0;
        tabs += sign == u'\t' ? 1 : 0;
    }
    if (tabs > commas && tabs > semicolons)
        return u'\t';
    return semicolons > commas ? u';' : u',';
}

/// Takes one row after the other out of a text.
class Rows
{
public:
    Rows(const QString& text, QChar separator) : m_text(text), m_separator(separator) {}

    /// False at the end. Empty rows are passed over.
    bool next()
    {
        while (m_at < m_text.size()) {
            m_line = m_nextLine;
            readRow();
            if (m_cells.size() > 1 || !m_cells.value(0).trimmed().isEmpty())
                return true;
        }
        return false;
    }
    const QStringList& cells() const { return m_cells; }
    int line() const { return m_line; }
    /// A quote opened in line() and nothing closes it as one does: the next row begins in the line after it,
    /// so that one stray sign does not take the rest of the text with it.
    bool open() const { return m_open; }

private:
    void readRow()
    {
        m_cells.clear();
        m_open = false;
        QString cell;
        bool quoted = false;
        bool ended = false;
        while (m_at < m_text.size() && !ended) {
            const QChar sign = m_text[m_at++];
            const bool quote = sign == u'"';
            if (quoted && quote && m_at < m_text.size() && m_text[m_at] == u'"') {
                keep(cell, m_text[m_at++]);
            } else if (quote && quoted) {
                // Over several lines, and then more text: that is another cell's opening quote.
                if (m_behindOpening >= 0 && !cellEnds())
                    break;
                quoted = false;
            } else if (quote && cell.trimmed().isEmpty()) {
                quoted = true;
                m_openingLine = m_nextLine;
                m_behindOpening = -1;
            } else if (!quoted && sign == m_separator) {
                finish(cell);
            } else if (sign == u'\n' || sign == u'\r') {
                if (sign == u'\r' && m_at < m_text.size() && m_text[m_at] == u'\n')
                    ++m_at;
                ++m_nextLine;
                ended = !quoted;
                if (quoted) {
                    keep(cell, u'\n');
                    if (m_behindOpening < 0)
                        m_behindOpening = m_at;
                }
            } else {
                keep(cell, sign);
            }
        }
        finish(cell);
        if (quoted)
            beginBehindOpening();
    }
    /// But for blanks nothing more of the cell follows.
    bool cellEnds() const
    {
        qsizetype at = m_at;
        while (at < m_text.size() && m_text[at] != m_separator && (m_text[at] == u' ' || m_text[at] == u'\t'))
            ++at;
        return at == m_text.size() || m_text[at] == m_separator || m_text[at] == u'\n' || m_text[at] == u'\r';
    }
    void beginBehindOpening()
    {
        m_open = true;
        m_line = m_openingLine;
        if (m_behindOpening < 0)
            return; // it is in the last line
        m_at = m_behindOpening;
        m_nextLine = m_openingLine + 1;
    }
    static void keep(QString& cell, QChar sign)
    {
        if (cell.size() < LongestCell)
            cell += sign;
    }
    void finish(QString& cell)
    {
        if (m_cells.size() < MostColumns)
            m_cells << cell;
        cell.clear();
    }

    const QString& m_text;
    QChar m_separator;
    qsizetype m_at = 0;
    int m_line = 1;
    int m_nextLine = 1;
    QStringList m_cells;
    bool m_open = false;
    int m_openingLine = 1;          ///< of the quote that opened last
    qsizetype m_behindOpening = -1; ///< where the line after it begins; -1: not got there
};

/// csvField() puts an apostrophe before what a spreadsheet would take for a formula.
QString withoutGuard(const QString& cell)
{
    if (!cell.startsWith(u'\''))
        return cell;
    const QString plain = cell.sliced(1);
    const QByteArray written = csvField(plain);
    return written.startsWith('\'') || written.startsWith("\"'") ? plain : cell;
}

class Table
{
public:
    /// False where no column says when.
    bool takeHeader(const QStringList& headings)
    {
        m_at.fill(-1);
        for (qsizetype i = 0; i < headings.size(); ++i) {
            const auto column = columnNamed(headings[i]);
            if (column && m_at[static_cast<std::size_t>(*column)] < 0)
                m_at[static_cast<std::size_t>(*column)] = i;
        }
        return has(Column::StartSeconds) || has(Column::Start);
    }

    /// What is wrong with the row; empty where it was taken.
    Sentence take(const QStringList& cells, ReadMarks& read) const
    {
        Bookmark mark;
        const QString start = either(cells, Column::StartSeconds, Column::Start);
        const QString end = either(cells, Column::EndSeconds, Column::End);
        const QString length = cell(cells, Column::Length);
        const auto from = readMarkTime(start);
        if (!from)
            return noTime(start);
        mark.time = *from;
        if (!end.isEmpty()) {
            const auto to = readMarkTime(end);
            if (!to)
                return noTime(end);
            if (*to < *from)
                return Sentence::of(QStringLiteral("it ends before it begins"));
            mark.length = *to - *from;
        } else if (!length.isEmpty()) {
            const auto lasts = readMarkTime(length);
            if (!lasts || lasts->count() < 0)
                return noTime(length);
            mark.length = *lasts;
        }
        mark.title = text(cells, Column::Title);
        mark.note = text(cells, Column::Note);
        // As csvField() wrote it; other programs' text may have a backslash of its own.
        if (has(Column::StartSeconds))
            mark.note.replace(QStringLiteral("\\n"), QStringLiteral("\n"));
        mark.author = text(cells, Column::Author);
        mark.tags = tagsOf(text(cells, Column::Tags));
        bool number = false;
        const int hue = cell(cells, Column::Hue).toInt(&number);
        mark.hue = number && hue >= 0 && hue < MostHues ? hue : -1;
        read.add(std::move(mark), cell(cells, Column::Id));
        return {};
    }

private:
    bool has(Column column) const { return m_at[static_cast<std::size_t>(column)] >= 0; }
    QString cell(const QStringList& cells, Column column) const
    {
        const qsizetype at = m_at[static_cast<std::size_t>(column)];
        return at < 0 ? QString() : cells.value(at).trimmed();
    }
    QString text(const QStringList& cells, Column column) const { return withoutGuard(cell(cells, column)); }
    QString either(const QStringList& cells, Column first, Column second) const
    {
        QString found = cell(cells, first);
        return found.isEmpty() ? cell(cells, second) : found;
    }
    static Sentence noTime(const QString& told)
    {
        if (told.isEmpty())
            return Sentence::of(QStringLiteral("it does not say when it begins"));
        return Sentence::of(QStringLiteral("\"%1\" is no time"), {shownText(told.left(40))});
    }

    std::array<qsizetype, Columns> m_at{};
};

} // namespace

QByteArray markCsv(const std::vector<Bookmark>& bookmarks)
{
    QByteArray csv = "start_s,end_s,start,end,title,tags,note,author,hue,id\n";
    for (const Bookmark& mark : bookmarks) {
        const Micros end = mark.time + mark.length;
        const QStringList cells{markSeconds(mark.time),
                                markSeconds(end),
                                markClock(mark.time),
                                markClock(end),
                                mark.title,
                                tagsText(mark.tags),
                                mark.note,
                                mark.author,
                                mark.hue >= 0 ? QString::number(mark.hue) : QString(),
                                mark.id};
        for (qsizetype i = 0; i < cells.size(); ++i) {
            if (i > 0)
                csv += ',';
            csv += csvField(cells[i]);
        }
        csv += '\n';
    }
    return csv;
}

Result<ReadMarks> readMarkCsv(const QByteArray& bytes)
{
    if (bytes.size() > MostMarkBytes)
        return fail(ErrorCode::LimitExceeded,
                    Sentence::of(QStringLiteral("a file of marks is at most %1 MiB, this one is larger"),
                                 {Sentence::figure(QString::number(MostMarkBytes >> 20))}));
    QString text = decodedCsv(bytes);
    const QChar said = takeSeparatorLine(text);
    if (text.contains(QChar(u'\0')))
        return fail(ErrorCode::Damaged,
                    Sentence::of(QStringLiteral("this is no table of marks: it is not text")));
    Rows rows(text, said.isNull() ? separatorOf(text) : said);
    Table table;
    if (!rows.next())
        return fail(ErrorCode::Damaged, Sentence::of(QStringLiteral("this table of marks is empty")));
    const Sentence unclosed = Sentence::of(QStringLiteral("its quotes never close"));
    if (rows.open()) // which columns there are is then anybody's guess
        return fail(ErrorCode::Damaged,
                    Sentence::of(QStringLiteral("line %1: %2"), {QString::number(rows.line()), unclosed}));
    if (!table.takeHeader(rows.cells()))
        return fail(
            ErrorCode::Damaged,
            Sentence::of(QStringLiteral(
                "this is no table of marks: none of the columns in its first line is called start_s or "
                "start")));
    ReadMarks read;
    while (rows.next()) {
        if (read.marks.size() == MostMarks)
            return fail(ErrorCode::LimitExceeded,
                        Sentence::of(QStringLiteral("a file of marks has at most %1 of them"),
                                     {Sentence::figure(QString::number(MostMarks))}));
        const Sentence wrong = rows.open() ? unclosed : table.take(rows.cells(), read);
        if (!wrong.isEmpty())
            read.leaveOut(Sentence::of(QStringLiteral("line %1: %2"), {QString::number(rows.line()), wrong}));
    }
    return read;
}

} // namespace ghostline::model
