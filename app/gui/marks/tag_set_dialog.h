// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Editing a set of tags: which buttons it has, and what each does.
#include "app/gui/marks/tag_set.h"
#include "render/base/theme.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace ghostline::app {

class Actions;

/// Not modal, deletes itself when it closes.
class TagSetDialog : public QDialog
{
    Q_OBJECT
public:
    TagSetDialog(const Actions* actions, const TagSet& set, const render::Theme& theme, QWidget* parent);
    /// As it is edited now.
    const TagSet& set() const { return m_set; }
    /// Why it cannot be taken; empty where it can.
    QString problem() const;

Q_SIGNALS:
    void saved(const ghostline::app::TagSet& set);

private:
    void buildList(QWidget* parent);
    QFormLayout* buildFields();
    QDoubleSpinBox* addSeconds();
    void add();
    void remove();
    void move(int by);
    void fillList();
    void showButton();
    void takeFields();
    void check();
    void save();
    int row() const;

    const Actions* m_actions;
    TagSet m_set;
    render::Theme m_theme;
    bool m_filling = false; ///< fields change by themselves
    QLineEdit* m_name;
    QCheckBox* m_codeModeOnly;
    QListWidget* m_list;
    QLineEdit* m_tag;
    QKeySequenceEdit* m_key;
    QComboBox* m_hue;
    QComboBox* m_kind;
    QDoubleSpinBox* m_lead;
    QDoubleSpinBox* m_lag;
    QLineEdit* m_group;
    QWidget* m_fields;
    QLabel* m_problem;
    QPushButton* m_save = nullptr;
};

} // namespace ghostline::app
