// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_driver.h"

#include <cstdio>
#include <map>
#include <string_view>

namespace ghostline::test {

namespace {

/// Entries are made before main(), in no known order.
std::map<std::string_view, TestMain>& allTests()
{
    static std::map<std::string_view, TestMain> tests;
    return tests;
}

} // namespace

TestEntry::TestEntry(const char* name, TestMain main) { allTests().emplace(name, main); }

} // namespace ghostline::test

int main(int argc, char** argv)
{
    const auto& tests = ghostline::test::allTests();
    if (argc < 2) {
        for (const auto& [name, run] : tests)
            std::puts(name.data());
        return 0;
    }
    const auto test = tests.find(argv[1]);
    if (test == tests.end()) {
        std::fprintf(stderr, "%s: there is no test %s\n", argv[0], argv[1]);
        return 1;
    }
    // The application is named after its test: files that Qt keeps below that name belong to one test only.
    return test->second(argc - 1, argv + 1);
}
