// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace reusescope {

enum Role {
    SortRole = Qt::UserRole, ///< the raw number or text behind what is displayed
    CopyRole, ///< as it stands in a copied table: numbers bare, in the unit of CopyHeaderRole
    CopyHeaderRole, ///< horizontal header: the column's name with the unit, for copied tables
    VariantRole, ///< position of the variant, where a row belongs to one
    OutcomeRole, ///< int of an Outcome
};

} // namespace reusescope
