// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/block_state.h"

#include "codecs/recording/format/limits.h"

#include <algorithm>
#include <charconv>

namespace ghostline::recording {

namespace {

bool readProperties(std::string_view list, std::vector<BlockProperty>& properties)
{
    if (list.empty())
        return true;
    const auto count = static_cast<std::size_t>(std::count(list.begin(), list.end(), ',')) + 1;
    if (count > MaxBlockProperties)
        return false;
    properties.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t comma = std::min(list.find(','), list.size());
        const std::string_view entry = list.substr(0, comma);
        const std::size_t equals = entry.find('=');
        if (equals == 0 || equals == std::string_view::npos)
            return false;
        properties.push_back({entry.substr(0, equals), entry.substr(equals + 1)});
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return true;
}

} // namespace

std::string_view BlockState::value(std::string_view key) const
{
    const auto found = std::find_if(properties.begin(), properties.end(),
                                    [key](const BlockProperty& p) { return p.key == key; });
    return found != properties.end() ? found->value : std::string_view();
}

int BlockState::number(std::string_view key, int most, int otherwise) const
{
    const std::string_view text = value(key);
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && number >= 0 && number <= most ? number : otherwise;
}

BlockState readBlockState(std::string_view text)
{
    BlockState state;
    const std::size_t bracket = std::min(text.find('['), text.size());
    const std::string_view id = text.substr(0, bracket);
    const std::size_t colon = id.find(':');
    state.name = colon == std::string_view::npos ? id : id.substr(colon + 1);
    state.space = colon == std::string_view::npos || colon == 0 ? "minecraft" : id.substr(0, colon);
    if (bracket == text.size())
        return state;
    state.wellFormed = text.size() <= MaxKindName && text.back() == ']' &&
                       readProperties(text.substr(bracket + 1, text.size() - bracket - 2), state.properties);
    if (!state.wellFormed)
        state.properties.clear();
    return state;
}

bool isBlockNumber(std::string_view text) { return text.starts_with("block #"); }

} // namespace ghostline::recording
