// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace reusescope {

/// A value or the Error that prevented it; used like std::expected, which C++20 lacks.
template <typename T> class [[nodiscard]] Result
{
public:
    Result(T value) : m_state(std::move(value)) { }
    Result(Error error) : m_state(std::move(error)) { }

    bool hasValue() const { return std::holds_alternative<T>(m_state); }
    explicit operator bool() const { return hasValue(); }

    T &value()
    {
        assert(hasValue());
        return *std::get_if<T>(&m_state);
    }
    const T &value() const
    {
        assert(hasValue());
        return *std::get_if<T>(&m_state);
    }
    T &operator*() { return value(); }
    const T &operator*() const { return value(); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }

    const Error &error() const
    {
        assert(!hasValue());
        return *std::get_if<Error>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template <> class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) { }

    bool hasValue() const { return !m_error.has_value(); }
    explicit operator bool() const { return hasValue(); }

    const Error &error() const
    {
        assert(!hasValue());
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

} // namespace reusescope
