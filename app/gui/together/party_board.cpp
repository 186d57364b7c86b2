// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing is known by its id. What others drew never enters the notes before the user has said so.
#include "app/gui/together/party_board.h"

#include "app/gui/widgets/replay_address.h"
#include "model/board/board.h"
#include "together/limits.h"

#include <QEvent>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace ghostline::app {

namespace {

constexpr auto QuestionName = "keepDrawingsQuestion";
constexpr auto ProblemName = "keepDrawingsProblem";

auto findDrawing(std::vector<model::Drawing>& drawings, const QString& id)
{
    return std::ranges::find(drawings, id, &model::Drawing::id);
}

void addMissing(std::vector<model::Drawing>& to, const std::vector<model::Drawing>& drawings)
{
    for (const model::Drawing& drawing : drawings) {
        if (findDrawing(to, drawing.id) == to.end())
            to.push_back(drawing);
    }
}

} // namespace

PartyBoard::PartyBoard(QWidget* window) : QObject(window), m_window(window)
{
    window->installEventFilter(this);
    m_showing.setSingleShot(true);
    m_showing.setInterval(0);
    connect(&m_showing, &QTimer::timeout, this, &PartyBoard::show);
}

void PartyBoard::setSession(ReplaySession* session)
{
    if (session == m_session)
        return;
    if (m_session != nullptr) {
        m_session->unsubscribe(this);
        m_session->notes()->setOthersDrawings({});
        askAgain(m_session->path());
    }
    m_session = session;
    m_begun = {};
    if (session == nullptr)
        return;
    connect(session->notes(), &ReplayNotes::drawingsChanged, this, &PartyBoard::onDrawingsChanged);
    askAgain(session->path());
    show();
    if (m_together)
        beginParty();
}

void PartyBoard::setParticipant(together::Participant* participant)
{
    if (participant == m_participant)
        return;
    if (m_participant != nullptr) {
        m_participant->disconnect(this);
        endParty();
    }
    m_participant = participant;
    m_told.clear();
    if (participant == nullptr)
        return;
    connect(participant, &together::Participant::drawingAdded, this, &PartyBoard::onAdded);
    connect(participant, &together::Participant::drawingRemoved, this, &PartyBoard::onRemoved);
    if (m_together)
        beginParty();
}

void PartyBoard::setTogether(bool on)
{
    if (std::exchange(m_together, on) == on)
        return;
    if (on)
        beginParty();
    else
        show();
}

void PartyBoard::beginParty()
{
    m_private.clear();
    if (m_session == nullptr)
        return;
    m_begun = QDateTime::currentDateTimeUtc();
    m_seenOn = m_session->path();
    for (const model::Drawing& drawing : m_session->notes()->sidecar().drawings) {
        if (!m_told.contains(drawing.id)) // the same recording may have been opened once more meanwhile
            m_private.insert(drawing.id);
    }
    m_showing.start(); // what others drew may have come before the recording was open
}

void PartyBoard::endParty()
{
    m_told.clear();
    m_begun = {};
    std::vector<model::Drawing> others = std::exchange(m_others, {});
    if (m_session != nullptr)
        std::erase_if(others, [this](const model::Drawing& drawing) { return isInNotes(drawing.id); });
    const QString path = std::exchange(m_seenOn, {});
    // What was never seen here is nothing to ask about.
    if (path.isEmpty() || others.empty())
        show();
    else
        leave(path, others);
}

void PartyBoard::startOver()
{
    m_others.clear();
    m_told.clear();
    m_showing.start();
    onDrawingsChanged();
}

// ---- what is drawn here ----

/// Drawn here, and since all watch together: not read from a file that somebody brought, nor drawn by others.
bool PartyBoard::isOurs(const model::Drawing& drawing) const
{
    if (m_told.contains(drawing.id))
        return true;
    return !m_private.contains(drawing.id) && drawing.created.isValid() && drawing.created >= m_begun &&
           std::ranges::find(m_others, drawing.id, &model::Drawing::id) == m_others.end();
}

bool PartyBoard::isInNotes(const QString& id) const
{
    const std::vector<model::Drawing>& own = m_session->notes()->sidecar().drawings;
    return std::ranges::find(own, id, &model::Drawing::id) != own.end();
}

void PartyBoard::onDrawingsChanged()
{
    if (m_participant == nullptr || !m_together || m_session == nullptr || !m_participant->mayDraw())
        return;
    const std::vector<model::Drawing>& own = m_session->notes()->sidecar().drawings;
    tellRemoved();
    const together::Person* me = m_participant->person(m_participant->me());
    for (const model::Drawing& drawing : own) {
        if (!isOurs(drawing))
            continue;
        const auto told = m_told.constFind(drawing.id);
        if (told != m_told.constEnd() && *told == drawing)
            continue;
        m_told.insert(drawing.id, drawing);
        model::Drawing shared = drawing;
        if (me != nullptr)
            shared.author = me->name;
        m_participant->addDrawing(shared);
    }
}

void PartyBoard::tellRemoved()
{
    const QList<QString> told = m_told.keys();
    for (const QString& id : told) {
        if (isInNotes(id))
            continue;
        m_told.remove(id);
        m_participant->removeDrawing(id);
    }
}

// ---- what others draw ----

void PartyBoard::onAdded(const together::DrawingAdded& added)
{
    // After a lost line one's own come back, too; what was removed meanwhile is still to be removed there.
    if (added.who == m_participant->me() || m_told.contains(added.drawing.id)) {
        if (m_together && m_session != nullptr && !isInNotes(added.drawing.id))
            m_participant->removeDrawing(added.drawing.id);
        return;
    }
    if (added.drawing.id.isEmpty() || !model::isComplete(added.drawing))
        return;
    // One's own of an earlier time here, or kept since: who comes back is another person to the host.
    if (m_session != nullptr && isInNotes(added.drawing.id))
        return;
    model::Drawing drawing = added.drawing;
    if (const together::Person* author = m_participant->person(added.who); author != nullptr)
        drawing.author = author->name;
    const auto old = findDrawing(m_others, drawing.id);
    if (old != m_others.end())
        *old = std::move(drawing);
    else if (m_others.size() < together::MostSharedDrawings)
        m_others.push_back(std::move(drawing));
    m_showing.start();
}

void PartyBoard::onRemoved(const together::DrawingRemoved& removed)
{
    const auto gone = findDrawing(m_others, removed.id);
    if (gone != m_others.end())
        m_others.erase(gone);
    else if (m_told.remove(removed.id))
        m_private.insert(removed.id); // taken from all by the host; in one's own notes it stays
    m_showing.start();
}

void PartyBoard::show()
{
    if (m_session == nullptr)
        return;
    std::vector<model::Drawing> all = m_together ? m_others : std::vector<model::Drawing>{};
    for (const Left& left : m_left) {
        if (left.path == m_session->path())
            addMissing(all, left.drawings);
    }
    m_session->notes()->setOthersDrawings(std::move(all));
}

// ---- what becomes of them ----

std::vector<model::Drawing> PartyBoard::leftOver() const
{
    std::vector<model::Drawing> all;
    for (const Left& left : m_left)
        all.insert(all.end(), left.drawings.begin(), left.drawings.end());
    return all;
}

/// The party is over, and perhaps not the first one on this recording.
void PartyBoard::leave(const QString& path, const std::vector<model::Drawing>& drawings)
{
    auto left = std::ranges::find(m_left, path, &Left::path);
    if (left == m_left.end())
        left = m_left.insert(m_left.end(), Left{.path = path, .drawings = {}, .question = {}});
    addMissing(left->drawings, drawings);
    show();
    if (m_window->isVisible())
        ask(*left);
    else
        answer(path, false);
}

void PartyBoard::ask(Left& left)
{
    closeQuestion(left);
    auto* box = new QMessageBox(QMessageBox::Question, tr("Watch together"),
                                tr("Keep the drawings of others on %1?").arg(shortName(left.path)),
                                QMessageBox::NoButton, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        tr("Drawn by others while you watched together: %L1. What is kept is saved with the notes of this "
           "recording.")
            .arg(left.drawings.size()));
    box->setObjectName(QLatin1String(QuestionName));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    const QPushButton* kept = box->addButton(tr("Keep"), QMessageBox::AcceptRole);
    const QPushButton* dropped = box->addButton(tr("Drop"), QMessageBox::DestructiveRole);
    QPushButton* later = box->addButton(tr("Later"), QMessageBox::RejectRole);
    later->setToolTip(
        tr("They stay in the picture, and it is asked again when this recording is closed or opened"));
    box->setEscapeButton(later);
    connect(box, &QDialog::finished, this, [this, box, kept, dropped, path = left.path] {
        if (const QAbstractButton* clicked = box->clickedButton(); clicked == kept || clicked == dropped)
            answer(path, clicked == kept);
    });
    left.question = box;
    box->show();
}

/// What was put off: with the recording it goes out of sight, or can be seen again.
void PartyBoard::askAgain(const QString& path)
{
    for (Left& left : m_left) {
        if (left.path == path && !left.question && m_window->isVisible())
            ask(left);
    }
}

/// What it asked is answered, or asked anew.
void PartyBoard::closeQuestion(Left& left)
{
    if (!left.question)
        return;
    left.question->disconnect(this);
    left.question->close();
    left.question.clear();
}

void PartyBoard::answer(const QString& path, bool keeps)
{
    const auto answered = std::ranges::find(m_left, path, &Left::path);
    if (answered == m_left.end())
        return;
    Left left = std::move(*answered);
    m_left.erase(answered);
    closeQuestion(left);
    if (keeps && m_session != nullptr && m_session->path() == left.path)
        keepHere(left);
    else if (keeps)
        keepElsewhere(left);
    show();
}

void PartyBoard::answerAll(bool keeps)
{
    while (!m_left.empty())
        answer(QString(m_left.back().path), keeps);
}

void PartyBoard::keepHere(const Left& left)
{
    for (const model::Drawing& drawing : left.drawings)
        m_private.insert(drawing.id); // no news for those of the next party
    m_session->notes()->addDrawings(tr("Keep drawings of others"), left.drawings);
}

/// Into the notes of a recording that is not open any more, as if it were.
void PartyBoard::keepElsewhere(const Left& left)
{
    const model::Playhead nowhere;
    ReplayNotes notes(left.path, nowhere);
    connect(&notes, &ReplayNotes::problem, this, &PartyBoard::tellProblem);
    notes.addDrawings(tr("Keep drawings of others"), left.drawings);
}

void PartyBoard::tellProblem(const QString& title, const QString& detail)
{
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Watch together"), title, QMessageBox::Ok, m_window);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(detail);
    box->setObjectName(QLatin1String(ProblemName));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    box->show();
}

void PartyBoard::keep() { answerAll(true); }

void PartyBoard::drop() { answerAll(false); }

bool PartyBoard::eventFilter(QObject* watched, QEvent* event)
{
    // Closed, and not only minimised.
    if (watched == m_window && event->type() == QEvent::Hide && !event->spontaneous())
        drop();
    return QObject::eventFilter(watched, event);
}

} // namespace ghostline::app
