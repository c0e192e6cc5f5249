@_exported import SwiftDataRealm
