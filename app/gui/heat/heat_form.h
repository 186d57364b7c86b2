// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a heat map shows: of what, of whom, when, how finely, in which colours.
#include "app/gui/heat/heat_reading.h"
#include "app/gui/session/replay_session.h"
#include "model/heat/heat_colours.h"
#include "render/base/theme.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QListWidget;

namespace ghostline::app {

class HeatForm : public QWidget
{
    Q_OBJECT
public:
    explicit HeatForm(QWidget* parent = nullptr);

    /// What this recording offers; choices that it has, too, stay. null = none.
    void setReplay(std::shared_ptr<const model::ReplayIndex> index);
    void setTheme(const render::Theme& theme);
    /// As model::setHeatWhat() takes it; false where the recording does not have it.
    bool chooseWhat(const QString& word);
    /// Without files. The error says what is missing.
    model::Result<HeatQuestion> question(const ReplaySession& session) const;
    model::HeatLook look() const;

Q_SIGNALS:
    void questionChanged();
    void lookChanged();

private:
    void build();
    QComboBox* addChoice(const QString& label, const QString& help);
    QDoubleSpinBox* addNumber(const QString& label, double value, double step, const QString& help);
    void offerWhat();
    void offerWeights();
    void offerWho();
    void offerWhen();
    /// Only what the chosen thing has a use for.
    void fitRows();
    void checkWho(model::HeatOptions& options) const;

    std::shared_ptr<const model::ReplayIndex> m_index;
    std::shared_ptr<const model::ReplayInfo> m_offered; ///< whose people are listed
    render::Theme m_theme;
    QFormLayout* m_rows;
    QComboBox* m_what = nullptr;
    QComboBox* m_weight = nullptr;
    QComboBox* m_place = nullptr;
    QComboBox* m_sum = nullptr;
    QDoubleSpinBox* m_speed = nullptr;
    QListWidget* m_who = nullptr;
    QCheckBox* m_selected = nullptr;
    QComboBox* m_when = nullptr;
    QDoubleSpinBox* m_cell = nullptr;
    QDoubleSpinBox* m_smooth = nullptr;
    QComboBox* m_scale = nullptr;
};

} // namespace ghostline::app
