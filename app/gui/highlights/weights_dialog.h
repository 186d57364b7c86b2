// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// By what highlights are ranked, to be edited: the four parts, the rules, what the kinds of a recording are
// worth.
#include "model/highlights/highlight_weights.h"

#include <QDialog>

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace ghostline::app {

class WeightsDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `kinds`: those of the recording; only what is worth something is listed.
    WeightsDialog(const model::HighlightWeights& weights, std::vector<model::EventKind> kinds,
                  QWidget* parent);

    /// As the boxes stand. Weights of kinds that this recording does not have stay as they were.
    model::HighlightWeights weights() const;

Q_SIGNALS:
    void weightsAccepted(const ghostline::model::HighlightWeights& weights);

private:
    struct Field
    {
        double model::HighlightWeights::*value = nullptr;
        int model::HighlightWeights::*count = nullptr;
        QDoubleSpinBox* box = nullptr;
    };
    struct KindField
    {
        model::EventKind kind;
        QDoubleSpinBox* worth = nullptr;
        QDoubleSpinBox* rarity = nullptr;
    };
    void build();
    QDoubleSpinBox* box(double most, double step, int decimals);
    void add(QFormLayout* form, const QString& label, double model::HighlightWeights::*value, double most,
             const QString& unit = {});
    void add(QFormLayout* form, const QString& label, int model::HighlightWeights::*count, double most);
    void addKinds(QFormLayout* form);
    void fill(const model::HighlightWeights& weights);
    void check();

    model::HighlightWeights m_before;
    std::vector<Field> m_fields;
    std::vector<KindField> m_kinds;
    QLabel* m_wrong = nullptr;
    QPushButton* m_accept = nullptr;
};

} // namespace ghostline::app
