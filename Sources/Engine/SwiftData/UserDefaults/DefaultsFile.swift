// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation
  import Synchronization

  /// The file with the defaults of this program, and a copy of it.
  ///
  /// Foundation empties the file before it writes it anew. A process that is killed in between leaves nothing of all
  /// settings: then the copy takes the place of the file when the program is started again.
  struct DefaultsFile: Sendable {
    let file: URL
    private var copy: URL { file.appendingPathExtension("kept") }

    /// Where Foundation keeps the files.
    static var folder: String {
      let environment = ProcessInfo.processInfo.environment
      if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
      return (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
    }

    static let standard: DefaultsFile? = {
      let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
      guard !name.isEmpty, !name.contains("/") else { return nil }
      return DefaultsFile(file: URL(fileURLWithPath: "\(folder)/\(name).plist"))
    }()

    /// What the file was when it was copied last.
    private static let copied = Mutex<String?>(nil)

    /// Puts the copy in the place of a file that is not whole.
    func restore() {
      guard let bytes = try? Data(contentsOf: file), Self.values(bytes) == nil else { return }
      // Maybe it is being written.
      let lock = DefaultsLock()
      defer { lock?.release() }
      guard let bytes = try? Data(contentsOf: file), Self.values(bytes) == nil,
        let kept = try? Data(contentsOf: copy), Self.values(kept) != nil
      else { return }
      try? write(kept, to: file)
    }

    /// Copies the file if it is another one than it was.
    func keepCopy() {
      var status = stat()
      guard stat(file.path, &status) == 0 else { return }
      let state = "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
      guard Self.copied.withLock({ $0 != state }) else { return }
      guard let bytes = try? Data(contentsOf: file), Self.values(bytes) != nil else { return }
      if (try? Data(contentsOf: copy)) != bytes { try? write(bytes, to: copy) }
      Self.copied.withLock { $0 = state }
    }

    private static func values(_ bytes: Data) -> [String: Any]? {
      try? PropertyListSerialization.propertyList(from: bytes, format: nil) as? [String: Any]
    }

    /// Atomically, and readable only for the user.
    private func write(_ bytes: Data, to url: URL) throws {
      let other = url.appendingPathExtension(String(getpid()))
      try? FileManager.default.removeItem(at: other)
      guard FileManager.default.createFile(atPath: other.path, contents: bytes, attributes: [.posixPermissions: 0o600])
      else { throw CocoaError(.fileWriteUnknown) }
      if rename(other.path, url.path) != 0 {
        try? FileManager.default.removeItem(at: other)
        throw CocoaError(.fileWriteUnknown)
      }
    }
  }

  /// Held by the one process of a person that writes user defaults.
  struct DefaultsLock {
    private let descriptor: Int32

    /// Nil where nothing can be locked, or a process keeps the lock for seconds: a process that was stopped must not keep
    /// others from ending.
    init?() {
      let folder = DefaultsFile.folder
      if access(folder, F_OK) != 0 {
        try? FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
      descriptor = open("\(folder)/.swiftdata-defaults.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { return nil }
      for _ in 0..<2_000 {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
        usleep(1_000)
      }
      close(descriptor)
      return nil
    }

    func release() {
      _ = flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }
#endif
