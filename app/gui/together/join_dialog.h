// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// File > Join…: takes the line that a host has sent, and tells how far it is until the recording is there.
// Then it closes itself.
#include "app/gui/together/fitted_dialog.h"
#include "app/gui/together/party_face.h"

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace ghostline::app {

class JoinDialog : public FittedDialog
{
    Q_OBJECT
public:
    /// `line` = empty: what the clipboard has, if it is one. Who is on the way in already sees how far.
    /// `filters` are what a file chooser offers. `face` outlives it, or is its child.
    JoinDialog(PartyFace* face, const QString& line, QStringList filters, QWidget* parent);
    /// The one that is open, with that line in it, or a new one. `party` outlives it.
    static QDialog* present(WatchParty* party, const QString& line, const QStringList& filters,
                            QWidget* parent);

    /// Of a link that was clicked while it is open; not while it is on the way in by another.
    void setLine(const QString& line);
    /// Closing it before the recording is being opened is leaving.
    void reject() override;

private:
    QWidget* makeForm();
    QWidget* makeProgress();
    void check();
    void join();
    void refresh();
    void chooseOwn();
    QString progressText() const;
    bool isComingIn() const;
    bool isOnTheWay() const;
    void showForm();
    void showProgress();
    void preferButton();
    static void tell(QLabel* label, const QString& text);

    PartyFace* m_face;
    QStringList m_filters;
    QWidget* m_form = nullptr;
    QWidget* m_progress = nullptr;
    QLineEdit* m_line = nullptr;
    QLineEdit* m_name = nullptr;
    QLabel* m_trouble = nullptr;
    QLabel* m_failure = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_told = nullptr;
    QProgressBar* m_bar = nullptr;
    QPushButton* m_join = nullptr;
    QPushButton* m_fetch = nullptr;
    QPushButton* m_own = nullptr;
    QPushButton* m_leave = nullptr;
    bool m_asked = false; ///< to join, from here or before
};

} // namespace ghostline::app
