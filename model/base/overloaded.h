// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One visitor out of several lambdas, for std::visit.

namespace ghostline::model {

template<typename... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};
template<typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

} // namespace ghostline::model
