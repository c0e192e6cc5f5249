#if os(Linux)
import Foundation

// Where apps look for their store; Foundation on Linux lacks both.

extension URL {
  /// The folder that default stores are in: `$XDG_DATA_HOME/<program>`.
  public static var applicationSupportDirectory: URL {
    StoreLocation.url(name: nil, groupIdentifier: nil).deletingLastPathComponent()
  }
}

extension FileManager {
  /// The folder that the stores of a group are in: `$XDG_DATA_HOME/<group>`.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    StoreLocation.url(name: nil, groupIdentifier: groupIdentifier).deletingLastPathComponent()
  }
}
#endif
