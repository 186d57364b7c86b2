// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What no honest play does, by the detectors; and how much of it there would be at other thresholds, here
// and in the whole folder.
#include "app/gui/analyses/analysis_page.h"
#include "model/codec/codec_registry.h"
#include "model/detect/detect.h"

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace ghostline::app {

class DetectorForm;
class FolderAlarms;
class RefreshThrottle;

class DetectorsPage : public AnalysisPage
{
    Q_OBJECT
public:
    explicit DetectorsPage(QWidget* parent = nullptr);
    /// Opens the other recordings of the folder.
    void setRegistry(std::shared_ptr<const model::CodecRegistry> registry, const model::Options& codec);

protected:
    Search search() override;
    int question() const override { return 0; }
    void showFound(const Found& found) override;
    void onSessionChanged() override;

private:
    enum Column { NameColumn, ThresholdColumn, HereColumn, FolderColumn, ColumnCount };

    void buildTable();
    void buildFolder();
    void choose(QTreeWidgetItem* row);
    void setThreshold(double value);
    void setParameter(std::size_t parameter, double value);
    void filter();
    void count();
    void lookThroughFolder();
    std::size_t current() const;

    model::DetectOptions m_options;
    std::shared_ptr<const model::Detected> m_detected; ///< null = not asked yet
    std::shared_ptr<const model::CodecRegistry> m_registry;
    model::Options m_codec;
    QTreeWidget* m_table;
    DetectorForm* m_form;
    QLabel* m_folderNote;
    FolderAlarms* m_folder;
    RefreshThrottle* m_filter;
};

} // namespace ghostline::app
