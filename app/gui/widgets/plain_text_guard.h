// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names, notes and errors come from files that anybody may have written. Qt takes a text for HTML when it
// looks like it, in labels, message boxes and tooltips, and then reads the files that its images name.
#include <QObject>

namespace ghostline::app {

/// Installed on the application: no label and no tooltip guesses, all show their text as it is. What is to be
/// formatted says so with Qt::RichText and escapes what it was given.
class PlainTextGuard : public QObject
{
    Q_OBJECT
public:
    explicit PlainTextGuard(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ghostline::app
