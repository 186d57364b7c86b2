// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the marks of the picture mean, in a frame above the button that asks for it: while the pointer is on
// the button, or until it is put away.
#include <QFrame>

namespace ghostline::app {

class ProvenanceLegend;
class StateLegend;

class LegendPopup : public QFrame
{
    Q_OBJECT
public:
    /// `anchor`: above it the frame stands.
    explicit LegendPopup(QWidget* anchor);
    ProvenanceLegend* provenance() const { return m_provenance; }
    StateLegend* states() const { return m_states; }
    /// Something to tell of.
    bool wanted() const;
    /// Stays until this is taken back.
    void setPinned(bool pinned);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    QWidget* m_anchor;
    ProvenanceLegend* m_provenance;
    StateLegend* m_states;
    bool m_pinned = false;
    bool m_hovered = false;
};

} // namespace ghostline::app
