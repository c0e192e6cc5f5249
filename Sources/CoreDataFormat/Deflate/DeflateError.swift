/// Why bytes are no stream of DEFLATE.
public struct DeflateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let reason: String
  /// Where, in bytes from the start of the stream.
  public let position: Int

  /// What is wrong, and where.
  public var description: String {
    "The compressed bytes cannot be read, at byte \(position): \(reason)"
  }
}
