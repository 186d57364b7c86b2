// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/scan_built.h"

namespace ghostline::test {

float mid(double edge)
{
    int exponent = 0;
    std::frexp(edge, &exponent);
    return static_cast<float>(edge == 0.0 ? 0.0 : edge + std::copysign(std::ldexp(0.5, exponent - 11), edge));
}

std::unique_ptr<Scanned> scanned(const BuiltButter& built, echo::ButterDecoding how)
{
    auto out = scanButter(built.bytes(), how);
    if (!out) {
        QTest::qFail(qPrintable(out.error().message), __FILE__, __LINE__);
        return nullptr;
    }
    if (how == echo::ButterDecoding::Exact && !readsTheSame(**out))
        QTest::qFail("a chunk read again differs", __FILE__, __LINE__);
    return std::move(*out);
}

BuiltButter oneChunk(const Bytes& chunk)
{
    BuiltButter built;
    built.chunks = {chunk};
    return built;
}

} // namespace ghostline::test
