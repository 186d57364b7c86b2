// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chooses the camera of an entry: a mode, a saved view, or whatever else `--camera` takes, typed.
#include "app/gui/widgets/panel_style.h"

namespace ghostline::app {

/// A camera's word as people read it: "Directed", "View 3", "Follow: hero".
QString cameraText(const QString& word);

/// The role of the word itself is Qt::EditRole.
class CameraDelegate : public PanelDelegate
{
    Q_OBJECT
public:
    using PanelDelegate::PanelDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

private:
    void choose(QWidget* editor);
};

} // namespace ghostline::app
