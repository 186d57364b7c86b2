// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C and SIGTERM: every verb ends within a second, whatever it is at, and leaves no half file.
#include "tests/support/test_driver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

namespace tst_cli_interrupt {

using namespace Qt::StringLiterals;

namespace {

constexpr int StartMs = 30'000;
constexpr qint64 EndMs = 1000;

/// What a verb is given, F being the recording, and the step that never ends.
struct Work
{
    const char* line;
    const char* step;
};
constexpr Work AllWork[] = {
    {"info F", "open"},
    {"info F", "index"},
    {"info F", "verify"},
    {"events F", "index"},
    {"state F --frame 1", "decode"},
    {"metrics F --csv", "decode"},
    {"analyse F proximity", "decode"},
    {"heatmap F", "decode"},
    {"dump F", "streams"},
    {"dump F slow", "records"},
    {"report F slow", "report"},
    {"check F", "index"},
    {"check F --json", "decode"},
    {"check F", "sample"},
    {"check F", "verify"},
    {"flags F", "index"},
    {"compare F F", "index"},
    {"compare F F", "decode"},
    {"convert F O", "write"},
    {"repair F O", "write"},
    {"compact F O", "write"},
    {"bench F", "index"},
    {"bench F", "raw"},
    {"bench F", "decode"},
    {"bench F", "sample"},
};

/// A verb that is at the step that never ends.
class Running
{
public:
    Running(const Work& work, bool deaf)
    {
        const QString recording = m_folder.filePath(u"in.slow"_s);
        QFile file(recording);
        m_started = file.open(QIODevice::WriteOnly) &&
                    file.write("SLOW " + QByteArray(work.step) + (deaf ? " deaf" : "")) > 0;
        file.close();
        QStringList arguments = QString::fromLatin1(work.line).split(u' ');
        arguments.replaceInStrings(QRegularExpression(u"^F$"_s), recording);
        arguments.replaceInStrings(QRegularExpression(u"^O$"_s), m_folder.filePath(u"out.slow"_s));
        m_process.start(QStringLiteral(GHOSTLINE_CLI), arguments);
    }

    bool isAtWork()
    {
        return m_started && QTest::qWaitFor(
                                [this] {
                                    m_said += m_process.readAllStandardError();
                                    return m_said.contains("working");
                                },
                                StartMs);
    }
    void interrupt(int signal)
    {
        m_since.start();
        ::kill(static_cast<pid_t>(m_process.processId()), signal);
    }
    /// How it ended; empty = as it should.
    QString failure()
    {
        const bool ended = m_process.waitForFinished(StartMs);
        const qint64 took = m_since.elapsed();
        m_said += m_process.readAllStandardError();
        if (!ended || took > EndMs)
            return u"it took %1 ms"_s.arg(took);
        if (m_process.exitStatus() != QProcess::NormalExit || m_process.exitCode() != 2)
            return u"it ended with %1: %2"_s.arg(m_process.exitCode()).arg(QString::fromUtf8(m_said));
        const QStringList left =
            QDir(m_folder.path())
                .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
        return left == QStringList{u"in.slow"_s} ? QString() : u"it left "_s + left.join(u", "_s);
    }
    const QByteArray& said() const { return m_said; }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QElapsedTimer m_since;
    QByteArray m_said;
    bool m_started = false;
};

} // namespace

class TestCliInterrupt : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("GHOSTLINE_CODEC_PATH", SLOW_CODECS); }

    void whatListensEndsAtOnce_data()
    {
        QTest::addColumn<int>("work");
        for (std::size_t i = 0; i < std::size(AllWork); ++i)
            QTest::addRow("%s, %s", AllWork[i].line, AllWork[i].step) << static_cast<int>(i);
    }
    void whatListensEndsAtOnce()
    {
        QFETCH(int, work);
        Running verb(AllWork[work], false);
        QVERIFY2(verb.isAtWork(), verb.said().constData());
        verb.interrupt(work % 2 == 0 ? SIGTERM : SIGINT);
        const QString failure = verb.failure();
        QVERIFY2(failure.isEmpty(), qPrintable(failure));
        // Told in words, not cut off: the work noticed.
        QVERIFY2(verb.said().contains("cancelled") || verb.said().contains("stopped"),
                 verb.said().constData());
    }

    /// All at the same time: each is given half a second to notice.
    void whatDoesNotListenIsEnded()
    {
        std::vector<std::unique_ptr<Running>> verbs;
        for (const Work& work : AllWork)
            verbs.push_back(std::make_unique<Running>(work, true));
        for (const auto& verb : verbs)
            QVERIFY2(verb->isAtWork(), verb->said().constData());
        for (const auto& verb : verbs)
            verb->interrupt(SIGTERM);
        for (std::size_t i = 0; i < verbs.size(); ++i) {
            const QString failure = verbs[i]->failure();
            QVERIFY2(failure.isEmpty(), qPrintable(QString::fromLatin1(AllWork[i].line) + u": "_s + failure));
        }
    }

    void theSecondInterruptEndsAtOnce()
    {
        Running verb({"convert F O", "write"}, true);
        QVERIFY2(verb.isAtWork(), verb.said().constData());
        verb.interrupt(SIGINT);
        verb.interrupt(SIGTERM);
        const QString failure = verb.failure();
        QVERIFY2(failure.startsWith(u"it ended with 143"_s), qPrintable(failure));
    }
};

} // namespace tst_cli_interrupt

GHOSTLINE_TEST(tst_cli_interrupt, TestCliInterrupt)
#include "tst_cli_interrupt.moc"
