// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite

/// A file as SQLite has it: its methods, the frames of its log, and behind both the system's file, to which everything
/// is passed on.
enum LogFile {
  typealias File = UnsafeMutablePointer<sqlite3_file>

  private static let framesOffset = MemoryLayout<sqlite3_file>.stride
  /// The size of the part before the system's file, in bytes, so that it is aligned as SQLite aligns files.
  static let headSize = 16

  /// Writers' lock of a log, among those that SQLite takes in shared memory.
  private static let writeLock: Int32 = 0

  /// The system's file.
  static func inner(_ file: File) -> File {
    (UnsafeMutableRawPointer(file) + headSize).assumingMemoryBound(to: sqlite3_file.self)
  }

  private static func slot(_ file: File) -> UnsafeMutablePointer<Unmanaged<LogFrames>?> {
    (UnsafeMutableRawPointer(file) + framesOffset).assumingMemoryBound(to: Unmanaged<LogFrames>?.self)
  }

  /// The frames of a database's log; `nil` if the file is not one of these.
  static func frames(_ file: File) -> LogFrames? {
    guard file.pointee.pMethods == UnsafePointer(databaseMethods) else { return nil }
    return slot(file).pointee?.takeUnretainedValue()
  }

  /// Makes a file ready whose inner one is open.
  static func start(_ file: File, _ frames: LogFrames, _ methods: UnsafeMutablePointer<sqlite3_io_methods>) {
    slot(file).initialize(to: Unmanaged.passRetained(frames))
    file.pointee.pMethods = UnsafePointer(methods)
  }

  private static func close(_ file: File) -> Int32 {
    if let frames = slot(file).pointee {
      // A commit leaves nothing behind, so this was rolled back.
      frames.takeUnretainedValue().discard()
      frames.release()
      slot(file).pointee = nil
    }
    let inner = inner(file)
    return inner.pointee.pMethods?.pointee.xClose?(inner) ?? SQLITE_OK
  }

  // MARK: Methods

  /// Of a log.
  // Unsafe: never changed nor freed.
  nonisolated(unsafe) static let logMethods = make {
    $0.xRead = { file, bytes, size, offset in
      LogFile.afterFlush(file) { $1.pointee.xRead?($0, bytes, size, offset) }
    }
    $0.xWrite = { file, bytes, size, offset in
      guard let file, let bytes, let frames = LogFile.slot(file).pointee else { return SQLITE_IOERR }
      return frames._withUnsafeGuaranteedRef {
        $0.write(bytes, Int(size), at: offset) { LogFile.write(file, $0, $1, $2) }
      }
    }
    $0.xTruncate = { file, size in LogFile.afterFlush(file) { $1.pointee.xTruncate?($0, size) } }
    $0.xSync = { file, flags in LogFile.afterFlush(file) { $1.pointee.xSync?($0, flags) } }
    $0.xFileSize = { file, size in LogFile.afterFlush(file) { $1.pointee.xFileSize?($0, size) } }
  }

  /// Of a database: what it does with its locks tells what has become of the transaction in the log.
  // Unsafe: never changed nor freed.
  nonisolated(unsafe) static let databaseMethods = make {
    $0.xShmLock = { file, offset, count, flags in
      let isUnlocked = flags & SQLITE_SHM_UNLOCK != 0 && flags & SQLITE_SHM_EXCLUSIVE != 0
      if let file, isUnlocked, offset == LogFile.writeLock {
        LogFile.slot(file).pointee?._withUnsafeGuaranteedRef { $0.discard() }
      }
      return LogFile.pass(file) { $1.pointee.xShmLock?($0, offset, count, flags) }
    }
  }

  /// Of a log whose frames are not gathered.
  // Unsafe: never changed nor freed.
  nonisolated(unsafe) static let plainMethods = make { _ in }

  /// Whether SQLite writes each page of a log by one call. Where the disk may damage what lies beside a write, it splits
  /// the page at which it waits for the disk, and a piece of it could be taken for a header.
  static func keepsFramesWhole(_ inner: File) -> Bool {
    let characteristics = inner.pointee.pMethods?.pointee.xDeviceCharacteristics?(inner) ?? 0
    return characteristics & SQLITE_IOCAP_POWERSAFE_OVERWRITE != 0
  }

  private static func write(
    _ file: File, _ bytes: UnsafeRawPointer, _ size: Int32, _ offset: Int64
  ) -> Int32 {
    pass(file) { $1.pointee.xWrite?($0, bytes, size, offset) }
  }

  /// Writes the frames that wait, then calls the system's method.
  private static func afterFlush(
    _ file: File?, _ body: (File, UnsafePointer<sqlite3_io_methods>) -> Int32?
  ) -> Int32 {
    guard let file, let frames = slot(file).pointee else { return SQLITE_IOERR }
    let code = frames._withUnsafeGuaranteedRef { $0.flush { write(file, $0, $1, $2) } }
    return code == SQLITE_OK ? pass(file, body) : code
  }

  @inline(__always)
  private static func pass(
    _ file: File?, _ body: (File, UnsafePointer<sqlite3_io_methods>) -> Int32?
  ) -> Int32 {
    guard let file else { return SQLITE_IOERR }
    let inner = inner(file)
    guard let methods = inner.pointee.pMethods else { return SQLITE_IOERR }
    return body(inner, methods) ?? SQLITE_IOERR
  }

  /// Methods that pass everything on, but for those that `change` replaces.
  private static func make(
    _ change: (inout sqlite3_io_methods) -> Void
  ) -> UnsafeMutablePointer<sqlite3_io_methods> {
    var methods = sqlite3_io_methods()
    methods.iVersion = 3
    methods.xClose = { $0.map { LogFile.close($0) } ?? SQLITE_OK }
    methods.xRead = { file, bytes, size, offset in
      LogFile.pass(file) { $1.pointee.xRead?($0, bytes, size, offset) }
    }
    methods.xWrite = { file, bytes, size, offset in
      LogFile.pass(file) { $1.pointee.xWrite?($0, bytes, size, offset) }
    }
    methods.xTruncate = { file, size in LogFile.pass(file) { $1.pointee.xTruncate?($0, size) } }
    methods.xSync = { file, flags in LogFile.pass(file) { $1.pointee.xSync?($0, flags) } }
    methods.xFileSize = { file, size in LogFile.pass(file) { $1.pointee.xFileSize?($0, size) } }
    methods.xLock = { file, level in LogFile.pass(file) { $1.pointee.xLock?($0, level) } }
    methods.xUnlock = { file, level in LogFile.pass(file) { $1.pointee.xUnlock?($0, level) } }
    methods.xCheckReservedLock = { file, result in
      LogFile.pass(file) { $1.pointee.xCheckReservedLock?($0, result) }
    }
    methods.xFileControl = { file, operation, argument in
      LogFile.pass(file) { $1.pointee.xFileControl?($0, operation, argument) }
    }
    methods.xSectorSize = { file in LogFile.pass(file) { $1.pointee.xSectorSize?($0) } }
    methods.xDeviceCharacteristics = { file in
      LogFile.pass(file) { $1.pointee.xDeviceCharacteristics?($0) }
    }
    methods.xShmMap = { file, region, size, extends, pointer in
      LogFile.pass(file) { $1.pointee.xShmMap?($0, region, size, extends, pointer) }
    }
    methods.xShmLock = { file, offset, count, flags in
      LogFile.pass(file) { $1.pointee.xShmLock?($0, offset, count, flags) }
    }
    methods.xShmBarrier = { file in
      _ = LogFile.pass(file) {
        $1.pointee.xShmBarrier?($0)
        return SQLITE_OK
      }
    }
    methods.xShmUnmap = { file, deletes in LogFile.pass(file) { $1.pointee.xShmUnmap?($0, deletes) } }
    methods.xFetch = { file, offset, size, pointer in
      LogFile.pass(file) { $1.pointee.xFetch?($0, offset, size, pointer) }
    }
    methods.xUnfetch = { file, offset, pointer in
      LogFile.pass(file) { $1.pointee.xUnfetch?($0, offset, pointer) }
    }
    change(&methods)
    let made = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    made.initialize(to: methods)
    return made
  }
}
