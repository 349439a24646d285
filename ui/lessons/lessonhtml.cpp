// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lessonhtml.h"

#include "ui/format/text.h"
#include "ui/loop/looptext.h"

#include <QCoreApplication>

#include <algorithm>

namespace reusescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Lesson)
};

QString fromUtf8(const std::string &text)
{
    return QString::fromStdString(text);
}

QString code(const std::string &text)
{
    return QStringLiteral("<code>%1</code>").arg(fromUtf8(text).toHtmlEscaped());
}

QString row(const QStringList &cells, const QString &cellTag = QStringLiteral("td"))
{
    QString html = QStringLiteral("<tr>");
    for (const QString &cell : cells)
        html += QStringLiteral("<%1>%2</%1>").arg(cellTag, cell);
    return html + QStringLiteral("</tr>");
}

QString colored(const QString &text, const QColor &color)
{
    return QStringLiteral("<span style='color:%1'><b>%2</b></span>").arg(color.name(), text);
}

QString verdict(bool isRight, const Theme &theme)
{
    return isRight ? colored(Text::tr("✓ right"), theme.success())
                   : colored(Text::tr("✗ wrong"), theme.failure());
}

/// Of an order that is not right: how much of it is.
QString questionVerdict(const lesson::Question &question, const Prediction &prediction,
                        const Theme &theme)
{
    if (isRight(question, prediction) || !question.asksForOrder())
        return verdict(isRight(question, prediction), theme);
    const std::vector<bool> right = rightLines(question, prediction);
    return colored(Text::tr("✗ %1 of %2 lines right")
                       .arg(std::count(right.begin(), right.end(), true))
                       .arg(right.size()),
                   theme.failure());
}

QString questionTitle(const lesson::Lesson &lesson, std::size_t index)
{
    QString title = lesson.questions.size() == 1 ? Text::tr("The question")
                                                 : Text::tr("Question %1").arg(index + 1);
    if (lesson::modelsOf(lesson).size() > 1 && lesson.questions[index].asksForOrder())
        title += QStringLiteral(", ") + shortModelTextWithin(lesson.questions[index].model);
    return title.toHtmlEscaped();
}

QString orderHtml(const lesson::Question &question, const Prediction *prediction,
                  const Theme &theme)
{
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='5' width='100%'>");
    QStringList heads{QString(), Text::tr("The loop"), Text::tr("Why")};
    if (prediction)
        heads.insert(1, Text::tr("You"));
    html += row(heads, QStringLiteral("th align='left'"))
                .replace(QStringLiteral("</th align='left'>"), QStringLiteral("</th>"));
    const std::vector<bool> right =
        prediction ? rightLines(question, *prediction) : std::vector<bool>(question.order.size());
    for (std::size_t i = 0; i < question.order.size(); ++i) {
        QStringList cells{QString::number(i + 1), code(question.order[i].word),
                          fromUtf8(htmlOf(question.order[i].why))};
        if (prediction) {
            const QString mine = code(question.order[prediction->order[i]].word);
            cells.insert(1,
                         colored(right[i] ? QStringLiteral("✓") : QStringLiteral("✗"),
                                 right[i] ? theme.success() : theme.failure())
                             + QLatin1Char(' ') + mine);
        }
        html += row(cells);
    }
    return html + QStringLiteral("</table>");
}

QString choicesHtml(const lesson::Question &question, const Prediction *prediction,
                    const Theme &theme)
{
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='5' width='100%'>");
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        const lesson::Choice &choice = question.choices[i];
        QString text = fromUtf8(htmlOf(choice.text));
        if (prediction && prediction->choice == i)
            text = QStringLiteral("<b>%1</b> (%2)").arg(text, Text::tr("your choice"));
        html += row({verdict(choice.isRight, theme),
                     QStringLiteral("%1<br>%2").arg(text, fromUtf8(htmlOf(choice.why)))})
                    .replace(QStringLiteral("<tr><td>"),
                             QStringLiteral("<tr><td style='white-space:nowrap'>"));
    }
    return html + QStringLiteral("</table>");
}

} // namespace

QString lessonStyle(const Theme &theme)
{
    return QStringLiteral("h2, h3 { margin-top: 14px; margin-bottom: 4px; }"
                          "p { margin-top: 0px; margin-bottom: 9px; line-height: 125%; }"
                          "li { margin-bottom: 5px; line-height: 120%; }"
                          "code { background-color: %1; }"
                          "pre { background-color: %1; }"
                          "th { color: %2; }"
                          ".muted { color: %2; }")
        .arg(theme.card().name(), theme.mutedText().name());
}

QString answersHtml(const lesson::Lesson &lesson, const std::vector<Prediction> &predictions,
                    const Theme &theme)
{
    QString html;
    for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
        const lesson::Question &question = lesson.questions[i];
        const Prediction *const prediction = i < predictions.size() ? &predictions[i] : nullptr;
        html += QStringLiteral("<h3>%1").arg(questionTitle(lesson, i));
        if (prediction)
            html += QStringLiteral(": ") + questionVerdict(question, *prediction, theme);
        html += QStringLiteral("</h3>") + fromUtf8(htmlOf(question.text));
        html += question.asksForOrder() ? orderHtml(question, prediction, theme)
                                        : choicesHtml(question, prediction, theme);
    }
    return html;
}

QString revealHtml(const lesson::Lesson &lesson)
{
    QString html = fromUtf8(htmlOf(lesson.reveal));
    if (lesson.facts.empty())
        return html;
    const bool hasModels = lesson::modelsOf(lesson).size() > 1;
    QStringList lines;
    for (const lesson::Claim &fact : lesson.facts) {
        QString line = QStringLiteral("✓ ") + code(fact.text);
        if (hasModels)
            line += QStringLiteral(" <span class='muted'>%1</span>")
                        .arg(shortModelTextWithin(fact.model));
        lines << line;
    }
    return html
        + QStringLiteral("<h3>%1</h3><p>%2</p>")
              .arg(Text::tr("The loop has confirmed"), lines.join(QStringLiteral("<br>")));
}

QString traceHtml(const lesson::Lesson &lesson, const lesson::Outcome &outcome)
{
    QString html = QStringLiteral("<table class='trace' cellspacing='0' cellpadding='5'><tr><th "
                                  "align='left'>%1</th><th align='left'>%2</th><th "
                                  "align='right'>%3</th><th align='left'>%4</th></tr>")
                       .arg(Text::tr("Turn"), Text::tr("Phase"), Text::tr("At"), Text::tr("What"));
    const script::Entry *before = nullptr;
    for (const script::Entry &entry : outcome.entries) {
        const bool inMain = entry.phase == Phase::Main;
        const bool newTurn =
            !before || before->turn != entry.turn || (before->phase == Phase::Main) != inMain;
        const bool newPhase = newTurn || before->phase != entry.phase;
        const QString turn = inMain ? Text::tr("main")
            : entry.turn == 0       ? Text::tr("before")
                                    : QString::number(entry.turn);
        const QString what = entryText(entry, lesson.program).toHtmlEscaped();
        const bool isMuted =
            entry.kind == script::EntryKind::Poll || entry.kind == script::EntryKind::RunEnded;
        html +=
            QStringLiteral("<tr><td>%1</td><td>%2</td><td align='right'>%3</td><td>%4</td></tr>")
                .arg(newTurn ? turn : QString(),
                     newPhase && !inMain ? phaseText(entry.phase) : QString(),
                     newPhase || before->at != entry.at ? loopTimeText(entry.at) : QString(),
                     isMuted ? QStringLiteral("<span class='muted'>%1</span>").arg(what)
                             : QStringLiteral("<b>%1</b>").arg(what));
        before = &entry;
    }
    return html + QStringLiteral("</table>");
}

QString mistakesHtml(const std::vector<script::Mistake> &mistakes)
{
    QString html = QStringLiteral("<ul>");
    for (const script::Mistake &mistake : mistakes) {
        const QString sentence = fromUtf8(mistake.sentence).toHtmlEscaped();
        html += QStringLiteral("<li>");
        html += mistake.where.line > 0 ? Text::tr("Line %1, column %2: %3")
                                             .arg(mistake.where.line)
                                             .arg(mistake.where.column)
                                             .arg(sentence)
                                       : Text::tr("The file: %1").arg(sentence);
        html += QStringLiteral("</li>");
    }
    return html + QStringLiteral("</ul>");
}

} // namespace reusescope
