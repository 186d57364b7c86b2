// SPDX-License-Identifier: GPL-3.0-or-later
// Error, address and About: dialogs that only tell, or ask for one thing.
#include "app/gui/widgets/dialogs.h"

#include "app/gui/widgets/icons.h"
#include "app/gui/widgets/replay_address.h"
#include "app/gui/widgets/replay_words.h"
#include "model/bytes/http_source.h"
#include "together/invitation.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace ghostline::app {

namespace {

QLabel* textLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QDialog* makeDialog(QWidget* parent, const QString& title, const char* name)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setObjectName(QLatin1String(name));
    return dialog;
}

/// As high as its texts are at that width; wrapped ones would ask for the height of a narrower dialog.
void showAtWidth(QDialog* dialog, int width)
{
    dialog->setMinimumWidth(width);
    dialog->resize(width, dialog->layout()->totalHeightForWidth(width));
    dialog->show();
}

/// What keeps a line to watch together by from being one; empty where nothing does, or where it is something
/// else.
QString wrongInvitation(const QString& typed)
{
    if (!together::isInvitation(typed))
        return {};
    const auto invitation = together::parseInvitation(typed);
    return invitation ? QString() : shownError(invitation.error());
}

/// What can be done when the error itself does not say.
QString adviceFor(const model::Error& error)
{
    if (!error.advice.isEmpty())
        return shownAdvice(error);
    switch (error.code) {
    case model::ErrorCode::NotFound:
        return Dialogs::tr("Check that the file was not moved or renamed.");
    case model::ErrorCode::NotReadable:
        return Dialogs::tr("Check that it is a file and that you may read it.");
    case model::ErrorCode::IoError:
        return Dialogs::tr("Check the drive or the connection, then open it again.");
    case model::ErrorCode::Changed:
        return Dialogs::tr("Open it again.");
    case model::ErrorCode::UnknownFormat:
        return Dialogs::tr("The welcome page lists the formats that can be opened.");
    case model::ErrorCode::Unsupported:
        return Dialogs::tr("A newer Ghostline may be able to read it.");
    case model::ErrorCode::Damaged:
        return Dialogs::tr("Look for another copy: too little of this one is readable.");
    case model::ErrorCode::LimitExceeded:
        return Dialogs::tr("The file claims sizes that no recording has; it is damaged.");
    case model::ErrorCode::PluginFailed:
        return Dialogs::tr("Help > About lists the formats and why one is missing.");
    default:
        return {};
    }
}

} // namespace

QDialog* raiseDialog(QWidget* parent, const char* name)
{
    for (QDialog* open : parent->findChildren<QDialog*>(QLatin1String(name), Qt::FindDirectChildrenOnly)) {
        if (!open->isVisible())
            continue; // closed, and about to delete itself
        open->raise();
        open->activateWindow();
        return open;
    }
    return nullptr;
}

QString placeText(const model::Location& where)
{
    const QLocale locale;
    QStringList parts;
    if (where.offset)
        parts << Dialogs::tr("byte %1").arg(locale.toString(static_cast<qulonglong>(*where.offset)));
    if (where.chunk)
        parts << Dialogs::tr("chunk %1").arg(locale.toString(static_cast<qlonglong>(*where.chunk)));
    if (where.frame)
        parts << Dialogs::tr("frame %1").arg(locale.toString(static_cast<qlonglong>(*where.frame)));
    return parts.join(QStringLiteral(" · "));
}

QDialog* showAddressDialog(QWidget* parent, std::function<void(const QString&)> open)
{
    if (QDialog* shown = raiseDialog(parent, "addressDialog"); shown != nullptr)
        return shown;
    QDialog* dialog = makeDialog(parent, Dialogs::tr("Open address"), "addressDialog");
    auto* field = new QLineEdit(dialog);
    field->setObjectName(QStringLiteral("address"));
    field->setPlaceholderText(Dialogs::tr("https://… or ghostline://…"));
    field->setAccessibleName(Dialogs::tr("Address"));
    field->setMinimumWidth(420);
    // Who copied an address wants that one.
    const QString copied = QGuiApplication::clipboard()->text().trimmed();
    if (isLink(copied) && !copied.contains(QLatin1Char('\n')))
        field->setText(copied);
    field->selectAll();
    QLabel* wrong = textLabel({}, dialog);
    wrong->setObjectName(QStringLiteral("wrongAddress"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, dialog);
    const auto check = [field, buttons, wrong] {
        const QString typed = field->text().trimmed();
        const QString reason = wrongInvitation(typed);
        wrong->setText(reason);
        wrong->setVisible(!reason.isEmpty());
        field->setAccessibleDescription(reason);
        buttons->button(QDialogButtonBox::Open)->setEnabled(isLink(typed) && reason.isEmpty());
    };
    QObject::connect(field, &QLineEdit::textChanged, dialog, check);
    check();
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, [dialog, field, open = std::move(open)] {
        open(field->text().trimmed());
        dialog->accept();
    });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(textLabel(
        Dialogs::tr("Where the recording lies on a web server (http or https), or the line to watch "
                    "together by (ghostline)"),
        dialog));
    column->addWidget(field);
    column->addWidget(wrong);
    column->addWidget(buttons);
    dialog->show();
    field->setFocus();
    return dialog;
}

QStringList recordingFilters(const model::CodecRegistry& registry)
{
    QStringList patterns;
    QStringList filters;
    for (const model::CodecInfo& codec : registry.codecs()) {
        if (!codec.canRead)
            continue;
        patterns << codec.patterns;
        filters << QStringLiteral("%1 (%2)").arg(codec.name, codec.patterns.join(QLatin1Char(' ')));
    }
    filters.prepend(Dialogs::tr("Recordings (%1)").arg(patterns.join(QLatin1Char(' '))));
    filters << Dialogs::tr("All files (*)");
    return filters;
}

QDialog* showErrorDialog(QWidget* parent, const QString& file, const model::Error& error)
{
    QDialog* dialog = makeDialog(parent, Dialogs::tr("Cannot open the recording"), "errorDialog");
    auto* headline = textLabel(Dialogs::tr("%1 cannot be opened").arg(shortName(file)), dialog);
    QFont strong = headline->font();
    strong.setBold(true);
    headline->setFont(strong);
    auto* icon = new QLabel(dialog);
    icon->setPixmap(themedIcon(QStringLiteral("error")).pixmap(QSize(24, 24), dialog->devicePixelRatioF()));
    icon->setAlignment(Qt::AlignTop);

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    const QString address = withoutPassword(file);
    QStringList plain{Dialogs::tr("File: %1").arg(address)};
    // What is copied is for reports: the reason as everybody finds it, in English.
    const auto row = [&](const QString& name, const QString& value, const char* objectName,
                         const QString& copied = {}) {
        if (value.isEmpty())
            return;
        QLabel* label = textLabel(value, dialog);
        label->setObjectName(QLatin1String(objectName));
        form->addRow(name, label);
        plain << QStringLiteral("%1: %2").arg(name, copied.isEmpty() ? value : copied);
    };
    form->addRow(Dialogs::tr("File"), textLabel(address, dialog));
    row(Dialogs::tr("Reason"), shownError(error), "errorReason", error.message);
    row(Dialogs::tr("Place"), placeText(error.where), "errorPlace");
    row(Dialogs::tr("What to do"), adviceFor(error), "errorAdvice", error.advice);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QPushButton* copy = buttons->addButton(Dialogs::tr("Copy"), QDialogButtonBox::ActionRole);
    QObject::connect(copy, &QPushButton::clicked, dialog,
                     [text = plain.join(QLatin1Char('\n'))] { QGuiApplication::clipboard()->setText(text); });
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);

    auto* top = new QHBoxLayout;
    top->setSpacing(12);
    top->addWidget(icon);
    top->addWidget(headline, 1);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(16);
    column->addLayout(top);
    column->addLayout(form);
    column->addWidget(buttons);
    showAtWidth(dialog, 480);
    return dialog;
}

// ---- about ----

QDialog* showAboutDialog(QWidget* parent, const model::CodecRegistry& registry, const QString& gl)
{
    if (QDialog* shown = raiseDialog(parent, "aboutDialog"); shown != nullptr)
        return shown;
    QDialog* dialog = makeDialog(parent, Dialogs::tr("About Ghostline"), "aboutDialog");
    auto* icon = new QLabel(dialog);
    icon->setPixmap(
        themedIcon(QStringLiteral("ghostline")).pixmap(QSize(48, 48), dialog->devicePixelRatioF()));
    icon->setAlignment(Qt::AlignTop);
    auto* name = textLabel(Dialogs::tr("Ghostline %1").arg(QCoreApplication::applicationVersion()), dialog);
    QFont strong = name->font();
    strong.setBold(true);
    strong.setPointSizeF(strong.pointSizeF() * 1.4);
    name->setFont(strong);

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    for (const model::CodecInfo& codec : registry.codecs()) {
        const QString does = codec.canRead && codec.canWrite ? Dialogs::tr("reads and writes")
                             : codec.canRead                 ? Dialogs::tr("reads")
                                                             : Dialogs::tr("writes");
        form->addRow(
            Dialogs::tr("Format"),
            textLabel(QStringLiteral("%1 (%2): %3\n%4")
                          .arg(codec.name, codec.patterns.join(QLatin1Char(' ')), does, codec.library),
                      dialog));
    }
    for (const model::CodecFailure& failure : registry.failures())
        form->addRow(Dialogs::tr("Missing"),
                     textLabel(QStringLiteral("%1\n%2").arg(failure.library, failure.reason), dialog));
    form->addRow(Dialogs::tr("Graphics"), textLabel(gl, dialog));
    form->addRow(QStringLiteral("Qt"), textLabel(QLatin1String(qVersion()), dialog));
    form->addRow(Dialogs::tr("Licence"),
                 textLabel(Dialogs::tr("GNU General Public License, version 3 or later"), dialog));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* top = new QHBoxLayout;
    top->setSpacing(16);
    top->addWidget(icon);
    auto* words = new QVBoxLayout;
    words->addWidget(name);
    words->addWidget(
        textLabel(Dialogs::tr("Replay viewer: any game's recording, any instant, both directions"), dialog));
    top->addLayout(words, 1);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 20, 20, 16);
    column->setSpacing(16);
    column->addLayout(top);
    column->addLayout(form);
    column->addWidget(buttons);
    showAtWidth(dialog, 720);
    return dialog;
}

} // namespace ghostline::app
