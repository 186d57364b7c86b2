// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/history.h"

#include <QUndoCommand>

#include <utility>

namespace ghostline::app {

namespace {

class Step : public QUndoCommand
{
public:
    Step(const QString& what, std::function<void()> back, std::function<void()> again)
        : QUndoCommand(what), m_back(std::move(back)), m_again(std::move(again))
    {
    }
    void undo() override { m_back(); }
    /// The stack calls it once at the start, too, for a change that has been made by then.
    void redo() override
    {
        if (std::exchange(m_made, true))
            m_again();
    }

private:
    std::function<void()> m_back;
    std::function<void()> m_again;
    bool m_made = false;
};

} // namespace

History::History(QObject* parent) : QUndoStack(parent) { setUndoLimit(MostSteps); }

void History::add(const QString& what, std::function<void()> back, std::function<void()> again)
{
    push(new Step(what, std::move(back), std::move(again)));
}

} // namespace ghostline::app
