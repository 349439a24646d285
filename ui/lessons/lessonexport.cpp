// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lessonexport.h"

#include "ui/format/language.h"
#include "ui/format/text.h"
#include "ui/lessons/lessonhtml.h"
#include "ui/loop/looppicture.h"
#include "ui/loop/looptext.h"
#include "ui/loop/scripttrack.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPixmap>

#include <algorithm>
#include <memory>

namespace reusescope {

namespace {

constexpr QSize kPictureSize{560, 320};
constexpr qreal kPixelRatio = 2; // sharp in print, too
constexpr int kMostPictures = 8; // for each model

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(LessonExport)
};

QString fromUtf8(const std::string &text)
{
    return QString::fromStdString(text);
}

/// The word of the callback that ran last; empty: none has.
QString lastWord(const ScriptTrack &track)
{
    const auto &entries = track.entries();
    const auto last = std::find_if(entries.rbegin(), entries.rend(), [](const auto &entry) {
        return entry.kind == script::EntryKind::Callback;
    });
    return last == entries.rend() ? QString() : fromUtf8(last->text);
}

QString dataUrl(const QPixmap &pixmap)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    pixmap.save(&buffer, "PNG");
    return QStringLiteral("data:image/png;base64,") + QString::fromLatin1(bytes.toBase64());
}

QString pictureHtml(LoopPicture &picture, const ScriptTrack &track)
{
    const script::LoopState state = track.state();
    const QString word = lastWord(track);
    picture.setState(state, word, track.isOver());
    QPixmap pixmap(kPictureSize * kPixelRatio);
    pixmap.setDevicePixelRatio(kPixelRatio);
    pixmap.fill(Theme(false).ground());
    picture.render(&pixmap);
    QString caption =
        Text::tr("After %1: turn %2, %3, %4")
            .arg(word, countText(state.turn), phaseText(state.phase), loopTimeText(state.now));
    if (track.isOver())
        caption =
            Text::tr("The end: turn %1, %2").arg(countText(state.turn), loopTimeText(state.now));
    caption = caption.toHtmlEscaped();
    return QStringLiteral("<figure><img src=\"%1\" alt=\"%2\" width=\"%3\" height=\"%4\">"
                          "<figcaption>%2</figcaption></figure>")
        .arg(dataUrl(pixmap), caption)
        .arg(kPictureSize.width())
        .arg(kPictureSize.height());
}

QString picturesHtml(const std::shared_ptr<const script::Program> &program, LoopModel model)
{
    LoopPicture picture;
    picture.setPalette(Theme(false).palette());
    picture.resize(kPictureSize);
    const bool hasRequests =
        std::any_of(program->names.begin(), program->names.end(),
                    [](const auto &name) { return name.kind == script::NameKind::Reuse; });
    picture.setModel(model, hasRequests);
    ScriptTrack track(program, model, lesson::kMaxLessonTurns, nullptr, 0);
    QString html;
    std::uint64_t entries = 0;
    for (int count = 0; count < kMostPictures && !track.isOver()
         && track.step(script::ScriptRun::Step::Callback);) {
        // A step over a sleep changes nothing but the time.
        const auto &kept = track.entries();
        const bool ran = std::any_of(
            kept.begin() + static_cast<std::ptrdiff_t>(entries), kept.end(),
            [](const auto &entry) { return entry.kind == script::EntryKind::Callback; });
        entries = track.entryCount();
        if (!ran)
            continue;
        html += pictureHtml(picture, track);
        ++count;
    }
    return html;
}

QString styleSheet()
{
    const Theme theme(false);
    return QStringLiteral(
               "body{font:16px/1.55 system-ui,sans-serif;color:%1;background:%2;max-width:46em;"
               "margin:2em auto;padding:0 1em}"
               "h1{line-height:1.2}h2{margin-top:2em;border-top:1px solid %3;padding-top:.8em}"
               "code,pre{font-family:ui-monospace,monospace;font-size:.92em;background:%4;"
               "border-radius:3px}code{padding:.1em .25em}pre{padding:.8em 1em;overflow-x:auto}"
               "table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;"
               "border-bottom:1px solid %3;padding:.25em .8em .25em 0}"
               "details{border:1px solid %3;border-radius:6px;padding:.6em 1em;margin:1em 0}"
               "summary{cursor:pointer;font-weight:600}figure{margin:1.2em 0}"
               "img{max-width:100%;height:auto;border:1px solid %3;border-radius:4px}"
               "figcaption,.muted{color:%5}@media print{body{max-width:none}}")
        .arg(theme.text().name(), theme.ground().name(), theme.border().name(), theme.card().name(),
             theme.mutedText().name());
}

QString details(const QString &summary, const QString &content)
{
    return QStringLiteral("<details><summary>%1</summary>%2</details>")
        .arg(summary.toHtmlEscaped(), content);
}

/// What is asked, without the answer: the words by alphabet, the choices as they stand.
QString questionHtml(const lesson::Question &question)
{
    QString html = fromUtf8(htmlOf(question.text)) + QStringLiteral("<ul>");
    if (question.asksForOrder()) {
        std::vector<std::string> words;
        for (const lesson::OrderItem &item : question.order)
            words.push_back(item.word);
        std::sort(words.begin(), words.end());
        for (const std::string &word : words)
            html += QStringLiteral("<li><code>%1</code></li>").arg(fromUtf8(word).toHtmlEscaped());
    }
    for (const lesson::Choice &choice : question.choices)
        html += QStringLiteral("<li>%1</li>").arg(fromUtf8(htmlOf(choice.text)));
    return html + QStringLiteral("</ul>");
}

} // namespace

QByteArray lessonAsHtml(const lesson::Lesson &lesson, const QString &scenarioTitle)
{
    const Theme theme(false);
    const QString title = fromUtf8(lesson.title).toHtmlEscaped();
    QString html =
        QStringLiteral("<!DOCTYPE html>\n<html lang=\"%3\"><head><meta charset=\"utf-8\">"
                       "<meta name=\"viewport\" content=\"width=device-width\">"
                       "<title>%1</title><style>%2</style></head><body>\n<h1>%1</h1>\n")
            .arg(title, styleSheet(), languageOfTexts());
    const auto section = [&](const QString &heading) {
        html += QStringLiteral("\n<h2>%1</h2>\n").arg(heading.toHtmlEscaped());
    };
    html += fromUtf8(htmlOf(lesson.introduction));
    html += QStringLiteral("<pre>%1</pre>").arg(fromUtf8(lesson.script).toHtmlEscaped());

    section(Text::tr("Predict"));
    for (const lesson::Question &question : lesson.questions) {
        if (lesson.questions.size() > 1)
            html += QStringLiteral("<p class=\"muted\">%1: %2</p>")
                        .arg(shortModelText(question.model), modelOriginText(question.model));
        html += questionHtml(question);
    }
    html += details(Text::tr("Answers"), answersHtml(lesson, {}, theme));

    section(Text::tr("Reveal"));
    html += details(Text::tr("What the trace proves"), revealHtml(lesson));

    section(Text::tr("The trace"));
    const auto program = std::make_shared<const script::Program>(lesson.program);
    for (const LoopModel model : lesson::modelsOf(lesson)) {
        const QString name =
            QStringLiteral("%1: %2").arg(shortModelText(model), modelOriginText(model));
        html += details(name,
                        traceHtml(lesson, lesson::outcomeOf(lesson.program, model))
                            + picturesHtml(program, model));
    }

    section(Text::tr("On real sockets"));
    html += QStringLiteral("<p>%1: <code>%2</code>%3</p>")
                .arg(Text::tr("Scenario"), fromUtf8(lesson.scenario).toHtmlEscaped(),
                     scenarioTitle.isEmpty()
                         ? QString()
                         : QStringLiteral(" (%1)").arg(scenarioTitle.toHtmlEscaped()));
    html += fromUtf8(htmlOf(lesson.onRealSockets));
    html += QStringLiteral("\n</body></html>\n");
    return html.toUtf8();
}

} // namespace reusescope
