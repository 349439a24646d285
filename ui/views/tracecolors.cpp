// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tracecolors.h"

#include <QPalette>

#include <array>
#include <cmath>

namespace reusescope {
namespace {

constexpr QRgb kOrange = 0xffe69f00;
constexpr QRgb kSkyBlue = 0xff56b4e9;
constexpr QRgb kBluishGreen = 0xff009e73;
constexpr QRgb kYellow = 0xfff0e442;
constexpr QRgb kBlue = 0xff0072b2;
constexpr QRgb kVermillion = 0xffd55e00;
constexpr QRgb kReddishPurple = 0xffcc79a7;
constexpr QRgb kBlack = 0xff000000;

// The same hues, darker for a white ground and lighter for a dark one.
constexpr QRgb kOrangeDeep = 0xffb8860b;
constexpr QRgb kSkyBlueDeep = 0xff2f93cf;
constexpr QRgb kReddishPurpleDeep = 0xffb85c90;
constexpr QRgb kBlueLight = 0xff2a8fd0;
constexpr QRgb kGreenLight = 0xff14b88a;
constexpr QRgb kVermillionLight = 0xfff0731a;
constexpr QRgb kWhite = 0xffffffff;
// Black and white of the palette, softened where they fill areas.
constexpr QRgb kSlate = 0xff3a3f4a;
constexpr QRgb kSlateLight = 0xffd9dde6;

qreal linear(float channel)
{
    const double value = static_cast<double>(channel);
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

qreal luminance(const QColor &color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

} // namespace

bool isDark(const QPalette &palette)
{
    return luminance(palette.color(QPalette::Text)) > luminance(palette.color(QPalette::Base));
}

QColor variantColor(int index, bool dark)
{
    static constexpr std::array kOnLight{kBlue,       kVermillion, kBluishGreen, kReddishPurpleDeep,
                                         kOrangeDeep, kBlack,      0xff7a7000u,  kSkyBlueDeep};
    static constexpr std::array kOnDark{kSkyBlue, kVermillionLight, kGreenLight, kReddishPurple,
                                        kOrange,  kWhite,           kYellow,     kBlueLight};
    const auto place = static_cast<std::size_t>(index < 0 ? 0 : index) % kOnLight.size();
    return QColor::fromRgb(dark ? kOnDark[place] : kOnLight[place]);
}

QColor segmentColor(Segment segment, bool dark)
{
    switch (segment) {
    case Segment::Queue: return QColor::fromRgb(dark ? kSkyBlue : kSkyBlueDeep);
    case Segment::Connect: return QColor::fromRgb(dark ? kReddishPurple : kReddishPurpleDeep);
    case Segment::Validate: return QColor::fromRgb(dark ? kVermillionLight : kVermillion);
    case Segment::Limit: return QColor::fromRgb(dark ? kSlateLight : kSlate);
    case Segment::Write: return QColor::fromRgb(dark ? kYellow : kOrangeDeep);
    case Segment::FirstByte: return QColor::fromRgb(dark ? kBlueLight : kBlue);
    case Segment::LastByte: return QColor::fromRgb(dark ? kGreenLight : kBluishGreen);
    }
    return {};
}

Qt::BrushStyle segmentPattern(Segment segment)
{
    switch (segment) {
    case Segment::Queue: return Qt::HorPattern;
    case Segment::Connect: return Qt::DiagCrossPattern;
    case Segment::Validate: return Qt::BDiagPattern;
    case Segment::Limit: return Qt::CrossPattern;
    case Segment::Write: return Qt::VerPattern;
    case Segment::FirstByte: return Qt::NoBrush;
    case Segment::LastByte: return Qt::Dense6Pattern;
    }
    return Qt::NoBrush;
}

QColor failureColor(bool dark)
{
    return dark ? QColor(0xff, 0x8a, 0x80) : QColor(0xb0, 0x00, 0x20);
}

QColor callbackColor(bool dark)
{
    return QColor::fromRgb(dark ? kSkyBlue : kBlue);
}

QColor sleepColor(bool dark)
{
    return dark ? QColor(0x8a, 0x8f, 0x98) : QColor(0x7b, 0x80, 0x88);
}

QColor textColorOn(const QColor &ground)
{
    const qreal light = luminance(ground);
    return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? QColor(Qt::black) : QColor(Qt::white);
}

QColor blended(const QColor &ground, const QColor &over, qreal share)
{
    const auto mix = [share](int from, int to) { return qRound(from + (to - from) * share); };
    return {mix(ground.red(), over.red()), mix(ground.green(), over.green()),
            mix(ground.blue(), over.blue())};
}

qreal contrast(const QColor &one, const QColor &other)
{
    const qreal first = luminance(one) + 0.05;
    const qreal second = luminance(other) + 0.05;
    return first > second ? first / second : second / first;
}

} // namespace reusescope
