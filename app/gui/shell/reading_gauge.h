// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the recording is read, behind one icon: memory, stretches, keyframe. Who wants these figures asks for
// them; nothing is put together while nobody does.
#include "app/gui/session/replay_session.h"

#include <QFrame>
#include <QPointer>
#include <QTimer>
#include <QToolButton>

#include <vector>

class QGridLayout;
class QLabel;

namespace ghostline::app {

/// Figures below each other above the button; goes with Esc or a click elsewhere.
class ReadingFigures : public QFrame
{
    Q_OBJECT
public:
    explicit ReadingFigures(QWidget* anchor);
    void setSession(ReplaySession* session);
    /// "keyframe 300 (+73), cache 48 / 256 MB".
    QString oneLine() const;
    void open();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Row
    {
        QString name;
        QString value;
        QString help;
    };
    std::vector<Row> rows() const;
    void refresh();
    void place();

    QWidget* m_anchor;
    QGridLayout* m_grid;
    std::vector<QLabel*> m_names;
    std::vector<QLabel*> m_values;
    QPointer<ReplaySession> m_session;
    QTimer m_timer;
};

class ReadingGauge : public QToolButton
{
    Q_OBJECT
public:
    explicit ReadingGauge(QWidget* parent = nullptr);
    void setSession(ReplaySession* session);
    ReadingFigures* figures() const { return m_figures; }

protected:
    bool event(QEvent* event) override;

private:
    ReadingFigures* m_figures;
};

} // namespace ghostline::app
