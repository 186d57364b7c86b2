// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tags: a button for each of the user's tags, which marks what happens in the recording.
#include "app/gui/marks/tag_marker.h"
#include "app/gui/marks/tag_store.h"
#include "app/gui/session/panel.h"

#include <vector>

class QComboBox;
class QLabel;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace ghostline::app {

class Actions;
class TagKeys;

class TagsPanel final : public Panel
{
    Q_OBJECT
public:
    explicit TagsPanel(Actions* actions, QWidget* parent = nullptr);

    TagMarker& marker() { return *m_marker; }
    bool codeMode() const;
    /// Another set for all recordings, kept; in the place of the one called `replaced`, where there is one.
    /// One that has another's name gets a free one; where there are too many a box says so, and nothing
    /// changes.
    void keepSet(TagSet set, const QString& replaced = {});
    /// What the dialogs call; what goes wrong is told in a box of its own.
    void importFrom(const QString& path);
    void exportTo(const QString& path);

private:
    void onSessionChanged() override;
    void onThemeChanged() override;
    void refresh() override;
    QWidget* buildHead();
    void fillMenu(QMenu* menu);
    void buildButtons();
    void showOpen();
    void setCodeMode(bool on);
    void fillSets();
    void chooseSet(int row);
    void useSet(const TagSet& set);
    TagSet wantedSet() const;
    /// `replaced`: the name of the one that is edited, empty for a new one.
    void edit(const TagSet& set, const QString& replaced);
    QString freeName(const QString& wanted, const QString& replaced = {}) const;
    void tellFull();
    void removeSet();
    void askImport();
    void askExport();

    Actions* m_actions;
    TagMarker* m_marker;
    TagKeys* m_keys;
    TagSets m_sets;
    QComboBox* m_choice = nullptr;
    QToolButton* m_codeButton = nullptr;
    QLabel* m_codeText = nullptr;
    QLabel* m_last = nullptr;
    QWidget* m_ground = nullptr;
    std::vector<QToolButton*> m_buttons; ///< one for each of the set
};

} // namespace ghostline::app
