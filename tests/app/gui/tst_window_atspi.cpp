// SPDX-License-Identifier: GPL-3.0-or-later
// The window over a real accessibility bus: what a screen reader finds there, in a program of its own.
// Skipped where there is no D-Bus daemon or no AT-SPI (packages dbus and at-spi2-core).
#include "tests/support/test_driver.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusReply>
#include <QDBusVariant>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <functional>
#include <utility>

namespace tst_window_atspi {

namespace {

constexpr int StartMs = 60'000; ///< software OpenGL on a busy machine
constexpr int AnswerMs = 10'000;
constexpr int MostChildren = 100; ///< of one element that is searched; longer ones are tables
constexpr int Deepest = 12;
const QString Root = QStringLiteral("/org/a11y/atspi/accessible/root");
const QString Accessible = QStringLiteral("org.a11y.atspi.Accessible");
const QString Value = QStringLiteral("org.a11y.atspi.Value");
const QString Properties = QStringLiteral("org.freedesktop.DBus.Properties");
const QString BusName = QStringLiteral("ghostline-test-session");
const QString AtspiName = QStringLiteral("ghostline-test-atspi");

/// Ends with this, and whatever it has started.
void end(QProcess& process)
{
    if (process.state() == QProcess::NotRunning)
        return;
    process.terminate();
    if (!process.waitForFinished(5000)) {
        process.kill();
        process.waitForFinished();
    }
}

} // namespace

class TestWindowAtspi : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void theMenuBarIsThere();
    void theTimelineIsAValue();
    void describes_data();
    void describes();

private:
    QVariant call(const QString& service, const QString& path, const QString& interface, const char* method,
                  const QVariantList& arguments = {}) const;
    QVariant property(const QString& path, const QString& interface, const char* name) const;
    QList<std::pair<QString, QString>> children(const QString& service, const QString& path) const;
    /// Path of the first element of that name that `accepts`; empty = there is none.
    QString find(const QString& name, const std::function<bool(const QString&)>& accepts,
                 const QString& from = Root, int depth = 0) const;
    bool isValue(const QString& path) const;

    QTemporaryDir m_folder{QStringLiteral("/tmp/ghostline-XXXXXX")}; // the path of a socket is short
    QProcess m_bus;
    QProcess m_window;
    QString m_service;
};

QVariant TestWindowAtspi::call(const QString& service, const QString& path, const QString& interface,
                               const char* method, const QVariantList& arguments) const
{
    QDBusMessage message = QDBusMessage::createMethodCall(service, path, interface, QLatin1String(method));
    message.setArguments(arguments);
    const QDBusMessage answer = QDBusConnection(AtspiName).call(message, QDBus::Block, AnswerMs);
    return answer.arguments().isEmpty() ? QVariant() : answer.arguments().first();
}

QVariant TestWindowAtspi::property(const QString& path, const QString& interface, const char* name) const
{
    const QVariant answer =
        call(m_service, path, Properties, "Get", {interface, QString(QLatin1String(name))});
    return answer.value<QDBusVariant>().variant();
}

QList<std::pair<QString, QString>> TestWindowAtspi::children(const QString& service,
                                                             const QString& path) const
{
    QList<std::pair<QString, QString>> found;
    const QVariant answer = call(service, path, Accessible, "GetChildren");
    if (!answer.canConvert<QDBusArgument>())
        return found;
    const auto list = answer.value<QDBusArgument>();
    list.beginArray();
    while (!list.atEnd()) {
        QString owner;
        QDBusObjectPath at;
        list.beginStructure();
        list >> owner >> at;
        list.endStructure();
        found.emplace_back(owner, at.path());
    }
    list.endArray();
    return found;
}

QString TestWindowAtspi::find(const QString& name, const std::function<bool(const QString&)>& accepts,
                              const QString& from, int depth) const
{
    if (property(from, Accessible, "Name").toString() == name && accepts(from))
        return from;
    if (depth == Deepest)
        return {};
    const auto below = children(m_service, from);
    for (qsizetype i = 0; i < std::min<qsizetype>(below.size(), MostChildren); ++i) {
        if (QString found = find(name, accepts, below[i].second, depth + 1); !found.isEmpty())
            return found;
    }
    return {};
}

bool TestWindowAtspi::isValue(const QString& path) const
{
    return call(m_service, path, Accessible, "GetInterfaces").toStringList().contains(Value);
}

void TestWindowAtspi::initTestCase()
{
    const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    if (daemon.isEmpty())
        QSKIP("no dbus-daemon here (package dbus)");
    const QString sample = QFileInfo(QCoreApplication::applicationDirPath() +
                                     QStringLiteral("/../share/ghostline/samples/sample-match.butter"))
                               .canonicalFilePath();
    if (sample.isEmpty())
        QSKIP("this sample was not built");
    QVERIFY(m_folder.isValid());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_folder.path());
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.path());
    environment.insert(QStringLiteral("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"), QStringLiteral("1"));
    environment.remove(QStringLiteral("QT_FATAL_WARNINGS")); // what a bus warns of is not ours
    environment.remove(QStringLiteral("AT_SPI_BUS_ADDRESS"));
    m_bus.setProcessEnvironment(environment);
    m_bus.start(daemon, {QStringLiteral("--session"), QStringLiteral("--print-address"),
                         QStringLiteral("--nofork"), QStringLiteral("--nopidfile")});
    if (!m_bus.waitForStarted() || !m_bus.waitForReadyRead(AnswerMs))
        QSKIP("no session bus can be started here");
    const QString address = QString::fromLocal8Bit(m_bus.readLine()).trimmed();
    QDBusConnection session = QDBusConnection::connectToBus(address, BusName);
    QVERIFY(session.isConnected());
    const QDBusReply<QString> atspi = session.call(
        QDBusMessage::createMethodCall(QStringLiteral("org.a11y.Bus"), QStringLiteral("/org/a11y/bus"),
                                       QStringLiteral("org.a11y.Bus"), QStringLiteral("GetAddress")),
        QDBus::Block, AnswerMs);
    if (!atspi.isValid())
        QSKIP("no accessibility bus here (package at-spi2-core)");
    QVERIFY(QDBusConnection::connectToBus(atspi.value(), AtspiName).isConnected());

    environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), address);
    m_window.setProcessEnvironment(environment);
    m_window.setProcessChannelMode(QProcess::ForwardedChannels);
    m_window.start(QStringLiteral(GHOSTLINE_WINDOW),
                   {QStringLiteral("--language"), QStringLiteral("en"), QStringLiteral("--at"),
                    QStringLiteral("0:10"), sample});
    QVERIFY(m_window.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(!children(QStringLiteral("org.a11y.atspi.Registry"), Root).isEmpty(), StartMs);
    m_service = children(QStringLiteral("org.a11y.atspi.Registry"), Root).first().first;
    // Not before the recording is there does the timeline have a value.
    QTRY_VERIFY_WITH_TIMEOUT(
        !find(QStringLiteral("Timeline"), [this](const QString& at) { return isValue(at); }).isEmpty(),
        StartMs);
}

void TestWindowAtspi::cleanupTestCase()
{
    end(m_window);
    QDBusConnection::disconnectFromBus(AtspiName);
    QDBusConnection::disconnectFromBus(BusName);
    end(m_bus); // and with it the launcher of the accessibility bus
}

void TestWindowAtspi::theMenuBarIsThere()
{
    const auto any = [](const QString&) { return true; };
    for (const char* menu : {"File", "View", "Analyse", "Review", "Help"})
        QVERIFY2(!find(QLatin1String(menu), any).isEmpty(), menu);
}

void TestWindowAtspi::theTimelineIsAValue()
{
    const QString timeline =
        find(QStringLiteral("Timeline"), [this](const QString& at) { return isValue(at); });
    QVERIFY(!timeline.isEmpty());
    QCOMPARE(property(timeline, Value, "MinimumValue").toDouble(), 0.0);
    QVERIFY(property(timeline, Value, "MaximumValue").toDouble() > 60.0);
    QTRY_COMPARE(property(timeline, Value, "CurrentValue").toDouble(), 10.0);
    const auto text = [&] { return property(timeline, Accessible, "Description").toString(); };
    QVERIFY2(text().startsWith(QStringLiteral("0:10.000 of ")), qPrintable(text()));
    QVERIFY2(text().contains(QStringLiteral(", frame ")), qPrintable(text()));
    call(m_service, timeline, Properties, "Set",
         {Value, QStringLiteral("CurrentValue"), QVariant::fromValue(QDBusVariant(20.0))});
    QTRY_COMPARE(property(timeline, Value, "CurrentValue").toDouble(), 20.0);
    QVERIFY2(text().startsWith(QStringLiteral("0:20.000 of ")), qPrintable(text()));
}

void TestWindowAtspi::describes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    QTest::newRow("status line") << QStringLiteral("Status line") << QStringLiteral("frame ");
    QTest::newRow("view") << QStringLiteral("Replay view") << QStringLiteral("Camera: ");
}

void TestWindowAtspi::describes()
{
    QFETCH(QString, name);
    QFETCH(QString, part);
    const QString at = find(name, [](const QString&) { return true; });
    QVERIFY(!at.isEmpty());
    QTRY_VERIFY2(property(at, Accessible, "Description").toString().contains(part),
                 qPrintable(property(at, Accessible, "Description").toString()));
}

} // namespace tst_window_atspi

GHOSTLINE_TEST(tst_window_atspi, TestWindowAtspi)
#include "tst_window_atspi.moc"
