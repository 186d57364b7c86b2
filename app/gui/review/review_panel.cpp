// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/review_panel.h"

#include "app/gui/review/flags_view.h"
#include "app/gui/review/queue_model.h"
#include "app/gui/review/queue_view.h"

#include <QTabWidget>
#include <QVBoxLayout>

namespace ghostline::app {

ReviewPanel::ReviewPanel(Actions* actions, QWidget* parent)
    : Panel(parent), m_queue(new QueueView(actions, this)), m_flags(new FlagsView(actions, this)),
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
    connect(m_flags, &FlagsView::rulesChanged, this, [this] { m_queue->setRules(m_flags->rules()); });
    nameTabs();
}

void ReviewPanel::nameTabs()
{
    const int files = m_queue->model().rowCount();
    const int flags = m_flags->count();
    m_pages->setTabText(0, files > 0 ? tr("Queue (%1)").arg(files) : tr("Queue"));
    m_pages->setTabText(1, flags > 0 ? tr("Flags (%1)").arg(flags) : tr("Flags"));
}

void ReviewPanel::onSessionChanged()
{
    m_queue->setOpenPath(session() != nullptr ? session()->path() : QString());
    m_flags->setSession(session());
    if (session() == nullptr)
        return;
    const auto told = [this] { m_queue->setSidecar(session()->path(), session()->notes()->sidecar()); };
    connect(session()->notes(), &ReplayNotes::reviewsChanged, this, told);
    told();
}

void ReviewPanel::onThemeChanged()
{
    m_queue->setTheme(theme());
    m_flags->setTheme(theme());
}

void ReviewPanel::showQueue() { m_pages->setCurrentWidget(m_queue); }

void ReviewPanel::showFlags() { m_pages->setCurrentWidget(m_flags); }

} // namespace ghostline::app
