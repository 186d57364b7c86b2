// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks how clips become video, and shows how far it is. Not modal: the replay can go on being watched.
#include "app/gui/clips/clip_choices.h"
#include "app/gui/clips/clip_exporter.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QFormLayout;

namespace ghostline::app {

/// A camera that can be chosen.
struct CameraOffer
{
    QString name; ///< for people
    QString word; ///< Clip::camera
};

/// What is asked about.
struct ClipQuestion
{
    std::vector<model::Clip> clips;
    std::vector<CameraOffer> cameras; ///< for a single clip, and for those that have none
    QString proposedPath;             ///< without ending
    QSize viewPixels{1280, 720};
    bool hasScoreboard = false;
    bool hasGhosts = false;
};

class ExportClipDialog : public QDialog
{
    Q_OBJECT
public:
    /// `prepare` makes an export of outputs and settings: fills in what the window shows.
    using Prepare = std::function<ClipExport(std::vector<ClipOutput>, const ClipChoices&)>;

    ExportClipDialog(ClipQuestion question, Prepare prepare, QWidget* parent);
    bool running() const { return m_exporter.running(); }
    /// Does `then`: at once where nothing is being written, else only when the question whether to give the
    /// video up has been answered with yes.
    void giveUpThen(const std::function<void()>& then);

public Q_SLOTS:
    void reject() override;

Q_SIGNALS:
    void exported(const QStringList& paths);

private:
    void buildWhat(QFormLayout* form);
    void buildShot(QFormLayout* form, const model::Clip& clip, const QString& rateLabel,
                   const QString& cameraLabel);
    void buildPicture(QFormLayout* form);
    void buildOverlays(QFormLayout* form);
    void buildFile(QFormLayout* form);
    void buildEnd();
    void showFormat();
    void showLength();
    void begin();
    void setRunning(bool running);
    void onProgress(double share, double secondsLeft);
    void onFinished(const ClipExporter::Done& done);
    void showWritten(const QStringList& paths);
    void onIncomplete(int clips, const model::Error& first);
    static QString sentenceOf(const model::Error& error);
    void browse();
    std::optional<std::vector<model::Clip>> clips();
    std::vector<model::Clip> manyClips() const;
    std::vector<ClipOutput> outputs(const std::vector<model::Clip>& clips) const;
    ClipChoices choices() const;
    VideoFormat format() const;
    double fps() const;

    ClipQuestion m_question;
    Prepare m_prepare;
    QLineEdit* m_from = nullptr; ///< of a single clip
    QLineEdit* m_to = nullptr;
    QComboBox* m_rate = nullptr; ///< of a single one, or of those that have none of their own
    QComboBox* m_camera = nullptr;
    QCheckBox* m_reel = nullptr; ///< of several
    QComboBox* m_format = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_height = nullptr;
    QComboBox* m_fps = nullptr;
    std::array<QCheckBox*, 7> m_shown{};
    QLineEdit* m_path = nullptr;
    QLineEdit* m_arguments = nullptr;
    QLabel* m_length = nullptr;
    QLabel* m_result = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_open = nullptr;
    QWidget* m_form = nullptr;
    QStringList m_mayReplace; ///< files that are there, after that was said
    bool m_leaveOut = false;  ///< what cannot be drawn, after that was said
    QStringList m_written;
    ClipExporter m_exporter;
};

} // namespace ghostline::app
