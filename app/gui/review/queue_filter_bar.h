// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Above the queue: a text to search for, and a choice each of player, map, check, severity and state.
#include "app/gui/review/queue_filter.h"

#include <QSet>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace ghostline::app {

class QueueFilterBar : public QWidget
{
    Q_OBJECT
public:
    /// `leading` stands before the text.
    explicit QueueFilterBar(QWidget* leading, QWidget* parent = nullptr);

    /// Who, which map and which checks can be chosen from now on, too.
    void offer(const model::ReviewedFile& file);
    /// Another folder: no player, map or check is offered or chosen any more.
    void clear();
    /// Everything again.
    void reset();
    /// Nothing else is asked for then.
    void choosePlayer(const QueuePlayer& player);
    const QueueWanted& wanted() const { return m_wanted; }

Q_SIGNALS:
    void changed(); ///< wanted() is another one
    void leftDownwards();

private:
    QComboBox* addChoice(const QString& name, const QString& all);
    void build(QWidget* leading);
    int placeOf(const QueuePlayer& player) const;
    void offerPlayer(const QueuePlayer& player);
    void offerWord(QComboBox* box, QSet<QString>& known, const QString& word);
    void take();

    QueueWanted m_wanted;
    bool m_filling = false; ///< what is chosen changes by itself
    QSet<QString> m_ids;
    QSet<QString> m_names;
    QSet<QString> m_maps;
    QSet<QString> m_checks;
    QLineEdit* m_text = nullptr;
    QComboBox* m_player = nullptr;
    QComboBox* m_map = nullptr;
    QComboBox* m_check = nullptr;
    QComboBox* m_severity = nullptr;
    QComboBox* m_shown = nullptr;
    QToolButton* m_reset = nullptr;
};

} // namespace ghostline::app
