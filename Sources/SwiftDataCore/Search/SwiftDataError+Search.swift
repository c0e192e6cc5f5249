extension SwiftDataError {
  /// There is no search index to answer a search with: no attribute is marked
  /// `.spotlight`, or the store could not make the index.
  public static let notSearchable = SwiftDataError(.notSearchable)
}
