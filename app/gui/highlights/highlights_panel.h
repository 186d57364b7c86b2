// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The best moments of the recording, ranked: gone to, played, exported, bookmarked. They tell how a match
// went, so they are only looked for once somebody wants to see them.
#include "app/gui/jobs/job.h"
#include "app/gui/session/panel.h"
#include "model/clips/clip.h"
#include "model/highlights/highlights.h"

class QLabel;
class QMenu;
class QTableView;
class QToolButton;

namespace ghostline::app {

class HighlightsModel;
class ScoreDelegate;

class HighlightsPanel final : public Panel
{
    Q_OBJECT
public:
    explicit HighlightsPanel(QWidget* parent = nullptr);

    HighlightsModel* model() const { return m_model; }
    const model::HighlightWeights& weights() const { return m_weights; }
    /// Looks for them anew, and keeps the weights for the next time.
    void setWeights(const model::HighlightWeights& weights);
    /// Plays all of them in the order of time; looks for them first where nobody has.
    void playAll();
    void exportAll();
    /// Adds a bookmark for each, in one step.
    void bookmarkAll();
    void editWeights();
    /// What can be done with those that are selected. Deletes itself when it closes.
    QMenu* makeMenu();

Q_SIGNALS:
    void playRequested(const std::vector<ghostline::model::Clip>& clips);
    void playListRequested(const std::vector<ghostline::model::Clip>& clips); ///< are to be added to it
    void exportRequested(const std::vector<ghostline::model::Clip>& clips);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    QLayout* buildTools();
    QLayout* buildLegend();
    void find();
    bool upToDate(const model::ReplayIndex& index) const;
    void take(std::shared_ptr<const model::ReplayIndex> index, std::vector<model::Highlight> found);
    void forget();
    void tellMoments();
    void updateButtons();
    void goTo(int row);
    void play(int row);
    std::vector<model::Highlight> selectedOrAll() const;
    std::vector<model::Clip> clipsInTime(std::vector<model::Highlight> all) const;

    HighlightsModel* m_model = nullptr;
    ScoreDelegate* m_delegate = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_none = nullptr; ///< why there are none
    QToolButton* m_play = nullptr;
    QToolButton* m_export = nullptr;
    QToolButton* m_bookmark = nullptr;
    std::vector<QLabel*> m_marks; ///< of the legend
    model::HighlightWeights m_weights;
    std::shared_ptr<const model::ReplayIndex> m_foundIn; ///< null = nobody has looked yet
    bool m_playWhenFound = false;
    Job* m_job = nullptr;
};

} // namespace ghostline::app
