// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torture/faults.h"

#include <nghttp2/nghttp2.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <netdb.h>
#include <new>
#include <optional>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace reusescope {

namespace {

using How = Failure::How;

constexpr Failure kSocket[] = {{"EMFILE", EMFILE}, {"ENOBUFS", ENOBUFS}};
constexpr Failure kConnect[] = {{"ECONNREFUSED", ECONNREFUSED},
                                {"EADDRNOTAVAIL", EADDRNOTAVAIL},
                                {"EINTR", EINTR, How::Afterwards, true}};
constexpr Failure kBind[] = {{"EADDRINUSE", EADDRINUSE}};
constexpr Failure kAccept[] = {
    {"EMFILE", EMFILE}, {"ECONNABORTED", ECONNABORTED}, {"EINTR", EINTR, How::Instead, true}};
constexpr Failure kReceive[] = {{"ECONNRESET", ECONNRESET},
                                {"ENOMEM", ENOMEM},
                                {"EAGAIN", EAGAIN},
                                {"EINTR", EINTR, How::Instead, true},
                                {"one byte", 0, How::OneByte, true}};
constexpr Failure kSend[] = {{"EPIPE", EPIPE},
                             {"ENOBUFS", ENOBUFS},
                             {"EAGAIN", EAGAIN, How::Instead, true},
                             {"EINTR", EINTR, How::Instead, true},
                             {"one byte", 0, How::OneByte, true}};
constexpr Failure kShutdown[] = {{"ENOTCONN", ENOTCONN}};
constexpr Failure kSetOption[] = {{"ENOBUFS", ENOBUFS}};
constexpr Failure kSocketError[] = {{"ETIMEDOUT", ETIMEDOUT}, {"ECONNREFUSED", ECONNREFUSED}};
constexpr Failure kSocketName[] = {{"ENOBUFS", ENOBUFS}};
constexpr Failure kClose[] = {{"EIO", EIO, How::Afterwards, true}};
constexpr Failure kNoDescriptor[] = {{"EMFILE", EMFILE}};
constexpr Failure kWatch[] = {{"ENOSPC", ENOSPC}, {"ENOMEM", ENOMEM}};
constexpr Failure kInterrupted[] = {{"EINTR", EINTR, How::Instead, true}};
constexpr Failure kLookUp[] = {
    {"EAI_AGAIN", EAI_AGAIN}, {"EAI_MEMORY", EAI_MEMORY}, {"EAI_SYSTEM", EAI_SYSTEM}};
constexpr Failure kThread[] = {{"EAGAIN", EAGAIN}};
constexpr Failure kMemory[] = {{"no memory", ENOMEM}};

struct State
{
    std::atomic<bool> open{false};
    bool everyThread = false;
    pthread_t owner{};
    std::array<std::atomic<std::uint64_t>, kFallibleKinds> counts{};
    std::optional<Fallible> kind;
    std::uint64_t number = 0;
    Failure fault{};
    std::atomic<bool> struck{false};
    std::atomic<bool> anyThread{false}; // was asked for
};
State state;
thread_local int asides = 0;
thread_local std::int64_t live = 0;

/// The fault that this call suffers, null: none.
const Failure *suffered(Fallible kind)
{
    if (!state.open.load(std::memory_order_acquire) || asides > 0)
        return nullptr;
    if (!state.everyThread && pthread_equal(state.owner, pthread_self()) == 0)
        return nullptr;
    if (kind == Fallible::Thread)
        state.anyThread = true;
    // Before the program's first thread it checks a script by way of a JSON library whose
    // destructors allocate, and so end the program.
    if (kind == Fallible::Allocate && state.everyThread && !state.anyThread)
        return nullptr;
    const std::uint64_t number = ++state.counts[std::size_t(kind)];
    if (state.kind != kind || number != state.number)
        return nullptr;
    state.struck = true;
    return &state.fault;
}

template <typename Function> Function *next(const char *symbol)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, symbol));
}

/// A call that returns -1 and sets errno.
template <typename Call> auto outcome(Fallible kind, Call call) -> decltype(call())
{
    const Failure *fault = suffered(kind);
    if (!fault)
        return call();
    if (fault->how == How::Afterwards)
        call();
    errno = fault->code;
    return -1;
}

/// As outcome(), for one that moves up to `size` bytes.
template <typename Call> ssize_t moved(Fallible kind, std::size_t size, Call call)
{
    const Failure *fault = suffered(kind);
    if (!fault)
        return call(size);
    if (fault->how == How::OneByte)
        return call(size < 1 ? size : 1);
    errno = fault->code;
    return -1;
}

/// OpenSSL says why in its queue of errors.
bool failsInTls(Fallible kind)
{
    if (!suffered(kind))
        return false;
    ERR_raise(ERR_LIB_SSL, ERR_R_MALLOC_FAILURE);
    return true;
}

void *memory(std::size_t size) noexcept
{
    if (suffered(Fallible::Allocate))
        return nullptr;
    ++live;
    return std::malloc(size == 0 ? 1 : size);
}

void *memoryOrThrow(std::size_t size)
{
    if (void *block = memory(size))
        return block;
    throw std::bad_alloc();
}

void giveBack(void *block) noexcept
{
    if (block)
        --live;
    std::free(block);
}

} // namespace

std::string_view name(Fallible kind)
{
    switch (kind) {
    case Fallible::Socket: return "socket";
    case Fallible::Connect: return "connect";
    case Fallible::Bind: return "bind";
    case Fallible::Listen: return "listen";
    case Fallible::Accept: return "accept";
    case Fallible::Receive: return "recv";
    case Fallible::Send: return "send";
    case Fallible::Shutdown: return "shutdown";
    case Fallible::SetOption: return "setsockopt";
    case Fallible::SocketError: return "SO_ERROR";
    case Fallible::SocketName: return "getsockname";
    case Fallible::Close: return "close";
    case Fallible::EpollCreate: return "epoll_create";
    case Fallible::EpollAdd: return "EPOLL_CTL_ADD";
    case Fallible::EpollChange: return "EPOLL_CTL_MOD";
    case Fallible::EpollWait: return "epoll_wait";
    case Fallible::Poll: return "poll";
    case Fallible::EventDescriptor: return "eventfd";
    case Fallible::Read: return "read";
    case Fallible::Write: return "write";
    case Fallible::LookUp: return "getaddrinfo";
    case Fallible::Thread: return "thread";
    case Fallible::Allocate: return "new";
    case Fallible::LibraryMemory: return "nghttp2-memory";
    case Fallible::TlsContext: return "SSL_CTX_new";
    case Fallible::TlsObject: return "SSL_new";
    case Fallible::TlsSetting: return "SSL_set";
    case Fallible::TlsHandshake: return "SSL_do_handshake";
    case Fallible::TlsRead: return "SSL_read";
    case Fallible::TlsWrite: return "SSL_write";
    case Fallible::TlsPeek: return "SSL_peek";
    }
    return "";
}

std::span<const Failure> faultsOf(Fallible kind)
{
    switch (kind) {
    case Fallible::Socket: return kSocket;
    case Fallible::Connect: return kConnect;
    case Fallible::Bind:
    case Fallible::Listen: return kBind;
    case Fallible::Accept: return kAccept;
    case Fallible::Receive: return kReceive;
    case Fallible::Send: return kSend;
    case Fallible::Shutdown: return kShutdown;
    case Fallible::SetOption: return kSetOption;
    case Fallible::SocketError: return kSocketError;
    case Fallible::SocketName: return kSocketName;
    case Fallible::Close: return kClose;
    case Fallible::EpollCreate:
    case Fallible::EventDescriptor: return kNoDescriptor;
    case Fallible::EpollAdd:
    case Fallible::EpollChange: return kWatch;
    case Fallible::EpollWait:
    case Fallible::Poll:
    case Fallible::Read:
    case Fallible::Write: return kInterrupted;
    case Fallible::LookUp: return kLookUp;
    case Fallible::Thread: return kThread;
    case Fallible::Allocate:
    case Fallible::LibraryMemory:
    case Fallible::TlsContext:
    case Fallible::TlsObject:
    case Fallible::TlsSetting:
    case Fallible::TlsHandshake:
    case Fallible::TlsRead:
    case Fallible::TlsWrite:
    case Fallible::TlsPeek: return kMemory;
    }
    return {};
}

FaultWindow::FaultWindow(bool everyThread)
{
    state.kind.reset();
    open(everyThread);
}

FaultWindow::FaultWindow(bool everyThread, Fallible kind, std::uint64_t number,
                         const Failure &fault)
{
    state.kind = kind;
    state.number = number;
    state.fault = fault;
    open(everyThread);
}

void FaultWindow::open(bool everyThread)
{
    state.everyThread = everyThread;
    state.owner = pthread_self();
    state.struck = false;
    state.anyThread = false;
    for (auto &count : state.counts)
        count = 0;
    state.open.store(true, std::memory_order_release);
}

FaultWindow::~FaultWindow()
{
    close();
}

void FaultWindow::close()
{
    state.open = false;
}

CallCounts FaultWindow::counts() const
{
    CallCounts counts{};
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = state.counts[i];
    return counts;
}

bool FaultWindow::hasStruck() const
{
    return state.struck;
}

Aside::Aside()
{
    ++asides;
}

Aside::~Aside()
{
    --asides;
}

std::int64_t liveBlocks()
{
    return live;
}

} // namespace reusescope

using reusescope::failsInTls;
using reusescope::Fallible;
using reusescope::moved;
using reusescope::next;
using reusescope::outcome;

void *operator new(std::size_t size)
{
    return reusescope::memoryOrThrow(size);
}
void *operator new[](std::size_t size)
{
    return reusescope::memoryOrThrow(size);
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept
{
    return reusescope::memory(size);
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept
{
    return reusescope::memory(size);
}
void operator delete(void *block) noexcept
{
    reusescope::giveBack(block);
}
void operator delete[](void *block) noexcept
{
    reusescope::giveBack(block);
}
void operator delete(void *block, std::size_t) noexcept
{
    reusescope::giveBack(block);
}
void operator delete[](void *block, std::size_t) noexcept
{
    reusescope::giveBack(block);
}

extern "C" {

extern const char __executable_start; // the linker's, as etext
extern const char etext;

int socket(int domain, int type, int protocol) noexcept
{
    static auto *const real = next<int(int, int, int)>("socket");
    return outcome(Fallible::Socket, [&] { return real(domain, type, protocol); });
}

int connect(int fd, const sockaddr *to, socklen_t length)
{
    static auto *const real = next<int(int, const sockaddr *, socklen_t)>("connect");
    return outcome(Fallible::Connect, [&] { return real(fd, to, length); });
}

int bind(int fd, const sockaddr *at, socklen_t length) noexcept
{
    static auto *const real = next<int(int, const sockaddr *, socklen_t)>("bind");
    return outcome(Fallible::Bind, [&] { return real(fd, at, length); });
}

int listen(int fd, int backlog) noexcept
{
    static auto *const real = next<int(int, int)>("listen");
    return outcome(Fallible::Listen, [&] { return real(fd, backlog); });
}

int accept4(int fd, sockaddr *peer, socklen_t *length, int flags)
{
    static auto *const real = next<int(int, sockaddr *, socklen_t *, int)>("accept4");
    return outcome(Fallible::Accept, [&] { return real(fd, peer, length, flags); });
}

ssize_t recv(int fd, void *into, std::size_t size, int flags)
{
    static auto *const real = next<ssize_t(int, void *, std::size_t, int)>("recv");
    return moved(Fallible::Receive, size,
                 [&](std::size_t most) { return real(fd, into, most, flags); });
}

ssize_t send(int fd, const void *bytes, std::size_t size, int flags)
{
    static auto *const real = next<ssize_t(int, const void *, std::size_t, int)>("send");
    return moved(Fallible::Send, size,
                 [&](std::size_t most) { return real(fd, bytes, most, flags); });
}

int shutdown(int fd, int how) noexcept
{
    static auto *const real = next<int(int, int)>("shutdown");
    return outcome(Fallible::Shutdown, [&] { return real(fd, how); });
}

int setsockopt(int fd, int level, int option, const void *value, socklen_t length) noexcept
{
    static auto *const real = next<int(int, int, int, const void *, socklen_t)>("setsockopt");
    return outcome(Fallible::SetOption, [&] { return real(fd, level, option, value, length); });
}

int getsockopt(int fd, int level, int option, void *value, socklen_t *length) noexcept
{
    static auto *const real = next<int(int, int, int, void *, socklen_t *)>("getsockopt");
    if (level == SOL_SOCKET && option == SO_ERROR) {
        if (const auto *fault = reusescope::suffered(Fallible::SocketError)) {
            *static_cast<int *>(value) = fault->code;
            return 0;
        }
    }
    return real(fd, level, option, value, length);
}

int getsockname(int fd, sockaddr *own, socklen_t *length) noexcept
{
    static auto *const real = next<int(int, sockaddr *, socklen_t *)>("getsockname");
    return outcome(Fallible::SocketName, [&] { return real(fd, own, length); });
}

int close(int fd)
{
    static auto *const real = next<int(int)>("close");
    return outcome(Fallible::Close, [&] { return real(fd); });
}

int epoll_create1(int flags) noexcept
{
    static auto *const real = next<int(int)>("epoll_create1");
    return outcome(Fallible::EpollCreate, [&] { return real(flags); });
}

int epoll_ctl(int epoll, int operation, int fd, epoll_event *event) noexcept
{
    static auto *const real = next<int(int, int, int, epoll_event *)>("epoll_ctl");
    const auto call = [&] { return real(epoll, operation, fd, event); };
    if (operation == EPOLL_CTL_DEL)
        return call();
    return outcome(operation == EPOLL_CTL_ADD ? Fallible::EpollAdd : Fallible::EpollChange, call);
}

int epoll_wait(int epoll, epoll_event *events, int most, int timeout)
{
    static auto *const real = next<int(int, epoll_event *, int, int)>("epoll_wait");
    return outcome(Fallible::EpollWait, [&] { return real(epoll, events, most, timeout); });
}

int poll(pollfd *entries, nfds_t count, int timeout)
{
    static auto *const real = next<int(pollfd *, nfds_t, int)>("poll");
    return outcome(Fallible::Poll, [&] { return real(entries, count, timeout); });
}

int eventfd(unsigned int value, int flags) noexcept
{
    static auto *const real = next<int(unsigned int, int)>("eventfd");
    return outcome(Fallible::EventDescriptor, [&] { return real(value, flags); });
}

ssize_t read(int fd, void *into, std::size_t size)
{
    static auto *const real = next<ssize_t(int, void *, std::size_t)>("read");
    return outcome(Fallible::Read, [&] { return real(fd, into, size); });
}

ssize_t write(int fd, const void *bytes, std::size_t size)
{
    static auto *const real = next<ssize_t(int, const void *, std::size_t)>("write");
    return outcome(Fallible::Write, [&] { return real(fd, bytes, size); });
}

int getaddrinfo(const char *host, const char *service, const addrinfo *hints, addrinfo **found)
{
    static auto *const real =
        next<int(const char *, const char *, const addrinfo *, addrinfo **)>("getaddrinfo");
    const auto *fault = reusescope::suffered(Fallible::LookUp);
    if (!fault)
        return real(host, service, hints, found);
    errno = EMFILE;
    return fault->code;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *),
                   void *argument) noexcept
{
    static auto *const real =
        next<int(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)>("pthread_create");
    const auto *fault = reusescope::suffered(Fallible::Thread);
    return fault ? fault->code : real(thread, attributes, begin, argument);
}

void *aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    if (reusescope::suffered(Fallible::LibraryMemory))
        return nullptr;
    // Not the next aligned_alloc: behind a sanitizer's within this program that is the system's,
    // whose blocks the sanitizer's free() does not know.
    void *block = nullptr;
    return ::posix_memalign(&block, alignment, size) == 0 ? block : nullptr;
}

int nghttp2_session_callbacks_new(nghttp2_session_callbacks **made)
{
    static auto *const real =
        next<int(nghttp2_session_callbacks **)>("nghttp2_session_callbacks_new");
    return reusescope::suffered(Fallible::LibraryMemory) ? NGHTTP2_ERR_NOMEM : real(made);
}

int nghttp2_option_new(nghttp2_option **made)
{
    static auto *const real = next<int(nghttp2_option **)>("nghttp2_option_new");
    return reusescope::suffered(Fallible::LibraryMemory) ? NGHTTP2_ERR_NOMEM : real(made);
}

SSL_CTX *SSL_CTX_new(const SSL_METHOD *method)
{
    static auto *const real = next<SSL_CTX *(const SSL_METHOD *)>("SSL_CTX_new");
    return failsInTls(Fallible::TlsContext) ? nullptr : real(method);
}

SSL *SSL_new(SSL_CTX *context)
{
    static auto *const real = next<SSL *(SSL_CTX *)>("SSL_new");
    return failsInTls(Fallible::TlsObject) ? nullptr : real(context);
}

BIO *BIO_new(const BIO_METHOD *method)
{
    static auto *const real = next<BIO *(const BIO_METHOD *)>("BIO_new");
    // OpenSSL's own calls come here as well.
    const auto *caller = static_cast<const char *>(__builtin_return_address(0));
    const bool isOurs = caller >= &__executable_start && caller < &etext;
    return isOurs && failsInTls(Fallible::TlsObject) ? nullptr : real(method);
}

int SSL_CTX_set_ex_data(SSL_CTX *context, int slot, void *data)
{
    static auto *const real = next<int(SSL_CTX *, int, void *)>("SSL_CTX_set_ex_data");
    return failsInTls(Fallible::TlsSetting) ? 0 : real(context, slot, data);
}

int SSL_CTX_set_alpn_protos(SSL_CTX *context, const unsigned char *protocols, unsigned int length)
{
    static auto *const real =
        next<int(SSL_CTX *, const unsigned char *, unsigned int)>("SSL_CTX_set_alpn_protos");
    return failsInTls(Fallible::TlsSetting) ? 1 : real(context, protocols, length);
}

int SSL_set1_host(SSL *connection, const char *host)
{
    static auto *const real = next<int(SSL *, const char *)>("SSL_set1_host");
    return failsInTls(Fallible::TlsSetting) ? 0 : real(connection, host);
}

int X509_VERIFY_PARAM_set1_ip_asc(X509_VERIFY_PARAM *checks, const char *address)
{
    static auto *const real =
        next<int(X509_VERIFY_PARAM *, const char *)>("X509_VERIFY_PARAM_set1_ip_asc");
    return failsInTls(Fallible::TlsSetting) ? 0 : real(checks, address);
}

long SSL_ctrl(SSL *connection, int command, long number, void *pointer)
{
    static auto *const real = next<long(SSL *, int, long, void *)>("SSL_ctrl");
    return failsInTls(Fallible::TlsSetting) ? 0 : real(connection, command, number, pointer);
}

int SSL_set_session(SSL *connection, SSL_SESSION *session)
{
    static auto *const real = next<int(SSL *, SSL_SESSION *)>("SSL_set_session");
    return failsInTls(Fallible::TlsSetting) ? 0 : real(connection, session);
}

int SSL_do_handshake(SSL *connection)
{
    static auto *const real = next<int(SSL *)>("SSL_do_handshake");
    return failsInTls(Fallible::TlsHandshake) ? -1 : real(connection);
}

int SSL_read_ex(SSL *connection, void *into, std::size_t size, std::size_t *got)
{
    static auto *const real = next<int(SSL *, void *, std::size_t, std::size_t *)>("SSL_read_ex");
    return failsInTls(Fallible::TlsRead) ? 0 : real(connection, into, size, got);
}

int SSL_write_ex(SSL *connection, const void *bytes, std::size_t size, std::size_t *written)
{
    static auto *const real =
        next<int(SSL *, const void *, std::size_t, std::size_t *)>("SSL_write_ex");
    return failsInTls(Fallible::TlsWrite) ? 0 : real(connection, bytes, size, written);
}

int SSL_peek_ex(SSL *connection, void *into, std::size_t size, std::size_t *seen)
{
    static auto *const real = next<int(SSL *, void *, std::size_t, std::size_t *)>("SSL_peek_ex");
    return failsInTls(Fallible::TlsPeek) ? 0 : real(connection, into, size, seen);
}

} // extern "C"
