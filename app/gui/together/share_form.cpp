// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/share_form.h"

#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/panel_style.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

/// One sentence below a choice, where its text begins.
QLabel* choiceHelp(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setIndent(6 * Grid);
    return label;
}

} // namespace

ShareForm::ShareForm(const ShareChoice& choice, QWidget* parent)
    : QWidget(parent), m_name(new QLineEdit(choice.name, this)),
      m_offers(new QCheckBox(tr("Guests may fetch the recording from here"), this)),
      m_draw(new QCheckBox(tr("Guests may draw"), this))
{
    m_name->setObjectName(QStringLiteral("togetherName"));
    m_name->setAccessibleName(tr("Your name"));
    m_name->setMaxLength(static_cast<int>(together::MostNameLetters));
    m_offers->setObjectName(QStringLiteral("togetherOffers"));
    m_offers->setToolTip(tr("Only those who have come in, and nothing else of this machine"));
    m_offers->setChecked(choice.offersFile);
    m_draw->setObjectName(QStringLiteral("togetherDraw"));
    m_draw->setChecked(choice.mayDraw);
    auto* named = new QFormLayout;
    named->addRow(tr("Your name"), m_name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3 * Grid);
    column->addLayout(named);
    column->addWidget(makeReach(choice));
    column->addWidget(m_offers);
    column->addWidget(m_draw);
    column->addWidget(makeMore(choice));
    connect(m_name, &QLineEdit::textChanged, this, &ShareForm::changed);
    connect(this, &ShareForm::changed, this, &ShareForm::tellReach);
    tellReach();
}

QWidget* ShareForm::makeReach(const ShareChoice& choice)
{
    auto* box = new QWidget(this);
    m_alone = new QRadioButton(tr("This machine alone"), box);
    m_alone->setObjectName(QStringLiteral("togetherAlone"));
    m_everybody = new QRadioButton(tr("Everybody who reaches this machine"), box);
    m_everybody->setObjectName(QStringLiteral("togetherEverybody"));
    (choice.everybody ? m_everybody : m_alone)->setChecked(true);
    auto* aloneText =
        choiceHelp(tr("Other windows of this computer, and who comes in through a tunnel of your own."), box);
    m_everybodyText = choiceHelp({}, box);
    m_everybodyText->setObjectName(QStringLiteral("togetherEverybodyText"));
    m_alone->setAccessibleDescription(aloneText->text());
    auto* heading = new QLabel(tr("Who can reach it"), box);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    for (QWidget* part :
         std::initializer_list<QWidget*>{heading, m_alone, aloneText, m_everybody, m_everybodyText})
        column->addWidget(part);
    connect(m_everybody, &QRadioButton::toggled, this, &ShareForm::changed);
    return box;
}

QWidget* ShareForm::makeMore(const ShareChoice& choice)
{
    auto* more = new QWidget(this);
    QToolButton* open = switchButton(tr("More"), tr("Port, and files to encrypt with"), more);
    open->setObjectName(QStringLiteral("togetherMore"));
    auto* fields = new QWidget(more);
    auto* form = new QFormLayout(fields);
    form->setContentsMargins(6 * Grid, 0, 0, 0);
    m_port = new QSpinBox(fields);
    m_port->setObjectName(QStringLiteral("togetherPort"));
    m_port->setRange(1, 65'535);
    m_port->setGroupSeparatorShown(false);
    m_port->setValue(choice.port);
    m_port->setAccessibleName(tr("Port"));
    form->addRow(tr("Port"), m_port);
    m_certificate = addFile(form, tr("Certificate"), "togetherCertificate", choice.certificatePath);
    m_key = addFile(form, tr("Its key"), "togetherKey", choice.keyPath);
    auto* column = new QVBoxLayout(more);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(open, 0, Qt::AlignLeft);
    column->addWidget(fields);
    connect(open, &QToolButton::toggled, fields, &QWidget::setVisible);
    // Whoever has chosen something there sees that.
    const bool chosen = choice.port != together::DefaultPort || !choice.certificatePath.isEmpty() ||
                        !choice.keyPath.isEmpty();
    fields->setVisible(chosen);
    open->setChecked(chosen);
    return more;
}

QLineEdit* ShareForm::addFile(QFormLayout* form, const QString& label, const char* name, const QString& path)
{
    auto* field = new QLineEdit(path, this);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(label);
    field->setPlaceholderText(tr("None: nothing is encrypted"));
    const QString title = tr("Choose a PEM file");
    auto* row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(
        iconButton(QStringLiteral("open"), title, this, [this, field, title] { chooseFile(field, title); }));
    form->addRow(label, row);
    connect(field, &QLineEdit::textChanged, this, &ShareForm::changed);
    return field;
}

void ShareForm::chooseFile(QLineEdit* field, const QString& title)
{
    if (raiseDialog(this, "togetherPem") != nullptr)
        return;
    auto* chooser = new QFileDialog(this, title);
    chooser->setObjectName(QStringLiteral("togetherPem"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    connect(chooser, &QFileDialog::fileSelected, field, &QLineEdit::setText);
    chooser->show();
}

ShareChoice ShareForm::choice() const
{
    ShareChoice choice;
    choice.name = m_name->text().simplified();
    choice.everybody = m_everybody->isChecked();
    choice.offersFile = m_offers->isChecked();
    choice.mayDraw = m_draw->isChecked();
    choice.port = static_cast<std::uint16_t>(m_port->value());
    choice.certificatePath = m_certificate->text().trimmed();
    choice.keyPath = m_key->text().trimmed();
    return choice;
}

QString ShareForm::trouble() const
{
    const ShareChoice chosen = choice();
    if (chosen.name.isEmpty())
        return tr("The others want to know who you are: a name is missing");
    if (chosen.certificatePath.isEmpty() != chosen.keyPath.isEmpty())
        return tr("To encrypt, both a certificate and its key are needed");
    return {};
}

void ShareForm::tellReach()
{
    const ShareChoice chosen = choice();
    m_everybodyText->setText(
        chosen.certificatePath.isEmpty() || chosen.keyPath.isEmpty()
            ? tr("Those in the same network, and from everywhere if this machine has a public address; they "
                 "need the line to come in. Nothing is encrypted without a certificate: anyone on the way "
                 "can "
                 "read along.")
            : tr("Those in the same network, and from everywhere if this machine has a public address; they "
                 "need the line to come in. All of it is encrypted."));
    m_everybody->setAccessibleDescription(m_everybodyText->text());
}

} // namespace ghostline::app
