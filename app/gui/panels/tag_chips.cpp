// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panels/tag_chips.h"

#include "app/gui/widgets/panel_style.h"

#include <QLocale>
#include <QToolButton>

namespace ghostline::app {

namespace {

constexpr std::size_t MostChips = 100; ///< nobody looks through more; the text filter finds the rest
constexpr qsizetype LongestChip = 30;

} // namespace

TagChips::TagChips(QWidget* parent) : ChipShelf(parent)
{
    setRoom(2 * 7 * Grid); // two lines
    hide();
}

void TagChips::setTags(const std::vector<std::pair<QString, int>>& tags)
{
    const QStringList before = wanted();
    QStringList names;
    for (const auto& [tag, count] : tags) {
        if (names.size() < static_cast<qsizetype>(MostChips))
            names << tag;
    }
    if (names != m_tags) {
        qDeleteAll(m_chips);
        m_chips.clear();
        m_tags = names;
        for (const QString& tag : names) {
            QToolButton* chip = add(tag);
            chip->setChecked(before.contains(tag));
            m_chips.insert(tag, chip);
        }
    }
    for (const auto& [tag, count] : tags) {
        QToolButton* chip = m_chips.value(tag);
        if (chip == nullptr)
            continue;
        QString name = tag.size() > LongestChip ? tag.first(LongestChip) + QChar(u'…') : tag;
        name.replace(QLatin1Char('&'), QLatin1String("&&"));
        chip->setText(QStringLiteral("%1 %2").arg(name, QLocale().toString(count)));
    }
    setVisible(!m_tags.isEmpty());
    refit();
    if (wanted() != before)
        Q_EMIT wantedChanged();
}

QToolButton* TagChips::add(const QString& tag)
{
    QToolButton* chip = switchButton(tag, tr("Only bookmarks with the tag \"%1\"").arg(tag), ground());
    chip->setFocusPolicy(Qt::TabFocus);
    addChip(chip);
    chip->show();
    connect(chip, &QToolButton::clicked, this, &TagChips::wantedChanged);
    return chip;
}

QStringList TagChips::wanted() const
{
    QStringList tags;
    for (const QString& tag : m_tags) {
        const QToolButton* chip = m_chips.value(tag);
        if (chip != nullptr && chip->isChecked())
            tags << tag;
    }
    return tags;
}

} // namespace ghostline::app
