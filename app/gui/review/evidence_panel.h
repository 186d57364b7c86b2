// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The evidence strip of the flag under review, with the limits its reader sets.
#include "app/gui/docks/background_job.h"
#include "app/gui/shell/replay_session.h"
#include "model/review/evidence.h"
#include "render/theme.h"

#include <QHash>
#include <QPointer>
#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QStackedLayout;

namespace ghostline::app {

class ElidedLabel;
class EvidenceStrip;
class Pace;

class EvidencePanel : public QWidget
{
    Q_OBJECT
public:
    explicit EvidencePanel(QWidget* parent = nullptr);
    ~EvidencePanel() override;

    /// null = no replay open. Not owned.
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    /// nullopt = none; the figures come a little later.
    void showFlag(const std::optional<model::Flag>& flag);
    EvidenceStrip* strip() const { return m_strip; }

private:
    void build();
    void fetch();
    model::FrameRange wantedFrames() const;
    void onIndexChanged();
    void onFetched(const model::Result<model::Evidence>& evidence);
    void tell(const QString& text);
    void showLimit();
    void setLimit(bool on, double value);
    const model::EvidenceRow* currentRow() const;

    QPointer<ReplaySession> m_session;
    std::optional<model::Flag> m_flag;
    model::FrameRange m_fetched; ///< asked for last
    QHash<QString, double> m_limits;
    EvidenceStrip* m_strip = nullptr;
    ElidedLabel* m_title = nullptr;
    QCheckBox* m_limited = nullptr;
    QDoubleSpinBox* m_limit = nullptr;
    QLabel* m_message = nullptr;
    QStackedLayout* m_pages = nullptr;
    Pace* m_pace = nullptr;
    BackgroundJob m_job; ///< last member: joined before what it reports to
};

} // namespace ghostline::app
