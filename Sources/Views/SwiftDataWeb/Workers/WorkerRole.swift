// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// What makes a process a worker: it evaluates the pages of some browsers, whose connections the front hands over.
  struct WorkerRole: Equatable, Sendable {
    /// From 0.
    let index: Int
    /// Of how many.
    let count: Int
    /// The socket to the front.
    let descriptor: Int32
    /// All workers are one host for browsers.
    let cookieName: String
    let entryToken: String?

    private static let variable = "SWIFTDATA_WEB_WORKER"

    /// The role of this process; `nil` if it is the one that was started.
    ///
    /// The variable is removed from the environment: what a worker starts is no worker.
    static let current: WorkerRole? = {
      guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
      unsetenv(variable)
      let role = WorkerRole(text)
      if let role { _ = fcntl(role.descriptor, F_SETFD, FD_CLOEXEC) }
      return role
    }()

    init(index: Int, count: Int, descriptor: Int32, cookieName: String, entryToken: String?) {
      self.index = index
      self.count = count
      self.descriptor = descriptor
      self.cookieName = cookieName
      self.entryToken = entryToken
    }

    init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, let index = Int(parts[0]), let count = Int(parts[1]), (0..<count).contains(index),
        let descriptor = Int32(parts[2]), descriptor > 2
      else { return nil }
      self.init(
        index: index, count: count, descriptor: descriptor, cookieName: parts[3],
        entryToken: parts[4].isEmpty ? nil : parts[4])
    }

    var text: String { "\(index)/\(count)/\(descriptor)/\(cookieName)/\(entryToken ?? "")" }

    /// What a process needs in its environment to have the role.
    var assignment: String { Self.variable + "=" + text }

    static func isAssignment(_ text: String) -> Bool { text.hasPrefix(variable + "=") }

    // MARK: Who has which browser

    /// The worker that has the pages of a browser: by its name, so that no table is kept, and a worker that is started
    /// again has the same browsers.
    static func index(ofBrowser name: String, count: Int) -> Int {
      // FNV-1a: Swift's own hashes differ between processes.
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return Int(hash >> 32) % max(1, count)
    }

    /// A name for a new browser, whose pages this worker has.
    func makeBrowser() -> String {
      while true {
        let name = randomToken()
        if Self.index(ofBrowser: name, count: count) == index { return name }
      }
    }
  }
#endif
