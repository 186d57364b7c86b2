// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is asked before watching together begins: name, who can reach it, what guests may.
#include "app/gui/together/watch_party.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QRadioButton;
class QSpinBox;

namespace ghostline::app {

class ShareForm : public QWidget
{
    Q_OBJECT
public:
    explicit ShareForm(const ShareChoice& choice, QWidget* parent);
    ShareChoice choice() const;
    /// Why it cannot begin like that; empty where it can.
    QString trouble() const;

Q_SIGNALS:
    void changed();

private:
    QWidget* makeReach(const ShareChoice& choice);
    QWidget* makeMore(const ShareChoice& choice);
    QLineEdit* addFile(QFormLayout* form, const QString& label, const char* name, const QString& path);
    void chooseFile(QLineEdit* field, const QString& title);
    void tellReach();

    QLineEdit* m_name = nullptr;
    QRadioButton* m_alone = nullptr;
    QRadioButton* m_everybody = nullptr;
    QLabel* m_everybodyText = nullptr;
    QCheckBox* m_offers = nullptr;
    QCheckBox* m_draw = nullptr;
    QSpinBox* m_port = nullptr;
    QLineEdit* m_certificate = nullptr;
    QLineEdit* m_key = nullptr;
};

} // namespace ghostline::app
