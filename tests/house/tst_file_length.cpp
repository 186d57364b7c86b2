// SPDX-License-Identifier: GPL-3.0-or-later
// A source file is short enough to be read at once.
#include "tests/house/source_tree.h"

#include <QTest>

using namespace ghostline::test;

namespace {

constexpr qsizetype MostLines = 400;

struct Exception
{
    const char* path;
    const char* reason;
};
/// Files that may be longer, each with the reason why no part of it could stand alone.
const std::vector<Exception> Exceptions{};

bool isExcepted(const QString& path)
{
    return std::any_of(Exceptions.begin(), Exceptions.end(),
                       [&path](const Exception& one) { return path == QLatin1String(one.path); });
}

/// As `wc -l` counts: by line ends.
qsizetype lengthOf(const QString& path)
{
    const QStringList lines = linesOf(sourceRoot() + u'/' + path);
    return lines.size() - (!lines.isEmpty() && lines.last().isEmpty() ? 1 : 0);
}

} // namespace

class TestFileLength : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void noFileIsLong_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"app", "codecs", "model", "render", "resources", "tests"})
            QTest::newRow(folder) << QString::fromLatin1(folder);
    }
    void noFileIsLong()
    {
        QFETCH(QString, folder);
        const QStringList files = filesBelow(folder, Sources);
        QVERIFY2(!files.isEmpty(), "the folder is empty: the test would prove nothing");
        QStringList tooLong;
        for (const QString& file : files) {
            const QString path = QDir(sourceRoot()).relativeFilePath(file);
            const qsizetype lines = lengthOf(path);
            if (lines > MostLines && !isExcepted(path))
                tooLong << QStringLiteral("%1: %2 lines").arg(path).arg(lines);
        }
        QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join(u'\n')));
    }

    /// What became short needs no exception any more.
    void exceptionsAreNeeded()
    {
        for (const Exception& one : Exceptions) {
            QVERIFY2(lengthOf(QLatin1String(one.path)) > MostLines, one.path);
            QVERIFY2(qstrlen(one.reason) > 0, one.path);
        }
    }
};

QTEST_GUILESS_MAIN(TestFileLength)
#include "tst_file_length.moc"
