// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/selection.h"

#include <algorithm>

namespace reusescope {

Selection::Selection(QObject *parent) : QObject(parent) { }

void Selection::selectRequest(std::optional<RequestKey> request)
{
    if (m_request == request)
        return;
    m_request = request;
    emit requestChanged();
}

void Selection::setRange(TimeRange range)
{
    const Nanoseconds span = range.span();
    const Nanoseconds allowed = std::clamp(span, kShortest, kLongest);
    if (allowed != span) {
        range.begin += (span - allowed) / 2;
        range.end = range.begin + allowed;
    }
    if (range.begin < Nanoseconds{0})
        range = {Nanoseconds{0}, allowed};
    if (m_range == range)
        return;
    m_range = range;
    emit rangeChanged();
}

void Selection::setFollowing(bool following)
{
    if (m_following == following)
        return;
    m_following = following;
    emit followingChanged(following);
}

} // namespace reusescope
