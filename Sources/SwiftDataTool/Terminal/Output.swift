import Foundation

/// Standard output, in large pieces.
enum Output {
  nonisolated(unsafe) private static var buffer: [UInt8] = []

  static func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1 << 16 { flush() }
  }

  static func line(_ text: String = "") { write(text + "\n") }

  /// Ends the program, as one that has done its work, if nobody reads on.
  static func flush() {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes {
        Foundation.write(1, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        exit(errno == EPIPE ? 0 : ExitCodes.failure)
      }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Says on standard error what went wrong.
  static func complain(_ text: String) {
    let prefix = Style.errors.apply(.red, "error:")
    FileHandle.standardError.write(Data("\(prefix) \(text)\n".utf8))
  }

  static func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
