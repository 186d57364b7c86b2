// SPDX-License-Identifier: GPL-3.0-or-later

#include "codecs/carla/replay/bones.h"

#include <QHash>

namespace ghostline::carla {

namespace {

using model::BoneRole;

/// Parent of a lower-case bone name without "crl_" and side suffix.
QString parentStem(const QString& stem)
{
    static const QHash<QString, QString> parents{{QStringLiteral("hips"), QStringLiteral("root")},
                                                 {QStringLiteral("spine"), QStringLiteral("hips")},
                                                 {QStringLiteral("spine01"), QStringLiteral("spine")},
                                                 {QStringLiteral("shoulder"), QStringLiteral("spine01")},
                                                 {QStringLiteral("arm"), QStringLiteral("shoulder")},
                                                 {QStringLiteral("forearm"), QStringLiteral("arm")},
                                                 {QStringLiteral("hand"), QStringLiteral("forearm")},
                                                 {QStringLiteral("neck"), QStringLiteral("spine01")},
                                                 {QStringLiteral("head"), QStringLiteral("neck")},
                                                 {QStringLiteral("eye"), QStringLiteral("head")},
                                                 {QStringLiteral("thigh"), QStringLiteral("hips")},
                                                 {QStringLiteral("leg"), QStringLiteral("thigh")},
                                                 {QStringLiteral("foot"), QStringLiteral("leg")},
                                                 {QStringLiteral("toe"), QStringLiteral("foot")},
                                                 {QStringLiteral("toeend"), QStringLiteral("toe")}};
    const auto known = parents.constFind(stem);
    if (known != parents.constEnd())
        return *known;
    for (const QString& finger :
         {QStringLiteral("handthumb"), QStringLiteral("handindex"), QStringLiteral("handmiddle"),
          QStringLiteral("handring"), QStringLiteral("handpinky")}) {
        if (!stem.startsWith(finger))
            continue;
        const QString joint = stem.mid(finger.size());
        if (joint == QLatin1String("end"))
            return finger + QStringLiteral("02");
        if (joint == QLatin1String("02"))
            return finger + QStringLiteral("01");
        return joint == QLatin1String("01") ? finger : QStringLiteral("hand");
    }
    return {};
}

struct BoneName
{
    QString stem;
    QString side; ///< "l", "r", "c" or empty
};

BoneName split(const QString& name)
{
    QString text = name.toLower();
    if (text.startsWith(QLatin1String("crl_")))
        text.remove(0, 4);
    const qsizetype mark = text.indexOf(QLatin1String("__"));
    return mark < 0 ? BoneName{text, {}} : BoneName{text.left(mark), text.mid(mark + 2)};
}

/// What is no part of this table (fingers, eyes, collar bones) lies within the parts that are.
BoneRole roleOf(const BoneName& bone)
{
    struct Roles
    {
        BoneRole left, right;
    };
    static const QHash<QString, BoneRole> middle{{QStringLiteral("hips"), BoneRole::Pelvis},
                                                 {QStringLiteral("spine"), BoneRole::Spine},
                                                 {QStringLiteral("spine01"), BoneRole::Chest},
                                                 {QStringLiteral("neck"), BoneRole::Neck},
                                                 {QStringLiteral("head"), BoneRole::Head}};
    static const QHash<QString, Roles> pairs{
        {QStringLiteral("arm"), {BoneRole::LeftUpperArm, BoneRole::RightUpperArm}},
        {QStringLiteral("forearm"), {BoneRole::LeftForearm, BoneRole::RightForearm}},
        {QStringLiteral("hand"), {BoneRole::LeftHand, BoneRole::RightHand}},
        {QStringLiteral("thigh"), {BoneRole::LeftThigh, BoneRole::RightThigh}},
        {QStringLiteral("leg"), {BoneRole::LeftShin, BoneRole::RightShin}},
        {QStringLiteral("foot"), {BoneRole::LeftFoot, BoneRole::RightFoot}},
        {QStringLiteral("toe"), {BoneRole::LeftToe, BoneRole::RightToe}}};
    const auto pair = pairs.constFind(bone.stem);
    if (pair != pairs.constEnd() && bone.side == QLatin1String("l"))
        return pair->left;
    if (pair != pairs.constEnd() && bone.side == QLatin1String("r"))
        return pair->right;
    return middle.value(bone.stem, parentStem(bone.stem).isEmpty() && bone.stem != QLatin1String("root")
                                       ? BoneRole::Other
                                       : BoneRole::Helper);
}

} // namespace

BoneList makeBoneList(std::vector<QString> names)
{
    BoneList list;
    QHash<QString, int> byKey;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const BoneName bone = split(names[i]);
        byKey.insert(bone.stem + QLatin1Char('/') + bone.side, static_cast<int>(i));
    }
    for (const QString& name : names) {
        const BoneName bone = split(name);
        int parent = -1;
        // A bone that was left out of the log is skipped over, up to the nearest one that is there.
        for (QString stem = parentStem(bone.stem); !stem.isEmpty() && parent < 0; stem = parentStem(stem)) {
            for (const QString& side : {bone.side, QStringLiteral("c"), QString()}) {
                if (parent < 0)
                    parent = byKey.value(stem + QLatin1Char('/') + side, -1);
            }
        }
        list.skeleton.parents.push_back(parent);
        list.skeleton.roles.push_back(roleOf(bone));
    }
    // The table of parents is a tree, so every bone is reached after its parent.
    std::vector<bool> placed(names.size(), false);
    while (list.order.size() < names.size()) {
        const std::size_t before = list.order.size();
        for (std::size_t i = 0; i < names.size(); ++i) {
            const int parent = list.skeleton.parents[i];
            if (!placed[i] && (parent < 0 || placed[static_cast<std::size_t>(parent)])) {
                placed[i] = true;
                list.order.push_back(static_cast<int>(i));
            }
        }
        if (list.order.size() == before)
            break;
    }
    list.skeleton.bones = std::move(names);
    return list;
}

} // namespace ghostline::carla
