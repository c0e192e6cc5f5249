import Foundation
import SwiftData

/// A model that obeys CloudKit's rules, for blocks that name a database beside
/// models that do not.
@Model
final class SyncedTrack {
  var title: String = ""
  var genre: String?
  init() {}
}
