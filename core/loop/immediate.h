// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/handle.h"
#include "core/loop/intrusivelist.h"

#include <vector>

namespace reusescope {

class Immediate;

/// Node's setImmediate on top of the loop: one check handle, unreferenced for ever, and one idle
/// handle that is active only while referenced immediates exist; it is what makes poll not sleep.
///
/// Thread: loop thread only. Ownership: immediates are linked, not owned, and must be gone first.
/// A run takes the queue aside first: an immediate scheduled while it runs waits for the next turn.
class ImmediateQueue
{
public:
    explicit ImmediateQueue(PhaseLoop &loop);
    ~ImmediateQueue();
    ImmediateQueue(const ImmediateQueue &) = delete;
    ImmediateQueue &operator=(const ImmediateQueue &) = delete;

    PhaseLoop &loop() const { return m_loop; }
    std::vector<const Immediate *> inOrder() const; ///< those scheduled; for showing

private:
    friend class Immediate;
    void runNext();
    void add(Immediate &immediate);
    void remove(Immediate &immediate);
    void countReferenced(int change);

    PhaseLoop &m_loop;
    CheckHandle m_check; // skipped while nothing is scheduled
    IdleHandle m_idle;
    int m_immediates = 0; // existing
    int m_referenced = 0; // of them, those scheduled and referenced
    IntrusiveList<Immediate> m_scheduled;
    IntrusiveList<Immediate> m_aside; // of the run under way
    Immediate *m_called =
        nullptr; // whose callback is running; null also when it was destroyed since
};

/// One callback for the next check phase. Reusable: schedule() again after it ran. Nothing is
/// allocated per use. It may be destroyed from its own callback.
class Immediate : public ListNode
{
public:
    Immediate(ImmediateQueue &queue, Callback called);
    ~Immediate(); ///< cancels
    Immediate(const Immediate &) = delete;
    Immediate &operator=(const Immediate &) = delete;

    /// No-op when scheduled. An unreferenced immediate runs in the next check phase too, but poll
    /// may sleep before it.
    void schedule(bool referenced = true);
    void cancel();
    /// Of an immediate that is scheduled; it keeps its place. Else nothing.
    void ref() { setReferenced(true); }
    void unref() { setReferenced(false); }
    bool isScheduled() const { return m_scheduled; }
    bool isReferenced() const { return m_referenced; } ///< meaningful while scheduled

private:
    friend class ImmediateQueue;
    void setReferenced(bool referenced);

    ImmediateQueue &m_queue;
    Callback m_callback;
    bool m_scheduled = false;
    bool m_referenced = false;
};

} // namespace reusescope
