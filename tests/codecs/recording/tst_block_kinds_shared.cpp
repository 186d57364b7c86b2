// SPDX-License-Identifier: GPL-3.0-or-later
// The table of blocks against the published one that it is made from, and states of worlds that people built.
#include "codecs/recording/worlds/block_kinds.h"
#include "codecs/recording/worlds/block_rows.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonObject>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace tst_block_kinds_shared {

using namespace ghostline;
using namespace ghostline::recording;
using model::GridForm;
using model::GridKind;

namespace {

/// A row of blocks.csv.
struct Published
{
    QString name;
    std::uint32_t colour = 0;
    QString transparency;
    QString shape;
    QStringList box; ///< six numbers, or none
    bool hides = false;
    int light = 0;
};

std::vector<Published> published()
{
    std::vector<Published> rows;
    QFile file(test::sharedData(QStringLiteral("worlds/blocks.csv")));
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    rows.reserve(static_cast<std::size_t>(lines.size()));
    for (const QString& line : lines) {
        // name,colour,side,transparency,alpha,shape,box,hides,light,tint,source
        const QStringList cells = line.split(u',');
        if (line.startsWith(u'#') || cells.size() < 11 || cells[0] == QLatin1String("name"))
            continue;
        rows.push_back({cells[0], cells[1].mid(1).toUInt(nullptr, 16), cells[3], cells[5],
                        cells[6].split(u' ', Qt::SkipEmptyParts), cells[7] == QLatin1String("1"),
                        cells[8].toInt()});
    }
    return rows;
}

GridForm formOf(const Published& row, const GridKind& kind)
{
    static const std::map<QString, GridForm> forms{
        {QStringLiteral("cube"), GridForm::Cube},     {QStringLiteral("leaves"), GridForm::Cube},
        {QStringLiteral("cross"), GridForm::Cross},   {QStringLiteral("fire"), GridForm::Cross},
        {QStringLiteral("liquid"), GridForm::Liquid}, {QStringLiteral("none"), GridForm::Nothing}};
    if (row.name == QLatin1String("barrier"))
        return GridForm::Cube;
    // A hollow block as large as its cell; what has no box of its own; the rift of a gateway.
    const bool whole = row.box.isEmpty() || row.box.join(u' ') == QLatin1String("0 0 0 16 16 16");
    const bool mayBeWhole = row.shape == QLatin1String("box") || row.shape == QLatin1String("portal");
    if (mayBeWhole && whole && kind.form == GridForm::Cube)
        return GridForm::Cube;
    const auto form = forms.find(row.shape);
    return form != forms.end() ? form->second : GridForm::Boxes;
}

model::GridBox boundsOf(const GridKind& kind)
{
    if (kind.boxes.empty())
        return {};
    model::GridBox all = kind.boxes.front();
    for (const model::GridBox& box : kind.boxes) {
        all.low = glm::min(all.low, box.low);
        all.high = glm::max(all.high, box.high);
    }
    return all;
}

/// Where what is drawn is another thing than what people collide with, or has a place of its own in each
/// cell.
bool drawnOtherwise(const Published& row)
{
    static const QStringList names{QStringLiteral("bamboo"), QStringLiteral("pointed_dripstone")};
    return names.contains(row.name) || row.name.endsWith(QLatin1String("wall_hanging_sign"));
}

} // namespace

class TestBlockKindsShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPublishedName()
    {
        GHOSTLINE_REQUIRE_SHARED("worlds/blocks.csv");
        const std::vector<Published> rows = published();
        QCOMPARE(rows.size(), std::size_t{1196});
        for (const Published& row : rows) {
            const std::string name = row.name.toStdString();
            const BlockRow* own = findBlockRow(name);
            QVERIFY2(own != nullptr, name.c_str());
            QCOMPARE(own->colour, row.colour);
            QVERIFY2(own->hides == row.hides, name.c_str());
            QVERIFY2(own->light == row.light, name.c_str());
            const GridKind kind = blockKind("minecraft:" + name);
            QVERIFY2(kind.form == formOf(row, kind), name.c_str());
            QVERIFY2(kind.hides == row.hides || kind.form == GridForm::Nothing, name.c_str());
            // Scaffolding shows what is behind it by its shape.
            const bool through =
                row.transparency == QLatin1String("translucent") || kind.form == GridForm::Cross;
            QVERIFY2(kind.translucent == through || name == "scaffolding", name.c_str());
        }
    }

    /// Of the state that a block is placed in. Walls and fences are taller for those who run into them.
    void boxesOfDefaultStates()
    {
        GHOSTLINE_REQUIRE_SHARED("worlds/blocks.csv");
        int compared = 0;
        for (const Published& row : published()) {
            if (row.box.size() != 6 || drawnOtherwise(row))
                continue;
            model::GridBox want;
            for (int axis = 0; axis < 3; ++axis) {
                want.low[axis] =
                    static_cast<std::uint8_t>(std::clamp(std::floor(row.box[axis].toDouble()), 0.0, 16.0));
                want.high[axis] =
                    static_cast<std::uint8_t>(std::clamp(std::ceil(row.box[axis + 3].toDouble()), 0.0, 16.0));
            }
            const model::GridBox have = boundsOf(blockKind(row.name.toStdString()));
            QVERIFY2(have == want, qPrintable(row.name));
            ++compared;
        }
        QVERIFY(compared > 900);
    }

    /// Where no word of the name has a colour of our own, the published one is taken.
    void publishedColours_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
             {"cinnabar", "polished_sulfur", "crafter", "azure_bluet", "oxeye_daisy", "carrots", "potatoes",
              "lilac", "peony", "oak_sapling", "tube_coral", "dead_horn_coral_block", "cherry_wood",
              "muddy_mangrove_roots", "weeping_vines", "pale_moss_block"})
            QTest::newRow(name) << QByteArray(name);
    }
    void publishedColours()
    {
        GHOSTLINE_REQUIRE_SHARED("worlds/blocks.csv");
        const std::vector<Published> rows = published();
        QFETCH(QByteArray, name);
        const auto row = std::find_if(rows.begin(), rows.end(), [&name](const Published& r) {
            return r.name == QString::fromLatin1(name);
        });
        QVERIFY(row != rows.end());
        const glm::vec3 have = blockKind(name.toStdString()).colour;
        for (int channel = 0; channel < 3; ++channel) {
            const auto want = static_cast<float>(row->colour >> (16 - 8 * channel) & 0xFFU) / 255.0F;
            QVERIFY2(std::abs(have[channel] - std::min(want, 0.9F)) < 0.12F,
                     qPrintable(QStringLiteral("channel %1: %2").arg(channel).arg(double(have[channel]))));
        }
    }

    void namesOfTheCourse()
    {
        GHOSTLINE_REQUIRE_SHARED("worlds/synthetic/truth.json");
        const QJsonObject truth = test::sharedJson(QStringLiteral("worlds/synthetic/truth.json"));
        int names = 0;
        for (const char* part : {"course", "course_0_to_255", "litematic", "schem", "grass", "short_grass"}) {
            const QJsonObject counts =
                truth[QLatin1String(part)].toObject()[QLatin1String("counts")].toObject();
            for (const QString& name : counts.keys()) {
                const GridKind kind = blockKind(name.toStdString());
                QVERIFY2(kind.form != GridForm::Nothing, qPrintable(name));
                QVERIFY2(findBlockRow(name.section(u':', 1).toStdString()) != nullptr, qPrintable(name));
                ++names;
            }
        }
        QVERIFY(names > 100);
    }
};

} // namespace tst_block_kinds_shared

GHOSTLINE_TEST(tst_block_kinds_shared, TestBlockKindsShared)
#include "tst_block_kinds_shared.moc"
