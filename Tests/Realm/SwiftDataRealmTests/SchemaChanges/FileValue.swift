// SPDX-License-Identifier: Apache-2.0

import SwiftDataRealm

/// A value in a file: converted sources have a type of the same name.
typealias FileValue = RealmValue
