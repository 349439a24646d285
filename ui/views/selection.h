// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QObject>

#include <cstdint>
#include <optional>

namespace reusescope {

/// Names a request of a run: RequestRecord::variant and RequestRecord::index.
struct RequestKey
{
    std::uint8_t variant = 0;
    std::uint32_t index = 0;

    friend bool operator==(const RequestKey &, const RequestKey &) = default;
};

/// A part of the time axis, relative to Recording::origin(); begin < end.
struct TimeRange
{
    Nanoseconds begin{0};
    Nanoseconds end{0};

    constexpr Nanoseconds span() const { return end - begin; }
    constexpr bool contains(TimeRange other) const
    {
        return begin <= other.begin && other.end <= end;
    }
    friend constexpr bool operator==(const TimeRange &, const TimeRange &) = default;
};

/// The one linked selection and the one linked time axis of all views.
///
/// Thread: UI. Ownership: by the main window; views hold a reference and must not outlive it.
/// A signal is sent only when something changed, so that views may answer one by setting again.
/// Following: the views keep the end of the range at the end of the recording as it grows. A
/// range that begins at 0 then grows with it, any other keeps its span.
class Selection : public QObject
{
    Q_OBJECT

public:
    /// No range is shorter (below the clock's resolution) or longer.
    static constexpr Nanoseconds kShortest{100};
    static constexpr Nanoseconds kLongest = std::chrono::hours{24 * 7};

    explicit Selection(QObject *parent = nullptr);

    void selectRequest(std::optional<RequestKey> request);
    /// Brought to a span of kShortest to kLongest around its middle, and to a begin of 0 or later.
    void setRange(TimeRange range);
    void setFollowing(bool following);

    std::optional<RequestKey> request() const { return m_request; }
    TimeRange range() const { return m_range; }
    bool isFollowing() const { return m_following; }

signals:
    void requestChanged();
    void rangeChanged();
    void followingChanged(bool following);

private:
    std::optional<RequestKey> m_request;
    TimeRange m_range{Nanoseconds{0}, Milliseconds{100}};
    bool m_following = true;
};

} // namespace reusescope
