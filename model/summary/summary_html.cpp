// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/summary_html.h"

#include "model/summary/page_charts.h"
#include "model/summary/page_events.h"
#include "model/summary/page_losses.h"
#include "model/summary/page_mast.h"
#include "model/summary/page_moments.h"
#include "model/summary/page_people.h"
#include "model/summary/page_plans.h"
#include "model/summary/page_style.h"

#include <algorithm>
#include <functional>

namespace ghostline::model {

namespace {

struct Section
{
    const char* id;
    const char* title;
    std::function<void()> write;
};

class Page
{
public:
    Page(const MatchSummary& summary, const SummaryLanguage& language)
        : m_summary(summary), m_info(summary.info()), m_words(language), m_mast(m_page, m_words, summary),
          m_people(m_page, m_words, summary), m_moments(m_page, m_words, summary),
          m_events(m_page, m_words, summary), m_losses(m_page, m_words, summary)
    {
    }

    QByteArray bytes()
    {
        m_page.raw(QLatin1StringView("<!DOCTYPE html>\n"));
        {
            const Within html(m_page, "html", {{"lang", m_words.code()}});
            writeHead();
            const Within body(m_page, "body");
            writeGround(m_page, m_summary);
            const Within page(m_page, "div", {{"class", QStringLiteral("page")}});
            const std::vector<Section> there = sections();
            writeMast(there);
            writeMain(there);
            writeFooter();
        }
        return m_page.bytes();
    }

private:
    /// What a format does not have has no heading either.
    std::vector<Section> sections()
    {
        std::vector<Section> there;
        const auto add = [&there](bool any, const char* id, const char* title, std::function<void()> write) {
            if (any)
                there.push_back({id, title, std::move(write)});
        };
        const bool cast = std::any_of(m_info.cast.begin(), m_info.cast.end(),
                                      [](const ActorInfo& actor) { return !actor.background; });
        add(!m_info.players.empty() || cast, "line-up", "Line-up", [this] { m_people.writeLineUp(); });
        add(!m_summary.roster.empty() || !m_summary.possession.empty(), "statistics", "Statistics",
            [this] { m_people.writeStatistics(); });
        add(!m_summary.highlights.empty(), "highlights", "Highlights",
            [this] { m_moments.writeHighlights(); });
        add(!m_summary.bookmarks.empty(), "notes", "Coach's notes", [this] { m_moments.writeNotes(); });
        add(!m_summary.boards.empty(), "drawings", "Drawings", [this] { m_moments.writeDrawings(); });
        add(!m_summary.plots.empty() && m_summary.duration() > 0.0, "curves", "Over time",
            [this] { writeCurves(); });
        add(m_summary.notable > 0 || !m_summary.kinds.empty(), "events", "What happened",
            [this] { m_events.writeEvents(); });
        add(!m_summary.heat.empty(), "heat", "Where they were", [this] { writeHeatMaps(); });
        add(true, "recording", "The recording", [this] { m_losses.writeRecording(); });
        return there;
    }

    void writeHead()
    {
        const Within head(m_page, "head");
        m_page.leaf("meta", {{"charset", QStringLiteral("utf-8")}});
        m_page.leaf("meta",
                    {{"http-equiv", QStringLiteral("Content-Security-Policy")},
                     {"content", QStringLiteral("default-src 'none'; style-src 'unsafe-inline'; "
                                                "img-src data:; base-uri 'none'; form-action 'none'")}});
        m_page.leaf("meta", {{"name", QStringLiteral("viewport")},
                             {"content", QStringLiteral("width=device-width, initial-scale=1")}});
        m_page.leaf("meta",
                    {{"name", QStringLiteral("color-scheme")}, {"content", QStringLiteral("light dark")}});
        m_page.leaf("meta", {{"name", QStringLiteral("generator")},
                             {"content", QStringLiteral("Ghostline ") + m_summary.version}});
        m_page.element("title", {},
                       QStringLiteral("%1 · %2").arg(m_mast.heading(), m_words.tell("Match summary")));
        // Nothing in it has a meaning in markup: hues are figures, the rest are ours.
        const QByteArray style = pageStyle(m_info.teams);
        const Within element(m_page, "style");
        m_page.raw(QLatin1StringView(style));
    }

    void writeMast(const std::vector<Section>& there)
    {
        const Within mast(m_page, "header");
        m_mast.writeTitle();
        const Within contents(
            m_page, "nav", {{"class", QStringLiteral("contents")}, {"aria-label", m_words.tell("Contents")}});
        for (const Section& section : there)
            m_page.element("a", {{"href", QStringLiteral("#") + QLatin1String(section.id)}},
                           m_words.tell(section.title));
    }

    void writeMain(const std::vector<Section>& there)
    {
        const Within main(m_page, "main");
        for (const Section& section : there) {
            const Within box(m_page, "section", {{"id", QLatin1String(section.id)}});
            {
                const Within head(m_page, "div", {{"class", QStringLiteral("head")}});
                m_page.element("h2", {}, m_words.tell(section.title));
            }
            const Within body(m_page, "div", {{"class", QStringLiteral("body")}});
            section.write();
        }
    }

    void writeCurves()
    {
        const Within list(m_page, "div", {{"class", QStringLiteral("plots")}});
        for (const SummaryPlot& plot : m_summary.plots)
            writePlot(m_page, m_words, m_summary, plot);
    }

    void writeHeatMaps()
    {
        const Within list(m_page, "div", {{"class", QStringLiteral("moments")}});
        for (const SummaryHeat& heat : m_summary.heat)
            writeHeat(m_page, m_words, m_summary, heat);
    }

    void writeFooter()
    {
        const Within footer(m_page, "footer");
        {
            const Within line(m_page, "p");
            m_page.text(m_words.tell("Recording: %1", {m_summary.file}));
            if (!m_info.formatVersion.isEmpty())
                m_page.text(QStringLiteral(" · %1 %2").arg(m_info.formatName, m_info.formatVersion));
        }
        if (!m_summary.sha256.isEmpty()) {
            const Within line(m_page, "p");
            m_page.text(QStringLiteral("SHA-256 "));
            m_page.element("code", {}, QString::fromLatin1(m_summary.sha256));
        }
        m_page.element("p", {}, m_words.tell("Made with Ghostline %1", {m_summary.version}));
    }

    const MatchSummary& m_summary;
    const ReplayInfo& m_info;
    PageWords m_words;
    Markup m_page;
    PageMast m_mast;
    PagePeople m_people;
    PageMoments m_moments;
    PageEvents m_events;
    PageLosses m_losses;
};

} // namespace

QByteArray summaryHtml(const MatchSummary& summary, const SummaryLanguage& language)
{
    return Page(summary, language).bytes();
}

} // namespace ghostline::model
