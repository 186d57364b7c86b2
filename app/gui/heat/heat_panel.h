// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Heat maps: asks what is wanted, reads it beside the window, says what the views show, writes it.
#include "app/gui/heat/heat_reading.h"
#include "app/gui/session/panel.h"
#include "model/codec/codec_registry.h"
#include "render/base/heat_overlay.h"
#include "render/base/shared.h"

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace ghostline::app {

class HeatForm;
class HeatLegend;
class Job;

class HeatPanel final : public Panel
{
    Q_OBJECT
public:
    explicit HeatPanel(QWidget* parent = nullptr);
    ~HeatPanel() override;

    /// With what further recordings are opened.
    void setRegistry(std::shared_ptr<const model::CodecRegistry> registry);
    HeatForm* form() const { return m_form; }
    /// Of the same map, laid over the open one.
    void addRecordings(const QStringList& paths);
    /// Reads what is asked; shown() follows, or the note says why not.
    void start();
    const render::Shared<render::HeatOverlay>& heat() const { return m_heat; }
    /// What is being done, what was found or what is wrong.
    QString note() const;

    /// The old file stays when writing fails.
    model::Result<void> exportPicture(const QString& path, int side) const;
    model::Result<void> exportCsv(const QString& path) const;

Q_SIGNALS:
    /// Empty = none any more.
    void shown(const ghostline::render::Shared<ghostline::render::HeatOverlay>& heat);

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void build();
    void buildRecordings();
    void buildButtons();
    void onIndexChanged();
    void onQuestionChanged();
    void chooseRecordings();
    void askPicture();
    void askCsv();
    void deliver(const model::Result<model::HeatGrid>& grid, const model::HeatLook& look);
    void show(render::HeatOverlay heat);
    void tell(const QString& text);
    void tellFound();

    std::shared_ptr<const model::CodecRegistry> m_registry;
    Job* m_job;
    HeatForm* m_form = nullptr;
    QListWidget* m_recordings = nullptr;
    QPushButton* m_less = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_picture = nullptr;
    QPushButton* m_csv = nullptr;
    QSpinBox* m_pixels = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_title = nullptr;
    HeatLegend* m_legend = nullptr;
    render::Shared<render::HeatOverlay> m_heat;
};

} // namespace ghostline::app
