// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A quiet strip above the view that tells a newcomer one thing at a time. Each hint goes for good once its
// thing was done, or when it is put away.
#include "render/base/theme.h"

#include <QFrame>
#include <QPointer>
#include <QStringList>

#include <optional>

class QLabel;
class QToolButton;

namespace ghostline::app {

class Actions;
class ReplayViews;

class FirstRunHints : public QFrame
{
    Q_OBJECT
public:
    enum class Hint { Play, Zoom, Follow, Palette };

    /// The keys that hints name, and whose use ends them, are those of `actions`.
    explicit FirstRunHints(Actions* actions, QWidget* parent = nullptr);
    /// Where the hints of wheel and double click are tried.
    void watch(QWidget* timeline, ReplayViews* views);
    void setTheme(const render::Theme& theme);

    /// The one that is shown; nothing when there is none left.
    std::optional<Hint> current() const;
    QString text() const;
    /// It was done or read: it is not shown again.
    void finish(Hint hint);
    /// None of them is shown any more.
    void finishAll();
    /// Begins anew.
    void showAgain();
    /// As finishAll(), for windows to come.
    static void storeAllFinished();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void finishBy(const QStringList& verbs, Hint hint);
    void setFinished(const QStringList& ids);
    void refresh();
    QString textOf(Hint hint) const;
    QString keyOf(const char* verb) const;

    QPointer<Actions> m_actions;
    QPointer<QWidget> m_timeline;
    render::Theme m_theme;
    QStringList m_finished; ///< ids of hints
    QLabel* m_icon;
    QLabel* m_text;
    QLabel* m_count;
    QToolButton* m_close;
    QToolButton* m_closeAll;
};

} // namespace ghostline::app
