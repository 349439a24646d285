// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>

struct ssl_ctx_st;
struct ssl_st;
struct x509_st;

namespace reusescope {

/// How the transport under a failed handshake stands.
struct TlsTransportState
{
    bool ended = false; ///< the peer has closed
    int errorNumber = 0;
};

/// Keeps the certificate that verification refuses, for the sentence: OpenSSL itself forgets it.
void keepRefusedCertificates(ssl_ctx_st *context);

/// Why a handshake failed, as a sentence that says what a person can act on. Takes OpenSSL's error
/// queue.
Error handshakeErrorOf(const ssl_st *connection, std::string_view host,
                       const TlsTransportState &transport);
/// What OpenSSL's error queue says, after `what`. Takes the queue.
Error tlsErrorOf(std::string_view what);

/// The names and addresses that a certificate is for, with commas between.
std::string namesOf(const x509_st *certificate);

} // namespace reusescope
