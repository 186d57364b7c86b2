// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// File > Watch together…: asks how, starts, then shows the line that others paste. It may be closed and asked
// for again while guests are in.
#include "app/gui/together/fitted_dialog.h"
#include "app/gui/together/party_face.h"

#include <QPointer>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace ghostline::app {

class ShareForm;

class ShareDialog : public FittedDialog
{
    Q_OBJECT
public:
    /// `face` outlives it, or is its child.
    ShareDialog(PartyFace* face, QWidget* parent);
    /// The one that is open, or a new one. `party` outlives it.
    static QDialog* present(WatchParty* party, QWidget* parent);

private:
    QWidget* makeForm();
    QWidget* makeRunning();
    void addLine(const together::Invitation& invitation);
    void start();
    void refresh();
    void fillLines();
    void takeParticipant();
    void countGuests();
    void tell(const QString& text);
    bool isHosting() const;

    PartyFace* m_face;
    QPointer<together::Participant> m_heard; ///< whose people are counted
    ShareForm* m_form = nullptr;
    QWidget* m_running = nullptr;
    QVBoxLayout* m_lines = nullptr;
    QWidget* m_lineBox = nullptr;
    QLabel* m_here = nullptr;
    QLabel* m_reachText = nullptr;
    QLabel* m_more = nullptr;
    QLabel* m_trouble = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_stop = nullptr;
    std::vector<together::Invitation> m_shown; ///< that have a line
};

} // namespace ghostline::app
