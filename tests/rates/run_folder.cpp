// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rates/run_folder.h"

#include "codecs/recording/recorder/lone_recorder.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>

namespace ghostline::rates {

using namespace Qt::StringLiterals;

namespace {

constexpr double TicksPerHour = 72'000.0;

QJsonObject jsonOf(const QString& file, const RunPlan& plan, const RunTruth& truth)
{
    QJsonArray ingredients;
    for (const Ingredient& each : truth.ingredients)
        ingredients.append(QJsonObject{
            {u"kind"_s, QString::fromStdString(each.kind)}, {u"from"_s, each.from}, {u"to"_s, each.to}});
    QJsonObject object{{u"file"_s, file}, {u"ticks"_s, truth.ticks}, {u"ingredients"_s, ingredients}};
    const auto number = [](int tick) { return tick < 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(tick); };
    object[u"cheat"_s] = plan.cheat ? QJsonValue(QString::fromStdString(plan.cheat->kind)) : QJsonValue();
    object[u"strength"_s] =
        plan.cheat ? QJsonValue(QLatin1String(nameOf(plan.cheat->strength))) : QJsonValue();
    object[u"from_tick"_s] = number(truth.from);
    object[u"to_tick"_s] = number(truth.to);
    return object;
}

class FolderWriter
{
public:
    explicit FolderWriter(const FolderPlan& plan) : m_plan(plan), m_random(plan.seed) {}

    model::Result<FolderDone> write()
    {
        if (!QDir().mkpath(m_plan.folder))
            return model::fail(model::ErrorCode::WriteFailed, u"%1 cannot be made"_s.arg(m_plan.folder));
        if (auto done = writeClean(); !done)
            return tl::unexpected(done.error());
        if (auto done = writeCheats(); !done)
            return tl::unexpected(done.error());
        QSaveFile truth(m_plan.folder + u"/truth.json"_s);
        const QByteArray text =
            QJsonDocument(QJsonObject{{u"runs"_s, m_truth}}).toJson(QJsonDocument::Compact);
        if (!truth.open(QIODevice::WriteOnly) || truth.write(text) != text.size() || !truth.commit())
            return model::fail(model::ErrorCode::WriteFailed, truth.errorString());
        return m_done;
    }

private:
    model::Result<void> writeClean()
    {
        auto left = static_cast<std::int64_t>(m_plan.hours * TicksPerHour);
        for (int number = 1; left > 0; ++number) {
            RunPlan run;
            run.seed = m_random.next();
            run.ticks = drawn(m_random, m_plan.shortest, m_plan.longest);
            if (auto done = add(u"clean-%1.hcrp"_s.arg(number, 4, 10, QChar(u'0')), run); !done)
                return done;
            left -= run.ticks;
        }
        return {};
    }

    model::Result<void> writeCheats()
    {
        for (const char* kind : cheatKinds()) {
            for (int strength = 0; strength < Strengths; ++strength) {
                for (int number = 1; number <= m_plan.each; ++number) {
                    RunPlan run;
                    run.seed = m_random.next();
                    run.ticks = drawn(m_random, 1200, 3600);
                    run.cheat = Cheat{kind, static_cast<Strength>(strength)};
                    const QString name =
                        u"%1-%2-%3.hcrp"_s
                            .arg(QLatin1String(kind), QLatin1String(nameOf(run.cheat->strength)))
                            .arg(number, 2, 10, QChar(u'0'));
                    if (auto done = add(name, run); !done)
                        return done;
                }
            }
        }
        return {};
    }

    model::Result<void> add(const QString& name, const RunPlan& run)
    {
        auto recorder = recording::LoneRecorder::create(headOf(run));
        if (!recorder)
            return tl::unexpected(recorder.error());
        const auto truth = recordRun(*recorder, run);
        if (!truth)
            return tl::unexpected(truth.error());
        m_truth.append(jsonOf(name, run, *truth));
        ++m_done.files;
        m_done.ticks += truth->ticks;
        return recorder->save(m_plan.folder + u'/' + name, u"finish"_s);
    }

    FolderPlan m_plan;
    Random m_random;
    QJsonArray m_truth;
    FolderDone m_done;
};

} // namespace

model::Result<FolderDone> writeFolder(const FolderPlan& plan) { return FolderWriter(plan).write(); }

} // namespace ghostline::rates
