// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/clips/export_clip_dialog.h"

#include "app/gui/widgets/dialogs.h"
#include "app/gui/widgets/figures_text.h"
#include "app/gui/widgets/replay_words.h"
#include "model/clips/play_list.h"
#include "model/time/time_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

constexpr std::array<double, 6> Rates{0.25, 0.5, 1.0, 2.0, 4.0, 8.0};
constexpr std::array<double, 6> FrameRates{15.0, 24.0, 25.0, 30.0, 50.0, 60.0};

QString fileNamePart(QString text)
{
    for (QChar& sign : text) {
        if (!sign.isLetterOrNumber() && sign != QLatin1Char('-') && sign != QLatin1Char('_'))
            sign = QLatin1Char('-');
    }
    return text.left(60);
}

} // namespace

ExportClipDialog::ExportClipDialog(ClipQuestion question, Prepare prepare, QWidget* parent)
    : QDialog(parent), m_question(std::move(question)), m_prepare(std::move(prepare)), m_exporter(this)
{
    setObjectName(QStringLiteral("exportClipDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(m_question.clips.size() > 1 ? tr("Export clips") : tr("Export clip"));
    m_form = new QWidget(this);
    auto* form = new QFormLayout(m_form);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setSpacing(8);
    buildWhat(form);
    buildPicture(form);
    buildOverlays(form);
    buildFile(form);
    // One edge on the right for all of them.
    for (QComboBox* box : {m_rate, m_camera, m_format, m_fps}) {
        if (box != nullptr)
            box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(12);
    column->addWidget(m_form);
    buildEnd();
    connect(&m_exporter, &ClipExporter::progressed, this, &ExportClipDialog::onProgress);
    connect(&m_exporter, &ClipExporter::finished, this, &ExportClipDialog::onFinished);
    connect(&m_exporter, &ClipExporter::incomplete, this, &ExportClipDialog::onIncomplete);
    connect(&m_exporter, &ClipExporter::failed, this, [this](const model::Error& error) {
        showWritten(m_exporter.done().paths);
        m_result->setText(sentenceOf(error));
    });
    connect(&m_exporter, &ClipExporter::reading, this, [this](double share) {
        m_result->setText(tr("Reading…"));
        m_progress->setValue(static_cast<int>(share * m_progress->maximum()));
    });
    connect(&m_exporter, &ClipExporter::runningChanged, this, &ExportClipDialog::setRunning);
    showFormat();
    showLength();
    setRunning(false);
    setMinimumWidth(540);
}

void ExportClipDialog::buildWhat(QFormLayout* form)
{
    const bool single = m_question.clips.size() == 1;
    if (single) {
        const model::Clip& clip = m_question.clips.front();
        m_from = new QLineEdit(model::formatTime(clip.from), this);
        m_from->setObjectName(QStringLiteral("clipFrom"));
        m_from->setAccessibleName(tr("From"));
        m_to = new QLineEdit(model::formatTime(clip.to), this);
        m_to->setObjectName(QStringLiteral("clipTo"));
        m_to->setAccessibleName(tr("To"));
        auto* range = new QHBoxLayout;
        range->addWidget(m_from);
        range->addWidget(new QLabel(QStringLiteral("–"), this));
        range->addWidget(m_to);
        form->addRow(tr("From, to"), range);
        buildShot(form, clip, tr("Speed"), tr("Camera"));
        connect(m_from, &QLineEdit::textChanged, this, &ExportClipDialog::showLength);
        connect(m_to, &QLineEdit::textChanged, this, &ExportClipDialog::showLength);
    } else {
        m_reel = new QCheckBox(tr("One file, with a chapter for each"), this);
        m_reel->setObjectName(QStringLiteral("clipReel"));
        m_reel->setChecked(loadClipChoices().reel);
        m_reel->setToolTip(tr("Otherwise each becomes a file of its own"));
        form->addRow(tr("%n clip(s)", nullptr, static_cast<int>(m_question.clips.size())), m_reel);
        if (std::ranges::any_of(m_question.clips, &QString::isEmpty, &model::Clip::camera))
            buildShot(form, {}, tr("Speed, if not set"), tr("Camera, if not set"));
    }
}

/// Of a single clip, or of those that have none of their own.
void ExportClipDialog::buildShot(QFormLayout* form, const model::Clip& clip, const QString& rateLabel,
                                 const QString& cameraLabel)
{
    m_rate = new QComboBox(this);
    m_rate->setObjectName(QStringLiteral("clipRate"));
    for (const double rate : Rates)
        m_rate->addItem(QLocale().toString(rate) + QStringLiteral("×"), rate);
    if (m_rate->findData(clip.rate) < 0) // a play list's own
        m_rate->addItem(QLocale().toString(clip.rate, 'g', 4) + QStringLiteral("×"), clip.rate);
    m_rate->setCurrentIndex(m_rate->findData(clip.rate));
    form->addRow(rateLabel, m_rate);
    m_camera = new QComboBox(this);
    m_camera->setObjectName(QStringLiteral("clipCamera"));
    for (const CameraOffer& camera : m_question.cameras)
        m_camera->addItem(camera.name, camera.word);
    if (const int chosen = m_camera->findData(clip.camera); chosen >= 0) {
        m_camera->setCurrentIndex(chosen);
    } else {
        m_camera->addItem(clip.camera, clip.camera);
        m_camera->setCurrentIndex(m_camera->count() - 1);
    }
    form->addRow(cameraLabel, m_camera);
    connect(m_rate, &QComboBox::currentIndexChanged, this, &ExportClipDialog::showLength);
}

void ExportClipDialog::buildPicture(QFormLayout* form)
{
    const ClipChoices last = loadClipChoices();
    m_format = new QComboBox(this);
    m_format->setObjectName(QStringLiteral("clipFormat"));
    m_format->addItem(tr("MP4 video"));
    m_format->addItem(tr("WebM video"));
    m_format->addItem(tr("Animated GIF"));
    m_format->addItem(tr("Folder of pictures (PNG)"));
    m_format->setCurrentIndex(static_cast<int>(last.format));
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportClipDialog::showFormat);
    form->addRow(tr("Format"), m_format);

    auto* preset = new QComboBox(this);
    preset->setAccessibleName(tr("Size"));
    preset->addItem(tr("As on screen"), m_question.viewPixels);
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080), QSize(2560, 1440), QSize(3840, 2160),
                             QSize(1080, 1080), QSize(1080, 1920)})
        preset->addItem(QStringLiteral("%1 × %2").arg(size.width()).arg(size.height()), size);
    m_width = new QSpinBox(this);
    m_height = new QSpinBox(this);
    for (QSpinBox* box : {m_width, m_height}) {
        box->setRange(LeastSide, MostSide);
        box->setSuffix(tr(" px"));
    }
    m_width->setObjectName(QStringLiteral("clipWidth"));
    m_width->setAccessibleName(tr("Width"));
    m_height->setObjectName(QStringLiteral("clipHeight"));
    m_height->setAccessibleName(tr("Height"));
    m_width->setValue(last.pixels.width());
    m_height->setValue(last.pixels.height());
    preset->setCurrentIndex(preset->findData(last.pixels));
    connect(preset, &QComboBox::activated, this, [this, preset](int row) {
        m_width->setValue(preset->itemData(row).toSize().width());
        m_height->setValue(preset->itemData(row).toSize().height());
    });
    auto* size = new QHBoxLayout;
    size->addWidget(preset, 1);
    size->addWidget(m_width);
    size->addWidget(new QLabel(QStringLiteral("×"), this));
    size->addWidget(m_height);
    form->addRow(tr("Size"), size);
    m_fps = new QComboBox(this);
    m_fps->setObjectName(QStringLiteral("clipFps"));
    for (const double fps : FrameRates)
        m_fps->addItem(tr("%1 pictures a second").arg(QLocale().toString(fps)), fps);
    m_fps->setCurrentIndex(std::max(0, m_fps->findData(last.fps)));
    connect(m_fps, &QComboBox::currentIndexChanged, this, &ExportClipDialog::showLength);
    form->addRow(tr("Frame rate"), m_fps);
}

void ExportClipDialog::buildOverlays(QFormLayout* form)
{
    const ClipChoices last = loadClipChoices();
    const struct
    {
        QString text;
        bool on;
        bool offered;
    } rows[] = {{tr("Scoreboard"), last.overlays.scoreboard, m_question.hasScoreboard},
                {tr("Title and note"), last.overlays.title, true},
                {tr("Clock"), last.overlays.clock, true},
                {tr("Speed, where it is not 1×"), last.overlays.speed, true},
                {tr("Gap to each ghost"), last.overlays.delta, m_question.hasGhosts},
                {tr("Names"), last.labels, true},
                {tr("Drawings"), last.drawings, true}};
    auto* grid = new QGridLayout;
    int place = 0;
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        m_shown[i] = new QCheckBox(rows[i].text, this);
        m_shown[i]->setChecked(rows[i].on);
        m_shown[i]->setVisible(rows[i].offered);
        if (rows[i].offered) {
            grid->addWidget(m_shown[i], place / 2, place % 2);
            ++place;
        }
    }
    form->addRow(tr("Show"), grid);
}

void ExportClipDialog::buildFile(QFormLayout* form)
{
    m_path = new QLineEdit(this);
    m_path->setObjectName(QStringLiteral("clipPath"));
    auto* choose = new QToolButton(this);
    choose->setText(QStringLiteral("…"));
    choose->setAccessibleName(tr("Choose a file"));
    choose->setToolTip(choose->accessibleName());
    connect(choose, &QToolButton::clicked, this, &ExportClipDialog::browse);
    auto* file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(choose);
    form->addRow(tr("File"), file);
    m_arguments = new QLineEdit(this);
    m_arguments->setObjectName(QStringLiteral("clipArguments"));
    m_arguments->setToolTip(tr("How ffmpeg encodes; may be changed"));
    form->addRow(tr("ffmpeg"), m_arguments);
    m_length = new QLabel(this);
    m_length->setObjectName(QStringLiteral("clipLength"));
    m_length->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(QString(), m_length);
}

void ExportClipDialog::buildEnd()
{
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("clipProgress"));
    m_progress->setRange(0, 1000);
    m_result = new QLabel(this);
    m_result->setObjectName(QStringLiteral("clipResult"));
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* buttons = new QDialogButtonBox(this);
    m_open = buttons->addButton(tr("Open"), QDialogButtonBox::ActionRole);
    m_start = buttons->addButton(tr("Export"), QDialogButtonBox::ActionRole);
    m_start->setObjectName(QStringLiteral("clipStart"));
    m_start->setDefault(true);
    m_cancel = buttons->addButton(QDialogButtonBox::Close);
    m_cancel->setObjectName(QStringLiteral("clipCancel"));
    connect(m_start, &QPushButton::clicked, this, &ExportClipDialog::begin);
    connect(m_open, &QPushButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_written.value(0))); });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (!m_exporter.running())
            return void(close());
        m_exporter.cancel();
        showWritten(m_exporter.done().paths);
        m_result->setText(m_written.isEmpty() ? tr("Cancelled; nothing was left")
                                              : tr("Cancelled; %n file(s) are whole", nullptr,
                                                   static_cast<int>(m_written.size())));
    });
    column->addWidget(m_progress);
    column->addWidget(m_result);
    column->addWidget(buttons);
}

VideoFormat ExportClipDialog::format() const { return static_cast<VideoFormat>(m_format->currentIndex()); }

double ExportClipDialog::fps() const { return encodableFps(format(), m_fps->currentData().toDouble()); }

/// The name follows the format, as far as it is still a proposal's or a format's.
void ExportClipDialog::showFormat()
{
    const VideoFormat chosen = format();
    QString path = m_path->text().isEmpty() ? m_question.proposedPath : m_path->text();
    const QFileInfo file(path);
    if (const auto old = videoFormatOf(path); old && *old != VideoFormat::Pictures)
        path.chop(file.suffix().size() + 1);
    if (chosen != VideoFormat::Pictures)
        path += QLatin1Char('.') + suffixOf(chosen);
    m_path->setText(path);
    m_arguments->setText(encoderArguments(chosen));
    m_arguments->setCursorPosition(0); // long: its beginning is what one knows it by
    if (m_length != nullptr)
        showLength(); // not every format has every frame rate
    m_arguments->setEnabled(chosen != VideoFormat::Pictures);
    if (auto* form = qobject_cast<QFormLayout*>(m_form->layout()))
        form->setRowVisible(m_arguments, chosen != VideoFormat::Pictures); // ffmpeg has no part in them
    const bool missing = chosen != VideoFormat::Pictures && ffmpegPath().isEmpty();
    const model::Error why = ffmpegMissing();
    m_result->setText(missing ? shownError(why) + QStringLiteral(". ") + shownAdvice(why) : QString());
    m_start->setEnabled(!missing);
    m_leaveOut = false; // its question is no longer to be read
}

void ExportClipDialog::showLength()
{
    const auto chosen = clips();
    if (!chosen) {
        m_length->setText(tr("A clip goes from one time to a later one, such as 1:02.5"));
        return;
    }
    qint64 frames = 0;
    for (const model::Clip& clip : *chosen)
        frames += framesOf(clip, fps());
    m_length->setText(
        tr("%1 of video, %n picture(s), %2 a second", nullptr, static_cast<int>(frames))
            .arg(secondsText(static_cast<double>(frames) / fps()), QLocale().toString(fps(), 'g', 4)));
}

/// One whose camera was chosen was arranged as a whole: that it is at normal speed was chosen, too.
std::vector<model::Clip> ExportClipDialog::manyClips() const
{
    std::vector<model::Clip> clips = m_question.clips;
    for (model::Clip& clip : clips) {
        if (!clip.camera.isEmpty())
            continue;
        clip.rate = clip.rate == 1.0 ? m_rate->currentData().toDouble() : clip.rate;
        clip.camera = m_camera->currentData().toString();
    }
    return clips;
}

/// As the fields say; nothing where they do not say it.
std::optional<std::vector<model::Clip>> ExportClipDialog::clips()
{
    if (m_from == nullptr)
        return manyClips();
    const auto from = model::clipTime(m_from->text());
    const auto to = model::clipTime(m_to->text());
    if (!from || !to || *to < *from)
        return std::nullopt;
    model::Clip clip = m_question.clips.front();
    clip.from = *from;
    clip.to = *to;
    clip.rate = m_rate->currentData().toDouble();
    clip.camera = m_camera->currentData().toString();
    return std::vector{clip};
}

std::vector<ClipOutput> ExportClipDialog::outputs(const std::vector<model::Clip>& clips) const
{
    const QString path = m_path->text().trimmed();
    if (clips.size() == 1 || m_reel->isChecked())
        return {{path, clips.size() == 1 ? clips.front().title : QString(), clips}};
    const QFileInfo file(path);
    std::vector<ClipOutput> out;
    for (const model::Clip& clip : clips) {
        if (out.empty() || !clip.goesOn) {
            const QString number = QStringLiteral("-%1").arg(out.size() + 1, 2, 10, QLatin1Char('0'));
            const QString title =
                clip.title.isEmpty() ? QString() : QLatin1Char('-') + fileNamePart(clip.title);
            const QString suffix =
                format() == VideoFormat::Pictures ? QString() : QLatin1Char('.') + suffixOf(format());
            out.push_back({file.path() + QLatin1Char('/') + file.completeBaseName() + number + title + suffix,
                           clip.title,
                           {}});
        }
        out.back().clips.push_back(clip);
    }
    return out;
}

ClipChoices ExportClipDialog::choices() const
{
    ClipChoices chosen;
    chosen.format = format();
    chosen.pixels = {m_width->value(), m_height->value()};
    chosen.fps = fps();
    bool* const flags[] = {
        &chosen.overlays.scoreboard, &chosen.overlays.title, &chosen.overlays.clock, &chosen.overlays.speed,
        &chosen.overlays.delta,      &chosen.labels,         &chosen.drawings};
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        *flags[i] = m_shown[i]->isChecked();
    chosen.reel = m_reel == nullptr ? loadClipChoices().reel : m_reel->isChecked();
    return chosen;
}

void ExportClipDialog::begin()
{
    const auto wanted = clips();
    if (!wanted || m_path->text().trimmed().isEmpty()) {
        m_result->setText(!wanted ? m_length->text() : tr("The file has no name"));
        return;
    }
    const std::vector<ClipOutput> files = outputs(*wanted);
    QStringList there;
    for (const ClipOutput& file : files) {
        if (QFileInfo::exists(file.path))
            there << file.path;
    }
    if (!there.isEmpty() && m_mayReplace != there) {
        m_mayReplace = there;
        m_result->setText(tr("%n file(s) are there already, such as %1. Export once more to replace", nullptr,
                             static_cast<int>(there.size()))
                              .arg(QFileInfo(there.front()).fileName()));
        return;
    }
    const ClipChoices chosen = choices();
    saveClipChoices(chosen);
    ClipExport job = m_prepare(files, chosen);
    job.video.format = chosen.format;
    job.video.pixels = encodableSize(chosen.format, chosen.pixels);
    job.video.fps = chosen.fps;
    job.video.arguments = m_arguments->text();
    job.stage.overlays = chosen.overlays;
    job.leaveOut = std::exchange(m_leaveOut, false);
    m_written.clear();
    m_result->setText(tr("Reading…"));
    m_exporter.start(std::move(job));
}

void ExportClipDialog::setRunning(bool running)
{
    m_form->setEnabled(!running);
    m_progress->setVisible(running);
    m_progress->setValue(0);
    m_start->setVisible(!running);
    m_open->setVisible(!running && !m_written.isEmpty());
    m_cancel->setText(running ? tr("Cancel") : tr("Close"));
}

void ExportClipDialog::onProgress(double share, double secondsLeft)
{
    m_progress->setValue(static_cast<int>(share * m_progress->maximum()));
    m_result->setText(secondsLeft < 0.0 ? tr("Drawing…")
                                        : tr("Drawing… %1 left").arg(secondsText(std::ceil(secondsLeft))));
}

/// Those that are whole, however it ended.
void ExportClipDialog::showWritten(const QStringList& paths)
{
    m_written = paths;
    if (!paths.isEmpty())
        m_mayReplace.clear(); // it asks about these once more
    setRunning(false);
}

void ExportClipDialog::onFinished(const ClipExporter::Done& done)
{
    showWritten(done.paths);
    const QString speed =
        QLocale().toString(static_cast<double>(done.frames) / std::max(done.seconds, 0.001), 'f', 1);
    m_result->setText(done.paths.size() == 1
                          ? tr("Saved %1 (%2 pictures a second)").arg(done.paths.front(), speed)
                          : tr("Saved %n file(s) in %1", nullptr, static_cast<int>(done.paths.size()))
                                .arg(QFileInfo(done.paths.front()).path()));
    if (done.leftOut > 0)
        m_result->setText(m_result->text() + QLatin1Char(' ') +
                          tr("%n clip(s) were left out.", nullptr, done.leftOut));
    if (done.lostSeconds > 0.0)
        m_result->setText(m_result->text() + QLatin1Char(' ') +
                          tr("%1 of it are lost in the recording: the picture stands still there.")
                              .arg(secondsText(done.lostSeconds)));
    Q_EMIT exported(done.paths);
}

void ExportClipDialog::onIncomplete(int clips, const model::Error& first)
{
    m_leaveOut = true;
    m_result->setText(sentenceOf(first) + QLatin1Char(' ') +
                      tr("%n clip(s) cannot be drawn. Export once more to leave them out", nullptr, clips));
}

QString ExportClipDialog::sentenceOf(const model::Error& error)
{
    QString said = shownError(error);
    if (!error.file.isEmpty())
        said.prepend(QFileInfo(error.file).fileName() + QStringLiteral(": "));
    if (!said.endsWith(QLatin1Char('.')))
        said += QLatin1Char('.');
    return QString(said + QLatin1Char(' ') + shownAdvice(error)).trimmed();
}

void ExportClipDialog::browse()
{
    if (raiseDialog(this, "clipFileDialog") != nullptr)
        return;
    auto* chooser = new QFileDialog(this, windowTitle(), m_path->text());
    chooser->setObjectName(QStringLiteral("clipFileDialog"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(suffixOf(format()));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_path->setText(path);
        m_mayReplace = {path}; // it has asked already
    });
    chooser->show();
}

void ExportClipDialog::giveUpThen(const std::function<void()>& then)
{
    if (!running())
        return then();
    // One question at a time: an older one was about something that is no longer wanted.
    delete findChild<QMessageBox*>(QStringLiteral("clipUnfinished"));
    auto* box = new QMessageBox(QMessageBox::Question, windowTitle(), tr("A clip is still being written."),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("clipUnfinished"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    QPushButton* stay = box->addButton(tr("Go on"), QMessageBox::RejectRole);
    box->setDefaultButton(stay);
    const QPushButton* leave = box->addButton(tr("Give it up"), QMessageBox::DestructiveRole);
    connect(leave, &QPushButton::clicked, this, [this, then] {
        m_exporter.cancel();
        then();
    });
    // It may come to its end while the question stands.
    connect(&m_exporter, &ClipExporter::runningChanged, box, &QDialog::close);
    box->show();
}

void ExportClipDialog::reject()
{
    giveUpThen([this] { QDialog::reject(); });
}

} // namespace ghostline::app
