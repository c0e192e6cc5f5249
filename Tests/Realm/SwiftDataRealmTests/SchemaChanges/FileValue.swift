import SwiftDataRealm

/// A value in a file: converted sources have a type of the same name.
typealias FileValue = RealmValue
