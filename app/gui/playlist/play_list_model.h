// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The entries of a play list as an editable table whose rows are dragged into their order.
#include "app/gui/playlist/play_list_document.h"
#include "app/gui/widgets/moving_rows.h"
#include "render/base/theme.h"

#include <QFont>
#include <QHash>

#include <optional>

namespace ghostline::app {

/// "1/4", "0.25", "0,25", "2×"; nothing for what no entry may have.
std::optional<double> rateFromText(const QString& text);

class PlayListModel : public MovingRows
{
    Q_OBJECT
public:
    enum Column {
        NumberColumn,
        TitleColumn,
        RecordingColumn,
        FromColumn,
        ToColumn,
        SpeedColumn,
        CameraColumn,
        NoteColumn,
        ColumnCount
    };
    static constexpr char RowsMimeType[] = "application/x-ghostline-play-list-rows";

    /// The document outlives it.
    explicit PlayListModel(PlayListDocument* document, QObject* parent = nullptr);
    void setTheme(const render::Theme& theme);
    /// The entry that is played now, 0 = none.
    void setPlaying(int id);
    /// Why recordings cannot be opened, by their path. Their entries are grey.
    void setTroubles(const QHash<QString, QString>& troubles);
    QString troubleOf(const QString& recording) const { return m_troubles.value(recording); }
    /// What recordings consist of, by path; see differenceOf().
    void setContents(const QHash<QString, model::ContentId>& contents);
    /// Why the recording of this row is not the one that the entry was made of; empty = nothing is known of
    /// it.
    QString differenceOf(int row) const;
    /// 0 for a row that is not there.
    int idOf(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override { return {QString::fromLatin1(RowsMimeType)}; }
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

private:
    void onChanged();
    void repaintRows();
    QVariant text(int row, int column, bool editing) const;
    QVariant tooltip(int row, int column) const;
    static bool isEditable(int column);

    PlayListDocument* m_document;
    PlayListDocument::Rows m_rows; ///< as the views know them
    render::Theme m_theme;
    QFont m_tabular;
    int m_playing = 0;
    QHash<QString, QString> m_troubles;
    QHash<QString, model::ContentId> m_contents;
};

} // namespace ghostline::app
