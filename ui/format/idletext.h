// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/idlereport.h"

#include <QString>

#include <vector>

// What was found about idle connections, as a person reads it.

namespace reusescope {

QString fateText(IdleProbe::Fate fate);
/// How the server ended a connection: "FIN", over TLS "close_notify or FIN", "408", ...
QString endText(Reason how, bool secure);
/// In whole and tenths of milliseconds: "4,998.3 ms".
QString millisecondsText(Nanoseconds time);

struct IdleFact
{
    QString title;
    QString value;
};

/// Both limits, hint, proof, danger window with the share of the user's own gaps, and advice; those
/// about which nothing is known yet say so.
/// While the search goes on, what no end has been seen for is not known yet.
std::vector<IdleFact> idleFacts(const IdleFindings &findings, const IdleUse &use,
                                bool goesOn = false);

/// The share of the user's gaps in a window: of the given gaps, else by the rate; absent: neither
/// is known.
std::optional<double> shareOf(const IdleUse &use, const IdleInterval &window);
QString shareText(double share); ///< "0.0123 %"

} // namespace reusescope
