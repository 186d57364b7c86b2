// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/playlist/camera_delegate.h"

#include "app/gui/view/saved_view.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_strip.h"

#include <QComboBox>
#include <QCoreApplication>

namespace ghostline::app {

namespace {

struct CameraTexts
{
    Q_DECLARE_TR_FUNCTIONS(CameraTexts)
};

const QString ViewPrefix = QStringLiteral("view:");

} // namespace

QString cameraText(const QString& word)
{
    if (word.isEmpty())
        return CameraTexts::tr("As it is");
    if (const auto mode = cameraFromWord(word))
        return cameraName(*mode);
    if (const auto shot = namedShotFrom(word))
        return QStringLiteral("%1: %2").arg(cameraName(shot->mode), shot->actor);
    if (word.startsWith(ViewPrefix))
        return CameraTexts::tr("View %1").arg(word.sliced(ViewPrefix.size()));
    if (word.startsWith(QLatin1String("pose:")))
        return CameraTexts::tr("A fixed place");
    if (word.startsWith(QLatin1String("place:")))
        return CameraTexts::tr("A piece of ground");
    return word; // one of the surroundings, by its name
}

QWidget* CameraDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                      const QModelIndex& index) const
{
    auto* box = new QComboBox(parent);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setFrame(false);
    box->setAccessibleName(tr("Camera"));
    QStringList words{QString()};
    for (int mode = 0; mode < CameraModes; ++mode)
        words << cameraWord(static_cast<render::CameraMode>(mode));
    for (int number = 1; number <= SavedViews; ++number)
        words << ViewPrefix + QString::number(number);
    // One that the list does not have is kept when nothing else is chosen.
    if (const QString now = index.data(Qt::EditRole).toString(); !words.contains(now))
        words << now;
    for (const QString& word : std::as_const(words))
        box->addItem(cameraText(word), word);
    auto* self = const_cast<CameraDelegate*>(this); // NOLINT: signals of a delegate are not const
    connect(box, &QComboBox::activated, self, [self, box] { self->choose(box); });
    return box;
}

void CameraDelegate::choose(QWidget* editor)
{
    Q_EMIT commitData(editor);
    Q_EMIT closeEditor(editor);
}

void CameraDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    if (auto* box = qobject_cast<QComboBox*>(editor))
        box->setCurrentIndex(box->findData(index.data(Qt::EditRole)));
}

void CameraDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const auto* box = qobject_cast<QComboBox*>(editor);
    if (box == nullptr)
        return;
    const QString typed = box->currentText().trimmed();
    const int known = box->findText(typed);
    model->setData(index, known >= 0 ? box->itemData(known).toString() : typed, Qt::EditRole);
}

} // namespace ghostline::app
