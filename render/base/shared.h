// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Large values that several views share: copied by reference, compared by identity.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace ghostline::render {

/// A reference to an immutable value. Never null; equal only to copies of itself.
template<typename T>
class Shared
{
public:
    Shared() : m_value(empty()) {}
    /// Implicit, so that it is assigned like a plain value.
    Shared(T value) : m_value(std::make_shared<const T>(std::move(value))) {}
    /// Null stands for an empty value.
    Shared(std::shared_ptr<const T> value) : m_value(value ? std::move(value) : empty()) {}

    const T& operator*() const { return *m_value; }
    const T* operator->() const { return m_value.get(); }
    const std::shared_ptr<const T>& pointer() const { return m_value; }
    friend bool operator==(const Shared&, const Shared&) = default;

private:
    static const std::shared_ptr<const T>& empty()
    {
        static const std::shared_ptr<const T> value = std::make_shared<const T>();
        return value;
    }
    std::shared_ptr<const T> m_value;
};

/// A pool of values to be shared: take() gives one that nobody refers to any more, so that after a few frames
/// nothing is allocated. For one thread.
template<typename T>
class Recycler
{
public:
    /// Still has its old content. Nobody else refers to it.
    std::shared_ptr<T> take()
    {
        const auto free = std::find_if(m_values.begin(), m_values.end(),
                                       [](const auto& value) { return value.use_count() == 1; });
        return free != m_values.end() ? *free : m_values.emplace_back(std::make_shared<T>());
    }

private:
    std::vector<std::shared_ptr<T>> m_values;
};

} // namespace ghostline::render
