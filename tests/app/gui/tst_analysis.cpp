// SPDX-License-Identifier: GPL-3.0-or-later
// Findings as tables: order, what lies below what, where clicks lead, copying and exporting.
#include "app/gui/observer/analysis_model.h"
#include "app/gui/observer/analysis_panel.h"
#include "app/gui/widgets/csv_export.h"
#include "app/gui/widgets/frozen_column.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>

namespace tst_analysis {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

FakeReplayOptions withTables()
{
    FakeReplayOptions options;
    options.tables = true;
    return options;
}

struct Analysed
{
    explicit Analysed(const FakeReplayOptions& options = withTables())
        : replay(options), shown(replay), panel(shown.panel),
          tree(panel.findChild<QTreeView*>(QStringLiteral("analysis"))), which(panel.findChild<QComboBox*>())
    {
    }
    QStringList first(const QModelIndex& under = {}) const
    {
        QStringList names;
        for (int row = 0; row < tree->model()->rowCount(under); ++row)
            names << tree->model()->index(row, 0, under).data().toString();
        return names;
    }
    bool says(const QString& text) const
    {
        const auto labels = panel.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(text);
        });
    }
    OpenReplay replay;
    Shown<AnalysisPanel> shown;
    AnalysisPanel& panel;
    QTreeView* tree;
    QComboBox* which;
};

const QString First = QStringLiteral("First, the quick");
const QString Second = QStringLiteral("Second");
const QString Nobody = QStringLiteral("Nobody");

} // namespace

class TestAnalysis : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sorts_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<int>("order");
        QTest::addColumn<QStringList>("top");
        QTest::addColumn<QStringList>("below");
        const QStringList below{QStringLiteral("below First"), QStringLiteral("also below First")};
        const QStringList turned{below[1], below[0]};
        QTest::newRow("as found") << -1 << int(Qt::DescendingOrder) << QStringList{First, Second, Nobody}
                                  << below;
        QTest::newRow("numbers, most first")
            << 1 << int(Qt::DescendingOrder) << QStringList{Second, First, Nobody} << turned;
        QTest::newRow("numbers, least first; nothing to say stays last")
            << 1 << int(Qt::AscendingOrder) << QStringList{First, Second, Nobody} << below;
        QTest::newRow("words") << 0 << int(Qt::AscendingOrder) << QStringList{First, Nobody, Second}
                               << turned;
        QTest::newRow("words, back") << 0 << int(Qt::DescendingOrder) << QStringList{Second, Nobody, First}
                                     << below;
    }

    void sorts()
    {
        QFETCH(int, column);
        QFETCH(int, order);
        Analysed w;
        const QAbstractItemModelTester tester(w.panel.model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QPersistentModelIndex kept = find(*w.tree, QStringLiteral("also below First"));
        w.panel.model()->sort(1, Qt::AscendingOrder);
        w.panel.model()->sort(column, static_cast<Qt::SortOrder>(order));
        QTEST(w.first(), "top");
        QTEST(w.first(find(*w.tree, First)), "below");
        QCOMPARE(kept.data().toString(), QStringLiteral("also below First"));
    }

    void headingsSort()
    {
        Analysed w;
        QHeaderView* header = w.tree->header();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(1) + 20, 8});
        QCOMPARE(w.first().front(), Second);
    }

    void clicksLeadThere_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<qint64>("frame");
        QTest::addColumn<int>("actor"); ///< -1 = as before
        QTest::newRow("somebody, at no time") << First << qint64{100} << 0;
        QTest::newRow("somebody, at some time") << Second << qint64{300} << 1;
        QTest::newRow("nobody") << Nobody << qint64{100} << -1;
        QTest::newRow("below somebody") << QStringLiteral("also below First") << qint64{420} << 3;
    }

    void clicksLeadThere()
    {
        QFETCH(QString, line);
        QFETCH(qint64, frame);
        QFETCH(int, actor);
        for (const bool keyboard : {false, true}) {
            Analysed w;
            w.replay.session->playhead().seek({100, 0.0});
            const QModelIndex at = find(*w.tree, line);
            QVERIFY(at.isValid());
            if (keyboard) {
                w.tree->setCurrentIndex(at);
                QTest::keyClick(w.tree, Qt::Key_Return);
            } else {
                click(w.tree, at);
            }
            QCOMPARE(w.replay.session->playhead().at().frame, frame);
            QCOMPARE(w.replay.session->actors()->selected(),
                     actor < 0 ? model::ActorId::None : actorId(actor));
            QVERIFY(w.tree->selectionModel()->isRowSelected(at.row(), at.parent()));
        }
    }

    void selectionShows()
    {
        Analysed w;
        w.replay.session->actors()->select(actorId(2));
        const QModelIndex at = find(*w.tree, QStringLiteral("below First"));
        QVERIFY(w.tree->selectionModel()->isRowSelected(at.row(), at.parent()));
        w.replay.session->actors()->select(model::ActorId::None);
        QVERIFY(!w.tree->selectionModel()->hasSelection());
    }

    void notesAndEmptyTablesAreSaid()
    {
        Analysed w;
        QCOMPARE(w.which->count(), 3);
        QVERIFY(w.says(QStringLiteral("voted on while it was recorded")));
        QVERIFY(!find(*w.tree, First).data(Qt::DecorationRole).value<QIcon>().isNull());
        QVERIFY(!find(*w.tree, Nobody).data(Qt::DecorationRole).isValid());
        w.which->setFocus();
        QTest::keyClick(w.which, Qt::Key_Down);
        QCOMPARE(w.panel.model()->table()->name, QStringLiteral("Hands"));
        QVERIFY(w.says(QStringLiteral("Nothing of this sort was found")));
        QVERIFY(!w.says(QStringLiteral("voted on")));
        Analysed none(FakeReplayOptions{});
        QVERIFY(none.says(QStringLiteral("Nothing has been found out")));
        none.panel.setSession(nullptr);
        QVERIFY(none.says(QStringLiteral("Open a recording")));
        FakeReplayOptions growing;
        growing.published = 400;
        Analysed early(growing);
        QVERIFY(early.says(QStringLiteral("once the recording has been read")));
        early.replay.source->publish(growing.frames, true);
        QTRY_VERIFY(early.says(QStringLiteral("Nothing has been found out")));
    }

    void whatMattersMostIsSeen()
    {
        Analysed w;
        w.which->setCurrentIndex(2);
        QHeaderView* header = w.tree->header();
        const auto wanted = [&](int column) {
            const QString heading = w.tree->model()->headerData(column, Qt::Horizontal).toString();
            return w.panel.fontMetrics().horizontalAdvance(heading);
        };
        // Words are cut so that the third column is in sight, figures and their headings are whole.
        QVERIFY(header->length() > w.tree->viewport()->width());
        QVERIFY(header->sectionPosition(3) <= w.tree->viewport()->width());
        for (const int column : {3, 4}) {
            QVERIFY(header->sectionSize(column) > wanted(column));
            const QModelIndex at = w.tree->model()->index(0, column);
            QVERIFY(at.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        }
        const auto tip = [&](int column) {
            return w.tree->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        };
        QCOMPARE(tip(1), QStringLiteral("What"));
        QCOMPARE(tip(2), QStringLiteral("Outcome\nHow it ended"));
        // With more room they say more, all of them.
        QTRY_VERIFY(w.tree->verticalScrollBar()->isVisible()); // it takes room, too
        const int before = header->sectionSize(1);
        const int missing = header->length() - w.tree->viewport()->width();
        w.panel.resize(w.panel.width() + missing + 40, w.panel.height());
        QTRY_COMPARE(header->length(), w.tree->viewport()->width());
        QVERIFY(header->sectionSize(1) > before);
        QCOMPARE(header->sectionSize(2), header->sectionSize(1));
    }

    void namesStayInSight()
    {
        Analysed w;
        w.which->setCurrentIndex(2);
        const auto* frozen = w.tree->findChild<FrozenColumn*>();
        QVERIFY(frozen != nullptr);
        auto* names = qobject_cast<QTreeView*>(frozen->view());
        QVERIFY(names != nullptr && names->isHidden());
        w.tree->collapse(w.tree->model()->index(1, 0));
        w.tree->verticalScrollBar()->setValue(100);
        w.tree->horizontalScrollBar()->setValue(w.tree->horizontalScrollBar()->maximum());
        QVERIFY(names->isVisible());
        QCOMPARE(names->width(), w.tree->columnWidth(0));
        const auto sameHeights = [&] {
            const QModelIndex last = find(*w.tree, QStringLiteral("Somebody 19"));
            return names->visualRect(last).top() == w.tree->visualRect(last).top();
        };
        QVERIFY(sameHeights());
        const QModelIndex first = w.tree->model()->index(0, 0);
        QVERIFY(names->isExpanded(first) && !names->isExpanded(first.siblingAtRow(1)));
        names->collapse(first);
        QVERIFY(!w.tree->isExpanded(first));
        w.tree->expand(first);
        QVERIFY(names->isExpanded(first));
        QVERIFY(sameHeights());
        // Coming into sight, they do not go to the current row.
        w.tree->horizontalScrollBar()->setValue(0);
        QVERIFY(names->isHidden());
        w.tree->setCurrentIndex(first);
        w.tree->verticalScrollBar()->setValue(100);
        const int down = w.tree->verticalScrollBar()->value();
        QVERIFY(down > 0);
        w.tree->horizontalScrollBar()->setValue(w.tree->horizontalScrollBar()->maximum());
        QVERIFY(names->isVisible());
        QCOMPARE(w.tree->verticalScrollBar()->value(), down);
        QVERIFY(sameHeights());
        // A table begins at the left.
        w.panel.setSession(w.replay.session.get());
        w.which->setCurrentIndex(2);
        QCOMPARE(w.tree->horizontalScrollBar()->value(), 0);
        QVERIFY(w.tree->horizontalScrollBar()->maximum() > 0);
        QTRY_VERIFY(names->isHidden());
    }

    void cursorShowsWhereClicksLead()
    {
        Analysed w;
        QVERIFY(w.tree->hasMouseTracking());
        Q_EMIT w.tree->entered(find(*w.tree, Second));
        QCOMPARE(w.tree->viewport()->cursor().shape(), Qt::PointingHandCursor);
        QVERIFY(
            find(*w.tree, Second).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Click goes")));
        Q_EMIT w.tree->entered(find(*w.tree, Nobody));
        QCOMPARE(w.tree->viewport()->cursor().shape(), Qt::ArrowCursor);
    }

    void laterRevisionKeepsWhatIsShown()
    {
        FakeReplayOptions options = withTables();
        options.published = 400;
        Analysed w(options);
        w.which->setCurrentIndex(1);
        w.replay.source->publish(options.frames, true);
        QTRY_COMPARE(w.replay.session->index()->frames(), options.frames);
        QCOMPARE(w.which->currentIndex(), 1);
        QCOMPARE(w.panel.model()->table()->name, QStringLiteral("Hands"));
    }

    void copies()
    {
        Analysed w;
        QTest::mouseClick(named<QToolButton>(w.panel, QStringLiteral("Copy the table as text")),
                          Qt::LeftButton);
        const QString all = QStringLiteral("Who\tCount\nFirst, the quick\t9 times\n  below First\t1 times\n"
                                           "  also below First\t30 times\nSecond\t10 times\nNobody\t");
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
        click(w.tree, find(*w.tree, Second));
        QTest::keyClick(w.tree, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Who\tCount\nSecond\t10 times"));
        w.tree->clearSelection();
        QTest::keyClick(w.tree, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
    }

    void exports()
    {
        Analysed w;
        const QString path = w.replay.folder.filePath(QStringLiteral("votes.csv"));
        QVERIFY(exportCsv(*w.tree, path).has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(),
                 QByteArray("level,Who,Count\n0,\"First, the quick\",9 times\n1,below First,1 times\n"
                            "1,also below First,30 times\n0,Second,10 times\n0,Nobody,\n"));
        QVERIFY(!exportCsv(*w.tree, w.replay.folder.filePath(QStringLiteral("no/such.csv"))).has_value());
    }
};

} // namespace tst_analysis

GHOSTLINE_TEST(tst_analysis, TestAnalysis, QApplication)
#include "tst_analysis.moc"
