/// Something in a store that is not as it should be.
public struct Finding: Equatable, Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable, Comparable {
    /// Data is lost or wrong, or will be.
    case error
    /// An app can live with it.
    case warning

    /// What is worse comes first.
    public static func < (left: Severity, right: Severity) -> Bool {
      left == .error && right == .warning
    }
  }

  /// What kind of thing it is.
  public enum Kind: String, Sendable {
    case integrity, counter, entityNumber, danglingReference, wrongEntity, danglingPair
    case brokenInverse, missingValue, notUnique, unfitValue, versionHash, externalFile, history
    case metadata, layout
  }

  public let severity: Severity
  public let kind: Kind
  public let table: String?
  public let key: Int64?
  public let what: String
  public let advice: String

  init(
    _ severity: Severity, _ kind: Kind, table: String? = nil, key: Int64? = nil, _ what: String,
    _ advice: String
  ) {
    self.severity = severity
    self.kind = kind
    self.table = table
    self.key = key
    self.what = what
    self.advice = advice
  }
}

/// What was found, and how much more of it there is.
struct Findings {
  /// Of each kind and table so many are listed.
  static let listed = 50

  private(set) var all: [Finding] = []
  private var counts: [String: Int] = [:]

  mutating func add(_ finding: Finding) {
    let group = "\(finding.kind.rawValue) \(finding.table ?? "")"
    counts[group, default: 0] += 1
    let count = counts[group, default: 0]
    if count <= Self.listed {
      all.append(finding)
    } else if count == Self.listed + 1 {
      all.append(
        Finding(
          finding.severity, finding.kind, table: finding.table,
          "There are more findings of this kind.", "Mend these, and check again."))
    }
  }
}
