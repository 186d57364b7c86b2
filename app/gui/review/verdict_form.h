// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a verdict is given: what others said of the flag, a note, a name, and one button per verdict.
#include "app/gui/review/reason_book.h"
#include "model/review/flag.h"
#include "render/base/theme.h"

#include <QHash>
#include <QWidget>

#include <array>

class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;
class QTableView;

namespace ghostline::app {

class Actions;
class ReviewsModel;

class VerdictForm : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictForm(Actions* actions, QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// Whose flags they are: notes that were begun belong to one recording.
    void setRecording(const QString& path);
    /// null = no flag. A note begun for another flag is kept for that one.
    void show(const model::Flag* flag, const model::Sidecar& sidecar, const model::ReviewRules& rules);
    QString note() const;
    /// As it is stored; empty = none was chosen.
    QString reason() const;
    /// The list to choose from was edited.
    void reloadReasons();
    QString reviewer() const;
    /// A verdict was about to be given without one; it can be given unsigned all the same.
    void askForName();
    /// The note has been saved with a verdict.
    void noteTaken();
    void editNote();

Q_SIGNALS:
    void reviewerChanged();  ///< at every key
    void reviewerEntered();  ///< the whole name is there
    void reviewerAnswered(); ///< with Enter
    void reasonsAsked();     ///< to be edited

private:
    void build(Actions* actions);
    QLayout* buildReasons();
    void fillReasons();

    ReviewsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_none = nullptr;
    QLineEdit* m_note = nullptr;
    QComboBox* m_reason = nullptr;
    QString m_check{}; ///< of the flag that is shown
    ReasonBook m_reasons;
    QLineEdit* m_reviewer = nullptr;
    QLabel* m_ask = nullptr;
    std::array<QPushButton*, 4> m_buttons{};
    QString m_recording;
    QString m_shown;                 ///< which flag of which recording
    QHash<QString, QString> m_begun; ///< notes typed and not given with a verdict yet, by flag
};

} // namespace ghostline::app
