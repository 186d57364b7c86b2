// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One question asked of a whole recording: what is wanted, the search on a worker, how far the answer goes.
#include "app/gui/session/panel.h"
#include "model/analysis/zone_visits.h"
#include "model/detect/detect.h"

#include <map>

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace ghostline::app {

class Job;

class AnalysisPage : public Panel
{
    Q_OBJECT
public:
    explicit AnalysisPage(QWidget* parent = nullptr);
    ~AnalysisPage() override;

    /// By question(): an answer replaces the one before to the same question.
    const std::map<int, model::Findings>& findings() const { return m_findings; }

Q_SIGNALS:
    void findingsChanged();

protected:
    struct Found
    {
        model::Findings findings;
        std::vector<model::ZoneTotal> totals{};            ///< where zones were asked about
        std::shared_ptr<const model::Detected> detected{}; ///< where detectors were asked
    };
    /// Runs on the worker.
    using Search = std::function<model::Result<Found>(const model::ReplaySource&, const model::Progress&,
                                                      std::stop_token)>;

    /// Empty = it cannot be asked now, which noteText() says.
    virtual Search search() = 0;
    virtual int question() const = 0;
    virtual void showFound(const Found& found);

    /// What was found is forgotten.
    void onSessionChanged() override;
    /// Fields in rows, above what the derived page adds to rows().
    QFormLayout* fields() const { return m_fields; }
    QVBoxLayout* rows() const { return m_rows; }
    QDoubleSpinBox* addNumber(const QString& label, double value, double least, double most, int decimals,
                              const QString& suffix);
    /// Says distances in the recording's own unit.
    void measureIn(QDoubleSpinBox* box);
    void tell(const QString& text);
    /// The actor that is selected; None, and says so, when there is none.
    model::ActorId selectedActor();
    void forget();
    /// The same answer told otherwise: nothing was searched for again.
    void replaceFound(const model::Findings& findings);

private:
    void build();
    void start();
    void deliver(int question, const model::Result<Found>& found);
    void tellReach();

    Job* m_job;
    QFormLayout* m_fields = nullptr;
    QVBoxLayout* m_rows = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_remove = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_note = nullptr;
    std::vector<QDoubleSpinBox*> m_lengths;
    std::map<int, model::Findings> m_findings;
    int m_shown = 0; ///< the question whose answer the note is about
};

} // namespace ghostline::app
