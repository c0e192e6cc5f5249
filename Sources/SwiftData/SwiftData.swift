// Models import `SwiftData` and nothing else: as on Apple's platforms, it
// brings Foundation and Observation with it.
@_exported import Foundation
@_exported import Observation
@_exported import SwiftDataCore
