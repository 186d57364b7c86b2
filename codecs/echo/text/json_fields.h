// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Goes over the fields of JSON objects leniently: a value of another type than expected is as good as none,
// what is broken breaks the document.
#include "codecs/echo/frame/frame.h"
#include "codecs/echo/text/json_token.h"
#include "codecs/echo/text/key_finder.h"
#include "codecs/echo/text/line_remarks.h"

#include <QStringList>

#include <algorithm>

namespace ghostline::echo {

/// Of one document at a time, for one thread.
class JsonFields
{
public:
    using Code = simdjson::error_code;

    /// Before a document. What is odd goes to `remarks`, paths of fields that nobody asks for to `unknown`;
    /// null = nowhere.
    void begin(std::string_view text, LineRemarks* remarks, QStringList* unknown = nullptr)
    {
        m_unknown = unknown;
        m_path.clear();
        m_end = text.data() + text.size();
        m_remarks = remarks;
        m_error = simdjson::SUCCESS;
    }
    /// The first thing that broke the document, however deep it lies.
    Code error() const { return m_error; }
    Code fail(Code error)
    {
        if (m_error == simdjson::SUCCESS && error != simdjson::INCORRECT_TYPE)
            m_error = error;
        return error;
    }
    bool hasRemarks() const { return m_remarks != nullptr; }
    void remark(Remark what, std::string_view sample = {})
    {
        if (m_remarks != nullptr)
            m_remarks->add(what, sample);
    }

    /// Calls take(number of the key, value) for each field whose key is listed.
    template<std::size_t N, typename Take>
    Code each(json::object object, KeyFinder<N>& keys, const Take& take)
    {
        // Nested objects of the same kind do not occur, so one place in the order per kind will do.
        keys.start();
        for (auto found : object) {
            json::field field;
            if (const Code error = std::move(found).get(field); error != simdjson::SUCCESS)
                return fail(error);
            const std::size_t key = keys.find(field.key().raw());
            if (m_unknown != nullptr)
                enter(field.key().raw(), key != KeyFinder<N>::None);
            if (key != KeyFinder<N>::None)
                take(key, std::move(field).value());
            if (m_unknown != nullptr)
                m_path.removeLast();
        }
        return simdjson::SUCCESS;
    }
    /// The same of a value; false when it is no object.
    template<std::size_t N, typename Take>
    bool eachOf(json::value value, KeyFinder<N>& keys, const Take& take)
    {
        json::object object;
        if (value.get_object().get(object) != simdjson::SUCCESS)
            return false;
        each(object, keys, take);
        return true;
    }

    /// As many numbers as `out` takes; false when the array has another length.
    template<typename T, std::size_t N>
    bool numbers(json::value value, std::array<T, N>& out)
    {
        const char* at = value.raw_json_token().data();
        if (*at != '[')
            return false;
        ++at;
        const auto skipBlanks = [this, &at] {
            while (at < m_end && (*at == ' ' || *at == '\t'))
                ++at;
        };
        bool odd = false;
        for (std::size_t i = 0; i < N; ++i) {
            skipBlanks();
            if (at >= m_end || *at == ']')
                return false;
            const double number = takeNumber(at, m_end);
            odd = odd || !(number == number);
            out[i] = static_cast<T>(number);
            skipBlanks();
            if (at >= m_end || *at != (i + 1 < N ? ',' : ']'))
                return false;
            ++at;
        }
        if (odd)
            remark(Remark::NotANumber);
        return true;
    }
    template<typename V>
    bool vector(json::value value, V& out)
    {
        std::array<typename V::value_type, 3> parts{};
        if (!numbers(value, parts))
            return false;
        out = {parts[0], parts[1], parts[2]};
        return true;
    }
    float real(json::value value)
    {
        const double number = numberOf(value.raw_json_token());
        if (!(number == number))
            remark(Remark::NotANumber);
        return static_cast<float>(number);
    }

private:
    /// Goes into a field; one that is not known is noted, once.
    void enter(const char* raw, bool known)
    {
        constexpr qsizetype Most = 100;
        constexpr std::ptrdiff_t LongestKey = 64;
        const std::string_view rest(raw, static_cast<std::size_t>(std::min(m_end - raw, LongestKey)));
        const std::string_view key = rest.substr(0, rest.find('"'));
        // They follow from others.
        constexpr std::array<std::string_view, 3> Derived{"left", "vr_left", "game_clock_display"};
        m_path.append(QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())));
        const QString path = m_path.join(QLatin1Char('.'));
        if (!known && std::ranges::find(Derived, key) == Derived.end() && m_unknown->size() < Most &&
            !m_unknown->contains(path))
            m_unknown->append(path);
    }

    QStringList* m_unknown = nullptr;
    QStringList m_path; ///< of the field at hand, while unknown ones are noted
    const char* m_end = nullptr;
    LineRemarks* m_remarks = nullptr;
    Code m_error = simdjson::SUCCESS;
};

/// Directions as they come; what they say together is worked out at the end.
struct Axes
{
    glm::dvec3 forward{0.0};
    glm::dvec3 up{0.0};
    glm::quat rotation() const { return lookRotation(forward, up); }
};

} // namespace ghostline::echo
