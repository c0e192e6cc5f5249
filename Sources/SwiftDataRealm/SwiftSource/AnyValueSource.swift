/// The type in generated files that has the values of `AnyRealmValue`.
enum AnyValueSource {
  static func text(named name: String) -> String {
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
      case dictionary([String: \(name)])
    }

    """
  }
}
