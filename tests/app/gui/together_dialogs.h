// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The dialogs that watching together begins with, shown over a party that does what it is told.
#include "app/gui/together/join_dialog.h"
#include "app/gui/together/share_dialog.h"
#include "tests/app/gui/together_fakes.h"

#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>

namespace ghostline::test::party {

using Phase = app::WatchParty::Phase;
using Role = app::WatchParty::Role;

inline const QString Line = QStringLiteral("ghostline://192.0.2.7:24700/ABCDE-23456");

/// A dialog over a window, with a party that does what it is told.
template<typename Dialog>
struct ShownDialog
{
    template<typename... Arguments>
    explicit ShownDialog(const Arguments&... arguments)
        : ShownDialog(std::pair(Role::None, Phase::Idle), arguments...)
    {
    }
    /// Over a party that goes on already.
    template<typename... Arguments>
    explicit ShownDialog(std::pair<Role, Phase> before, const Arguments&... arguments)
    {
        face.shownRole = before.first;
        face.shownPhase = before.second;
        dialog = new Dialog(&face, arguments..., &window);
        dialog->show();
    }

    template<typename Widget>
    Widget* part(const char* name)
    {
        return dialog->template findChild<Widget*>(QLatin1String(name));
    }
    QPushButton* button(const char* name) { return part<QPushButton>(name); }
    void press(const char* name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    void write(const char* name, const QString& text)
    {
        auto* field = part<QLineEdit>(name);
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
    }
    /// Empty where it is not to be seen.
    QString text(const char* name)
    {
        const auto* label = part<QLabel>(name);
        return label->isVisible() ? label->text() : QString();
    }
    bool isFitted() { return dialog->height() == dialog->layout()->totalHeightForWidth(dialog->width()); }

    QWidget window{};
    FakeFace face{};
    QPointer<Dialog> dialog;
};

struct ShownShare : ShownDialog<app::ShareDialog>
{
    /// The host listens.
    void listen(const together::HostReach& reach)
    {
        face.shownReach = reach;
        face.go(Role::Host, Phase::Together);
    }
    QList<QLineEdit*> lines() { return dialog->findChildren<QLineEdit*>(QStringLiteral("shareLine")); }
};

struct ShownJoin : ShownDialog<app::JoinDialog>
{
    explicit ShownJoin(const QString& line = {}) : ShownDialog(line, QStringList()) {}
    /// A guest already.
    ShownJoin(Phase phase, const QString& line)
        : ShownDialog(std::pair(Role::Guest, phase), line, QStringList())
    {
    }
};

inline together::HostReach reachAt(std::initializer_list<const char*> hosts,
                                   const QByteArray& fingerprint = {})
{
    together::HostReach reach;
    for (const char* host : hosts)
        reach.invitations.push_back(
            {QLatin1String(host), together::DefaultPort, QStringLiteral("ABCDE23456"), fingerprint});
    reach.port = together::DefaultPort;
    reach.everybody = true;
    return reach;
}

} // namespace ghostline::test::party
