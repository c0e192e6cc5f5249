/// An index that the model asks for.
public struct FetchIndexDescription: Equatable, Sendable {
  public struct Element: Equatable, Sendable {
    public var property: String
    public var isAscending: Bool
    /// For places and areas (an R-tree), not for order.
    public var isSpatial = false

    public init(property: String, isAscending: Bool = true) {
      self.property = property
      self.isAscending = isAscending
    }
  }

  public var name: String
  public var elements: [Element]
  /// Whether it leaves out some objects, by a predicate that is not kept here.
  public var isPartial = false

  public init(name: String, elements: [Element]) {
    self.name = name
    self.elements = elements
  }
}
