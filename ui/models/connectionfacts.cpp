// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/connectionfacts.h"

#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/models/roles.h"

#include <QCoreApplication>

#include <algorithm>

namespace reusescope {

namespace {

struct Facts
{
    Q_DECLARE_TR_FUNCTIONS(ConnectionFacts)
};

/// How many requests after a GOAWAY are looked at for what became of its streams.
constexpr std::size_t kMostSearched = 1'000'000;

Nanoseconds endOf(const TimePoints &points)
{
    return points.queued + (points.done.has() ? points.done.value() : Nanoseconds{0});
}

/// What became of the streams that were open when a GOAWAY came.
struct GoawayStory
{
    std::uint64_t finished = 0;
    std::uint64_t failedBelow = 0;
    std::uint64_t sentAgain = 0;
    std::uint64_t failedAbove = 0;
};

GoawayStory storyOf(const Recording &recording, const ConnectionEvent &goaway)
{
    GoawayStory story;
    const auto ended = [](const auto &record) { return endOf(record.points); };
    const auto isHere = [&](const auto &record) {
        return record.variant == goaway.variant && record.connection == goaway.connection;
    };
    const auto &requests = recording.requests();
    auto request = std::ranges::lower_bound(requests, goaway.at, {}, ended);
    for (std::size_t searched = 0; request != requests.end() && searched < kMostSearched;
         ++request, ++searched) {
        if (!isHere(*request) || request->stream == 0)
            continue;
        const bool isBelow = request->stream <= goaway.value;
        if (isOk(request->outcome))
            story.finished += isBelow ? 1 : 0;
        else
            ++(isBelow ? story.failedBelow : story.failedAbove);
    }
    const auto &attempts = recording.attempts();
    auto attempt = std::ranges::lower_bound(attempts, goaway.at, {}, ended);
    for (std::size_t searched = 0; attempt != attempts.end() && searched < kMostSearched;
         ++attempt, ++searched) {
        if (isHere(*attempt) && attempt->reason == Reason::Goaway)
            ++story.sentAgain;
    }
    return story;
}

QString goawaySentence(const Recording &recording, const ConnectionEvent &event)
{
    const GoawayStory story = storyOf(recording, event);
    // A server that shuts down says so first with the largest id there is (RFC 9113 section 6.8).
    const QString last = event.value >= 0x7fff'ffffu ? Facts::tr("no last stream yet")
                                                     : Facts::tr("last stream %1").arg(event.value);
    QStringList parts;
    if (story.sentAgain > 0)
        parts << Facts::tr("%1 streams above it were sent again elsewhere", nullptr,
                           pluralOf(story.sentAgain))
                     .arg(countText(story.sentAgain));
    if (story.failedAbove > 0)
        parts << Facts::tr("%1 above it failed", nullptr, pluralOf(story.failedAbove))
                     .arg(countText(story.failedAbove));
    if (story.finished > 0)
        parts << Facts::tr("%1 below finished", nullptr, pluralOf(story.finished))
                     .arg(countText(story.finished));
    if (story.failedBelow > 0)
        parts << Facts::tr("%1 below failed", nullptr, pluralOf(story.failedBelow))
                     .arg(countText(story.failedBelow));
    if (parts.isEmpty())
        parts << Facts::tr("no stream was open");
    return Facts::tr("GOAWAY: %1, %2: %3.")
        .arg(last, h2ErrorText(event.code), parts.join(QStringLiteral(", ")));
}

/// "HTTP/2, agreed on by ALPN, over TLS (resumed with a ticket)."
QString protocolSentence(const std::vector<ConnectionEvent> &events)
{
    QString how = Facts::tr("HTTP/2");
    for (const ConnectionEvent &event : events) {
        if (event.kind == ConnectionEventKind::Http2)
            how += QStringLiteral(", ") + connectionEventDetail(event);
        if (event.kind == ConnectionEventKind::Secured)
            how += Facts::tr(", over TLS (%1)").arg(connectionEventDetail(event));
    }
    return how + QLatin1Char('.');
}

QStringList stateSentences(const Http2State &state)
{
    QStringList sentences;
    if (state.peerMaxFrame > 0)
        sentences << Facts::tr(
                         "The peer allows %1 at a time, takes %2 at first on each, and frames "
                         "of %3 at most.")
                         .arg(streamCountText(state.maxStreams), bytesText(state.peerStreamWindow),
                              bytesText(state.peerMaxFrame));
    sentences << (state.over
                      ? Facts::tr("Streams: %1 open at the same time at most.")
                            .arg(countText(state.mostStreams))
                      : Facts::tr("Streams: %1 open, %2 at the same time at most.")
                            .arg(countText(state.openStreams), countText(state.mostStreams)));
    const auto window = [](std::int32_t bytes) {
        return bytes < 0
            ? QStringLiteral("−") + bytesText(static_cast<std::uint64_t>(-std::int64_t{bytes}))
            : bytesText(static_cast<std::uint64_t>(bytes));
    };
    sentences << Facts::tr("Windows of the connection: the peer takes %1 more; we take %2 in all, "
                           "%3 of them received and not given back yet.")
                     .arg(window(state.sendWindow), window(state.receiveWindow),
                          window(state.unreturned));
    if (state.lateFrames > 0)
        sentences << Facts::tr("%1 frames came for streams that were over, and were ignored.",
                               nullptr, pluralOf(state.lateFrames))
                         .arg(countText(state.lateFrames));
    return sentences;
}

} // namespace

QStringList connectionSentences(const Recording &recording, const RequestRecord &request)
{
    if (!request.connection)
        return {Facts::tr("The request never got a connection.")};
    const Http2State *state = recording.http2StateOf(request.variant, request.connection);
    if (!state)
        return {request.stream > 0 ? Facts::tr("HTTP/2.") : Facts::tr("HTTP/1.1.")};
    const std::vector<ConnectionEvent> events =
        recording.eventsOf(request.variant, request.connection);
    QStringList sentences{protocolSentence(events)};
    sentences << stateSentences(*state);
    for (const ConnectionEvent &event : events) {
        if (event.kind == ConnectionEventKind::GoawayReceived)
            sentences << goawaySentence(recording, event);
        if (event.kind == ConnectionEventKind::ConnectionError)
            sentences << Facts::tr("We ended the connection with a GOAWAY: %1.")
                             .arg(h2ErrorText(event.code));
    }
    return sentences;
}

void FrameCountsModel::show(const Http2State &state)
{
    std::vector<Row> rows;
    Row all;
    all.type = tr("all");
    for (std::size_t type = 0; type < kH2FrameTypes; ++type) {
        if (state.received[type] == 0 && state.sent[type] == 0)
            continue;
        const std::string_view title = name(static_cast<H2FrameType>(type));
        rows.push_back({QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size())),
                        state.received[type], state.sent[type]});
        all.received += state.received[type];
        all.sent += state.sent[type];
    }
    rows.push_back(all);
    const bool isSameShape = std::ranges::equal(rows, m_rows, {}, &Row::type, &Row::type);
    if (!isSameShape)
        beginResetModel();
    m_rows = std::move(rows);
    // A selection and the place in the table stay while figures grow.
    if (isSameShape)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    else
        endResetModel();
}

void FrameCountsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

int FrameCountsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FrameCountsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FrameCountsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            Qt::AlignVCenter | (column == TypeColumn ? Qt::AlignLeft : Qt::AlignRight)));
    if (role != Qt::DisplayRole && role != CopyRole)
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (column == TypeColumn)
        return row.type;
    const std::uint64_t count = column == ReceivedColumn ? row.received : row.sent;
    return role == CopyRole ? QString::number(count) : countText(count);
}

QVariant FrameCountsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            Qt::AlignVCenter | (section == TypeColumn ? Qt::AlignLeft : Qt::AlignRight)));
    if (role != Qt::DisplayRole && role != CopyHeaderRole)
        return {};
    switch (section) {
    case TypeColumn: return tr("Frame");
    case ReceivedColumn: return tr("Received");
    case SentColumn: return tr("Sent");
    default: return {};
    }
}

} // namespace reusescope
