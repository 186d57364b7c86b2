// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// View > Picture quality: what was chosen, or what the machine draws in time.
#include "app/gui/settings/quality_store.h"
#include "render/base/quality_choice.h"

#include <QElapsedTimer>
#include <QObject>

namespace ghostline::app {

class Actions;
class ViewArea;

struct GlRenderer
{
    QString name;           ///< what OpenGL calls itself
    bool plainOnly = false; ///< as WindowSetup::plainOnly
};

class QualityVerbs : public QObject
{
    Q_OBJECT
public:
    /// All outlive it. `said`: on the command line, not remembered.
    QualityVerbs(Actions* actions, ViewArea* area, const GlRenderer& renderer,
                 std::optional<QualityWish> said, QObject* parent);

    QualityWish wish() const { return m_wish; }
    void choose(QualityWish wish);

private:
    void measure(double milliseconds);
    void show();

    Actions* m_actions;
    ViewArea* m_area;
    bool m_software;
    bool m_plainOnly;
    QualityWish m_wish;
    render::QualityChoice m_choice;
    QElapsedTimer m_clock;
};

} // namespace ghostline::app
