// SPDX-License-Identifier: GPL-3.0-or-later
// An argument that may only be one of some words: help and manual page list them, each shell offers them.
#include "app/manual/bash_completion.h"
#include "app/manual/fish_completion.h"
#include "app/manual/help.h"
#include "app/manual/man_page.h"
#include "app/manual/pages.h"
#include "app/manual/zsh_completion.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_manual_choices {

using namespace ghostline;
using namespace Qt::StringLiterals;

namespace {

manual::Argument oneOf(const QStringList& choices)
{
    manual::Argument argument;
    argument.name = u"WHAT"_s;
    argument.description = u"Which way"_s;
    argument.required = true;
    argument.choices = choices;
    return argument;
}

manual::Program program(const QStringList& choices)
{
    manual::Command verb;
    verb.name = u"turn"_s;
    verb.arguments = {oneOf(choices)};
    manual::Program all;
    all.name = u"steer"_s;
    all.verbs = {verb};
    return all;
}

QString verbHelp(const manual::Program& of) { return manual::helpText(of, u"turn"_s); }

} // namespace

using Page = QString (*)(const manual::Program&);

class TestManualChoices : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void argumentsAreListedAndOffered_data()
    {
        QTest::addColumn<Page>("page");
        QTest::addColumn<QString>("without");
        QTest::addColumn<QString>("with");
        QTest::newRow("help") << Page(&verbHelp) << u"  WHAT  Which way\n"_s
                              << u"  WHAT  Which way; left, right\n"_s;
        QTest::newRow("manual") << Page(&manual::manPage) << u".TP\n\\fIWHAT\\fR\nWhich way\n"_s
                                << u".TP\n\\fIWHAT\\fR\nWhich way; left, right\n"_s;
        QTest::newRow("bash") << Page(&manual::bashCompletion) << u"places=('')\n"_s
                              << u"places=('left right')\n"_s;
        QTest::newRow("zsh") << Page(&manual::zshCompletion) << u"'1:WHAT: '\n"_s
                             << u"'1:WHAT:(left right)'\n"_s;
        QTest::newRow("fish") << Page(&manual::fishCompletion) << u"-a turn -d ''\n"_s
                              << u"complete -c steer -n '__steer_verb_is \"turn\"' -a 'left right'\n"_s;
    }
    void argumentsAreListedAndOffered()
    {
        QFETCH(Page, page);
        QFETCH(QString, without);
        QFETCH(QString, with);
        const QString free = page(program({}));
        QVERIFY2(free.contains(without) && !free.contains(with), qPrintable(free));
        const QString closed = page(program({u"left"_s, u"right"_s}));
        QVERIFY2(closed.contains(with), qPrintable(closed));
    }
    void everyPlaceOfManyMayBeOne()
    {
        manual::Program many = program({u"left"_s, u"right"_s});
        many.verbs.front().arguments.front().repeats = true;
        const QString bash = manual::bashCompletion(many);
        QVERIFY2(bash.contains(u"rest='left right'\n"), qPrintable(bash));
        const QString zsh = manual::zshCompletion(many);
        QVERIFY2(zsh.contains(u"'*:WHAT:(left right)'\n"), qPrintable(zsh));
    }
};

} // namespace tst_manual_choices

GHOSTLINE_TEST(tst_manual_choices, TestManualChoices)
#include "tst_manual_choices.moc"
