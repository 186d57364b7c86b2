// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/review_panel.h"

#include "app/gui/review/flags_view.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/queue_view.h"

#include <QTabWidget>
#include <QVBoxLayout>

namespace ghostline::app {

ReviewPanel::ReviewPanel(Actions* actions, QWidget* parent)
    : QWidget(parent), m_queue(new QueueView(actions, this)), m_flags(new FlagsView(actions, this)),
      m_pages(new QTabWidget(this))
{
    m_pages->setDocumentMode(true);
    m_pages->addTab(m_queue, {});
    m_pages->addTab(m_flags, {});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    connect(m_queue, &QueueView::countChanged, this, &ReviewPanel::nameTabs);
    connect(m_flags, &FlagsView::countChanged, this, &ReviewPanel::nameTabs);
    nameTabs();
}

void ReviewPanel::nameTabs()
{
    const int files = m_queue->model().rowCount();
    const int flags = m_flags->count();
    m_pages->setTabText(0, files > 0 ? tr("Queue (%1)").arg(files) : tr("Queue"));
    m_pages->setTabText(1, flags > 0 ? tr("Flags (%1)").arg(flags) : tr("Flags"));
}

void ReviewPanel::setSession(ReplaySession* session)
{
    if (m_session != nullptr)
        m_session->disconnect(this);
    m_session = session;
    m_queue->setOpenPath(session != nullptr ? session->path() : QString());
    m_flags->setSession(session);
    if (session == nullptr)
        return;
    const auto told = [this] { m_queue->setSidecar(m_session->path(), m_session->sidecar()); };
    connect(session, &ReplaySession::reviewsChanged, this, told);
    told();
}

void ReviewPanel::setTheme(const render::Theme& theme)
{
    m_queue->setTheme(theme);
    m_flags->setTheme(theme);
}

void ReviewPanel::showQueue() { m_pages->setCurrentWidget(m_queue); }

void ReviewPanel::showFlags() { m_pages->setCurrentWidget(m_flags); }

} // namespace ghostline::app
