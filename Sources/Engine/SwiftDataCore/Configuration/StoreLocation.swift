import Foundation

/// Where stores are kept unless a configuration gives a URL.
///
/// - Apple platforms: the Application Support directory, or that of the group.
/// - Windows and Android: the application support directory of Foundation.
/// - Elsewhere: `$XDG_DATA_HOME/<program>`, with `~/.local/share` for
///   `XDG_DATA_HOME` if it is not set (XDG Base Directory Specification).
///
/// The environment is read each time, so a test can point it elsewhere.
enum StoreLocation {
  /// The URL of an in-memory store.
  static let inMemory = URL(fileURLWithPath: "/dev/null")

  /// The file of the store called `name`; of the default store for `nil`.
  static func url(name: String?, groupIdentifier: String?) -> URL {
    directory(groupIdentifier: groupIdentifier)
      .appendingPathComponent("\(name ?? "default").store", isDirectory: false)
  }

  #if canImport(Darwin)
    private static func directory(groupIdentifier: String?) -> URL {
      if let groupIdentifier,
        let group = FileManager.default.containerURL(
          forSecurityApplicationGroupIdentifier: groupIdentifier)
      {
        return group.appendingPathComponent("Library/Application Support", isDirectory: true)
      }
      return URL.applicationSupportDirectory
    }
  #elseif os(Windows) || os(Android)
    private static func directory(groupIdentifier: String?) -> URL {
      URL.applicationSupportDirectory.appendingPathComponent(
        groupIdentifier ?? ProcessInfo.processInfo.processName, isDirectory: true)
    }
  #else
    private static func directory(groupIdentifier: String?) -> URL {
      dataHome.appendingPathComponent(
        groupIdentifier ?? ProcessInfo.processInfo.processName, isDirectory: true)
    }

    private static var dataHome: URL {
      let environment = ProcessInfo.processInfo.environment
      // The specification: a relative path is invalid and to be ignored.
      if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
        return URL(fileURLWithPath: path, isDirectory: true)
      }
      let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return URL(fileURLWithPath: home ?? NSHomeDirectory(), isDirectory: true)
        .appendingPathComponent(".local/share", isDirectory: true)
    }
  #endif
}
