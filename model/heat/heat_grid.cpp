// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heat/heat_grid.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double KernelReach = 3.0; // standard deviations; what lies beyond is a quarter of a percent

/// Half of a symmetric kernel: its middle first. All of it together is 1.
std::vector<double> halfKernel(double sigma, int most)
{
    const int reach = std::clamp(static_cast<int>(std::ceil(std::min(KernelReach * sigma, 1e6))), 1, most);
    std::vector<double> kernel;
    kernel.reserve(static_cast<std::size_t>(reach) + 1);
    double sum = 0.0;
    for (int i = 0; i <= reach; ++i) {
        kernel.push_back(std::exp(-0.5 * (i / sigma) * (i / sigma)));
        sum += i == 0 ? kernel.back() : 2.0 * kernel.back();
    }
    for (double& each : kernel)
        each /= sum;
    return kernel;
}

/// Where a place beyond the edges comes from: mirrored at them, as often as it takes.
std::size_t mirrored(std::ptrdiff_t at, std::ptrdiff_t count)
{
    const std::ptrdiff_t period = 2 * count;
    std::ptrdiff_t within = at % period;
    if (within < 0)
        within += period;
    return static_cast<std::size_t>(within < count ? within : period - 1 - within);
}

/// `count` items of `step` numbers each, mixed with their neighbours. Whole items at a time, so that the
/// innermost loop runs over memory in order.
void smoothItems(std::vector<double>& cells, std::size_t begin, std::size_t count, std::size_t step,
                 const std::vector<double>& kernel, std::vector<double>& scratch)
{
    scratch.assign(count * step, 0.0);
    const auto items = static_cast<std::ptrdiff_t>(count);
    const auto reach = static_cast<std::ptrdiff_t>(kernel.size()) - 1;
    for (std::ptrdiff_t item = 0; item < items; ++item) {
        double* const out = scratch.data() + static_cast<std::size_t>(item) * step;
        for (std::ptrdiff_t away = -reach; away <= reach; ++away) {
            const double share = kernel[static_cast<std::size_t>(std::abs(away))];
            const double* const in = cells.data() + begin + mirrored(item + away, items) * step;
            for (std::size_t i = 0; i < step; ++i)
                out[i] += share * in[i];
        }
    }
    std::copy(scratch.begin(), scratch.end(), cells.begin() + static_cast<std::ptrdiff_t>(begin));
}

/// One row: its numbers are the items, so the loops stand the other way round.
void smoothRow(double* row, std::ptrdiff_t count, const std::vector<double>& kernel,
               std::vector<double>& padded)
{
    const auto reach = static_cast<std::ptrdiff_t>(kernel.size()) - 1;
    padded.resize(static_cast<std::size_t>(count + 2 * reach));
    for (std::ptrdiff_t i = -reach; i < count + reach; ++i)
        padded[static_cast<std::size_t>(i + reach)] = row[mirrored(i, count)];
    std::fill(row, row + count, 0.0);
    for (std::ptrdiff_t away = 0; away <= 2 * reach; ++away) {
        const double share = kernel[static_cast<std::size_t>(std::abs(away - reach))];
        const double* const in = padded.data() + away;
        for (std::ptrdiff_t i = 0; i < count; ++i)
            row[i] += share * in[i];
    }
}

} // namespace

void smoothCells(std::vector<double>& cells, int columns, int rows, double sigma)
{
    const bool any = columns > 0 && rows > 0 && sigma > 0.0;
    const std::size_t wide = any ? static_cast<std::size_t>(columns) : 0;
    const std::size_t high = any ? static_cast<std::size_t>(rows) : 0;
    if (!any || cells.size() != wide * high)
        return;
    // Wider than the grid it would only be flatter.
    const double most = std::max(columns, rows) / 2.0;
    const double spread = std::min(sigma, std::max(most, 1.0));
    std::vector<double> scratch;
    const std::vector<double> across = halfKernel(spread, 2 * columns);
    for (std::size_t row = 0; row < high; ++row)
        smoothRow(cells.data() + row * wide, columns, across, scratch);
    smoothItems(cells, 0, high, wide, halfKernel(spread, 2 * rows), scratch);
}

Result<void> HeatGrid::add(const HeatGrid& other)
{
    if (layout != other.layout || values.size() != other.values.size() ||
        weights.size() != other.weights.size())
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the two heat maps do not lie over the same cells"), {}));
    if (unit != other.unit || name != other.name)
        return fail(ErrorCode::InvalidArgument,
                    Sentence::of(QStringLiteral("the two heat maps do not show the same"), {}));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (weights.empty()) {
            values[i] += other.values[i];
            continue;
        }
        const double own = weights[i];
        const double others = other.weights[i];
        if (own + others > 0.0)
            values[i] = static_cast<float>(
                (own * static_cast<double>(values[i]) + others * static_cast<double>(other.values[i])) /
                (own + others));
        weights[i] = static_cast<float>(own + others);
    }
    samples += other.samples;
    outside += other.outside;
    recordings += other.recordings;
    coarser = coarser || other.coarser;
    sumUp();
    return {};
}

void HeatGrid::sumUp()
{
    total = most = least = 0.0;
    double weight = 0.0;
    bool any = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!known(i))
            continue;
        const double value = static_cast<double>(values[i]);
        const double share = weights.empty() ? 1.0 : static_cast<double>(weights[i]);
        total += value * share;
        weight += share;
        most = any ? std::max(most, value) : value;
        least = any ? std::min(least, value) : value;
        any = true;
    }
    if (!weights.empty())
        total = weight > 0.0 ? total / weight : 0.0;
}

} // namespace ghostline::model
