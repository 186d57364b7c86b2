// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_host.h"

#include "model/base/shown_text.h"
#include "model/bytes/http_source.h"
#include "model/sidecar/content.h"
#include "together/credential_file.h"
#include "together/host.h"

#include <QDateTime>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using together::HostNotice;
using together::HostOptions;
using together::HostReach;

namespace {

/// A service that is told to end has half a second.
constexpr std::chrono::milliseconds ShortGoodbye{200};

model::Result<QString> codeOf(const QString& path)
{
    if (path.isEmpty())
        return QString();
    const auto bytes = together::credentialFile(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const QString code = together::readCode(QString::fromUtf8(*bytes).trimmed());
    if (code.isEmpty()) {
        return model::fail(model::ErrorCode::InvalidArgument,
                           u"%1 holds no code: ten letters and digits, without 0, 1, I and O"_s.arg(path));
    }
    return code;
}

model::Result<QHostAddress> listenAddress(const QString& text)
{
    if (text.isEmpty())
        return QHostAddress(QHostAddress::LocalHost);
    if (text == u"all")
        return QHostAddress(QHostAddress::Any);
    const QHostAddress address(text);
    if (address.isNull()) {
        return model::fail(model::ErrorCode::InvalidArgument,
                           u"%1 is no address of this machine, and not \"all\""_s.arg(text));
    }
    return address;
}

model::Result<HostOptions> hostOptions(const HostArguments& arguments)
{
    HostOptions options;
    const auto address = listenAddress(arguments.listen);
    if (!address)
        return tl::unexpected(address.error());
    options.address = *address;
    const auto code = codeOf(arguments.codeFile);
    if (!code)
        return tl::unexpected(code.error());
    options.code = *code;
    for (const auto& [path, target] :
         {std::pair{&arguments.certificate, &options.certificate}, std::pair{&arguments.key, &options.key}}) {
        auto bytes = together::credentialFile(*path);
        if (!bytes)
            return tl::unexpected(bytes.error());
        *target = std::move(*bytes);
    }
    if (arguments.port > 0)
        options.port = static_cast<std::uint16_t>(arguments.port);
    if (arguments.guests > 0)
        options.admission.guests = static_cast<std::size_t>(arguments.guests);
    options.name = arguments.name.isEmpty() ? u"Host"_s : arguments.name;
    options.program = QStringLiteral(GHOSTLINE_VERSION);
    options.offersFile = arguments.offer;
    options.hostDrives = false;
    options.mayDraw = !arguments.withoutDrawing;
    options.mayChat = !arguments.withoutChat;
    options.times.goodbye = ShortGoodbye;
    return options;
}

QString kindWord(HostNotice::Kind kind)
{
    using enum HostNotice::Kind;
    switch (kind) {
    case Joined:
        return u"joined"_s;
    case CameBack:
        return u"came_back"_s;
    case Left:
        return u"left"_s;
    case Lost:
        return u"lost"_s;
    case Removed:
        return u"removed"_s;
    case Refused:
        return u"refused"_s;
    case CutOff:
        return u"cut_off"_s;
    case Disobeyed:
        return u"disobeyed"_s;
    case Fetching:
        return u"fetching"_s;
    case Omitted:
        return u"omitted"_s;
    }
    return {};
}

/// A line each, at once: somebody reads along, or a service's log does.
class HostLog
{
public:
    HostLog(const Session& session, bool json) : m_session(session), m_json(json) {}

    void say(const QString& event, const QString& text, QJsonObject more = {}) const
    {
        const QString now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
        if (m_json) {
            more[u"time"_s] = now;
            more[u"event"_s] = event;
            more[u"text"_s] = text;
            m_session.print(QJsonDocument(more).toJson(QJsonDocument::Compact) + '\n');
        } else {
            m_session.print(u"%1  %2  %3\n"_s.arg(now, event.leftJustified(9), model::shownText(text)));
        }
        m_session.console.flush();
    }

    void sayOpen(const HostReach& reach, const QString& recording) const
    {
        for (const together::Invitation& invitation : reach.invitations)
            say(u"open"_s, invitation.text(), {{u"recording"_s, recording}});
    }

private:
    const Session& m_session;
    bool m_json;
};

/// On stderr: what whoever started it should know once.
void warn(const Session& session, const HostArguments& arguments, const HostReach& reach)
{
    QStringList lines;
    if (reach.otherPort)
        lines << u"the port was taken: it listens on %1 instead"_s.arg(reach.port);
    if (reach.everybody && arguments.certificate.isEmpty())
        lines
            << u"not encrypted: whoever is on the way can read along, the code too (--certificate, --key)"_s;
    if (!reach.noFile.isEmpty())
        lines << u"the recording is not handed out: "_s + reach.noFile.text();
    for (const QString& line : lines)
        session.console.err((u"ghostline-cli: "_s + model::shownText(line) + u'\n').toUtf8());
}

} // namespace

int runHost(const Session& session, const HostArguments& arguments)
{
    auto options = hostOptions(arguments);
    if (!options)
        return failWith(session, options.error());
    if (model::isWebAddress(arguments.file)) {
        return failWith(
            session,
            {model::ErrorCode::Unsupported,
             u"a recording from the web cannot be compared with the others': download it first"_s},
            arguments.file);
    }
    // That it can be opened shows that it is a recording, and how long it is.
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto content = model::contentOf(arguments.file, session.stop);
    if (!content)
        return failWith(session, content.error(), arguments.file);
    options->recordingPath = arguments.file;
    options->recording = {QFileInfo(QDir(arguments.file).absolutePath()).fileName(), *content};

    const HostLog log(session, arguments.json);
    together::Host host;
    QEventLoop loop;
    int code = ExitFine;
    QObject::connect(&host, &together::Host::started, &loop, [&](const HostReach& reach) {
        warn(session, arguments, reach);
        log.sayOpen(reach, options->recording.name);
    });
    QObject::connect(&host, &together::Host::failed, &loop, [&](const model::Error& error) {
        code = failWith(session, error);
        loop.quit();
    });
    QObject::connect(&host, &together::Host::stopped, &loop, [&] {
        log.say(u"ended"_s, u"nobody is let in any more"_s);
        loop.quit();
    });
    QObject::connect(&host, &together::Host::noticed, &loop,
                     [&](const HostNotice& notice) { log.say(kindWord(notice.kind), notice.text.text()); });
    together::SharedState state;
    state.clock = together::HostClock::now();
    state.duration = replay->index->timeAxis.duration();
    host.start(*options);
    host.setState(state); // at the beginning, until somebody drives
    const std::stop_callback end(session.stop,
                                 [&host] { QMetaObject::invokeMethod(&host, &together::Host::stop); });
    loop.exec();
    return code;
}

} // namespace ghostline::app
