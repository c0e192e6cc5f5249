// SPDX-License-Identifier: Apache-2.0

extension AttributeType {
  /// Whether some values of this type are the same when they are read as another one.
  ///
  /// Types of one family of columns could be read as each other, and mean something else: five would become five seconds
  /// after the beginning of 2001.
  package func keepsValues(as new: AttributeType) -> Bool {
    let integers: Set<AttributeType> = [.integer16, .integer32, .integer64]
    let fractions: Set<AttributeType> = [.float, .double, .decimal]
    switch (self, new) {
    case _ where self == new: return true
    // What these hold is not known.
    case (.undefined, _), (_, .undefined), (.objectID, _), (_, .objectID): return true
    case (.boolean, _): return integers.contains(new)
    case _ where integers.contains(self): return integers.contains(new) || fractions.contains(new)
    case _ where fractions.contains(self): return fractions.contains(new)
    case (.string, .uri), (.uri, .string): return true
    // Bytes that are no archive are found out when they are read.
    case (.binaryData, .transformable), (.transformable, .binaryData): return true
    default: return false
    }
  }
}
