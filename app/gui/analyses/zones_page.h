// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The zones of a map: drawn on it, named, kept; and how long everybody was in them.
#include "app/gui/analyses/analysis_page.h"
#include "model/metrics/metrics.h"

class QCheckBox;
class QListWidget;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace ghostline::app {

class ZonePen;

inline constexpr double HighestZone = 100'000.0; ///< metres that can be entered, up or down

class ZonesPage : public AnalysisPage
{
    Q_OBJECT
public:
    explicit ZonesPage(QWidget* parent = nullptr);
    ~ZonesPage() override;

    ZonePen* pen() const { return m_pen; }

Q_SIGNALS:
    /// Something is about to be drawn on it: it should be in sight.
    void mapWanted();
    /// The zones as they are now, with one that is being drawn; `chosen` stands out, -1 = none.
    void zonesMarked(const std::vector<ghostline::model::Zone>& zones, int chosen);
    void plotRequested(const ghostline::model::MetricRequest& request);

protected:
    void onSessionChanged() override;
    Search search() override;
    int question() const override { return 0; }
    void showFound(const Found& found) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    enum Column { ZoneColumn, WhoColumn, InsideColumn, ShareColumn, EntriesColumn, ColumnCount };

    void buildList();
    void buildHeights();
    void buildPlace();
    void buildTable();
    QPushButton* button(const QString& text, const QString& tip, void (ZonesPage::*pressed)());
    bool roomForOne();
    void addAroundSelection();
    void drawPolygon();
    void drawCircle();
    void moveChosen();
    void removeChosen();
    void plotChosen();
    void exportZones();
    /// Tells `how` it is done, or that there is nothing to do it on.
    void draw(int stroke, const model::Zone& zone, const QString& how);
    void take(const model::Zone& zone);
    void rename(int row, const QString& name);
    void chooseHeights();
    void choosePlace();
    void showPlace(const model::Zone* zone);
    void choose();
    void change(const std::vector<model::Zone>& zones);
    void refill();
    void mark();
    int chosen() const;
    const std::vector<model::Zone>& zones() const;
    model::Zone fresh() const;

    ZonePen* m_pen;
    QListWidget* m_list = nullptr;
    std::vector<QPushButton*> m_ofChosen; ///< need a zone to be chosen
    QCheckBox* m_limited = nullptr;
    QDoubleSpinBox* m_bottom = nullptr;
    QDoubleSpinBox* m_top = nullptr;
    QDoubleSpinBox* m_east = nullptr;
    QDoubleSpinBox* m_south = nullptr;
    QDoubleSpinBox* m_radius = nullptr;
    QStandardItemModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    std::vector<model::Zone> m_asked; ///< what the table's rows are about
    bool m_filling = false;
};

} // namespace ghostline::app
