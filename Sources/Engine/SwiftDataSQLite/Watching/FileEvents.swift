// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Says when a file changes, as the system reports it: no thread wakes up while nothing happens.
///
/// One for the process, however many stores are watched: systems limit how many each user may have.
package final class FileEvents: Sendable {
  package static let shared = FileEvents()

  package enum Event: Sendable {
    /// Something was written to the file.
    case written
    /// The name leads to another file now, or to none.
    case moved
  }

  /// Ends a watch when it is released.
  final class Token: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  typealias Handler = @Sendable (Event) -> Void

  #if os(Linux) || os(Android)
    private struct State {
      var source: (any DispatchSourceRead)?
      var descriptor: Int32 = -1
      var nextToken = 0
      /// By the system's number of the watch.
      var handlers: [Int32: [Int: Handler]] = [:]
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "SwiftData.FileEvents")
    private let open: @Sendable () -> Int32

    /// - Parameter open: What asks the system for a queue of events; negative if it refuses.
    package init(open: @escaping @Sendable () -> Int32 = { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }) {
      self.open = open
    }

    private static let written = UInt32(IN_MODIFY)
    private static let moved = UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
    private static let created = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)

    /// Watches a file.
    ///
    /// - Parameter handler: Called on a queue of this; returns soon.
    /// - Returns: `nil` if there is no such file, or the system refuses.
    func watch(_ path: String, _ handler: @escaping Handler) -> Token? {
      add(path, Self.written | Self.moved, handler)
    }

    /// Watches a folder for files that come.
    func watchFolder(_ path: String, _ handler: @escaping Handler) -> Token? { add(path, Self.created, handler) }

    private func add(_ path: String, _ mask: UInt32, _ handler: @escaping Handler) -> Token? {
      state.withLock { state in
        if state.source == nil {
          let descriptor = open()
          guard descriptor >= 0 else { return nil }
          state.descriptor = descriptor
          let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
          source.setEventHandler { [weak self] in self?.read(descriptor) }
          source.setCancelHandler { close(descriptor) }
          state.source = source
          source.resume()
        }
        // Other watchers of the file still see its events.
        let watch = inotify_add_watch(state.descriptor, path, mask | UInt32(IN_MASK_ADD))
        guard watch >= 0 else {
          Self.endIfUnused(&state)
          return nil
        }
        state.nextToken += 1
        let token = state.nextToken
        state.handlers[watch, default: [:]][token] = handler
        let descriptor = state.descriptor
        return Token { [weak self] in self?.remove(token, watch, descriptor) }
      }
    }

    private func remove(_ token: Int, _ watch: Int32, _ descriptor: Int32) {
      state.withLock { state in
        guard state.descriptor == descriptor, state.handlers[watch]?.removeValue(forKey: token) != nil else { return }
        guard state.handlers[watch]?.isEmpty == true else { return }
        state.handlers[watch] = nil
        inotify_rm_watch(descriptor, watch)
        Self.endIfUnused(&state)
      }
    }

    private static func endIfUnused(_ state: inout State) {
      guard state.handlers.isEmpty else { return }
      state.source?.cancel()
      state.source = nil
      state.descriptor = -1
    }

    private func read(_ descriptor: Int32) {
      let size = 8192
      withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
        while let base = buffer.baseAddress {
          let count = systemRead(descriptor, base, size)
          guard count > 0 else { return }
          handle(UnsafeRawBufferPointer(start: base, count: count))
        }
      }
    }

    private func handle(_ bytes: UnsafeRawBufferPointer) {
      var calls: [(handler: Handler, event: Event)] = []
      var offset = 0
      let headSize = MemoryLayout<inotify_event>.size
      while offset + headSize <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        offset += headSize + Int(event.len)
        let kind: Event = event.mask & (Self.moved | UInt32(IN_IGNORED)) == 0 ? .written : .moved
        let handlers = state.withLock { state -> [Handler] in
          // The system had more to say than it could keep.
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return state.handlers.values.flatMap(\.values) }
          defer { if event.mask & UInt32(IN_IGNORED) != 0 { state.handlers[event.wd] = nil } }
          return state.handlers[event.wd].map { Array($0.values) } ?? []
        }
        calls += handlers.map { ($0, kind) }
      }
      for call in calls { call.handler(call.event) }
    }
  #elseif canImport(Darwin)
    private let queue = DispatchQueue(label: "SwiftData.FileEvents")

    package init() {}

    /// Watches a file that holds no locks, such as a log: closing a descriptor of the database would drop those of the
    /// process.
    func watch(_ path: String, _ handler: @escaping Handler) -> Token? {
      watch(path, [.write, .extend, .delete, .rename, .revoke], handler)
    }

    /// Watches a folder for files that come.
    func watchFolder(_ path: String, _ handler: @escaping Handler) -> Token? { watch(path, [.write], handler) }

    private func watch(_ path: String, _ mask: DispatchSource.FileSystemEvent, _ handler: @escaping Handler) -> Token? {
      let descriptor = open(path, O_EVTONLY)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(fileDescriptor: descriptor, eventMask: mask, queue: queue)
      // Unsafe: sources may be used from anywhere, and do not say so.
      nonisolated(unsafe) let unchecked = source
      source.setEventHandler {
        handler(unchecked.data.isDisjoint(with: [.delete, .rename, .revoke]) ? .written : .moved)
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      return Token { unchecked.cancel() }
    }
  #else
    package init() {}

    /// There is nothing of the kind here.
    func watch(_ path: String, _ handler: @escaping Handler) -> Token? { nil }
    func watchFolder(_ path: String, _ handler: @escaping Handler) -> Token? { nil }
  #endif
}

#if os(Linux) || os(Android)
  /// The system's `read`, which the type above has a method of the name of.
  private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
  }
#endif
