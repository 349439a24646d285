// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace reusescope {

/// A call that can fail, of the program under test: faults.cpp defines these functions in place of
/// the system's, of OpenSSL's and of the C++ library's.
enum class Fallible : std::uint8_t {
    Socket,
    Connect,
    Bind,
    Listen,
    Accept,
    Receive,
    Send,
    Shutdown,
    SetOption,
    SocketError, ///< getsockopt(SO_ERROR): how a connect in the background has ended
    SocketName,
    Close,
    EpollCreate,
    EpollAdd,
    EpollChange, ///< EPOLL_CTL_DEL cannot fail for a descriptor that is watched
    EpollWait,
    Poll,
    EventDescriptor,
    Read,
    Write,
    LookUp, ///< getaddrinfo
    Thread,
    Allocate, ///< operator new
    LibraryMemory, ///< what nghttp2 asks for
    TlsContext,
    TlsObject, ///< SSL_new, BIO_new, the BIO's method
    TlsSetting, ///< host, protocols and session of a connection
    TlsHandshake,
    TlsRead,
    TlsWrite,
    TlsPeek,
};
inline constexpr std::size_t kFallibleKinds = std::size_t(Fallible::TlsPeek) + 1;
std::string_view name(Fallible kind);

/// One way in which a call may fail.
struct Failure
{
    enum class How : std::uint8_t {
        Instead, ///< of the call
        Afterwards, ///< the call is made, its success hidden
        OneByte, ///< the call moves one byte
    };
    const char *name;
    int code = 0; ///< errno, or EAI_*
    How how = How::Instead;
    bool isHarmless = false; ///< whoever is called has to hide it
};
std::span<const Failure> faultsOf(Fallible kind);

using CallCounts = std::array<std::uint64_t, kFallibleKinds>;

/// Counts the fallible calls from its construction on, and makes one of them fail.
///
/// Thread: one at a time, of the test's. Calls of other threads count only with `everyThread`.
class FaultWindow
{
public:
    explicit FaultWindow(bool everyThread = false);
    /// The `number`th call (from 1) of `kind` fails.
    FaultWindow(bool everyThread, Fallible kind, std::uint64_t number, const Failure &fault);
    ~FaultWindow();
    FaultWindow(const FaultWindow &) = delete;
    FaultWindow &operator=(const FaultWindow &) = delete;

    void close();
    CallCounts counts() const;
    bool hasStruck() const;

private:
    void open(bool everyThread);
};

/// While it lives, the calls of its thread are those of the test, not of the program.
class Aside
{
public:
    Aside();
    ~Aside();
    Aside(const Aside &) = delete;
    Aside &operator=(const Aside &) = delete;
};

/// Blocks that this thread has taken by operator new and not given back.
std::int64_t liveBlocks();

} // namespace reusescope
