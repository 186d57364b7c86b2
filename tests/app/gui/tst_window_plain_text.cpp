// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever is called like a piece of HTML is shown by that name, everywhere, and no file is read for it.
#include "app/gui/widgets/dialogs.h"
#include "render/view/still.h"
#include "tests/app/gui/told_replay.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemView>
#include <QAction>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QTextDocument>
#include <QToolTip>

namespace tst_window_plain_text {

using namespace ghostline;
using namespace ghostline::test;

namespace {

constexpr int LookedAtRows = 40;

/// An image that Qt would read from there as soon as it laid the text out.
QString hostile(const QString& name)
{
    return QStringLiteral("<img src=\"file:///dev/null\"><b>&%1</b>").arg(name);
}

bool isHostile(const QString& text) { return text.contains(QLatin1String("<img")); }

QJsonObject hostileData()
{
    return {{hostile(QStringLiteral("key")), hostile(QStringLiteral("value"))},
            {QStringLiteral("speed"), hostile(QStringLiteral("speed"))},
            {QStringLiteral("count"), hostile(QStringLiteral("count"))}};
}

/// Every text that a recording brings along.
model::ReplayInfo hostileInfo(model::ReplayInfo info)
{
    info.formatName = hostile(info.formatName);
    info.formatVersion = hostile(info.formatVersion);
    info.map = hostile(info.map);
    info.frameName = hostile(QStringLiteral("loop"));
    info.metadata = hostileData();
    info.clocks = {{hostile(QStringLiteral("Game")), model::Micros{0}, 1.0}};
    for (model::ActorInfo& actor : info.cast) {
        actor.name = hostile(actor.name);
        actor.nativeType = hostile(actor.nativeType);
        actor.attributes = {{hostile(QStringLiteral("number")), hostile(QStringLiteral("one"))}};
    }
    for (model::Team& team : info.teams) {
        team.name = hostile(team.name);
        team.side = hostile(team.side);
    }
    for (model::PlayerCard& player : info.players) {
        player.name = hostile(player.name);
        player.clan = hostile(player.clan);
        player.result = hostile(player.result);
        player.facts = {{hostile(QStringLiteral("Rating")), hostile(QStringLiteral("4000"))}};
    }
    for (auto* properties : {&info.actorProperties, &info.matchProperties}) {
        for (model::PropertyInfo& property : *properties) {
            property.name = hostile(property.name);
            property.group = hostile(property.group);
            property.unit = hostile(property.unit);
            for (QString& name : property.names)
                name = hostile(name);
        }
    }
    for (model::ObserverPage& page : info.observer)
        page.name = hostile(page.name);
    for (model::EventColumns& columns : info.eventColumns)
        columns.name = columns.countName = hostile(columns.name);
    for (model::Statistic& statistic : info.scoreboard.statistics)
        statistic.name = statistic.shortName = hostile(statistic.name);
    return info;
}

model::EventTable hostileEvents(model::EventTable table)
{
    for (model::EventKind& kind : table.kinds) {
        kind.name = hostile(kind.name);
        kind.columns.push_back({QStringLiteral("speed"), hostile(QStringLiteral("Speed")), {}, 1});
    }
    for (model::Event& event : table.events) {
        event.text = hostile(event.text);
        event.data = hostileData();
    }
    return table;
}

std::vector<model::AnalysisTable> hostileTables(std::vector<model::AnalysisTable> tables)
{
    for (model::AnalysisTable& table : tables) {
        table.name = hostile(table.name);
        table.note = hostile(table.note);
        for (auto& column : table.columns)
            column.name = column.tip = hostile(column.name);
        for (auto& row : table.rows) {
            for (model::AnalysisCell& cell : row.cells)
                cell.text = hostile(cell.text);
        }
    }
    return tables;
}

std::unique_ptr<model::ReplaySource> hostileReplay()
{
    FakeReplayOptions options;
    options.players = options.match = options.lineUp = options.census = true;
    options.observer = options.tables = true;
    options.sides = 2;
    options.events = 30;
    options.orders = 10;
    options.bands = 5;
    auto replay = std::make_unique<ToldReplay>(makeFakeReplay(options)->index()->events, options);
    replay->revise([](model::ReplayIndex& index) {
        index.info = std::make_shared<const model::ReplayInfo>(hostileInfo(*index.info));
        index.events = std::make_shared<const model::EventTable>(hostileEvents(*index.events));
        index.tables =
            std::make_shared<const std::vector<model::AnalysisTable>>(hostileTables(*index.tables));
        index.lost = {{{500, 520}, hostile(QStringLiteral("lost"))}};
        index.diagnostics = {{model::Severity::Error,
                              hostile(QStringLiteral("code")),
                              hostile(QStringLiteral("message")),
                              {.frame = 500}}};
    });
    return replay;
}

/// What is shown by pictures of text: the labels of everything on screen.
void lookAtLabels(QStringList& guessed, int& found)
{
    for (const QWidget* widget : QApplication::allWidgets()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (label == nullptr || !isHostile(label->text()))
            continue;
        ++found;
        if (label->textFormat() != Qt::PlainText)
            guessed << QStringLiteral("%1: %2").arg(QLatin1String(label->metaObject()->className()),
                                                    label->text());
    }
}

/// Every document that Qt made of a text, in labels and elsewhere.
QStringList documentsWithImages()
{
    QStringList found;
    for (const QWidget* widget : QApplication::allWidgets()) {
        for (const QTextDocument* document : widget->findChildren<QTextDocument*>()) {
            if (document->toHtml().contains(QLatin1String("<img")))
                found << QLatin1String(widget->metaObject()->className());
        }
    }
    return found;
}

void addTips(const QAbstractItemModel& model, const QModelIndex& parent, QSet<QString>& tips,
             bool& anyHostile)
{
    for (int row = 0; row < std::min(model.rowCount(parent), LookedAtRows); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex at = model.index(row, column, parent);
            tips << at.data(Qt::ToolTipRole).toString() << at.data(Qt::DisplayRole).toString();
            anyHostile = anyHostile || isHostile(at.data(Qt::DisplayRole).toString());
            if (column == 0)
                addTips(model, at, tips, anyHostile);
        }
    }
}

/// Every text that the pointer may bring up, and the panels in whose rows there is a hostile one.
QSet<QString> everyTip(QStringList& panels)
{
    QSet<QString> tips;
    for (const QWidget* widget : QApplication::allWidgets()) {
        tips << widget->toolTip();
        for (const QAction* action : widget->actions())
            tips << action->toolTip();
        const auto* view = qobject_cast<const QAbstractItemView*>(widget);
        if (view == nullptr || view->model() == nullptr || qobject_cast<const QHeaderView*>(view) != nullptr)
            continue;
        bool anyHostile = false;
        addTips(*view->model(), {}, tips, anyHostile);
        for (int column = 0; column < view->model()->columnCount(); ++column) {
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                tips << view->model()->headerData(column, Qt::Horizontal, role).toString();
        }
        for (const QWidget* up = view; anyHostile && up != nullptr; up = up->parentWidget()) {
            if (qobject_cast<const QDockWidget*>(up) != nullptr && !panels.contains(up->objectName()))
                panels << up->objectName();
        }
    }
    return tips;
}

/// The label in which Qt shows tooltips.
const QLabel* shownTip()
{
    for (const QWidget* widget : QApplication::topLevelWidgets()) {
        if (widget->inherits("QTipLabel") && widget->isVisible())
            return qobject_cast<const QLabel*>(widget);
    }
    return nullptr;
}

} // namespace

class TestWindowPlainText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void labelsShowWhatIsWritten();
    void tipsShowWhatIsWritten();
    void dialogsShowWhatIsWritten();

private:
    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<OpenWindow> m_window;
};

void TestWindowPlainText::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

/// All panels have been in front once, somebody is selected and there is a bookmark.
void TestWindowPlainText::init()
{
    m_window.reset();
    m_place = std::make_unique<WindowPlace>();
    m_window = std::make_unique<OpenWindow>(*m_place);
    m_window->window->loader().setOpener([](const QString&, const model::OpenOptions&) {
        return model::Result<std::unique_ptr<model::ReplaySource>>(hostileReplay());
    });
    QVERIFY(m_window->show());
    QVERIFY(m_window->open(QStringLiteral("<img src='x'>.bin")));
    app::ReplaySession& session = m_window->session();
    session.actors()->select(session.playback()->state().ids.front());
    session.notes()->addBookmark(hostile(QStringLiteral("title")), hostile(QStringLiteral("note")));
    for (QDockWidget* dock : m_window->window->findChildren<QDockWidget*>()) {
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
    }
}

void TestWindowPlainText::labelsShowWhatIsWritten()
{
    QStringList guessed;
    int found = 0;
    lookAtLabels(guessed, found);
    QVERIFY(found > 0);
    QCOMPARE(guessed, QStringList());
    QCOMPARE(documentsWithImages(), QStringList());
}

void TestWindowPlainText::tipsShowWhatIsWritten()
{
    QSet<QString> tips;
    for (const char* panel : {"cast", "events", "inspector", "match", "bookmarks", "info", "census",
                              "observer", "analysis", "event_columns"}) {
        m_window->window->dock(QLatin1String(panel))->raise();
        const auto shows = [&tips, panel] {
            QStringList panels;
            tips += everyTip(panels);
            return panels.contains(QLatin1String(panel));
        };
        QTRY_VERIFY2(shows(), panel);
    }
    int shown = 0;
    for (const QString& tip : tips) {
        if (!Qt::mightBeRichText(tip))
            continue;
        QToolTip::showText(m_window->window->geometry().center(), tip, m_window->window.get());
        const QLabel* label = shownTip();
        QVERIFY2(label != nullptr, qPrintable(tip));
        QCOMPARE(label->text(), tip);
        QCOMPARE(label->textFormat(), Qt::PlainText);
        ++shown;
    }
    QVERIFY(shown > 10);
    QCOMPARE(documentsWithImages(), QStringList());
    QToolTip::hideText();
}

/// An error names the file and tells what the file says.
void TestWindowPlainText::dialogsShowWhatIsWritten()
{
    model::Error error;
    error.message = hostile(QStringLiteral("reason"));
    app::showErrorDialog(m_window->window.get(), hostile(QStringLiteral("file")), error);
    auto* box = new QMessageBox(QMessageBox::Warning, hostile(QStringLiteral("title")),
                                hostile(QStringLiteral("text")), QMessageBox::Ok, m_window->window.get());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(hostile(QStringLiteral("more")));
    box->show();
    QStringList guessed;
    int found = 0;
    lookAtLabels(guessed, found);
    QVERIFY(found > 4);
    QCOMPARE(guessed, QStringList());
    QCOMPARE(documentsWithImages(), QStringList());
}

} // namespace tst_window_plain_text

GHOSTLINE_TEST(tst_window_plain_text, TestWindowPlainText, ghostline::test::GraphicsApplication)
#include "tst_window_plain_text.moc"
