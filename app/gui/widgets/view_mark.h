// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A mark under the view: says what is left out of the picture, or with whose eyes it is seen.
#include <QAbstractButton>

namespace ghostline::app {

/// A click is for more about it, the cross at its end takes it back; so does Del.
class ViewMark : public QAbstractButton
{
    Q_OBJECT
public:
    explicit ViewMark(const QString& name, QWidget* parent = nullptr);
    void setCaption(const QString& text);
    /// Tooltips of the mark and of its cross.
    void setHelp(const QString& mark, const QString& cross);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void takenBack();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int textWidth() const;

    QAbstractButton* m_cross;
};

} // namespace ghostline::app
