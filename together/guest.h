// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A guest: connects to a host, is let in, keeps the host's clock, and comes back where the line is lost. What
// the host sends is bounded and checked as if it were hostile.
#include "together/clock_offset.h"
#include "together/invitation.h"
#include "together/participant.h"

#include "model/base/sentence.h"

#include <QTimer>

#include <memory>

namespace ghostline::together {

class GuestClock;
class GuestNews;
class GuestPace;
class GuestSocket;
enum class LineFault : std::uint8_t;

/// Tests are in a hurry.
struct GuestTimes
{
    std::chrono::milliseconds connect{10'000}; ///< until the line is up and Welcome came
    std::chrono::milliseconds silence = SilenceTimeout;
    std::chrono::milliseconds firstPing = FirstPingInterval;
    std::chrono::milliseconds ping = PingInterval;
    std::chrono::milliseconds change = ChangeInterval; ///< of a state that it drives; at the latest
    std::chrono::milliseconds state = StateInterval;   ///< it is said again after this
    std::chrono::milliseconds firstAgain{250};         ///< before the second try; doubles, up to
    std::chrono::milliseconds longestAgain{5'000};
    std::chrono::milliseconds givenUp{120'000}; ///< a lost line, after so long of trying
};

struct GuestOptions
{
    Invitation invitation{};
    QString name{};                           ///< of the person
    QString program{};                        ///< version
    std::optional<RecordingName> recording{}; ///< that is open; nothing = has none
    GuestTimes times{};
};

/// Why it is over.
struct GuestFailure
{
    enum class Kind : std::uint8_t {
        Unreachable, ///< nobody listens there, or no longer
        Certificate, ///< of another fingerprint: somebody in between, or a new certificate
        Refused,     ///< `refusal` says why
        NoHost,      ///< it answers, and not as a host does
        Ended,       ///< the host has ended it
        Removed,     ///< by the host, or for what it sent or did not read
        Lost         ///< the line, and it could not be had again
    };
    Kind kind = Kind::Unreachable;
    RefusalReason refusal = RefusalReason::Unknown;
    std::optional<RecordingName> recording{}; ///< the host's, where another one is open here
    model::Sentence text{};                   ///< for people, without a stop
};

/// When a lost line is tried again.
struct GuestRetry
{
    OwnInstant in{};   ///< let in
    OwnInstant lost{}; ///< the line
    std::chrono::milliseconds pause{};
    OwnInstant asked{}; ///< the last ping
};

class Guest final : public Participant
{
    Q_OBJECT
public:
    enum class Line : std::uint8_t {
        None,       ///< not begun, or over
        Connecting, ///< for the first time
        In,
        Lost ///< is being had again; people() is what was known
    };

    explicit Guest(QObject* parent = nullptr);
    /// Says goodbye where that is possible at once.
    ~Guest() override;

    /// welcomed() or failed() follows. Once at a time.
    void join(GuestOptions options);
    /// Says goodbye; nothing follows.
    void leave();
    Line line() const;
    /// What is open now; said when the line comes back, and compared by the host then.
    void setRecording(const std::optional<RecordingName>& recording);
    /// Of the last one; null before the first.
    const Welcome* welcome() const;
    const Invitation& invitation() const;
    /// Round trip in milliseconds; -1 = not known.
    int lagMs() const;
    const ClockOffset& clock() const;

    PersonId me() const override;
    std::optional<HostInstant> hostNow() const override;
    bool mayDraw() const override;
    bool mayChat() const override;
    void setState(const SharedState& state) override;
    void askForDrive(bool wanted) override;
    void give(PersonId to) override;
    void point(const Point& point) override;
    void addDrawing(const model::Drawing& drawing) override;
    void removeDrawing(const QString& id) override;
    void chat(const QString& text) override;

Q_SIGNALS:
    void lineChanged(ghostline::together::Guest::Line line);
    /// Let in, for the first time or again.
    void welcomed(const ghostline::together::Welcome& welcome);
    /// The host knows more of its recording than when it let one in: see welcome().
    void recordingKnown();
    /// It is over.
    void failed(const ghostline::together::GuestFailure& failure);
    void lagChanged();

private:
    void connectLine();
    void lineUp();
    void ask(const Ping& ping);
    void lineOver(LineFault fault);
    void comeBack();
    void dropLine();
    void finish();
    void fail(const GuestFailure& failure);
    void setLine(Line line);

    void hear(const Message& message);
    void letIn(const Welcome& welcome);
    void turnedAway(const Refused& refused);
    void hearIn(const Message& message);
    void hearAgain(const Welcome& welcome);
    void hearPeople(const People& people);
    void hearBye(ByeReason reason);
    void misbehaved();
    void tellState();

    GuestOptions m_options;
    std::optional<Welcome> m_welcome;
    Line m_line = Line::None;
    GuestSocket* m_socket = nullptr; ///< of this try, or of the line that is up
    std::unique_ptr<GuestClock> m_clock;
    std::unique_ptr<GuestPace> m_pace;
    QTimer m_timer; ///< until the next try, or until this one has taken too long
    GuestRetry m_retry;
    std::unique_ptr<GuestNews> m_news;
    std::int64_t m_revision = 0; ///< the newest on this line
    bool m_drove = false;        ///< as the last list on this line has it
};

} // namespace ghostline::together
