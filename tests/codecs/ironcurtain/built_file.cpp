// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/ironcurtain/built_file.h"

namespace ghostline::test {

ironcurtain::Bytes builtMetadata()
{
    const QByteArray json =
        R"({"game_speed":"slower","players":[{"slot":0,"name":"North"},{"slot":1,"name":"South"}],)"
        R"("ic_viewer":{"component_schema":"ra1-v1","state_hash_kind":"sha256-bincode-v1",)"
        R"("delta_mode":"cumulative"}})";
    ironcurtain::Bytes bytes(static_cast<std::size_t>(json.size()));
    std::memcpy(bytes.data(), json.constData(), bytes.size());
    return bytes;
}

ironcurtain::Bytes builtFile(const BuiltParts& parts)
{
    using namespace ironcurtain;
    Header header;
    header.totalTicks = parts.totalTicks;
    header.flags = parts.moreFlags;
    if (!parts.events.empty())
        header.flags |= HasEvents;
    if (!parts.voice.empty())
        header.flags |= HasVoice;
    if (!parts.signatures.empty())
        header.flags |= Signed;
    Bytes body;
    const auto section = [&body](SectionExtent& place, const Bytes& bytes, bool always) {
        if (bytes.empty() && !always)
            return;
        place = {static_cast<std::uint32_t>(HeaderBytes + body.size()),
                 static_cast<std::uint32_t>(bytes.size())};
        body.insert(body.end(), bytes.begin(), bytes.end());
    };
    section(header.metadata, builtMetadata(), true);
    section(header.orders, parts.orders, true);
    section(header.keyframes, parts.keyframes, true);
    section(header.events, parts.events, false);
    section(header.voice, parts.voice, false);
    section(header.signature, parts.signatures, false);
    Bytes file = encodeHeader(header);
    file.insert(file.end(), body.begin(), body.end());
    return file;
}

ironcurtain::Bytes builtJournal(const ironcurtain::Bytes& chunks)
{
    using namespace ironcurtain;
    const Bytes metadata = builtMetadata();
    Header header;
    header.flags = HasEvents | HasVoice | Signed;
    header.metadata = {HeaderBytes, static_cast<std::uint32_t>(metadata.size())};
    Bytes file = encodeHeader(header);
    file.insert(file.end(), metadata.begin(), metadata.end());
    file.insert(file.end(), chunks.begin(), chunks.end());
    return file;
}

} // namespace ghostline::test
