/// An object of a file that is imported.
struct ImportObject {
  let entity: String
  /// What other objects of the file refer to it by.
  let identifier: String?
  /// For errors: `Trip, object 3`, or `Trip.csv, line 4`.
  let place: String
  let values: [JSONValue.Member]
}

/// Why something cannot be imported.
public struct ImportProblem: Error, Equatable, Sendable, CustomStringConvertible {
  public let place: String
  public let message: String

  public var description: String { "\(place): \(message)" }
}

/// All that is wrong with a file that was to be imported.
public struct ImportProblems: Error, Sendable, CustomStringConvertible {
  public let problems: [ImportProblem]
  /// How many there are, of which some may not be listed.
  public let count: Int

  public var description: String {
    let rest = count > problems.count ? "\n… and \(count - problems.count) more" : ""
    return "Nothing was imported.\n" + problems.map { "  \($0)" }.joined(separator: "\n") + rest
  }
}
