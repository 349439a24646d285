// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/tlsstream.h"

#include "core/loop/phaseloop.h"
#include "core/net/tlserror.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <arpa/inet.h>
#include <cassert>
#include <cerrno>
#include <new>
#include <utility>

namespace reusescope {

/// OpenSSL's view of the TCP stream. The kernel is known to be empty when it had less than was
/// asked for.
struct TlsStream::Transport
{
    static TlsStream &streamOf(BIO *bio) { return *static_cast<TlsStream *>(BIO_get_data(bio)); }

    static int read(BIO *bio, char *into, int length)
    {
        TlsStream &stream = streamOf(bio);
        BIO_clear_retry_flags(bio);
        if (length <= 0)
            return 0;
        const auto wanted = static_cast<std::size_t>(length);
        const IoResult result = stream.m_tcp.read({into, wanted});
        stream.m_kernelIsEmpty = result.status != IoStatus::Done || result.bytes < wanted;
        switch (result.status) {
        case IoStatus::Done: return static_cast<int>(result.bytes);
        case IoStatus::WouldBlock: BIO_set_retry_read(bio); return -1;
        case IoStatus::End: stream.m_transportEnded = true; return 0;
        case IoStatus::Failed: stream.m_transportError = result.errorNumber; return -1;
        }
        return -1;
    }

    static int write(BIO *bio, const char *bytes, int length)
    {
        TlsStream &stream = streamOf(bio);
        BIO_clear_retry_flags(bio);
        if (length <= 0)
            return 0;
        const IoResult result = stream.m_tcp.write({bytes, static_cast<std::size_t>(length)});
        if (result.status == IoStatus::Done)
            return static_cast<int>(result.bytes);
        if (result.status == IoStatus::WouldBlock)
            BIO_set_retry_write(bio);
        else
            stream.m_transportError = result.errorNumber;
        return -1;
    }

    static long control(BIO *bio, int command, long, void *)
    {
        if (command == BIO_CTRL_EOF)
            return streamOf(bio).m_transportEnded ? 1 : 0;
        return command == BIO_CTRL_FLUSH ? 1 : 0; // nothing is held back here
    }

    static const BIO_METHOD *method()
    {
        static const BIO_METHOD *made = [] {
            BIO_METHOD *method =
                BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "TcpStream");
            if (!method)
                throw std::bad_alloc(); // tried again by the next stream
            BIO_meth_set_read(method, read);
            BIO_meth_set_write(method, write);
            BIO_meth_set_ctrl(method, control);
            return method;
        }();
        return made;
    }
};

TlsStream::TlsStream(PhaseLoop &loop, ByteStream::Handler &handler)
    : m_loop(loop), m_handler(&handler), m_tcp(loop, *this)
{ }

TlsStream::~TlsStream() = default;

void TlsStream::start(int descriptor, const Endpoint &peer, SSL_CTX *context)
{
    m_tcp.adopt(descriptor, peer);
    ERR_clear_error();
    m_ssl.reset(SSL_new(context));
    BIO *bio = m_ssl ? BIO_new(Transport::method()) : nullptr;
    if (!bio)
        throw std::bad_alloc();
    BIO_set_data(bio, this);
    BIO_set_init(bio, 1);
    SSL_set_bio(m_ssl.get(), bio, bio);
}

void TlsStream::startClient(int descriptor, const Endpoint &peer, TlsClientContext &context,
                            HandshakeDone done)
{
    m_done = std::move(done);
    m_client = &context;
    start(descriptor, peer, context.handle());
    SSL *ssl = m_ssl.get();
    SSL_set_connect_state(ssl);
    const char *host = context.host().c_str();
    X509_VERIFY_PARAM *checks = SSL_get0_param(ssl);
    // Where it is no address it is a name. A connection that does not know whom to expect would
    // take anybody for the right one.
    if (X509_VERIFY_PARAM_set1_ip_asc(checks, host) != 1
        && (SSL_set1_host(ssl, host) != 1 || SSL_set_tlsext_host_name(ssl, host) != 1))
        throw std::bad_alloc();
    if (const TlsSession session = context.takeSession())
        SSL_set_session(ssl, session.get());
    m_starting = true;
    shakeHands();
    m_starting = false;
}

void TlsStream::startServer(int descriptor, const Endpoint &peer, TlsServerContext &context,
                            HandshakeDone done)
{
    m_done = std::move(done);
    start(descriptor, peer, context.handle());
    SSL_set_accept_state(m_ssl.get());
}

void TlsStream::shakeHands()
{
    ERR_clear_error();
    const int returned = SSL_do_handshake(m_ssl.get());
    if (returned == 1) {
        finishHandshake({});
        return;
    }
    switch (SSL_get_error(m_ssl.get(), returned)) {
    case SSL_ERROR_WANT_READ: m_tcp.watchWriting(false); return;
    case SSL_ERROR_WANT_WRITE: m_tcp.watchWriting(true); return;
    default: finishHandshake(handshakeError());
    }
}

/// The outcome is told from the loop, never from inside start...().
void TlsStream::finishHandshake(Result<void> outcome)
{
    m_tcp.watchReading(outcome.hasValue() && m_reading);
    m_tcp.watchWriting(outcome.hasValue() && m_writing);
    if (outcome) {
        m_open = true;
        fillInfo();
    }
    const auto tell = [this, outcome = std::move(outcome)] {
        const std::weak_ptr<int> alive = m_alive;
        std::exchange(m_done, nullptr)(outcome);
        if (!alive.expired())
            tellAgainIfHeld();
    };
    if (m_starting)
        later(tell);
    else
        tell();
}

void TlsStream::later(std::function<void()> call)
{
    m_loop.queuePending([alive = std::weak_ptr<int>(m_alive), call = std::move(call)] {
        if (!alive.expired())
            call();
    });
}

Error TlsStream::handshakeError() const
{
    return handshakeErrorOf(m_ssl.get(), m_client ? m_client->host() : m_tcp.peer().text(),
                            {m_transportEnded, m_transportError});
}

void TlsStream::fillInfo()
{
    const SSL *ssl = m_ssl.get();
    m_info.version = SSL_get_version(ssl);
    m_info.cipher = SSL_get_cipher_name(ssl);
    m_info.resumed = SSL_session_reused(ssl) == 1;
    const unsigned char *protocol = nullptr;
    unsigned int length = 0;
    SSL_get0_alpn_selected(ssl, &protocol, &length);
    m_info.protocol.assign(reinterpret_cast<const char *>(protocol), length);
    if (!m_client)
        return;
    const STACK_OF(X509) *chain = SSL_get_peer_cert_chain(ssl);
    for (int i = 0; chain && i < sk_X509_num(chain); ++i) {
        const X509 *certificate = sk_X509_value(chain, i);
        const int size = i2d_X509(certificate, nullptr);
        if (size <= 0)
            continue;
        std::string der(static_cast<std::size_t>(size), '\0');
        auto *out = reinterpret_cast<unsigned char *>(der.data());
        i2d_X509(certificate, &out);
        m_info.peerChain.push_back(std::move(der));
    }
}

void TlsStream::streamReadable()
{
    if (m_done) {
        shakeHands();
        return;
    }
    const std::weak_ptr<int> alive = m_alive;
    if (m_writeWaitsForRead) {
        m_writeWaitsForRead = false;
        m_handler->streamWritable();
        if (alive.expired() || m_tcp.descriptor() < 0)
            return;
    }
    m_handler->streamReadable();
    if (!alive.expired())
        tellAgainIfHeld();
}

void TlsStream::streamWritable()
{
    if (m_done)
        shakeHands();
    else
        m_handler->streamWritable();
}

bool TlsStream::holdsData() const
{
    return m_ssl && SSL_has_pending(m_ssl.get()) == 1;
}

bool TlsStream::holdsNews() const
{
    return m_failure ? m_failureUntold : holdsData();
}

/// What OpenSSL has taken from the kernel, no poll will report.
void TlsStream::tellAgainIfHeld()
{
    if (!m_open || !m_reading || m_toldAgain || !holdsNews())
        return;
    m_toldAgain = true;
    later([this] {
        m_toldAgain = false;
        if (!m_open || !m_reading || !holdsNews())
            return;
        const std::weak_ptr<int> alive = m_alive;
        m_handler->streamReadable();
        if (!alive.expired())
            tellAgainIfHeld();
    });
}

/// What a failed read means for the stream.
IoResult TlsStream::outcomeOf(int returned)
{
    switch (SSL_get_error(m_ssl.get(), returned)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return {IoStatus::WouldBlock, 0, 0};
    case SSL_ERROR_ZERO_RETURN: m_failure = {IoStatus::End, 0, 0}; break;
    default:
        // A FIN without close_notify is an end too, but not the end of a message.
        if (m_transportEnded)
            m_failure = {IoStatus::End, 0, 0, true};
        else
            m_failure = {IoStatus::Failed, 0, m_transportError ? m_transportError : EPROTO};
        break;
    }
    ERR_clear_error();
    return *m_failure;
}

IoResult TlsStream::read(std::span<char> into)
{
    if (!m_open)
        return {IoStatus::WouldBlock, 0, 0};
    if (m_failure) {
        m_failureUntold = false;
        return *m_failure;
    }
    std::size_t total = 0;
    while (total < into.size()) {
        std::size_t moved = 0;
        ERR_clear_error();
        const int returned =
            SSL_read_ex(m_ssl.get(), into.data() + total, into.size() - total, &moved);
        if (returned != 1) {
            const IoResult outcome = outcomeOf(returned);
            if (total == 0)
                return outcome;
            m_failureUntold = m_failure.has_value();
            break;
        }
        total += moved;
        if (m_kernelIsEmpty && !holdsData())
            break;
    }
    return {IoStatus::Done, total, 0};
}

IoResult TlsStream::write(std::string_view bytes)
{
    assert(!bytes.empty());
    if (!m_open)
        return {IoStatus::WouldBlock, 0, 0};
    std::size_t total = 0;
    while (total < bytes.size()) {
        std::size_t moved = 0;
        ERR_clear_error();
        const int returned =
            SSL_write_ex(m_ssl.get(), bytes.data() + total, bytes.size() - total, &moved);
        if (returned != 1) {
            const int why = SSL_get_error(m_ssl.get(), returned);
            ERR_clear_error();
            if (total > 0)
                break;
            m_writeWaitsForRead = why == SSL_ERROR_WANT_READ;
            if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE)
                return {IoStatus::WouldBlock, 0, 0};
            return {IoStatus::Failed, 0, m_transportError ? m_transportError : EPIPE};
        }
        total += moved;
    }
    return {IoStatus::Done, total, 0};
}

IdleLook TlsStream::peek()
{
    const auto answer = [](const IoResult &outcome) {
        switch (outcome.status) {
        case IoStatus::End: return IdleLook::End;
        case IoStatus::Failed: return IdleLook::Reset;
        default: return IdleLook::Nothing;
        }
    };
    if (m_failure)
        return answer(*m_failure);
    char byte;
    std::size_t seen = 0;
    ERR_clear_error();
    const int returned = SSL_peek_ex(m_ssl.get(), &byte, 1, &seen);
    return returned == 1 ? IdleLook::Bytes : answer(outcomeOf(returned));
}

void TlsStream::watchReading(bool on)
{
    m_reading = on;
    if (m_done)
        return;
    m_tcp.watchReading(on);
    tellAgainIfHeld();
}

void TlsStream::watchWriting(bool on)
{
    m_writing = on;
    if (!m_done)
        m_tcp.watchWriting(on && !m_writeWaitsForRead);
}

void TlsStream::sendCloseNotify()
{
    if (!m_open || m_failure)
        return;
    ERR_clear_error();
    SSL_shutdown(m_ssl.get());
    ERR_clear_error();
}

void TlsStream::sendTicket()
{
    if (!m_open || m_failure)
        return;
    ERR_clear_error();
    // The handshake function is what sends it now instead of with the next data.
    if (SSL_new_session_ticket(m_ssl.get()) == 1)
        SSL_do_handshake(m_ssl.get());
    ERR_clear_error();
}

void TlsStream::requestKeyUpdate()
{
    if (!m_open || m_failure)
        return;
    ERR_clear_error();
    if (SSL_key_update(m_ssl.get(), SSL_KEY_UPDATE_REQUESTED) == 1)
        SSL_do_handshake(m_ssl.get());
    ERR_clear_error();
}

void TlsStream::sendFinOnly()
{
    m_tcp.shutdownWriting();
}

void TlsStream::shutdownWriting()
{
    sendCloseNotify();
    m_tcp.shutdownWriting();
}

void TlsStream::close(Callback closed)
{
    sendCloseNotify();
    m_open = false;
    m_done = nullptr;
    m_alive.reset();
    m_tcp.close(std::move(closed));
}

void TlsStream::reset(Callback closed)
{
    m_open = false;
    m_done = nullptr;
    m_alive.reset();
    m_tcp.reset(std::move(closed));
}

} // namespace reusescope
