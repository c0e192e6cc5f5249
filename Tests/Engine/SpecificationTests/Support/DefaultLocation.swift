import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Points the default location of stores at a new directory, runs `body`, and
/// removes the directory.
///
/// Many blocks of the seeds name no place for their store, so it would be in
/// the user's home. The place is found through the environment, which belongs
/// to the whole process: call this **in an exit test only**, which has a
/// process of its own. Tests that run beside it then see nothing of it.
///
/// ```swift
/// await #expect(processExitsWith: .success) {
///   try withDefaultStores { home in
///     let container = try ModelContainer(for: Trip.self)
///     …
///   }
/// }
/// ```
///
/// - Parameter body: Called with the directory, `XDG_DATA_HOME`.
func withDefaultStores(_ body: (URL) throws -> Void) throws {
  try withTemporaryDirectory { home in
    setenv("XDG_DATA_HOME", home.path, 1)
    // Should the redirection fail, then in a place that does not matter either.
    setenv("HOME", home.path, 1)
    try body(home)
  }
}

/// The store files below a directory, as paths relative to it, sorted.
func storeFiles(in home: URL) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: home.path)
    .filter { $0.hasSuffix(".store") }
    .sorted()
}
