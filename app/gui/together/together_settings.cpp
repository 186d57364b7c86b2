// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/together/together_settings.h"

#include "app/gui/review/review_settings.h"
#include "app/gui/settings/settings.h"
#include "app/gui/together/drive_words.h"

#include <QSysInfo>

namespace ghostline::app {

namespace {

const QString TogetherNameKey = QStringLiteral("together/name");
const QString TogetherEverybodyKey = QStringLiteral("together/everybody");
const QString TogetherOffersKey = QStringLiteral("together/offers_file");
const QString TogetherDrawKey = QStringLiteral("together/may_draw");
const QString TogetherPortKey = QStringLiteral("together/port");
const QString TogetherCertificateKey = QStringLiteral("together/certificate");
const QString TogetherKeyKey = QStringLiteral("together/key");

/// The first there is; not longer than others take it.
QString firstName(std::initializer_list<QString> names)
{
    for (const QString& name : names) {
        QString plain = name.simplified().left(static_cast<qsizetype>(together::MostNameLetters));
        if (!plain.isEmpty())
            return plain;
    }
    return personName(together::Person{});
}

} // namespace

ShareChoice loadShareChoice()
{
    const auto store = openStore();
    ShareChoice choice;
    choice.name = firstName({store->value(TogetherNameKey).toString(), loadReviewSettings().reviewer,
                             qEnvironmentVariable("USER"), qEnvironmentVariable("USERNAME"),
                             QSysInfo::machineHostName()});
    choice.everybody = store->value(TogetherEverybodyKey, choice.everybody).toBool();
    choice.offersFile = store->value(TogetherOffersKey, choice.offersFile).toBool();
    choice.mayDraw = store->value(TogetherDrawKey, choice.mayDraw).toBool();
    const uint port = store->value(TogetherPortKey, choice.port).toUInt();
    if (port >= 1 && port <= 65'535)
        choice.port = static_cast<std::uint16_t>(port);
    choice.certificatePath = store->value(TogetherCertificateKey).toString();
    choice.keyPath = store->value(TogetherKeyKey).toString();
    return choice;
}

void saveShareChoice(const ShareChoice& choice)
{
    const auto store = openStore();
    store->setValue(TogetherNameKey, choice.name);
    store->setValue(TogetherEverybodyKey, choice.everybody);
    store->setValue(TogetherOffersKey, choice.offersFile);
    store->setValue(TogetherDrawKey, choice.mayDraw);
    store->setValue(TogetherPortKey, choice.port);
    store->setValue(TogetherCertificateKey, choice.certificatePath);
    store->setValue(TogetherKeyKey, choice.keyPath);
}

void saveTogetherName(const QString& name) { openStore()->setValue(TogetherNameKey, name); }

} // namespace ghostline::app
