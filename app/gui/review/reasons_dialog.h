// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Editing the reasons of checks: add, rename, remove, order; as a file to and from the rest of a team.
#include "app/gui/review/reason_book.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace ghostline::app {

/// Not modal, deletes itself when it closes.
class ReasonsDialog : public QDialog
{
    Q_OBJECT
public:
    /// `checks` can be given lists of their own; the one of `check` is shown first.
    ReasonsDialog(const ReasonBook& book, const QStringList& checks, const QString& check, QWidget* parent);
    const ReasonBook& book() const { return m_book; }
    /// The check whose list is edited; empty = all those without one of their own.
    QString check() const;
    void choose(const QString& check);
    /// Takes the place of everything; an error is shown and changes nothing.
    void importFrom(const QString& path);
    void exportTo(const QString& path);

Q_SIGNALS:
    void saved(const ghostline::app::ReasonBook& book);

private:
    void build();
    QWidget* buildList();
    QPushButton* tool(const QString& text, const std::function<void()>& pressed);
    void fillChecks();
    void fillList(int current);
    void take();
    void add();
    void remove();
    void move(int by);
    void setOwn(bool own);
    void offer();
    void tell(const QString& problem);

    ReasonBook m_book;
    QStringList m_checks;
    bool m_filling = false; ///< the list changes by itself
    QComboBox* m_check = nullptr;
    QPushButton* m_own = nullptr;
    QListWidget* m_list = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QLabel* m_problem = nullptr;
};

/// Brings up the one that is open, or a new one, which saves what it is closed with. Null where one is open.
ReasonsDialog* showReasons(const QStringList& checks, const QString& check, QWidget* parent);

} // namespace ghostline::app
