// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>

namespace reusescope {

/// The link of an object that can be in at most one IntrusiveList. Destroying the object takes it
/// out.
class ListNode
{
public:
    ListNode(const ListNode &) = delete;
    ListNode &operator=(const ListNode &) = delete;

protected:
    ListNode() = default;
    ~ListNode() { unlink(); }

    bool isLinked() const { return m_next != this; }
    void unlink()
    {
        m_previous->m_next = m_next;
        m_next->m_previous = m_previous;
        m_previous = m_next = this;
    }

private:
    template <typename T> friend class IntrusiveList;

    // A ring; a node in no list is a ring of its own.
    ListNode *m_previous = this;
    ListNode *m_next = this;
};

/// A list that owns nothing and allocates nothing. T derives from ListNode.
template <typename T> class IntrusiveList
{
public:
    IntrusiveList() = default;

    bool isEmpty() const { return !m_head.isLinked(); }
    void pushFront(T &item) { insertBefore(*m_head.m_next, item); }
    void pushBack(T &item) { insertBefore(m_head, item); }
    T *first() { return isEmpty() ? nullptr : static_cast<T *>(m_head.m_next); }
    const T *first() const { return isEmpty() ? nullptr : static_cast<const T *>(m_head.m_next); }
    /// `visit` must not change the list.
    template <typename Visit> void forEach(Visit visit) const
    {
        for (const ListNode *node = m_head.m_next; node != &m_head; node = node->m_next)
            visit(*static_cast<const T *>(node));
    }
    /// Null when the list is empty.
    T *popFront()
    {
        if (isEmpty())
            return nullptr;
        ListNode *first = m_head.m_next;
        first->unlink();
        return static_cast<T *>(first);
    }
    /// Takes all items of `other`, in their order. This list must be empty.
    void takeAll(IntrusiveList &other)
    {
        assert(isEmpty());
        if (other.isEmpty())
            return;
        insertBefore(other.m_head, m_head);
        other.m_head.unlink();
    }

private:
    struct Head : ListNode
    {
        friend class IntrusiveList;
    };

    static void insertBefore(ListNode &position, ListNode &item)
    {
        assert(!item.isLinked());
        item.m_previous = position.m_previous;
        item.m_next = &position;
        position.m_previous->m_next = &item;
        position.m_previous = &item;
    }

    Head m_head;
};

} // namespace reusescope
