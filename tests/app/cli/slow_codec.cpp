// SPDX-License-Identifier: GPL-3.0-or-later
// A plugin whose replays never get past one step: "SLOW decode" until it is told to stop, "SLOW decode deaf"
// even then. When that step begins, "working" is said on stderr.
#include "model/bytes/atomic_file.h"
#include "model/codec/codec.h"
#include "model/codec/codec_abi.h"
#include "tests/support/fake_replay.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

namespace ghostline::test {

using model::Result;

namespace {

class Step
{
public:
    explicit Step(const QString& text)
        : m_name(text.section(u' ', 1, 1)), m_deaf(text.section(u' ', 2) == u"deaf")
    {
    }

    bool is(const char* name) const { return m_name == QLatin1String(name); }
    void say() const
    {
        if (!m_said.exchange(true))
            std::fputs("working\n", stderr);
    }
    /// Never returns from the step that lasts, unless as Cancelled.
    Result<void> reach(const char* name, const std::stop_token& stop) const
    {
        if (!is(name))
            return {};
        say();
        while (m_deaf || !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return model::cancelled();
    }

private:
    QString m_name;
    bool m_deaf;
    mutable std::atomic<bool> m_said{false};
};

class EndlessSegment final : public model::Segment
{
public:
    explicit EndlessSegment(std::shared_ptr<const Step> step) : m_step(std::move(step)) {}
    model::FrameRange frames() const override { return {0, model::FrameNumber{1} << 40}; }
    std::size_t bytes() const override { return sizeof *this; }
    void sample(model::FrameTime at, model::SamplePolicy, model::WorldState& out) const override
    {
        m_step->say();
        out.clear();
        out.at = at;
    }

private:
    std::shared_ptr<const Step> m_step;
};

class SlowReplay final : public model::ReplaySource
{
public:
    explicit SlowReplay(std::shared_ptr<const Step> step) : m_step(std::move(step)) {}

    std::shared_ptr<const model::ReplayIndex> index() const override { return m_replay->index(); }
    Result<std::shared_ptr<const model::ReplayIndex>> waitComplete(std::stop_token stop) const override
    {
        return m_step->reach("index", stop).and_then([&] { return m_replay->waitComplete(stop); });
    }
    Result<std::shared_ptr<const model::Segment>> readSegment(int keyframe, const model::Segment* previous,
                                                              std::stop_token stop) const override
    {
        if (m_step->is("sample"))
            return std::make_shared<EndlessSegment>(m_step);
        return m_step->reach("decode", stop).and_then([&] {
            return m_replay->readSegment(keyframe, previous, stop);
        });
    }
    Result<std::vector<model::StreamInfo>> streams(std::stop_token stop) const override
    {
        const std::vector<model::StreamInfo> all{{QStringLiteral("slow"), 0, 0, {}}};
        return m_step->reach("streams", stop).map([&] { return all; });
    }
    Result<void> readRecords(const QString&, const model::RecordSink&, std::stop_token stop) const override
    {
        return m_step->reach("records", stop);
    }
    std::vector<model::Verdict> verify(const model::Progress&, std::stop_token stop) const override
    {
        (void)m_step->reach("verify", stop);
        return {};
    }
    Result<QByteArray> report(const QString&, const QStringList&, std::stop_token stop) const override
    {
        return m_step->reach("report", stop).map([] { return QByteArray(); });
    }
    Result<std::uint64_t> readRaw(std::stop_token stop) const override
    {
        return m_step->reach("raw", stop).map([] { return std::uint64_t{1}; });
    }
    const Step& step() const { return *m_step; }

private:
    std::shared_ptr<const Step> m_step;
    std::shared_ptr<FakeReplay> m_replay = makeFakeReplay();
};

} // namespace

class SlowCodec final : public QObject, public model::Codec
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID GHOSTLINE_CODEC_IID FILE "slow_codec.json")
    Q_INTERFACES(ghostline::model::Codec)
public:
    model::Confidence probe(std::span<const std::byte>, const QString& name) const override
    {
        return name.endsWith(QStringLiteral(".slow")) ? model::Confidence::Certain : model::Confidence::No;
    }
    Result<std::unique_ptr<model::ReplaySource>> open(std::unique_ptr<model::ByteSource> bytes,
                                                      const model::OpenOptions& options) const override
    {
        std::array<char, 64> text{};
        const auto read = bytes->read(0, std::as_writable_bytes(std::span(text)));
        if (!read)
            return tl::unexpected(read.error());
        auto step = std::make_shared<const Step>(QString::fromLatin1(text.data()));
        return step->reach("open", options.stop).map([&]() -> std::unique_ptr<model::ReplaySource> {
            return std::make_unique<SlowReplay>(step);
        });
    }
    Result<model::WriteReport> write(const model::ReplaySource& source,
                                     const model::WriteRequest& request) const override
    {
        auto file = model::AtomicFile::create(request.path);
        if (!file)
            return tl::unexpected(file.error());
        // More than is held back before it is written.
        const std::vector<std::byte> half(1'000'000);
        return file->write(half)
            .and_then(
                [&] { return dynamic_cast<const SlowReplay&>(source).step().reach("write", request.stop); })
            .map([] { return model::WriteReport(); });
    }
    Result<model::WriteReport> repair(const model::ReplaySource& source,
                                      const model::WriteRequest& request) const override
    {
        return write(source, request);
    }
    Result<model::WriteReport> compact(const model::ReplaySource& source,
                                       const model::WriteRequest& request) const override
    {
        return write(source, request);
    }
};

} // namespace ghostline::test

#include "slow_codec.moc"
