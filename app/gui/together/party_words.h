// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is told of watching together: why it did not begin, and why it is over.
#include "model/base/error.h"
#include "together/guest.h"

#include <QString>

namespace ghostline::app::words {

// Titles.
QString didNotBegin();
QString isOver();
QString differentRecording();

// Why nothing can be shared.
QString nothingOpen();
QString onWeb();
QString notHere(const QString& path);
QString tooLargeForPem(const QString& path);
QString unreadable(const QString& path, const model::Error& error);

// What is told meanwhile.
QString stillGrowing();
QString notHandedOut(const model::Sentence& why);
QString notComparable(const model::Error& error);
QString notComparableOnWeb();
QString closed();
QString exchanged();

/// Names both, with as much as is known of their content.
QString differ(const together::RecordingName& host, const together::RecordingName& own);
/// Why a guest is one no longer.
QString reasonOf(const together::GuestFailure& failure);

} // namespace ghostline::app::words
