// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/variantdriver.h"

namespace reusescope {

/// The name of the reference variant that uses Qt's own QNetworkAccessManager.
inline constexpr char kQnamVariant[] = "qnam";

/// What this program offers as Experiment::references: kQnamVariant.
///
/// It makes the experiment's requests through one QNetworkAccessManager, on an event loop of Qt's
/// that runs on the engine's thread while its blocks do; Qt speaks HTTP on a thread of its own. A
/// QCoreApplication must exist. Known of a request are: queued (handed to the manager), assigned
/// (only when Qt begins a connection for it), sent (Qt says that it was), firstByte (the head is
/// there, as told to our thread) and done. Connection, phases, turns and polls are Qt's own and
/// stay absent. Qt opens up to six connections per host for HTTP/1.1 whatever the experiment says,
/// sends no injection, and repeats failed requests as it likes.
ReferenceFactories qtReferences();

} // namespace reusescope
