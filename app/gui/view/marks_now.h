// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The marks that are in the picture at this moment, small and without words; the legend has those.
#include "app/gui/view/state_legend.h"
#include "model/world/world_state.h"

#include <array>
#include <utility>
#include <vector>

namespace ghostline::app {

class MarksNow : public QWidget
{
    Q_OBJECT
public:
    explicit MarksNow(QWidget* parent = nullptr);
    void setTheme(const render::Theme& theme);
    void setInfo(const model::ReplayInfo& info);
    /// Whether the view marks how positions came about.
    void setProvenanceShown(bool shown);
    void setState(const model::WorldState& state);
    /// "recorded, stunned": what is shown, in words.
    QStringList words() const;
    /// For all marks there can be, so that nothing beside it moves while it plays.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    void tell();

    render::Theme m_theme;
    std::array<bool, 4> m_provenance{}; ///< by model::Provenance
    bool m_provenanceShown = true;
    std::vector<std::pair<StateLegend::Mark, model::ActorPropertyId>> m_states; ///< that there can be
    std::array<bool, 4> m_now{}; ///< by StateLegend::Mark: in the picture
};

} // namespace ghostline::app
