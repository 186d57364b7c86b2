// SPDX-License-Identifier: GPL-3.0-or-later

// The words of the checks. What could not be looked at is counted and said; "ok" covers only what was.
#include "codecs/ironcurtain/integrity/verdicts.h"

#include "codecs/ironcurtain/base/value_text.h"

#include <QStringList>

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

using model::Verdict;
using model::VerdictState;

struct Judge
{
    const ReplayFile& file;
    const Findings& found;

    Verdict baselines() const;
    Verdict orderHashes() const;
    Verdict signedKeyframes() const;
    Verdict chain() const;
    Verdict finalHash() const;

    std::size_t restored() const
    {
        return static_cast<std::size_t>(std::count_if(found.keyframes.begin(), found.keyframes.end(),
                                                      [](const KeyframeCheck& k) { return k.restored; }));
    }
    /// "; 6 keyframes could not be restored, the first: why", or nothing.
    QString lostText() const;
    /// "; why some or all cannot be read", or nothing.
    QString signatureDamage() const;
    /// A place inside the replay, whatever a file claims.
    model::FrameNumber frame(SimTick tick) const
    {
        return static_cast<model::FrameNumber>(std::min(tick, file.lastTick()));
    }
    Verdict failed(const char* check, const QString& detail, SimTick at) const;
    /// Why states cannot be compared with hashes; nothing when they can.
    std::optional<QString> noHashes() const;
    bool signaturesThere() const { return !found.signatures->entries.empty(); }
    Verdict withoutSignatures(const char* check) const;
    const KeyframeCheck* lastState() const;
};

Verdict made(const char* check, VerdictState state, const QString& detail)
{
    Verdict verdict;
    verdict.check = QLatin1String(check);
    verdict.state = state;
    verdict.detail = detail;
    return verdict;
}

Verdict Judge::failed(const char* check, const QString& detail, SimTick at) const
{
    Verdict verdict = made(check, VerdictState::Failed, detail);
    verdict.frame = frame(at);
    return verdict;
}

QString Judge::lostText() const
{
    const auto first = std::find_if(found.keyframes.begin(), found.keyframes.end(),
                                    [](const KeyframeCheck& keyframe) { return !keyframe.restored; });
    if (first == found.keyframes.end() || !file.metadata().layoutKnown())
        return {};
    const std::size_t lost = found.keyframes.size() - restored();
    return lost == 1 ? QStringLiteral("; one keyframe could not be restored: %1").arg(first->lost)
                     : QStringLiteral("; %1 keyframes could not be restored, the first: %2")
                           .arg(lost)
                           .arg(first->lost);
}

QString Judge::signatureDamage() const
{
    return found.signatureDamages.empty() ? QString()
                                          : QStringLiteral("; %1").arg(found.signatureDamages.front().what);
}

std::optional<QString> Judge::noHashes() const
{
    const Metadata& meta = file.metadata();
    if (!meta.hashKnown()) {
        const QString why =
            meta.stateHashKind.isEmpty()
                ? QStringLiteral("unknown hash kind; the file does not say how states are hashed")
                : QStringLiteral("unknown hash kind; states are hashed as \"%1\"").arg(meta.stateHashKind);
        return why + lostText();
    }
    if (!meta.layoutKnown())
        return QStringLiteral("unknown layout of keyframes; their states cannot be restored here");
    return std::nullopt;
}

Verdict Judge::baselines() const
{
    const char* const check = "baselines";
    if (const auto why = noHashes())
        return made(check, VerdictState::CannotCheck, *why);
    const auto entries = file.keyframes();
    std::size_t deltas = 0;
    std::size_t good = 0;
    for (std::size_t i = 0; i < found.keyframes.size(); ++i) {
        const KeyframeCheck& keyframe = found.keyframes[i];
        if (entries[i].full)
            continue;
        ++deltas;
        good += keyframe.restored ? 1U : 0U;
        if (keyframe.badBaseline)
            return failed(check,
                          QStringLiteral("broken at tick %1; the keyframe it builds on has another hash than "
                                         "it names")
                              .arg(keyframe.tick),
                          keyframe.tick);
    }
    if (deltas == 0)
        return made(check, VerdictState::NotPresent, QStringLiteral("no deltas; every keyframe is whole"));
    const auto state = good > 0 ? VerdictState::Ok : VerdictState::CannotCheck;
    return made(check, state,
                QStringLiteral("%1 of %2 deltas; each of these builds on the state whose hash it names")
                        .arg(good)
                        .arg(deltas) +
                    lostText());
}

Verdict Judge::orderHashes() const
{
    const char* const check = "order_hashes";
    if (const auto why = noHashes())
        return made(check, VerdictState::CannotCheck, *why);
    if (!found.orders->frames && restored() > 0) {
        return made(check, VerdictState::CannotCheck,
                    QStringLiteral("no orders at the keyframes could be read"));
    }
    std::size_t same = 0;
    for (const KeyframeCheck& keyframe : found.keyframes) {
        const auto recorded = found.orders->byTick.find(keyframe.tick);
        if (!keyframe.restored || recorded == found.orders->byTick.end())
            continue;
        std::uint64_t prefix = 0;
        std::memcpy(&prefix, keyframe.hash.data(), sizeof prefix);
        if (prefix == recorded->second) {
            ++same;
            continue;
        }
        return failed(check,
                      QStringLiteral("differs at tick %1; the keyframe has another hash than the match had "
                                     "when it was played")
                          .arg(keyframe.tick),
                      keyframe.tick);
    }
    if (same == 0) {
        return restored() > 0
                   ? made(check, VerdictState::NotPresent,
                          QStringLiteral("no hashes; none is recorded among the orders at a keyframe"))
                   : made(check, VerdictState::CannotCheck, QStringLiteral("no keyframe could be restored"));
    }
    QString detail = QStringLiteral("%1 keyframes; they have the hashes recorded among the orders").arg(same);
    if (restored() > same)
        detail += QStringLiteral("; %1 have none recorded").arg(restored() - same);
    return made(check, VerdictState::Ok, detail + lostText());
}

Verdict Judge::withoutSignatures(const char* check) const
{
    return file.header().has(Signed)
               ? made(check, VerdictState::CannotCheck,
                      QStringLiteral("no signatures; the file had some, but none can be read") +
                          signatureDamage())
               : made(check, VerdictState::NotPresent, QStringLiteral("no signatures; the file is unsigned"));
}

Verdict Judge::signedKeyframes() const
{
    const char* const check = "signed_keyframes";
    if (!signaturesThere())
        return withoutSignatures(check);
    if (const auto why = noHashes())
        return made(check, VerdictState::CannotCheck, *why);
    const auto& entries = found.signatures->entries;
    std::unordered_map<SimTick, std::size_t> byTick;
    byTick.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i)
        byTick[entries[i].tick] = i;
    // From the one that breaks the chain on, signatures prove nothing.
    const std::size_t holding = found.chain->brokenAt ? found.chain->checked - 1 : entries.size();
    std::size_t same = 0;
    std::size_t unvouched = 0;
    std::size_t unheard = 0;
    for (const KeyframeCheck& keyframe : found.keyframes) {
        const auto entry = byTick.find(keyframe.tick);
        if (!keyframe.restored)
            continue;
        if (entry == byTick.end()) {
            ++unheard;
        } else if (entries[entry->second].stateHash == keyframe.hash) {
            ++same;
            unvouched += entry->second >= holding ? 1U : 0U;
        } else {
            return failed(
                check,
                QStringLiteral("differs at tick %1; the keyframe is not the state whose hash stands "
                               "in the signature")
                    .arg(keyframe.tick),
                keyframe.tick);
        }
    }
    QString detail = QStringLiteral("%1 of %2 keyframes; they are the states whose hashes stand in the "
                                    "signatures")
                         .arg(same)
                         .arg(found.keyframes.size());
    if (unheard > 0)
        detail += QStringLiteral("; %1 have no signature of their tick").arg(unheard);
    if (found.chain->brokenAt) {
        detail += QStringLiteral("; nobody vouches for %1 of these, at or behind tick %2, where the "
                                 "signatures break: see \"chain\"")
                      .arg(unvouched)
                      .arg(*found.chain->brokenAt);
    }
    return made(check, same > 0 ? VerdictState::Ok : VerdictState::CannotCheck, detail + lostText());
}

Verdict Judge::chain() const
{
    const char* const check = "chain";
    const QString notSigned = QStringLiteral("; events, metadata and voice are not signed");
    if (!signaturesThere()) {
        return file.header().has(Signed)
                   ? made(check, VerdictState::CannotCheck,
                          QStringLiteral("signatures lost; the file had some, but none can be read") +
                              signatureDamage())
                   : made(check, VerdictState::NotPresent, QStringLiteral("unsigned"));
    }
    const auto& entries = found.signatures->entries;
    const ChainResult& result = *found.chain;
    const QString key = hexText(found.signatures->relay);
    if (result.brokenAt) {
        QString detail = QStringLiteral("broken at tick %1; %2 of %3 signatures hold before it")
                             .arg(*result.brokenAt)
                             .arg(result.checked - 1)
                             .arg(entries.size());
        const DamageList damages = file.damages();
        if (file.form() == ReplayFile::Form::Journal && !damages.empty())
            detail += QStringLiteral("; the file is damaged, and some may be lost");
        return failed(check, detail + signatureDamage() + notSigned, *result.brokenAt);
    }
    const bool known =
        std::find(found.trusted.begin(), found.trusted.end(), found.signatures->relay) != found.trusted.end();
    QString detail =
        known ? QStringLiteral("valid, key trusted") : QStringLiteral("valid, key unknown: %1").arg(key);
    if (result.skipped > 0)
        detail += QStringLiteral(", gap of %1 ticks").arg(result.skipped);
    detail += QStringLiteral("; %1 signatures, up to tick %2").arg(entries.size()).arg(entries.back().tick);
    return made(check, VerdictState::Ok, detail + signatureDamage() + notSigned);
}

const KeyframeCheck* Judge::lastState() const
{
    if (found.keyframes.empty() || noHashes())
        return nullptr;
    const KeyframeCheck& last = found.keyframes.back();
    return last.restored && last.tick == file.lastTick() ? &last : nullptr;
}

Verdict Judge::finalHash() const
{
    const char* const check = "final_hash";
    if (file.form() == ReplayFile::Form::Journal) {
        return made(check, VerdictState::NotPresent,
                    QStringLiteral("no terminal signature (journal); the recording was not finished"));
    }
    const StateHash& claimed = file.header().finalStateHash;
    const KeyframeCheck* const last = lastState();
    if (last != nullptr && last->hash != claimed) {
        return failed(check,
                      QStringLiteral("differs; the last state in the file has another hash than the header"),
                      last->tick);
    }
    const QString agrees =
        last != nullptr ? QStringLiteral("; the last state in the file has the header's hash") : QString();
    if (!signaturesThere()) {
        Verdict verdict = withoutSignatures(check);
        verdict.detail += agrees;
        return verdict;
    }
    const TickSignature& signedLast = found.signatures->entries.back();
    if (signedLast.tick != file.lastTick()) {
        return failed(check,
                      QStringLiteral("terminal signature missing; the last one is of tick %1, the match ends "
                                     "at %2")
                          .arg(signedLast.tick)
                          .arg(file.lastTick()),
                      signedLast.tick);
    }
    if (signedLast.stateHash != claimed) {
        return failed(check, QStringLiteral("differs; the last signature names another hash than the header"),
                      signedLast.tick);
    }
    QString detail = QStringLiteral("the header's hash is that of the last signature") + agrees;
    if (found.chain->brokenAt)
        detail += QStringLiteral("; but not every signature holds: see \"chain\"");
    return made(check, VerdictState::Ok, detail);
}

} // namespace

std::vector<Verdict> judge(const ReplayFile& file, const Findings& findings)
{
    const Judge judge{file, findings};
    std::vector<Verdict> verdicts;
    verdicts.reserve(5);
    verdicts.push_back(judge.baselines());
    verdicts.push_back(judge.orderHashes());
    verdicts.push_back(judge.signedKeyframes());
    verdicts.push_back(judge.chain());
    verdicts.push_back(judge.finalHash());
    return verdicts;
}

QString verdictWords(const Verdict& verdict)
{
    QString words = verdict.detail.section(QLatin1Char(';'), 0, 0);
    if (verdict.check == QLatin1String("chain")) {
        // The key has a place of its own in a report.
        const qsizetype key = words.indexOf(QLatin1String(": "));
        if (key >= 0)
            words.remove(key, 2 + 2 * static_cast<qsizetype>(sizeof(PublicKey)));
        return verdict.state == VerdictState::CannotCheck ? QStringLiteral("not checkable: ") + words : words;
    }
    switch (verdict.state) {
    case VerdictState::Failed:
        return words;
    case VerdictState::Ok:
        break;
    case VerdictState::CannotCheck:
        return QStringLiteral("not checkable: ") + words;
    case VerdictState::NotPresent:
        return words.startsWith(QLatin1String("no terminal")) ? words
                                                              : QStringLiteral("not checkable: ") + words;
    }
    if (verdict.check == QLatin1String("final_hash"))
        return QStringLiteral("ok");
    if (verdict.check == QLatin1String("signed_keyframes"))
        words.chop(static_cast<qsizetype>(qstrlen(" keyframes")));
    return QStringLiteral("ok (%1)").arg(words);
}

} // namespace ghostline::ironcurtain
