// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One program holds all tests of a folder, and runs the one that its first argument names. The others of its
// arguments go to QTest. Without any it lists the names.
#include <QCoreApplication>
#include <QTest>

#include <type_traits>

namespace ghostline::test {

using TestMain = int (*)(int argc, char** argv);

/// Makes a test known to the program that it is linked into; `name` lives as long as that.
class TestEntry
{
public:
    TestEntry(const char* name, TestMain main);
};

/// What QTEST_MAIN does, as a function.
template<typename Test, typename Application = QCoreApplication>
int runTest(int argc, char** argv)
{
    if constexpr (std::is_void_v<Application>) {
        Test test;
        return QTest::qExec(&test, argc, argv);
    } else {
        Application application(argc, argv);
        application.setAttribute(Qt::AA_Use96Dpi, true);
        Test test;
        return QTest::qExec(&test, argc, argv);
    }
}

} // namespace ghostline::test

/// Stands below the namespace that is named after the test's file:
///   GHOSTLINE_TEST(tst_playhead, TestPlayhead)                 with a QCoreApplication
///   GHOSTLINE_TEST(tst_lanes, TestLanes, QApplication)         for widgets
///   GHOSTLINE_TEST(tst_looks, TestLooks, ghostline::test::GraphicsApplication)   draws by OpenGL
///   GHOSTLINE_TEST(tst_time_text, TestTimeText, void)          without any
#define GHOSTLINE_TEST(name, ...) GHOSTLINE_TEST_MAIN(name, (ghostline::test::runTest<__VA_ARGS__>))

/// The same for a test with a main() of its own.
#define GHOSTLINE_TEST_MAIN(name, main)                                                                      \
    namespace name {                                                                                         \
    const ghostline::test::TestEntry driverEntry(#name, main);                                               \
    }
