// SPDX-License-Identifier: GPL-3.0-or-later
// Every shared replay with bytes changed and ends cut off, in the file and in each member it is made of: it
// is refused with a reason, or opens, and says the same in any order.
#include "codecs/sc2/container/mpq_archive.h"
#include "codecs/sc2/sample/mpq_writer.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/codecs/sc2/spoil.h"
#include "tests/codecs/sc2/whole_replay.h"
#include "tests/support/test_driver.h"

namespace tst_sc2_damage_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using namespace ghostline::test;

namespace {

using Bytes = std::vector<std::byte>;

constexpr int Rounds = 2;

/// What the reader makes of each changed copy; the first problem, empty when there is none.
class Trial
{
public:
    explicit Trial(const QString& replay) : m_random(static_cast<std::uint64_t>(replay.size())) {}

    void file(const Bytes& whole)
    {
        for (int round = 0; round < Rounds; ++round) {
            Bytes changed = whole;
            spoil(changed, m_random);
            take(std::move(changed), QStringLiteral("the file, changed"));
            take(cut(whole), QStringLiteral("the file, cut"));
        }
    }

    /// Packed anew, so that the change reaches the reader of the member and is not stopped by a checksum.
    void member(const Bytes& header, const std::vector<MpqWriteMember>& members, std::size_t which)
    {
        const QString name = QString::fromStdString(members[which].name);
        for (int round = 0; round < Rounds; ++round) {
            std::vector<MpqWriteMember> changed = members;
            spoil(changed[which].bytes, m_random);
            take(writeMpq(header, changed), name + QStringLiteral(", changed"));
        }
        std::vector<MpqWriteMember> shorter = members;
        shorter[which].bytes = cut(members[which].bytes);
        take(writeMpq(header, shorter), name + QStringLiteral(", cut"));
    }

    const QString& problem() const { return m_problem; }

private:
    Bytes cut(const Bytes& whole)
    {
        const auto length = static_cast<std::size_t>(m_random.below(static_cast<int>(whole.size())));
        return {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)};
    }
    void take(Bytes bytes, const QString& what)
    {
        if (!m_problem.isEmpty())
            return;
        if (const QString problem = problemWithBytes(std::move(bytes), false); !problem.isEmpty())
            m_problem = what + QStringLiteral(": ") + problem;
    }

    io::Random m_random;
    QString m_problem;
};

} // namespace

class TestSc2DamageShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void damage_data() { addReplayRows(); }
    void damage()
    {
        QFETCH(QString, replay);
        const Bytes whole = replayBytes(replay);
        QVERIFY(!whole.empty());
        Trial trial(replay);
        trial.file(whole);
        QVERIFY2(trial.problem().isEmpty(), qPrintable(trial.problem()));

        const auto archive = MpqArchive::open(whole);
        QVERIFY(archive);
        const Bytes header(archive->userData().begin(), archive->userData().end());
        std::vector<MpqWriteMember> members;
        for (const MpqMember& each : archive->members()) {
            auto bytes = archive->read(each.name);
            // Raw: packing again would take longer than all the rest. What is not read may be left out.
            if (bytes && !bytes->empty() && !each.name.starts_with("save") && members.size() < 15)
                members.emplace_back(each.name, std::move(*bytes), MpqPacking::Raw);
        }
        for (std::size_t i = 0; i < members.size(); ++i)
            trial.member(header, members, i);
        QVERIFY2(trial.problem().isEmpty(), qPrintable(trial.problem()));
    }
};

} // namespace tst_sc2_damage_shared

GHOSTLINE_TEST(tst_sc2_damage_shared, TestSc2DamageShared)
#include "tst_sc2_damage_shared.moc"
