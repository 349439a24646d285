// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace reusescope::oracle {

/// What one execution of a program showed, a line each: the callbacks and logs ("A"), the timeout
/// of every wait for events ("poll 5"), a sleep that nothing would have ended ("asleep"), the
/// answers of run ("run: alive"). Endless programs are cut off at the limits; what comes after is
/// not recorded.
class Transcript
{
public:
    static constexpr int kMaxPolls = 60;
    static constexpr int kMaxCallbacks = 300;
    static constexpr std::string_view kAsleep = "asleep";

    void callback(std::string_view word)
    {
        add(word);
        ++m_callbacks;
    }
    void poll(int timeoutMs)
    {
        add("poll " + std::to_string(timeoutMs));
        ++m_polls;
    }
    void add(std::string_view line)
    {
        if (isFull())
            return;
        m_text += line;
        m_text += '\n';
    }
    void asleep() { add(kAsleep); }
    void runEnded(bool alive) { add(alive ? "run: alive" : "run: over"); }
    bool isFull() const { return m_polls >= kMaxPolls || m_callbacks >= kMaxCallbacks; }
    int polls() const { return m_polls; }
    const std::string &text() const { return m_text; }

private:
    std::string m_text;
    int m_polls = 0;
    int m_callbacks = 0;
};

} // namespace reusescope::oracle
