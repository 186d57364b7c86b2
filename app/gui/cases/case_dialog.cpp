// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/cases/case_dialog.h"

#include "app/gui/widgets/panel_style.h"
#include "model/case/case_pictures.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace ghostline::app {

CaseDialog::CaseDialog(const CaseOffer& offer, QWidget* parent)
    : QDialog(parent), m_margin(new QDoubleSpinBox(this)),
      m_anonymous(new QCheckBox(tr("Without names"), this)),
      m_notes(new QCheckBox(tr("With the verdicts of reviewers"), this)),
      m_pictures(new QCheckBox(tr("With pictures from two cameras"), this))
{
    setObjectName(QStringLiteral("caseDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export case"));
    m_margin->setRange(0.0, model::MostCaseMargin);
    m_margin->setDecimals(1);
    m_margin->setSuffix(tr(" s"));
    m_margin->setValue(model::StandardCaseMargin);
    m_margin->setAccessibleName(tr("Before and after the flag"));
    m_anonymous->setToolTip(tr(
        "Names of players and reviewers are replaced, and what tells who somebody is is left out. Notes of "
        "reviewers stay: read them for other names before you hand the page out"));
    m_pictures->setChecked(true);
    m_pictures->setToolTip(
        tr("Frame by frame close to the accused and from above, at most %1 frames: the nearest to the flag")
            .arg(model::MostPicturedFrames));
    m_notes->setChecked(!offer.keptBack);
    m_notes->setEnabled(!offer.keptBack);
    if (offer.keptBack)
        m_notes->setToolTip(tr("What others say of it shows once you have given your verdict"));
    auto* flag = new QLabel(offer.about, this);
    flag->setTextFormat(Qt::PlainText);
    flag->setWordWrap(true);
    auto* what = new QLabel(
        tr("One page with all figures around the flag, those that were recorded apart from those that "
           "were worked out. Whoever has the recording can have all of it worked out again: "
           "ghostline-cli verify."),
        this);
    what->setWordWrap(true);
    what->setForegroundRole(QPalette::PlaceholderText);
    auto* form = new QFormLayout(this);
    form->setSpacing(2 * Grid);
    form->addRow(tr("Flag"), flag);
    form->addRow(tr("Before and after"), m_margin);
    form->addRow(m_anonymous);
    form->addRow(m_notes);
    form->addRow(m_pictures);
    form->addRow(what);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(tr("Save as…"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT wanted(
            {m_margin->value(), m_anonymous->isChecked(), m_notes->isChecked(), m_pictures->isChecked()});
        close();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    form->addRow(buttons);
    setMinimumWidth(110 * Grid);
    resize(minimumWidth(), form->heightForWidth(minimumWidth())); // the hint is of narrower texts
}

} // namespace ghostline::app
