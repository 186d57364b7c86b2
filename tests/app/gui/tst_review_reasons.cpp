// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons to choose from with a verdict: edited, shared as a file, kept with what was said.
#include "app/gui/review/flags_model.h"
#include "app/gui/review/flags_view.h"
#include "app/gui/review/reason_book.h"
#include "app/gui/review/reasons_dialog.h"
#include "app/gui/review/reviews_model.h"
#include "app/gui/verbs/actions.h"
#include "model/sidecar/sidecar_json.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>

namespace tst_review_reasons {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

ReasonBook someReasons()
{
    return {{u"lag"_s, u"clear cheat"_s}, {{u"speed"_s, {u"ice"_s}}, {u"timer"_s, {}}}};
}

QStringList listed(const QWidget& dialog)
{
    QStringList reasons;
    const auto* list = dialog.findChild<QListWidget*>();
    for (int row = 0; row < list->count(); ++row)
        reasons << list->item(row)->text();
    return reasons;
}

void press(const QWidget& dialog, const QString& text)
{
    for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
        if (button->text().remove(u'&') == text) {
            button->click();
            return;
        }
    }
    QFAIL(qPrintable(text));
}

} // namespace

class TestReviewReasons : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void comeShippedAndComeBack();
    void goOutAndComeInAsAFile();
    void damagedFilesChangeNothing_data();
    void damagedFilesChangeNothing();
    void areEdited();
    void ofOneCheck();
    void areKeptWithTheVerdict();
    void othersReadAndKeepThem();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestReviewReasons::init()
{
    QStandardPaths::setTestModeEnabled(true);
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
}

void TestReviewReasons::comeShippedAndComeBack()
{
    QCOMPARE(loadReasons(), shippedReasons());
    QCOMPARE(loadReasons().of(u"anything"_s).size(), 6);
    saveReasons(someReasons());
    QCOMPARE(loadReasons(), someReasons());
    QCOMPARE(loadReasons().of(u"speed"_s), QStringList{u"ice"_s});
    QCOMPARE(loadReasons().of(u"timer"_s), QStringList());
    QCOMPARE(loadReasons().of(u"reach"_s), someReasons().common);
    saveReasons(shippedReasons());
    QCOMPARE(loadReasons(), shippedReasons());
}

void TestReviewReasons::goOutAndComeInAsAFile()
{
    const auto read = readReasons(reasonsJson(someReasons()));
    QVERIFY(read);
    QCOMPARE(*read, someReasons());
    const auto tidied = readReasons(R"({"ghostline_reasons":1,"common":["  a  b ","","a b",7]})");
    QVERIFY(tidied);
    QCOMPARE(tidied->common, QStringList{u"a b"_s});
}

void TestReviewReasons::damagedFilesChangeNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{");
    QTest::newRow("another file") << QByteArray(R"({"ghostline_tags":1,"buttons":[]})");
    QTest::newRow("a newer version") << QByteArray(R"({"ghostline_reasons":2,"common":[]})");
    QTest::newRow("no list") << QByteArray(R"({"ghostline_reasons":1,"common":"lag"})");
    QTest::newRow("no list of a check")
        << QByteArray(R"({"ghostline_reasons":1,"common":[],"checks":{"speed":"lag"}})");
    QByteArray many = R"({"ghostline_reasons":1,"common":["0")";
    for (int i = 1; i <= ReasonBook::MostReasons; ++i)
        many += ",\"" + QByteArray::number(i) + '"';
    QTest::newRow("too many") << many + "]}";
    QTest::newRow("too long") << QByteArray(2 << 20, ' ');
}

void TestReviewReasons::damagedFilesChangeNothing()
{
    QFETCH(QByteArray, text);
    QVERIFY(!readReasons(text));
    const QString path = m_folder->filePath(u"reasons.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    QWidget host;
    ReasonsDialog dialog(someReasons(), {}, {}, &host);
    dialog.importFrom(path);
    QCOMPARE(dialog.book(), someReasons());
    QVERIFY(!dialog.findChild<QLabel*>(u"problem"_s)->text().isEmpty());
    dialog.importFrom(path + u"-no"_s);
    QCOMPARE(dialog.book(), someReasons());
}

void TestReviewReasons::areEdited()
{
    QWidget host;
    auto* dialog = new ReasonsDialog({{u"a"_s, u"b"_s, u"c"_s}, {}}, {}, {}, &host);
    auto* list = dialog->findChild<QListWidget*>();
    list->setCurrentRow(2);
    press(*dialog, u"Up"_s);
    QCOMPARE(listed(*dialog), (QStringList{u"a"_s, u"c"_s, u"b"_s}));
    press(*dialog, u"Up"_s);
    press(*dialog, u"Down"_s);
    list->item(0)->setText(u" a  new "_s); // typed
    QCOMPARE(listed(*dialog), (QStringList{u"a new"_s, u"c"_s, u"b"_s}));
    list->item(1)->setText(u"b"_s); // there is one already
    list->item(2)->setText(QString());
    QCOMPARE(listed(*dialog), (QStringList{u"a new"_s, u"c"_s, u"b"_s}));
    list->setCurrentRow(0);
    press(*dialog, u"Remove"_s);
    press(*dialog, u"Add"_s);
    QCOMPARE(listed(*dialog), (QStringList{u"c"_s, u"b"_s, u"New reason"_s}));
    QSignalSpy saved(dialog, &ReasonsDialog::saved);
    const ReasonBook edited = dialog->book();
    press(*dialog, u"Save"_s);
    QCOMPARE(saved.size(), 1);
    QCOMPARE(saved[0][0].value<ReasonBook>(), edited);

    const QString path = m_folder->filePath(u"reasons.json"_s);
    ReasonsDialog other({}, {}, {}, &host);
    ReasonsDialog mine(someReasons(), {}, {}, &host);
    mine.exportTo(path);
    other.importFrom(path);
    QCOMPARE(other.book(), someReasons());
    QCOMPARE(listed(other), someReasons().common);
}

void TestReviewReasons::ofOneCheck()
{
    QWidget host;
    ReasonsDialog dialog(someReasons(), {u"reach"_s}, u"speed"_s, &host);
    QCOMPARE(dialog.check(), u"speed"_s);
    QCOMPARE(listed(dialog), QStringList{u"ice"_s});
    dialog.choose(u"reach"_s); // as all others, and not edited as long as it is
    QCOMPARE(listed(dialog), someReasons().common);
    QVERIFY(!(dialog.findChild<QListWidget*>()->item(0)->flags() & Qt::ItemIsEditable));
    press(dialog, u"Reasons of its own"_s);
    press(dialog, u"Remove"_s);
    QCOMPARE(dialog.book().of(u"reach"_s), QStringList{u"clear cheat"_s});
    QCOMPARE(dialog.book().common, someReasons().common);
    press(dialog, u"As all others"_s);
    QCOMPARE(dialog.book(), someReasons());
}

void TestReviewReasons::areKeptWithTheVerdict()
{
    OpenReplay replay(withEvents(9));
    const auto flags = model::flagsOf(*replay.session->index()->events);
    saveReasons({{u"lag"_s}, {{flags[0].check, {u"ice"_s, u"boat"_s}}}});
    Actions actions;
    QWidget host;
    auto* view = new FlagsView(&actions, &host);
    view->setSession(replay.session.get());
    view->setPlayBefore(false);
    named<QLineEdit>(*view, u"Reviewer"_s)->setText(u"Ada"_s);
    auto* reason = named<QComboBox>(*view, u"Reason"_s);
    QVERIFY(!reason->isEnabled()); // no flag is chosen
    view->go(1, false);
    QCOMPARE(reason->count(), 3); // none, and the two of this check
    reason->setCurrentIndex(2);
    view->judge(model::FlagVerdict::Rejected);
    QCOMPARE(reason->currentIndex(), 0); // given
    const auto stored = model::loadNotes(replay.session->path());
    QCOMPARE(stored->sidecar.reviews.at(0).reason, u"boat"_s);
    QCOMPARE(model::judgementOf(flags[0], stored->sidecar).reason, u"boat"_s);
    const auto* said = named<QTableView>(*view, u"Verdicts so far"_s)->model();
    QCOMPARE(said->index(0, ReviewsModel::ReasonColumn).data().toString(), u"boat"_s);
    const auto* table = named<QTableView>(*view, u"Flags"_s)->model();
    QCOMPARE(table->index(0, FlagsModel::ReasonColumn).data().toString(), u"boat"_s);

    saveReasons({{u"lag"_s}, {{flags[0].check, {u"ice"_s}}}});
    reason->setCurrentIndex(1);
    view->reloadReasons(); // what was chosen stays where it is still there
    QCOMPARE(reason->count(), 2);
    QCOMPARE(reason->currentIndex(), 1);
    view->judge(model::FlagVerdict::Unsure);
    QCOMPARE(replay.session->notes()->sidecar().reviews.back().reason, u"ice"_s);
}

/// As programs that know no reasons do, and of those that make something else of them.
void TestReviewReasons::othersReadAndKeepThem()
{
    const QByteArray text = R"({"schema":1,"verdicts":[
        {"id":"1","frame":10,"check":"speed","verdict":"confirmed","reviewer":"Ada","reason":"lag"},
        {"id":"2","frame":10,"check":"speed","verdict":"rejected","reason":{"code":7}},
        {"id":"3","frame":10,"check":"speed","verdict":"rejected"}]})";
    const auto read = model::parseSidecar(text, u"x"_s);
    QVERIFY(read);
    QCOMPARE(read->reviews[0].reason, u"lag"_s);
    QCOMPARE(read->reviews[1].reason, QString());
    const auto again = model::parseSidecar(model::sidecarText(*read), u"x"_s);
    QVERIFY(again);
    QCOMPARE(again->reviews[0].reason, u"lag"_s);
    QCOMPARE(again->reviews[1].unknown["reason"_L1]["code"_L1].toInt(), 7);
    QCOMPARE(model::sidecarText(*again).count("\"reason\""), 2); // none is no key
    // Who gives another reason for the same has said something else.
    model::Sidecar their = *read;
    their.reviews[0].reason = u"ice"_s;
    QCOMPARE(model::mergeSidecars(*read, their)->reviews.size(), std::size_t{4});
}

} // namespace tst_review_reasons

GHOSTLINE_TEST(tst_review_reasons, TestReviewReasons, QApplication)
#include "tst_review_reasons.moc"
