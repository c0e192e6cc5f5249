// SPDX-License-Identifier: Apache-2.0

/// The type in generated files that has the values of Realm's `AnyRealmValue`.
package enum AnyValueSource {
  /// - Parameter members: Further declarations, indented by two spaces.
  package static func text(named name: String, members: String = "") -> String {
    """
    /// A value of any type, as Realm's AnyRealmValue.
    ///
    /// An object is named by its class and its key in the Realm file, as a
    /// value cannot be related to a model.
    indirect enum \(name): Codable, Hashable {
      case null
      case int(Int)
      case bool(Bool)
      case float(Float)
      case double(Double)
      case string(String)
      case data(Data)
      case date(Date)
      case decimal(Decimal)
      case objectID(String)
      case uuid(UUID)
      case object(type: String, key: Int)
      case list([\(name)])
      case dictionary([String: \(name)])\(members.isEmpty ? "" : "\n\n" + members)
    }
    """
  }
}
