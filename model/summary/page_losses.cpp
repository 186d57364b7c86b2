// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/page_losses.h"

#include "model/time/time_text.h"

#include <algorithm>
#include <array>

namespace ghostline::model {

namespace {
constexpr std::size_t MostDiagnostics = 40;
}

QString PageLosses::framesText(FrameRange frames) const
{
    const TimeAxis& axis = m_summary.index->timeAxis;
    return m_words.tell("%1 to %2 (frames %3 to %4)",
                        {formatTime(axis.timeOf(frames.first)), formatTime(axis.timeOf(frames.end - 1)),
                         QString::number(frames.first), QString::number(frames.end - 1)});
}

void PageLosses::writeRecording()
{
    const ReplayIndex& index = *m_summary.index;
    if (!isDamaged())
        m_page.element("p", {}, m_words.tell("All of the recording could be read."));
    else
        writeLosses();
    std::vector<const Diagnostic*> worth;
    for (const Diagnostic& diagnostic : index.diagnostics) {
        if (diagnostic.severity != Severity::Info)
            worth.push_back(&diagnostic);
    }
    if (!worth.empty()) {
        const Within box(m_page, "details");
        m_page.element("summary", {}, m_words.tell("What was noticed: %1", {QString::number(worth.size())}));
        const Within list(m_page, "ul", {{"class", QStringLiteral("plain small")}});
        for (std::size_t i = 0; i < std::min(worth.size(), MostDiagnostics); ++i)
            m_page.element("li", {}, worth[i]->message);
    }
    writeChecks();
}

void PageLosses::writeLosses()
{
    const Within list(m_page, "ul", {{"class", QStringLiteral("plain")}});
    for (const LostSpan& lost : m_summary.index->lost) {
        const QString where = framesText(lost.frames);
        m_page.element("li", {},
                       lost.reason.isEmpty() ? m_words.tell("Lost: %1", {where})
                                             : m_words.tell("Lost: %1: %2", {where, lost.reason}));
    }
    for (const FrameRange& frames : m_summary.unread)
        m_page.element("li", {}, m_words.tell("Cannot be decoded: %1", {framesText(frames)}));
    for (const Diagnostic& diagnostic : m_summary.index->diagnostics) {
        if (diagnostic.severity == Severity::Error)
            m_page.element("li", {}, diagnostic.message);
    }
    for (const SummaryGap& gap : m_summary.gaps)
        m_page.element(
            "li", {},
            m_words.tell("%1 could not be read: %2", {m_words.tell(gap.what.toUtf8().constData()),
                                                      m_words.sentence(gap.why.message, gap.why.wording)}));
}

void PageLosses::writeChecks()
{
    if (m_summary.verdicts.empty())
        return;
    static constexpr std::array States{"ok", "failed", "not recorded", "cannot be checked"};
    const Within box(m_page, "details");
    m_page.element("summary", {}, m_words.tell("Integrity checks of the format"));
    const Within list(m_page, "ul", {{"class", QStringLiteral("plain small")}});
    for (const Verdict& verdict : m_summary.verdicts) {
        const Within item(m_page, "li");
        m_page.text(QString(verdict.check).replace(u'_', u' ') + QStringLiteral(": "));
        m_page.element("b",
                       {{"class", verdict.state == VerdictState::Failed ? QStringLiteral("bad")
                                                                        : QStringLiteral("good")}},
                       m_words.tell(States[static_cast<std::size_t>(verdict.state)]));
        if (!verdict.detail.isEmpty())
            m_page.text(QStringLiteral(" · ") + verdict.detail);
    }
}

} // namespace ghostline::model
