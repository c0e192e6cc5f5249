/// An index that the model asks for.
public struct FetchIndexDescription: Equatable, Sendable {
  /// One property of an index.
  public struct Element: Equatable, Sendable {
    /// Its name; empty for an expression.
    public var property: String
    /// Whether the least value comes first.
    public var isAscending: Bool
    /// For places and areas (an R-tree), not for order.
    public var isSpatial = false

    /// An element that is sorted by.
    public init(property: String, isAscending: Bool = true) {
      self.property = property
      self.isAscending = isAscending
    }
  }

  /// Its name; in the store `Z_<entity>_` stands before it.
  public var name: String
  /// What is sorted by, first things first.
  public var elements: [Element]
  /// Whether it leaves out some objects, by a predicate that is not kept here.
  public var isPartial = false

  /// An index of all objects.
  public init(name: String, elements: [Element]) {
    self.name = name
    self.elements = elements
  }
}
