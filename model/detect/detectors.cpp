// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/detect/detectors.h"

#include "model/detect/aim_detector.h"
#include "model/detect/beat_detector.h"
#include "model/detect/climb_detector.h"
#include "model/detect/hover_detector.h"
#include "model/detect/macro_detector.h"
#include "model/detect/push_detector.h"
#include "model/detect/reaction_detector.h"
#include "model/detect/speed_detector.h"
#include "model/detect/spin_detector.h"
#include "model/detect/teleport_detector.h"
#include "model/detect/timer_detector.h"
#include "model/detect/unseen_detector.h"

#include <array>

namespace ghostline::model {

std::span<const DetectorInfo> detectors()
{
    static const std::array All{speedDetector(), timerDetector(),    hoverDetector(),    climbDetector(),
                                pushDetector(),  teleportDetector(), spinDetector(),     aimDetector(),
                                beatDetector(),  macroDetector(),    reactionDetector(), unseenDetector()};
    return All;
}

int detectorNamed(const QString& id)
{
    const std::span<const DetectorInfo> all = detectors();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (id == QLatin1String(all[i].id))
            return static_cast<int>(i);
    }
    return -1;
}

} // namespace ghostline::model
