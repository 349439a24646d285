// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reference/qnamrun.h"

#include <QEventLoop>
#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <atomic>
#include <utility>

namespace reusescope {

namespace {

QByteArray bytes(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

/// The private key in a PEM file, whatever its kind.
QSslKey keyIn(const QByteArray &pem)
{
    for (const QSsl::KeyAlgorithm kind : {QSsl::Ec, QSsl::Rsa, QSsl::Dsa}) {
        const QSslKey key(pem, kind, QSsl::Pem);
        if (!key.isNull())
            return key;
    }
    return {};
}

QByteArray contentOf(const std::string &path)
{
    QFile file(QFile::decodeName(QByteArray::fromStdString(path)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QSslConfiguration sslConfiguration(const TlsClientOptions &options, const std::string &trustedPem)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    QList<QSslCertificate> authorities = options.caFile.empty()
        ? configuration.caCertificates()
        : QSslCertificate::fromData(contentOf(options.caFile), QSsl::Pem);
    authorities += QSslCertificate::fromData(QByteArray::fromStdString(trustedPem), QSsl::Pem);
    configuration.setCaCertificates(authorities);
    configuration.setPeerVerifyMode(options.verify ? QSslSocket::VerifyPeer
                                                   : QSslSocket::VerifyNone);
    if (!options.certificateFile.empty()) {
        configuration.setLocalCertificateChain(
            QSslCertificate::fromData(contentOf(options.certificateFile), QSsl::Pem));
        configuration.setPrivateKey(
            keyIn(contentOf(options.keyFile.empty() ? options.certificateFile : options.keyFile)));
    }
    return configuration;
}

struct Ending
{
    Outcome outcome;
    Reason reason;
};

Ending endingOf(QNetworkReply::NetworkError error)
{
    switch (error) {
    case QNetworkReply::ConnectionRefusedError:
        return {Outcome::FailedConnect, Reason::ConnectRefused};
    case QNetworkReply::HostNotFoundError: return {Outcome::FailedConnect, Reason::ResolveFailed};
    case QNetworkReply::SslHandshakeFailedError: return {Outcome::FailedConnect, Reason::TlsFailed};
    case QNetworkReply::TimeoutError: return {Outcome::FailedTimeout, Reason::RequestTimeout};
    case QNetworkReply::RemoteHostClosedError:
        return {Outcome::FailedReset, Reason::ClosedUnanswered};
    case QNetworkReply::OperationCanceledError: return {Outcome::Cancelled, Reason::RunStopped};
    case QNetworkReply::ProtocolFailure:
    case QNetworkReply::ProtocolUnknownError:
    case QNetworkReply::ProtocolInvalidOperationError:
        return {Outcome::FailedProtocol, Reason::MalformedResponse};
    default: return {Outcome::FailedReset, Reason::ResetUnanswered};
    }
}

class QnamRun final : public QObject, public VariantDriver
{
public:
    explicit QnamRun(const ReferenceSetup &setup)
        : m_setup(setup),
          m_url(QUrl::fromEncoded(bytes(setup.target.text()), QUrl::StrictMode)),
          m_ssl(setup.target.isSecure()
                    ? sslConfiguration(setup.experiment.client.tls, setup.trustedPem)
                    : QSslConfiguration())
    {
        m_manager.setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
        m_manager.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
        m_timer.setSingleShot(true);
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] { issueDue(); });
        m_result.scheduler = kQnamVariant;
        m_result.protocol = setup.protocol;
    }

    // VariantDriver
    void runBlock(const Block &block) override;
    void finish() override;
    void requestStop() override;
    const std::optional<Error> &failure() const override { return m_unreachable; }
    VariantResult takeResult() override;
    std::uint32_t turns() const override { return 0; }

private:
    struct Flight
    {
        RequestRecord record;
        bool beganConnection = false;
    };

    Nanoseconds now() const { return m_setup.clock.now(); }
    bool isPaced() const { return m_setup.experiment.workload.kind == WorkloadKind::Paced; }
    QNetworkRequest requestFor(std::uint32_t index) const;
    void want(int requests);
    void wantSoon(int requests);
    void issueDue();
    void issueOne(std::optional<Nanoseconds> intendedAt);
    void wakeAt(Nanoseconds when);
    void settle(QNetworkReply *reply, const std::shared_ptr<Flight> &flight);
    void takeAnswer(QNetworkReply &reply, RequestRecord &record);
    void account(const RequestRecord &record);
    void stopHere();

    ReferenceSetup m_setup;
    QUrl m_url;
    QSslConfiguration m_ssl;
    QNetworkAccessManager m_manager;
    QTimer m_timer; // for a gap, an intended time or the rate limit
    QEventLoop *m_loop = nullptr; // while a block runs
    QList<QNetworkReply *> m_replies; // under way
    std::atomic<bool> m_stopRequested{false};

    Block m_block;
    int m_toIssue = 0; // of the block, warm-up included
    int m_warmupToIssue = 0;
    int m_due = 0; // wanted now, but held by a gap or by the rate limit
    int m_afterGap = 0;
    Nanoseconds m_nextIntended{0};
    std::uint32_t m_lastIndex = 0;
    bool m_blockHasMeasured = false;
    Nanoseconds m_firstMeasuredAt{0};
    Nanoseconds m_lastMeasuredAt{0};
    Histogram m_blockLatency;
    bool m_anyBlockAnswered = false;
    bool m_anySettledOk = false;
    std::uint64_t m_answeredByHttp2 = 0;
    std::optional<Error> m_unreachable;
    VariantResult m_result;
};

void QnamRun::runBlock(const Block &block)
{
    if (m_stopRequested)
        return;
    m_block = block;
    m_warmupToIssue = block.warmup;
    m_toIssue = block.warmup + block.measured;
    m_blockHasMeasured = false;
    m_blockLatency.clear();
    QEventLoop loop;
    m_loop = &loop;
    m_nextIntended = now();
    if (isPaced())
        issueDue();
    else
        want(m_setup.experiment.workload.width);
    if (m_toIssue > 0 || !m_replies.isEmpty())
        loop.exec();
    m_loop = nullptr;
    if (m_blockHasMeasured)
        m_result.wall += m_lastMeasuredAt - m_firstMeasuredAt;
    const bool anyAnswer = m_blockLatency.count() > 0;
    m_anyBlockAnswered = m_anyBlockAnswered || anyAnswer;
    m_result.blockMedians.push_back(anyAnswer ? m_blockLatency.percentile(0.5) : Nanoseconds{0});
}

void QnamRun::finish()
{
    m_manager.clearConnectionCache();
}

void QnamRun::requestStop()
{
    m_stopRequested = true;
    QMetaObject::invokeMethod(
        this, [this] { stopHere(); }, Qt::QueuedConnection);
}

void QnamRun::stopHere()
{
    m_toIssue = 0;
    m_due = 0;
    m_afterGap = 0;
    m_timer.stop();
    for (QNetworkReply *reply : QList<QNetworkReply *>(m_replies))
        reply->abort();
    if (m_loop && m_replies.isEmpty())
        m_loop->quit();
}

VariantResult QnamRun::takeResult()
{
    m_result.settled = m_result.summary.settled();
    m_result.unsettled = m_result.started - m_result.settled;
    const std::uint64_t answered = m_result.summary.latency().count();
    m_result.spoken = m_result.protocol;
    if (answered > 0)
        m_result.spoken = m_answeredByHttp2 * 2 > answered ? Protocol::H2 : Protocol::H1;
    if (!m_anyBlockAnswered)
        m_result.blockMedians.clear();
    return std::move(m_result);
}

QNetworkRequest QnamRun::requestFor(std::uint32_t index) const
{
    const ClientOptions &client = m_setup.experiment.client;
    QNetworkRequest request(m_url);
    if (m_setup.target.isSecure())
        request.setSslConfiguration(m_ssl);
    // Without TLS "automatic" would try an upgrade from HTTP/1.1, which none of ours does.
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute,
                         m_setup.target.isSecure() ? m_setup.protocol != Protocol::H1
                                                   : m_setup.protocol == Protocol::H2);
    request.setAttribute(QNetworkRequest::Http2DirectAttribute,
                         !m_setup.target.isSecure() && m_setup.protocol == Protocol::H2);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute,
                         QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    // A body is counted as it comes, as everywhere else.
    request.setRawHeader("Accept-Encoding", "identity");
    for (const auto &[field, value] : client.extraHeaders)
        request.setRawHeader(bytes(field), bytes(value));
    if (m_setup.experiment.url.empty())
        request.setRawHeader(bytes(kTagHeader), QByteArray::number(index));
    if (client.requestTimeout > Milliseconds{0})
        request.setTransferTimeout(static_cast<int>(client.requestTimeout.count()));
    return request;
}

void QnamRun::want(int requests)
{
    m_due += std::min(requests, m_toIssue - m_due);
    issueDue();
}

void QnamRun::wantSoon(int requests)
{
    switch (m_setup.experiment.dispatchFrom) {
    case DispatchFrom::Poll: want(requests); return;
    case DispatchFrom::Check:
        QMetaObject::invokeMethod(
            this, [this, requests] { want(requests); }, Qt::QueuedConnection);
        return;
    case DispatchFrom::Timers:
        m_afterGap += requests;
        if (!m_timer.isActive())
            m_timer.start(std::max(gapBefore(m_setup.experiment.workload,
                                             m_block.measured - m_toIssue, m_block.measured),
                                   Milliseconds{1}));
        return;
    }
}

/// Issues what may go now, and sees to being woken for the rest.
void QnamRun::issueDue()
{
    m_due += std::min(std::exchange(m_afterGap, 0), m_toIssue - m_due);
    const auto mayGo = [this] { return !m_setup.rate || m_setup.rate->take(1, now()); };
    if (isPaced()) {
        while (m_toIssue > 0 && m_nextIntended <= now()) {
            if (!mayGo()) {
                wakeAt(m_setup.rate->readyAt(1));
                return;
            }
            issueOne(m_nextIntended);
            m_nextIntended += m_setup.experiment.workload.gap;
        }
        if (m_toIssue > 0)
            wakeAt(m_nextIntended);
        return;
    }
    while (m_due > 0) {
        if (!mayGo()) {
            wakeAt(m_setup.rate->readyAt(1));
            return;
        }
        --m_due;
        issueOne(std::nullopt);
    }
}

void QnamRun::wakeAt(Nanoseconds when)
{
    m_timer.start(std::max(std::chrono::ceil<Milliseconds>(when - now()), Milliseconds{1}));
}

void QnamRun::issueOne(std::optional<Nanoseconds> intendedAt)
{
    --m_toIssue;
    auto flight = std::make_shared<Flight>();
    RequestRecord &record = flight->record;
    record.index = ++m_lastIndex;
    record.variant = m_setup.variant;
    record.attempts = 1;
    record.pollsBeforeWrite = kPollsUnknown;
    record.warmup = m_warmupToIssue > 0;
    if (record.warmup) {
        --m_warmupToIssue;
    } else {
        record.block = m_block.number;
        ++m_result.started;
    }
    const QNetworkRequest request = requestFor(record.index);
    const auto &body = m_setup.experiment.client.body;
    record.points.queued = now();
    if (intendedAt)
        record.intended = CompactDuration(record.points.queued - *intendedAt);
    if (!record.warmup && !m_blockHasMeasured) {
        m_blockHasMeasured = true;
        m_firstMeasuredAt = record.points.queued;
    }
    const QByteArray method = bytes(name(m_setup.experiment.method));
    QNetworkReply *reply = body ? m_manager.sendCustomRequest(request, method, bytes(*body))
                                : m_manager.sendCustomRequest(request, method);
    m_replies << reply;
    const auto stamp = [this, flight](CompactDuration TimePoints::*point) {
        CompactDuration &known = flight->record.points.*point;
        if (!known.has())
            known = CompactDuration(now() - flight->record.points.queued);
    };
    connect(reply, &QNetworkReply::socketStartedConnecting, this, [stamp, flight] {
        flight->beganConnection = true;
        stamp(&TimePoints::assigned);
    });
    connect(reply, &QNetworkReply::requestSent, this, [stamp] { stamp(&TimePoints::sent); });
    connect(reply, &QNetworkReply::metaDataChanged, this,
            [stamp] { stamp(&TimePoints::firstByte); });
    connect(reply, &QNetworkReply::readyRead, this, [reply, flight] {
        const auto more = static_cast<std::uint64_t>(reply->readAll().size());
        flight->record.bodyBytes = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(flight->record.bodyBytes + more, 0xffff'ffffu));
    });
    connect(reply, &QNetworkReply::finished, this,
            [this, reply, flight] { settle(reply, flight); });
}

void QnamRun::settle(QNetworkReply *reply, const std::shared_ptr<Flight> &flight)
{
    RequestRecord &record = flight->record;
    record.points.done = CompactDuration(now() - record.points.queued);
    m_replies.removeOne(reply);
    reply->deleteLater();
    record.reused = !flight->beganConnection && record.points.sent.has();
    m_result.connectionsOpened += flight->beganConnection ? 1u : 0u;
    takeAnswer(*reply, record);
    account(record);
    if (m_loop && m_toIssue == 0 && m_replies.isEmpty()) {
        m_loop->quit();
        return;
    }
    if (m_toIssue == 0)
        return;
    switch (m_setup.experiment.workload.kind) {
    case WorkloadKind::Sequential:
    case WorkloadKind::Sweep:
    case WorkloadKind::Burst:
        if (m_replies.isEmpty() && m_due == 0)
            wantSoon(m_setup.experiment.workload.width);
        return;
    case WorkloadKind::Parallel: wantSoon(1); return;
    case WorkloadKind::Paced: return;
    }
}

void QnamRun::takeAnswer(QNetworkReply &reply, RequestRecord &record)
{
    const QVariant status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute);
    record.status = static_cast<std::uint16_t>(std::clamp(status.toInt(), 0, 999));
    // Qt calls a status of 400 and above an error; to a measurement it is an answer.
    const bool isAnswer = reply.error() == QNetworkReply::NoError
        || (record.status >= 400 && reply.error() >= QNetworkReply::ContentAccessDenied);
    if (!isAnswer) {
        const Ending ending = endingOf(reply.error());
        record.outcome = ending.outcome;
        record.reason = ending.reason;
        if (ending.outcome == Outcome::FailedConnect && !m_anySettledOk && !m_unreachable) {
            m_unreachable = Error{ending.reason == Reason::ResolveFailed   ? ErrorKind::Resolve
                                      : ending.reason == Reason::TlsFailed ? ErrorKind::Tls
                                                                           : ErrorKind::Connect,
                                  0, reply.errorString().toStdString()};
            m_toIssue = 0;
            m_due = 0;
            m_afterGap = 0;
        }
        return;
    }
    record.outcome = record.reused ? Outcome::OkReused : Outcome::OkFresh;
    record.reason = record.reused ? Reason::None : Reason::NoConnection;
    if (m_setup.experiment.url.empty()) {
        const QByteArray tag = reply.rawHeader(bytes(kTagHeader));
        if (tag != QByteArray::number(record.index)) {
            record.outcome = Outcome::FailedPoison;
            record.reason = tag.isEmpty() ? Reason::MissingTag : Reason::ForeignTag;
        }
    }
    if (m_result.peerChain.empty() && m_setup.target.isSecure()) {
        for (const QSslCertificate &each : reply.sslConfiguration().peerCertificateChain())
            m_result.peerChain.push_back(each.toDer().toStdString());
    }
    if (!record.warmup && reply.attribute(QNetworkRequest::Http2WasUsedAttribute).toBool())
        ++m_answeredByHttp2;
}

void QnamRun::account(const RequestRecord &record)
{
    m_anySettledOk = m_anySettledOk || isOk(record.outcome);
    m_setup.events.push(record);
    m_setup.counters.requestsDone.fetch_add(1, std::memory_order_relaxed);
    if (record.warmup)
        return;
    m_result.summary.add(record);
    if (record.status > 0) {
        ++m_result.statuses[record.status];
        m_result.bodyBytes += record.bodyBytes;
    }
    if (isOk(record.outcome))
        m_blockLatency.add(record.points.done.value());
    m_lastMeasuredAt = record.points.queued + record.points.done.value();
}

} // namespace

ReferenceFactories qtReferences()
{
    return {{kQnamVariant, [](const ReferenceSetup &setup) -> std::unique_ptr<VariantDriver> {
                 return std::make_unique<QnamRun>(setup);
             }}};
}

} // namespace reusescope
