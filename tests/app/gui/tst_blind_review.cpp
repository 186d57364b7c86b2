// SPDX-License-Identifier: GPL-3.0-or-later
// Reviewing a flag without seeing what others say of it.
#include "app/gui/review/flag_text.h"
#include "app/gui/review/flags_model.h"
#include "app/gui/review/flags_view.h"
#include "app/gui/verbs/actions.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>

namespace tst_blind_review {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

class TestBlindReview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_folder = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
    }

    /// Two people, one after the other, who do not sway each other.
    void blindReviewIsPlayedThrough()
    {
        OpenReplay replay(withEvents(9));
        Actions actions;
        QWidget host;
        auto* view = new FlagsView(&actions, &host);
        view->setSession(replay.session.get());
        view->setPlayBefore(false);
        view->setRules(true, 2);
        auto* reviewer = named<QLineEdit>(*view, QStringLiteral("Reviewer"));
        const auto* said = named<QTableView>(*view, QStringLiteral("Verdicts so far"))->model();
        const auto* flags = view->findChild<FlagsModel*>();
        const auto shown = [flags] { return flags->index(0, FlagsModel::VerdictColumn).data().toString(); };
        const auto hint = [view] {
            for (const QLabel* label : view->findChildren<QLabel*>()) {
                if (label->text().startsWith(QLatin1String("What others say")))
                    return label->isVisibleTo(view);
            }
            return false;
        };
        const auto enter = [reviewer](const QString& name) {
            reviewer->setText(name);
            Q_EMIT reviewer->editingFinished();
        };
        enter(QStringLiteral("Ada"));
        view->go(1, false);
        view->judge(model::FlagVerdict::Confirmed);
        QCOMPARE(shown(), verdictText(model::FlagVerdict::Confirmed));
        QVERIFY(flags->isOpen(0)); // one of two
        QSignalSpy told(view, &FlagsView::rulesChanged);
        enter(QStringLiteral("Ben"));
        QVERIFY(!told.isEmpty());
        QCOMPARE(view->rules().reviewer, QStringLiteral("Ben"));
        QCOMPARE(shown(), verdictText(model::FlagVerdict::None));
        QCOMPARE(said->rowCount(), 0);
        QVERIFY(hint());
        QVERIFY(flags->isOpen(0));
        view->judge(model::FlagVerdict::Confirmed);
        QCOMPARE(said->rowCount(), 2);
        QVERIFY(!hint());
        QVERIFY(!flags->isOpen(0));
        enter(QStringLiteral("Cem"));
        QCOMPARE(said->rowCount(), 0);
        view->setRules(false, 1);
        QCOMPARE(said->rowCount(), 2);
        QCOMPARE(shown(), verdictText(model::FlagVerdict::Confirmed));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace tst_blind_review

GHOSTLINE_TEST(tst_blind_review, TestBlindReview, QApplication)
#include "tst_blind_review.moc"
