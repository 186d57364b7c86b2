// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/host.h"

#include "together/host_service.h"

namespace ghostline::together {

Host::Host(QObject* parent) : Participant(parent) {}

Host::~Host() { finish(); }

template<typename Call>
void Host::post(Call call)
{
    if (m_service)
        QMetaObject::invokeMethod(m_service, [service = m_service, call] { call(*service); });
}

void Host::start(HostOptions options)
{
    if (m_service)
        return;
    m_latest->state.reset();
    m_service = new HostService(std::move(options));
    m_thread = std::make_unique<QThread>();
    m_thread->setObjectName(QStringLiteral("host"));
    m_service->moveToThread(m_thread.get());
    // Whatever is still on its way from one that is over is not heard.
    connect(m_service, &HostService::started, this, &Host::started);
    connect(m_service, &HostService::failed, this, [this](const model::Error& error) {
        finish();
        setPeople({});
        Q_EMIT failed(error);
    });
    connect(m_service, &HostService::stopped, this, [this] {
        finish();
        setPeople({});
        Q_EMIT stopped();
    });
    connect(m_service, &HostService::peopleChanged, this, &Host::setPeople);
    connect(m_service, &HostService::driveRequested, this, &Host::driveRequested);
    connect(m_service, &HostService::stateCame, this, &Host::stateCame);
    connect(m_service, &HostService::pointed, this, &Host::pointed);
    connect(m_service, &HostService::drawingAdded, this, &Host::drawingAdded);
    connect(m_service, &HostService::drawingRemoved, this, &Host::drawingRemoved);
    connect(m_service, &HostService::chatted, this, &Host::chatted);
    connect(m_service, &HostService::noticed, this, &Host::noticed);
    m_thread->start();
    post([](HostService& service) { service.start(); });
}

void Host::stop()
{
    post([](HostService& service) { service.stop(); });
}

void Host::finish()
{
    if (!m_service)
        return;
    m_service->disconnect(this);
    post([](HostService& service) {
        service.stop();
        service.deleteLater();
        service.thread()->quit();
    });
    m_service = nullptr;
    m_thread->wait();
    m_thread.reset();
}

void Host::setState(const SharedState& state)
{
    if (!m_service)
        return;
    {
        const std::lock_guard lock(m_latest->mutex);
        const bool waits = m_latest->state.has_value();
        m_latest->state = state;
        if (waits)
            return;
    }
    post([latest = m_latest](HostService& service) {
        std::optional<SharedState> newest;
        {
            const std::lock_guard lock(latest->mutex);
            newest = std::exchange(latest->state, std::nullopt);
        }
        if (newest)
            service.setState(*newest);
    });
}

void Host::setRecording(const RecordingName& recording)
{
    post([recording](HostService& service) { service.setRecording(recording); });
}

void Host::askForDrive(bool wanted)
{
    if (wanted)
        give(PersonId::Host);
}

void Host::give(PersonId to)
{
    post([to](HostService& service) { service.give(to); });
}

void Host::remove(PersonId who)
{
    post([who](HostService& service) { service.remove(who); });
}

void Host::point(const Point& point)
{
    post([point](HostService& service) { service.point(point); });
}

void Host::addDrawing(const model::Drawing& drawing)
{
    post([drawing](HostService& service) { service.addDrawing(drawing); });
}

void Host::removeDrawing(const QString& id)
{
    post([id](HostService& service) { service.removeDrawing(id); });
}

void Host::chat(const QString& text)
{
    post([text](HostService& service) { service.chat(text); });
}

} // namespace ghostline::together
