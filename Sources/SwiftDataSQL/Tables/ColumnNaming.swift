/// Gives the columns of one table their names, by Core Data's rule: `Z` and
/// the upper-case name; a name that is taken gets the next number.
public struct ColumnNaming {
  private var taken: Set<String>
  private let known: [String: [String: String]]
  private(set) var names: [String: [String: String]] = [:]

  /// - Parameters:
  ///   - known: Names that a store has given already, by entity and path;
  ///     they are never given to anything else.
  ///   - kept: Further names that are not given.
  init(known: [String: [String: String]], entities: [String], kept: Set<String> = []) {
    self.known = known
    taken = kept.union(["Z_PK", "Z_ENT", "Z_OPT"])
    for entity in entities { taken.formUnion((known[entity] ?? [:]).values) }
  }

  /// - Parameter path: what the column is for, within the entity.
  mutating func name(_ natural: String, entity: String, path: String) -> String {
    let name: String
    if let known = known[entity]?[path] {
      name = known
    } else {
      name = Self.free(natural) { taken.contains($0) }
      taken.insert(name)
    }
    names[entity, default: [:]][path] = name
    return name
  }

  /// `natural`, or `natural` with the first number that makes it free.
  public static func free(_ natural: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(natural) else { return natural }
    var number = 1
    while isTaken("\(natural)\(number)") { number += 1 }
    return "\(natural)\(number)"
  }

  /// A property's name as part of a column's name.
  ///
  /// Swift lets any character into a name between backticks; SQL does not
  /// without quotes, which nobody who writes a statement expects here.
  public static func upper(_ name: String) -> String {
    var text = ""
    for scalar in name.uppercased().unicodeScalars {
      switch scalar {
      case "A"..."Z", "0"..."9", "_": text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(scalar.value < 0x80 ? "_" : scalar)
      }
    }
    return text
  }
}
