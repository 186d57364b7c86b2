// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/party_words.h"

#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"

#include <QCoreApplication>

namespace ghostline::app::words {

namespace {

class PartyTexts
{
    Q_DECLARE_TR_FUNCTIONS(PartyTexts)
};

/// So much of a SHA-256 tells any two apart, and can be read aloud.
constexpr qsizetype ShortHash = 12;

QString described(const together::RecordingName& recording)
{
    if (!recording.content.sha256.isEmpty()) {
        return PartyTexts::tr("\"%1\" (SHA-256 %2)")
            .arg(recording.name, QString::fromLatin1(recording.content.sha256.left(ShortHash)));
    }
    if (recording.content.size >= 0) {
        return PartyTexts::tr("\"%1\" (%2 bytes)")
            .arg(recording.name, QLocale().toString(static_cast<qlonglong>(recording.content.size)));
    }
    return PartyTexts::tr("\"%1\"").arg(recording.name);
}

} // namespace

QString didNotBegin() { return PartyTexts::tr("Watching together did not begin"); }
QString isOver() { return PartyTexts::tr("Watching together has ended"); }
QString differentRecording() { return PartyTexts::tr("This is a different recording"); }

QString nothingOpen() { return PartyTexts::tr("No recording is open: open the one to be watched first."); }

QString onWeb()
{
    return PartyTexts::tr("A recording from the web cannot be compared with those of the others: download it "
                          "first, then open the file.");
}

QString notHere(const QString& path)
{
    return PartyTexts::tr("The recording is no file on this machine any more: %1").arg(path);
}

QString tooLargeForPem(const QString& path)
{
    return PartyTexts::tr("%1 is too large to be a certificate or a key.").arg(shortName(path));
}

QString unreadable(const QString& path, const model::Error& error)
{
    return PartyTexts::tr("%1 cannot be read: %2").arg(shortName(path), shownError(error));
}

QString stillGrowing()
{
    return PartyTexts::tr("The recording is still being made: guests cannot fetch it from here, and nobody "
                          "can tell yet whether theirs is the same.");
}

QString notHandedOut(const model::Sentence& why)
{
    return PartyTexts::tr("Guests cannot fetch the recording: %1")
        .arg(shownSentence(why.text(), why.wording()));
}

QString notComparable(const model::Error& error)
{
    return PartyTexts::tr("Whether the others have the same recording cannot be told: %1")
        .arg(shownError(error));
}

QString notComparableOnWeb()
{
    return PartyTexts::tr("A recording from the web cannot be compared with the host's: download it first, "
                          "then choose the file.");
}

QString closed() { return PartyTexts::tr("The recording was closed: watching together has ended."); }
QString exchanged() { return PartyTexts::tr("Another recording was opened: watching together has ended."); }

QString differ(const together::RecordingName& host, const together::RecordingName& own)
{
    return PartyTexts::tr("The host has %1, and here it is %2.").arg(described(host), described(own));
}

QString reasonOf(const together::GuestFailure& failure)
{
    return shownSentence(failure.text.text(), failure.text.wording());
}

} // namespace ghostline::app::words
