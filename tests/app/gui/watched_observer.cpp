// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/gui/watched_observer.h"

namespace ghostline::test {

FakeReplayOptions observed(int actors)
{
    FakeReplayOptions options;
    options.actors = actors;
    options.observer = true;
    options.census = true;
    options.bands = 5;
    return options;
}

bool Watched::at(model::FrameNumber frame)
{
    replay.session->playhead().seek({frame, 0.0});
    return QTest::qWaitFor([&] { return replay.session->playback()->state().at.frame == frame; });
}

QString Watched::nothing() const
{
    for (const QLabel* label : panel.findChildren<QLabel*>()) {
        if (label->isVisible() && label->margin() > 0 && !label->text().isEmpty())
            return label->text();
    }
    return {};
}

} // namespace ghostline::test
