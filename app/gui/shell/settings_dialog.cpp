// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/shell/settings_dialog.h"

#include "app/gui/shell/map_places.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/atomic_file.h"

#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QImageWriter>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

/// The widgets of the settings dialog, and how they become a value.
struct SettingsForm
{
    QSpinBox* memory;
    QComboBox* theme;
    QComboBox* language;
    QListWidget* folders;
    QSpinBox* radius;
    QDoubleSpinBox* trail;
    QCheckBox* reducedMotion;

    Settings value() const
    {
        Settings s;
        s.memoryMb = memory->value();
        s.theme = static_cast<ThemeChoice>(theme->currentData().toInt());
        s.language = static_cast<LanguageChoice>(language->currentData().toInt());
        for (int i = 0; i < folders->count(); ++i)
            s.sceneFolders << folders->item(i)->text();
        s.sceneRadius = radius->value();
        s.trailSeconds = trail->value();
        s.reducedMotion = reducedMotion->isChecked();
        return s;
    }
};

QWidget* folderEditor(QListWidget* list, QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* add = new QPushButton(Dialogs::tr("Add…"), box);
    auto* remove = new QPushButton(Dialogs::tr("Remove"), box);
    QObject::connect(add, &QPushButton::clicked, list, [list] {
        if (raiseDialog(list, "sceneFolderDialog") != nullptr)
            return;
        auto* chooser = new QFileDialog(list, Dialogs::tr("Folder with maps"));
        chooser->setObjectName(QStringLiteral("sceneFolderDialog"));
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::Directory);
        QObject::connect(chooser, &QFileDialog::fileSelected, list,
                         [list](const QString& folder) { list->addItem(folder); });
        chooser->show();
    });
    QObject::connect(remove, &QPushButton::clicked, list, [list] { delete list->currentItem(); });
    auto* buttons = new QVBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch();
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(list, 1);
    row->addLayout(buttons);
    return box;
}

/// Each language is called by its own name, to be found by those who read no other.
void fillLanguages(QComboBox* box, LanguageChoice now)
{
    box->addItem(Dialogs::tr("As the system"), static_cast<int>(LanguageChoice::System));
    box->addItem(QStringLiteral("English"), static_cast<int>(LanguageChoice::English));
    box->addItem(QStringLiteral("Deutsch"), static_cast<int>(LanguageChoice::German));
    box->setCurrentIndex(box->findData(static_cast<int>(now)));
}

QFormLayout* formOn(QWidget* page)
{
    auto* form = new QFormLayout(page);
    form->setContentsMargins(12, 16, 12, 12);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(12);
    return form;
}

void fillMaps(const SettingsForm& f, const Settings& now, QWidget* page)
{
    markFolders(f.folders);
    f.folders->addItems(now.sceneFolders);
    f.folders->setObjectName(QStringLiteral("mapFolders"));
    f.folders->setAccessibleName(Dialogs::tr("Folders of maps"));
    f.radius->setRange(Settings::MinSceneRadius, Settings::MaxSceneRadius);
    f.radius->setSingleStep(32);
    f.radius->setSuffix(Dialogs::tr(" m"));
    f.radius->setValue(now.sceneRadius);
    f.radius->setObjectName(QStringLiteral("mapRadius"));
    f.radius->setToolTip(Dialogs::tr("How far from what happened a large world is read; more takes longer"));
    auto* about = new QLabel(Dialogs::tr("The map of a recording is looked for beside it, in these folders, "
                                         "and where the game itself keeps its maps."),
                             page);
    about->setWordWrap(true);
    QFormLayout* form = formOn(page);
    form->addRow(about);
    form->addRow(Dialogs::tr("Folders of maps"), folderEditor(f.folders, page));
    form->addRow(Dialogs::tr("Places of each game"), makeMapPlaces(page));
    form->addRow(Dialogs::tr("Large worlds"), f.radius);
}

SettingsForm buildForm(QTabWidget* pages, const Settings& now,
                       const std::shared_ptr<const model::CodecRegistry>& registry)
{
    auto* parent = new QWidget(pages);
    auto* maps = new QWidget(pages);
    SettingsForm f{new QSpinBox(parent),
                   new QComboBox(parent),
                   new QComboBox(parent),
                   new QListWidget(maps),
                   new QSpinBox(maps),
                   new QDoubleSpinBox(parent),
                   new QCheckBox(Dialogs::tr("Cut instead of easing the camera"), parent)};
    fillMaps(f, now, maps);
    f.memory->setRange(Settings::MinMemoryMb, Settings::MaxMemoryMb);
    f.memory->setSingleStep(64);
    f.memory->setSuffix(Dialogs::tr(" MB"));
    f.memory->setValue(now.memoryMb);
    f.memory->setToolTip(Dialogs::tr("Decoded stretches of the recording kept in memory"));
    f.theme->addItem(Dialogs::tr("As the system"), static_cast<int>(ThemeChoice::System));
    f.theme->addItem(Dialogs::tr("Dark"), static_cast<int>(ThemeChoice::Dark));
    f.theme->addItem(Dialogs::tr("Light"), static_cast<int>(ThemeChoice::Light));
    f.theme->setCurrentIndex(f.theme->findData(static_cast<int>(now.theme)));
    fillLanguages(f.language, now.language);
    f.trail->setRange(0.0, 60.0);
    f.trail->setDecimals(1);
    f.trail->setSuffix(Dialogs::tr(" s"));
    f.trail->setValue(now.trailSeconds);
    f.reducedMotion->setChecked(now.reducedMotion);
    f.memory->setObjectName(QStringLiteral("memory"));
    f.theme->setObjectName(QStringLiteral("theme"));
    f.language->setObjectName(QStringLiteral("language"));
    f.trail->setObjectName(QStringLiteral("trail"));
    f.reducedMotion->setObjectName(QStringLiteral("reducedMotion"));

    QFormLayout* form = formOn(parent);
    form->addRow(Dialogs::tr("Memory for the cache"), f.memory);
    form->addRow(Dialogs::tr("Theme"), f.theme);
    form->addRow(Dialogs::tr("Language"), f.language);
    form->addRow(Dialogs::tr("Trail length"), f.trail);
    form->addRow(Dialogs::tr("Motion"), f.reducedMotion);
    pages->addTab(parent, Dialogs::tr("General"));
    pages->addTab(maps, Dialogs::tr("Maps"));
    // Looked through when somebody looks: there may be many prefixes.
    auto* places = maps->findChild<QTreeWidget*>(QStringLiteral("mapPlaces"));
    const auto fill = [pages, maps, places, registry] {
        if (pages->currentWidget() == maps && places->topLevelItemCount() == 0)
            fillMapPlaces(places, registry.get());
    };
    QObject::connect(pages, &QTabWidget::currentChanged, places, fill);
    return f;
}

} // namespace

QDialog* showSettingsDialog(QWidget* parent, const Settings& now, std::function<void(const Settings&)> apply,
                            const SettingsShown& wanted)
{
    const SettingsPage page = wanted.page;
    if (QDialog* shown = raiseDialog(parent, "settingsDialog"); shown != nullptr) {
        shown->findChild<QTabWidget*>()->setCurrentIndex(static_cast<int>(page));
        return shown;
    }
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("settingsDialog"));
    dialog->setWindowTitle(Dialogs::tr("Settings"));
    auto* pages = new QTabWidget(dialog);
    const SettingsForm fields = buildForm(pages, now, wanted.registry);
    pages->setCurrentIndex(static_cast<int>(page));
    auto* buttons = new QDialogButtonBox(
        QDialogButtonBox::Ok | QDialogButtonBox::Apply | QDialogButtonBox::Cancel, dialog);
    QObject::connect(buttons, &QDialogButtonBox::clicked, dialog, [=](QAbstractButton* button) {
        const auto role = buttons->buttonRole(button);
        if (role != QDialogButtonBox::RejectRole)
            apply(fields.value());
        if (role != QDialogButtonBox::ApplyRole)
            dialog->close();
    });
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(16);
    column->addWidget(pages);
    column->addWidget(buttons);
    dialog->setMinimumWidth(480);
    dialog->show();
    return dialog;
}

model::Result<void> savePicture(const QImage& image, const QString& path)
{
    const auto refuse = [&path](const QString& why) {
        model::Error error{model::ErrorCode::WriteFailed, why, {}, path, {}};
        return tl::unexpected<model::Error>(std::move(error));
    };
    if (image.isNull())
        return refuse(Dialogs::tr("the picture could not be drawn"));
    QByteArray format = path.section(QLatin1Char('.'), -1).toLower().toLatin1();
    if (!QImageWriter::supportedImageFormats().contains(format))
        format = "png";
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    QImageWriter writer(&bytes, format);
    if (!writer.write(image))
        return refuse(Dialogs::tr("%1 cannot be written: %2").arg(path, writer.errorString()));
    if (const auto written = model::replaceFile(path, bytes.data()); !written)
        return refuse(Dialogs::tr("%1 cannot be written: %2").arg(path, shownError(written.error())));
    return {};
}

QDialog* showExportDialog(QWidget* parent, QSize viewPixels, const QString& suggestedPath,
                          bool mayBeTransparent, std::function<QImage(QSize, bool transparent)> capture)
{
    if (QDialog* shown = raiseDialog(parent, "exportDialog"); shown != nullptr)
        return shown;
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setWindowTitle(Dialogs::tr("Export picture"));
    auto* preset = new QComboBox(dialog);
    preset->addItem(Dialogs::tr("As on screen"), viewPixels);
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080), QSize(2560, 1440), QSize(3840, 2160)})
        preset->addItem(QStringLiteral("%1 × %2").arg(size.width()).arg(size.height()), size);
    auto* width = new QSpinBox(dialog);
    auto* height = new QSpinBox(dialog);
    for (QSpinBox* box : {width, height}) {
        box->setRange(16, 8192);
        box->setSuffix(Dialogs::tr(" px"));
    }
    width->setAccessibleName(Dialogs::tr("Width"));
    height->setAccessibleName(Dialogs::tr("Height"));
    const auto take = [=](int row) {
        const QSize size = preset->itemData(row).toSize();
        width->setValue(size.width());
        height->setValue(size.height());
    };
    QObject::connect(preset, &QComboBox::activated, dialog, take);
    take(0);
    auto* path = new QLineEdit(suggestedPath, dialog);
    path->setObjectName(QStringLiteral("exportPath"));
    auto* browse = new QToolButton(dialog);
    browse->setText(QStringLiteral("…"));
    browse->setAccessibleName(Dialogs::tr("Choose a file"));
    QObject::connect(browse, &QToolButton::clicked, dialog, [=] {
        if (raiseDialog(dialog, "pictureFileDialog") != nullptr)
            return;
        auto* chooser = new QFileDialog(dialog, Dialogs::tr("Export picture"), path->text(),
                                        Dialogs::tr("PNG picture (*.png)"));
        chooser->setObjectName(QStringLiteral("pictureFileDialog"));
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setAcceptMode(QFileDialog::AcceptSave);
        QObject::connect(chooser, &QFileDialog::fileSelected, path, &QLineEdit::setText);
        chooser->show();
    });
    auto* transparent = new QCheckBox(Dialogs::tr("Transparent background"), dialog);
    transparent->setObjectName(QStringLiteral("exportTransparent"));
    transparent->setToolTip(Dialogs::tr("Nothing behind what was recorded: for slides and posters"));
    transparent->setVisible(mayBeTransparent);
    auto* result = new QLabel(dialog);
    result->setWordWrap(true);
    result->setObjectName(QStringLiteral("exportResult"));

    auto* sizeRow = new QHBoxLayout;
    sizeRow->addWidget(width);
    sizeRow->addWidget(height);
    auto* pathRow = new QHBoxLayout;
    pathRow->addWidget(path, 1);
    pathRow->addWidget(browse);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(12);
    form->addRow(Dialogs::tr("Size"), preset);
    form->addRow(QString(), sizeRow);
    form->addRow(QString(), transparent);
    form->addRow(Dialogs::tr("File"), pathRow);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QPushButton* save = buttons->addButton(Dialogs::tr("Save"), QDialogButtonBox::AcceptRole);
    save->setDefault(true);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, [=] {
        const auto saved = savePicture(
            capture(QSize(width->value(), height->value()), transparent->isChecked()), path->text());
        result->setText(saved ? Dialogs::tr("Saved %1").arg(path->text()) : shownError(saved.error()));
    });
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(16);
    column->addLayout(form);
    column->addWidget(result);
    column->addWidget(buttons);
    dialog->setMinimumWidth(460);
    dialog->show();
    return dialog;
}

} // namespace ghostline::app
