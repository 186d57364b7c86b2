// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/block_colours.h"

#include "codecs/recording/worlds/block_kinds.h"

namespace ghostline::recording {

BlockLook blockLook(std::string_view state)
{
    const model::GridKind kind = blockKind(state);
    return {kind.colour, kind.translucent, kind.form == model::GridForm::Nothing || kind.invisible};
}

} // namespace ghostline::recording
