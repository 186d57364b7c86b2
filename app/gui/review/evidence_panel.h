// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The evidence strip of the flag under review, with the limits its reader sets.
#include "app/gui/jobs/job.h"
#include "app/gui/session/panel.h"
#include "model/review/evidence.h"

#include <QHash>

class QCheckBox;
class QDoubleSpinBox;

namespace ghostline::app {

class ElidedLabel;
class EvidenceStrip;

class EvidencePanel final : public Panel
{
    Q_OBJECT
public:
    explicit EvidencePanel(QWidget* parent = nullptr);

    /// nullopt = none; the figures come a little later.
    void showFlag(const std::optional<model::Flag>& flag);
    EvidenceStrip* strip() const { return m_strip; }

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    void build();
    void fetch();
    model::FrameRange wantedFrames() const;
    void onIndexChanged();
    void onFetched(const model::Result<model::Evidence>& evidence);
    void showLimit();
    void setLimit(bool on, double value);
    const model::EvidenceRow* currentRow() const;

    std::optional<model::Flag> m_flag;
    model::FrameRange m_fetched; ///< asked for last
    QHash<QString, double> m_limits;
    EvidenceStrip* m_strip = nullptr;
    ElidedLabel* m_title = nullptr;
    QCheckBox* m_limited = nullptr;
    QDoubleSpinBox* m_limit = nullptr;
    Job m_job; ///< last member: joined before what it reports to
};

} // namespace ghostline::app
