// SPDX-License-Identifier: GPL-3.0-or-later
// The page without a recording: it fits a small screen however much was opened before.
#include "app/gui/settings/settings.h"
#include "app/gui/shell/welcome_page.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QLabel>
#include <QLayout>
#include <QListWidget>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_welcome_page {

using namespace ghostline;

class TestWelcomePage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    void fitsASmallScreen_data()
    {
        QTest::addColumn<int>("recent");
        QTest::newRow("first start") << 0;
        QTest::newRow("a few") << 3;
        QTest::newRow("as many as are kept") << 12;
    }

    void fitsASmallScreen()
    {
        QFETCH(int, recent);
        constexpr int Width = 1000;
        constexpr int Height = 540; // 600 less the menu bar and a frame
        app::clearRecent();
        for (int i = 0; i < recent; ++i)
            app::rememberRecent({QStringLiteral("/runs/run-%1").arg(i), QStringLiteral("any"),
                                 model::Micros{1'000'000}, QDateTime::currentDateTimeUtc()});
        const model::CodecRegistry registry;
        const app::WelcomePage page(registry, true);
        QCOMPARE(page.findChild<QListWidget*>()->count(), recent);
        QVERIFY2(page.minimumSizeHint().height() <= Height,
                 qPrintable(QString::number(page.minimumSizeHint().height())));
        const int least = page.layout()->totalHeightForWidth(Width);
        QVERIFY2(least <= Height, qPrintable(QString::number(least)));
    }

    void saysWhatCanBeOpened()
    {
        const model::CodecRegistry registry;
        const app::WelcomePage page(registry, true);
        const QString text = page.findChild<QLabel*>(QStringLiteral("formats"))->text();
        QVERIFY(!registry.codecs().empty());
        for (const model::CodecInfo& codec : registry.codecs())
            QCOMPARE(text.contains(codec.name.toHtmlEscaped()), codec.canRead);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace tst_welcome_page

GHOSTLINE_TEST(tst_welcome_page, TestWelcomePage, QApplication)
#include "tst_welcome_page.moc"
