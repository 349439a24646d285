// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/views/tracecolors.h"

#include <QPolygonF>

#include <array>
#include <cmath>
#include <numbers>

namespace reusescope {

namespace {

struct Pair
{
    QRgb light;
    QRgb dark;
};

QColor pick(Pair pair, bool dark)
{
    return QColor::fromRgb(dark ? pair.dark : pair.light);
}

// Okabe-Ito hues.
constexpr Pair kBlue{0xff0072b2, 0xff56a8e8};
constexpr Pair kOrange{0xffc27c00, 0xffe69f00};
constexpr Pair kGreen{0xff00855f, 0xff1fbf92};
constexpr Pair kPurple{0xffb0578c, 0xffdb8fba};

QPolygonF regular(int corners, qreal radius, qreal innerRadius)
{
    QPolygonF polygon;
    for (int i = 0; i < corners; ++i) {
        const qreal angle = -std::numbers::pi / 2 + 2 * std::numbers::pi * i / corners;
        const qreal r = i % 2 == 0 ? radius : innerRadius;
        polygon << QPointF(r * std::cos(angle), r * std::sin(angle));
    }
    return polygon;
}

} // namespace

Theme::Theme(const QPalette &palette)
    : m_dark(palette.color(QPalette::Window).lightness() < 128) { }

QPalette Theme::palette() const
{
    QPalette result;
    const QColor window = pick({0xfff3f4f6, 0xff22262d}, m_dark);
    const QColor button = pick({0xffe9ebee, 0xff363c46}, m_dark);
    const QColor disabled = pick({0xff9aa1aa, 0xff767e89}, m_dark);
    result.setColor(QPalette::Window, window);
    result.setColor(QPalette::WindowText, text());
    result.setColor(QPalette::Base, ground());
    result.setColor(QPalette::AlternateBase, pick({0xfff6f8fa, 0xff1c2025}, m_dark));
    result.setColor(QPalette::Text, text());
    result.setColor(QPalette::PlaceholderText, mutedText());
    result.setColor(QPalette::Button, button);
    result.setColor(QPalette::ButtonText, text());
    result.setColor(QPalette::BrightText, Qt::white);
    result.setColor(QPalette::ToolTipBase, pick({0xffffffff, 0xff363c46}, m_dark));
    result.setColor(QPalette::ToolTipText, text());
    result.setColor(QPalette::Highlight, selection());
    result.setColor(QPalette::HighlightedText, Qt::white);
    result.setColor(QPalette::Link, pick(kBlue, m_dark));
    result.setColor(QPalette::LinkVisited, pick(kPurple, m_dark));
    result.setColor(QPalette::Light, pick({0xffffffff, 0xff4a525d}, m_dark));
    result.setColor(QPalette::Midlight, pick({0xfff6f7f9, 0xff3f4650}, m_dark));
    result.setColor(QPalette::Mid, pick({0xffc3c8cf, 0xff3a4049}, m_dark));
    result.setColor(QPalette::Dark, pick({0xffa9b0b9, 0xff14161a}, m_dark));
    result.setColor(QPalette::Shadow, pick({0xff6b727b, 0xff0b0c0e}, m_dark));
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText})
        result.setColor(QPalette::Disabled, role, disabled);
    result.setColor(QPalette::Disabled, QPalette::Highlight, disabled);
    return result;
}

QColor Theme::variant(std::size_t position) const
{
    return variantColor(static_cast<int>(position), m_dark);
}

QColor Theme::segment(Segment segment) const
{
    return segmentColor(segment, m_dark);
}

QColor Theme::ground() const
{
    return pick({0xffffffff, 0xff16191d}, m_dark);
}

QColor Theme::card() const
{
    return pick({0xffffffff, 0xff2a2f37}, m_dark);
}

QColor Theme::text() const
{
    return pick({0xff1d2126, 0xffe4e7eb}, m_dark);
}

QColor Theme::mutedText() const
{
    return pick({0xff5b636e, 0xffa3abb6}, m_dark);
}

QColor Theme::grid() const
{
    return pick({0xffe4e7eb, 0xff2c3138}, m_dark);
}

QColor Theme::axis() const
{
    return pick({0xffa9b0b9, 0xff4c535d}, m_dark);
}

QColor Theme::border() const
{
    return pick({0xffd5d9df, 0xff3b424c}, m_dark);
}

QColor Theme::selection() const
{
    return pick({0xff0066a3, 0xff1f6fb0}, m_dark);
}

QColor Theme::warning() const
{
    return pick(kOrange, m_dark);
}

QColor Theme::failure() const
{
    return failureColor(m_dark);
}

QColor Theme::success() const
{
    return pick(kGreen, m_dark);
}

Mark Theme::mark(std::size_t position)
{
    return static_cast<Mark>(position % kMarkCount);
}

Qt::PenStyle Theme::dash(std::size_t position)
{
    constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine,
                                 Qt::DashDotDotLine};
    return kDashes[position % kDashes.size()];
}

QPainterPath Theme::markPath(Mark mark, qreal size)
{
    const qreal half = size / 2;
    QPainterPath path;
    switch (mark) {
    case Mark::Disc: path.addEllipse(QPointF(0, 0), half, half); break;
    case Mark::Square: path.addRect(-half * 0.9, -half * 0.9, size * 0.9, size * 0.9); break;
    case Mark::Diamond: path.addPolygon(regular(4, half * 1.15, half * 1.15)); break;
    case Mark::Triangle: path.addPolygon(regular(3, half * 1.2, half * 1.2)); break;
    case Mark::Star: path.addPolygon(regular(10, half * 1.25, half * 0.55)); break;
    case Mark::Pentagon: path.addPolygon(regular(5, half * 1.1, half * 1.1)); break;
    }
    path.closeSubpath();
    return path;
}

} // namespace reusescope
