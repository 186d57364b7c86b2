// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/marks/tag_set_dialog.h"

#include "app/gui/marks/tag_keys.h"
#include "app/gui/widgets/panel_style.h"
#include "model/sidecar/tags.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr std::array<const char*, 7> HueNames{
    QT_TRANSLATE_NOOP("ghostline::app::BookmarksPanel", "Blue"),
    QT_TRANSLATE_NOOP("ghostline::app::BookmarksPanel", "Orange"),
    QT_TRANSLATE_NOOP("ghostline::app::BookmarksPanel", "Green"),
    QT_TRANSLATE_NOOP("ghostline::app::BookmarksPanel", "Vermilion"),
    QT_TRANSLATE_NOOP("ghostline::app::BookmarksPanel", "Sky"),
    QT_TRANSLATE_NOOP("ghostline::app::BookmarksPanel", "Purple"),
    QT_TRANSLATE_NOOP("ghostline::app::BookmarksPanel", "Yellow")};

QString hueName(const char* english)
{
    return QCoreApplication::translate("ghostline::app::BookmarksPanel", english);
}

model::Micros microsIn(const QDoubleSpinBox& box) { return model::Micros{std::llround(box.value() * 1e6)}; }

} // namespace

TagSetDialog::TagSetDialog(const Actions* actions, const TagSet& set, const render::Theme& theme,
                           QWidget* parent)
    : QDialog(parent), m_actions(actions), m_set(set), m_theme(theme), m_name(new QLineEdit(set.name, this)),
      m_codeModeOnly(new QCheckBox(tr("Its keys work in code mode only, and may be any"), this)),
      m_list(new QListWidget(this)), m_tag(new QLineEdit(this)), m_key(new QKeySequenceEdit(this)),
      m_hue(new QComboBox(this)), m_kind(new QComboBox(this)), m_lead(addSeconds()), m_lag(addSeconds()),
      m_group(new QLineEdit(this)), m_fields(new QWidget(this)), m_problem(new QLabel(this))
{
    setObjectName(QStringLiteral("tagSetDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Edit tags"));
    auto* head = new QFormLayout;
    head->addRow(tr("&Name"), m_name);
    head->addRow(m_codeModeOnly);
    auto* middle = new QHBoxLayout;
    auto* left = new QWidget(this);
    buildList(left);
    middle->addWidget(left, 1);
    m_fields->setLayout(buildFields());
    middle->addWidget(m_fields, 1);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("problem"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    connect(buttons, &QDialogButtonBox::accepted, this, &TagSetDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addLayout(head);
    column->addLayout(middle, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);

    m_name->setMaxLength(static_cast<int>(model::LongestTag));
    m_codeModeOnly->setChecked(set.codeModeOnly);
    connect(m_name, &QLineEdit::textChanged, this, &TagSetDialog::takeFields);
    connect(m_codeModeOnly, &QCheckBox::toggled, this, &TagSetDialog::takeFields);
    fillList();
    m_list->setCurrentRow(m_set.buttons.empty() ? -1 : 0);
    showButton();
    check();
}

void TagSetDialog::buildList(QWidget* parent)
{
    m_list->setAccessibleName(tr("Tags"));
    auto* column = new QVBoxLayout(parent);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_list, 1);
    auto* tools = new QHBoxLayout;
    const auto tool = [&](const QString& text, auto pressed) {
        auto* button = new QPushButton(text, parent);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, pressed);
        tools->addWidget(button);
    };
    tool(tr("&Add"), [this] { add(); });
    tool(tr("&Remove"), [this] { remove(); });
    tool(tr("&Up"), [this] { move(-1); });
    tool(tr("&Down"), [this] { move(1); });
    column->addLayout(tools);
    connect(m_list, &QListWidget::currentRowChanged, this, &TagSetDialog::showButton);
}

QDoubleSpinBox* TagSetDialog::addSeconds()
{
    auto* box = new QDoubleSpinBox(this);
    box->setRange(0.0, static_cast<double>(TagButton::LongestLead.count()) / 1e6);
    box->setDecimals(1);
    box->setSingleStep(0.5);
    box->setSuffix(tr(" s"));
    connect(box, &QDoubleSpinBox::valueChanged, this, &TagSetDialog::takeFields);
    return box;
}

QFormLayout* TagSetDialog::buildFields()
{
    m_tag->setMaxLength(static_cast<int>(model::LongestTag));
    m_hue->addItem(markIcon(Mark::Flag, m_theme.plainMark()),
                   QCoreApplication::translate("ghostline::app::BookmarksPanel", "Plain"));
    for (std::size_t hue = 0; hue < HueNames.size(); ++hue)
        m_hue->addItem(markIcon(Mark::Flag, m_theme.hue(static_cast<int>(hue))), hueName(HueNames[hue]));
    m_kind->addItem(tr("Marks a moment"));
    m_kind->addItem(tr("Press to begin, press again to end"));
    m_group->setPlaceholderText(tr("None"));
    m_group->setToolTip(tr("Of those in one group only one holds at a time"));
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&Tag"), m_tag);
    form->addRow(tr("&Key"), m_key);
    form->addRow(tr("&Colour"), m_hue);
    form->addRow(tr("K&ind"), m_kind);
    form->addRow(tr("&Before"), m_lead);
    form->addRow(tr("A&fter"), m_lag);
    form->addRow(tr("&Group"), m_group);
    connect(m_tag, &QLineEdit::textChanged, this, &TagSetDialog::takeFields);
    connect(m_key, &QKeySequenceEdit::keySequenceChanged, this, &TagSetDialog::takeFields);
    connect(m_hue, &QComboBox::currentIndexChanged, this, &TagSetDialog::takeFields);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &TagSetDialog::takeFields);
    connect(m_group, &QLineEdit::textChanged, this, &TagSetDialog::takeFields);
    return form;
}

int TagSetDialog::row() const
{
    const int row = m_list->currentRow();
    return row < static_cast<int>(m_set.buttons.size()) ? row : -1;
}

void TagSetDialog::fillList()
{
    m_filling = true;
    const int before = m_list->currentRow();
    m_list->clear();
    for (const TagButton& button : m_set.buttons) {
        const QString key = button.key.toString(QKeySequence::NativeText);
        m_list->addItem(key.isEmpty() ? button.tag : QStringLiteral("%1  (%2)").arg(button.tag, key));
    }
    m_list->setCurrentRow(std::min(before, m_list->count() - 1));
    m_filling = false;
}

void TagSetDialog::showButton()
{
    if (m_filling)
        return;
    m_fields->setEnabled(row() >= 0);
    if (row() < 0)
        return;
    m_filling = true;
    const TagButton& button = m_set.buttons[static_cast<std::size_t>(row())];
    m_tag->setText(button.tag);
    m_key->setKeySequence(button.key);
    m_hue->setCurrentIndex(button.hue + 1);
    m_kind->setCurrentIndex(button.kind == TagKind::Span ? 1 : 0);
    m_lead->setValue(static_cast<double>(button.lead.count()) / 1e6);
    m_lag->setValue(static_cast<double>(button.lag.count()) / 1e6);
    m_group->setText(button.group);
    m_filling = false;
}

void TagSetDialog::takeFields()
{
    if (m_filling)
        return;
    m_set.name = m_name->text().simplified();
    m_set.codeModeOnly = m_codeModeOnly->isChecked();
    if (row() >= 0) {
        TagButton& button = m_set.buttons[static_cast<std::size_t>(row())];
        button.tag = model::normalTag(m_tag->text());
        const QKeySequence typed = m_key->keySequence();
        button.key = typed.isEmpty() ? QKeySequence() : QKeySequence(typed[0]); // of several the first
        button.hue = m_hue->currentIndex() - 1;
        button.kind = m_kind->currentIndex() == 1 ? TagKind::Span : TagKind::Moment;
        button.lead = microsIn(*m_lead);
        button.lag = microsIn(*m_lag);
        button.group = model::normalTag(m_group->text());
        fillList();
    }
    check();
}

QString TagSetDialog::problem() const
{
    if (m_set.name.isEmpty())
        return tr("The set needs a name");
    for (const TagButton& button : m_set.buttons) {
        if (button.tag.isEmpty())
            return tr("A button needs a tag");
    }
    return clashIn(m_set, *m_actions);
}

void TagSetDialog::check()
{
    const QString why = problem();
    m_problem->setText(why);
    m_save->setEnabled(why.isEmpty());
}

void TagSetDialog::add()
{
    if (m_set.buttons.size() == TagSet::MostButtons)
        return;
    TagButton button;
    button.tag = tr("New tag");
    m_set.buttons.push_back(std::move(button));
    fillList();
    m_list->setCurrentRow(m_list->count() - 1);
    showButton();
    check();
    m_tag->setFocus();
    m_tag->selectAll();
}

void TagSetDialog::remove()
{
    if (row() < 0)
        return;
    m_set.buttons.erase(m_set.buttons.begin() + row());
    fillList();
    showButton();
    check();
}

void TagSetDialog::move(int by)
{
    const int to = row() + by;
    if (row() < 0 || to < 0 || to >= static_cast<int>(m_set.buttons.size()))
        return;
    std::swap(m_set.buttons[static_cast<std::size_t>(row())], m_set.buttons[static_cast<std::size_t>(to)]);
    fillList();
    m_list->setCurrentRow(to);
    showButton();
}

void TagSetDialog::save()
{
    if (!problem().isEmpty())
        return;
    Q_EMIT saved(m_set);
    close();
}

} // namespace ghostline::app
