// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/servers/servers.h"

#include <QDir>
#include <QFile>

namespace reusescope {

namespace {

/// `text` with %NAME% replaced by what the site has for it.
QString filledIn(const Site &site, const char *text)
{
    QString out = QString::fromLatin1(text);
    const std::pair<const char *, QString> values[] = {
        {"%FOLDER%", site.folder},
        {"%DOCUMENTS%", site.documents},
        {"%ANSWER%", QDir(site.documents).filePath(QString::fromLatin1(kAnswerFile))},
        {"%CERTIFICATE%", site.certificate.certificate},
        {"%KEY%", site.certificate.key},
        {"%BOTH%", site.certificate.both},
        {"%PLAIN_H1%", QString::number(site.port(Access::PlainH1))},
        {"%SECURE_H1%", QString::number(site.port(Access::SecureH1))},
        {"%PLAIN_H2%", QString::number(site.port(Access::PlainH2))},
        {"%SECURE_H2%", QString::number(site.port(Access::SecureH2))},
        {"%IDLE%", QString::number(site.idleSeconds)},
        {"%LIMIT%", QString::number(site.requestLimit)},
        // For those that count what comes after the first request.
        {"%AFTER_FIRST%", QString::number(site.requestLimit - 1)},
    };
    for (const auto &[key, value] : values)
        out.replace(QLatin1String(key), value);
    return out;
}

/// Writes the configuration. Returns its path.
QString writeConfiguration(const Site &site, const char *fileName, const char *text)
{
    const QString path = QDir(site.folder).filePath(QString::fromLatin1(fileName));
    QFile file(path);
    // A server that finds none says so itself.
    if (file.open(QIODevice::WriteOnly))
        file.write(filledIn(site, text).toUtf8());
    return path;
}

QStringList nginx(const Site &site)
{
    const QString file = writeConfiguration(site, "nginx.conf", R"(
daemon off;
worker_processes 1;
pid %FOLDER%/nginx.pid;
error_log stderr warn;
events { worker_connections 512; }
http {
    access_log off;
    client_body_temp_path %FOLDER%/client_body;
    proxy_temp_path %FOLDER%/proxy;
    fastcgi_temp_path %FOLDER%/fastcgi;
    uwsgi_temp_path %FOLDER%/uwsgi;
    scgi_temp_path %FOLDER%/scgi;
    default_type text/plain;
    keepalive_requests %LIMIT%;
    keepalive_timeout %IDLE%s;
    server {
        listen 127.0.0.1:%PLAIN_H1%;
        listen 127.0.0.1:%SECURE_H1% ssl;
        listen 127.0.0.1:%PLAIN_H2% http2;
        listen 127.0.0.1:%SECURE_H2% ssl http2;
        ssl_certificate %CERTIFICATE%;
        ssl_certificate_key %KEY%;
        root %DOCUMENTS%;
    }
}
)");
    return {"-e", "stderr", "-p", site.folder, "-c", file};
}

QStringList nghttpdPlain(const Site &site)
{
    return {"--no-tls", "--address=127.0.0.1", "-n1",
            "-d",       site.documents,        QString::number(site.port(Access::PlainH2))};
}

QStringList nghttpdSecure(const Site &site)
{
    return {"--address=127.0.0.1",
            "-n1",
            "-d",
            site.documents,
            QString::number(site.port(Access::SecureH2)),
            site.certificate.key,
            site.certificate.certificate};
}

QStringList haproxy(const Site &site)
{
    const QString file = writeConfiguration(site, "haproxy.cfg", R"(
global
    nbthread 1
    maxconn 512
defaults
    mode http
    timeout client 30s
    timeout connect 5s
    timeout server 30s
    timeout http-request 30s
    timeout http-keep-alive %IDLE%s
frontend answer
    bind 127.0.0.1:%PLAIN_H1%
    bind 127.0.0.1:%SECURE_H1% ssl crt %BOTH% alpn http/1.1
    bind 127.0.0.1:%PLAIN_H2% proto h2
    bind 127.0.0.1:%SECURE_H2% ssl crt %BOTH% alpn h2,http/1.1
    http-request return status 200 content-type text/plain file %ANSWER%
)");
    return {"-db", "-f", file};
}

QStringList h2o(const Site &site)
{
    const QString file = writeConfiguration(site, "h2o.conf", R"(
num-threads: 1
http1-request-timeout: %IDLE%
http2-idle-timeout: %IDLE%
listen:
  host: 127.0.0.1
  port: %PLAIN_H1%
listen:
  host: 127.0.0.1
  port: %PLAIN_H2%
listen:
  host: 127.0.0.1
  port: %SECURE_H1%
  ssl:
    certificate-file: %CERTIFICATE%
    key-file: %KEY%
listen:
  host: 127.0.0.1
  port: %SECURE_H2%
  ssl:
    certificate-file: %CERTIFICATE%
    key-file: %KEY%
hosts:
  default:
    paths:
      /:
        file.dir: %DOCUMENTS%
)");
    return {"-c", file};
}

QStringList apache(const Site &site)
{
    const QString file = writeConfiguration(site, "apache.conf", R"(
ServerRoot %FOLDER%
ServerName 127.0.0.1
DefaultRuntimeDir %FOLDER%
PidFile %FOLDER%/apache.pid
ErrorLog %FOLDER%/error.log
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule socache_shmcb_module /usr/lib/apache2/modules/mod_socache_shmcb.so
LoadModule ssl_module /usr/lib/apache2/modules/mod_ssl.so
LoadModule http2_module /usr/lib/apache2/modules/mod_http2.so
User www-data
Group www-data
StartServers 1
ServerLimit 1
MinSpareThreads 1
MaxSpareThreads 64
ThreadsPerChild 64
MaxRequestWorkers 64
KeepAlive On
KeepAliveTimeout %IDLE%
MaxKeepAliveRequests %AFTER_FIRST%
DocumentRoot %DOCUMENTS%
Listen 127.0.0.1:%PLAIN_H1%
Listen 127.0.0.1:%SECURE_H1%
Listen 127.0.0.1:%PLAIN_H2%
Listen 127.0.0.1:%SECURE_H2%
SSLCertificateFile %CERTIFICATE%
SSLCertificateKeyFile %KEY%
<VirtualHost *:%SECURE_H1%>
    SSLEngine on
</VirtualHost>
<VirtualHost *:%SECURE_H2%>
    SSLEngine on
    Protocols h2
</VirtualHost>
<VirtualHost *:%PLAIN_H2%>
    Protocols h2c http/1.1
</VirtualHost>
)");
    return {"-f", file, "-D", "FOREGROUND"};
}

QStringList lighttpd(const Site &site)
{
    const QString file = writeConfiguration(site, "lighttpd.conf", R"(
server.modules = ( "mod_openssl" )
server.document-root = "%DOCUMENTS%"
server.bind = "127.0.0.1"
server.port = %PLAIN_H1%
server.max-keep-alive-requests = %AFTER_FIRST%
server.max-keep-alive-idle = %IDLE%
server.feature-flags = ( "server.h2proto" => "enable", "server.h2c" => "enable" )
mimetype.assign = ( ".txt" => "text/plain" )
$SERVER["socket"] == "127.0.0.1:%PLAIN_H2%" { }
$SERVER["socket"] == "127.0.0.1:%SECURE_H1%" {
    ssl.engine = "enable"
    ssl.pemfile = "%CERTIFICATE%"
    ssl.privkey = "%KEY%"
}
$SERVER["socket"] == "127.0.0.1:%SECURE_H2%" {
    ssl.engine = "enable"
    ssl.pemfile = "%CERTIFICATE%"
    ssl.privkey = "%KEY%"
}
)");
    return {"-D", "-f", file};
}

QStringList caddy(const Site &site)
{
    const QString file = writeConfiguration(site, "Caddyfile", R"({
    admin off
    auto_https disable_redirects
    skip_install_trust
    storage file_system %FOLDER%/storage
    servers {
        protocols h1 h2 h2c
        timeouts {
            idle %IDLE%s
        }
    }
}
http://127.0.0.1:%PLAIN_H1%, http://127.0.0.1:%PLAIN_H2% {
    root * %DOCUMENTS%
    file_server
}
https://127.0.0.1:%SECURE_H1%, https://127.0.0.1:%SECURE_H2% {
    tls %CERTIFICATE% %KEY%
    root * %DOCUMENTS%
    file_server
}
)");
    return {"run", "--adapter", "caddyfile", "--config", file};
}

QStringList node(const Site &site)
{
    QStringList arguments{QStringLiteral(REUSESCOPE_SOURCE_DIR "/tests/servers/server.mjs")};
    for (const Access access : kAccesses)
        arguments << QString::number(site.port(access));
    arguments << site.documents << site.certificate.certificate << site.certificate.key
              << QString::number(site.idleSeconds) << QString::number(site.requestLimit);
    return arguments;
}

} // namespace

const char *name(Access access)
{
    switch (access) {
    case Access::PlainH1: return "http/1.1";
    case Access::SecureH1: return "http/1.1 over tls";
    case Access::PlainH2: return "http/2";
    case Access::SecureH2: return "http/2 over tls";
    }
    return "";
}

const std::vector<Server> &servers()
{
    static const std::vector<Access> all(kAccesses.begin(), kAccesses.end());
    static const std::vector<Access> h1{Access::PlainH1, Access::SecureH1};
    static const std::vector<Access> none;
    constexpr bool kAlways = true;
    constexpr bool kEndsIdle = true;
    constexpr bool kHints = true;
    static const std::vector<Server> list{
        {"nginx", "nginx", kAlways, all, all, kEndsIdle, !kHints, 1, nginx},
        {"nghttpd",
         "nghttpd",
         kAlways,
         {Access::PlainH2},
         none,
         !kEndsIdle,
         !kHints,
         1,
         nghttpdPlain},
        {"nghttpd over tls",
         "nghttpd",
         kAlways,
         {Access::SecureH2},
         none,
         !kEndsIdle,
         !kHints,
         1,
         nghttpdSecure},
        {"haproxy", "haproxy", !kAlways, all, none, kEndsIdle, !kHints, 1, haproxy},
        {"h2o", "h2o", !kAlways, all, none, kEndsIdle, !kHints, 1, h2o},
        {"apache2", "apache2", !kAlways, all, h1, kEndsIdle, kHints, 3, apache},
        {"lighttpd", "lighttpd", !kAlways, all, h1, kEndsIdle, !kHints, 1, lighttpd},
        {"caddy", "caddy", !kAlways, all, none, kEndsIdle, !kHints, 1, caddy},
        {"node", "node", !kAlways, all, h1, kEndsIdle, kHints, 3, node},
    };
    return list;
}

} // namespace reusescope
