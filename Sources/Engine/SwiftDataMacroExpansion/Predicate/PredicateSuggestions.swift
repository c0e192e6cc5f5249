// SPDX-License-Identifier: Apache-2.0

/// The replacement for a function that a predicate cannot call.
struct PredicateSuggestion {
  let text: String
  /// A function with the same argument that can take its place.
  var rename: String? = nil
  /// Whether the function is supported without its arguments.
  var dropsArguments = false

  static let byName: [String: PredicateSuggestion] = [
    "lowercased": .init(
      text: "use 'lowercased()', or 'localizedStandardContains' for a search", dropsArguments: true),
    "uppercased": .init(
      text: "use 'uppercased()', or 'localizedStandardContains' for a search", dropsArguments: true),
    "localizedCaseInsensitiveContains": .init(
      text: "use 'localizedStandardContains'", rename: "localizedStandardContains"),
    "localizedCaseInsensitiveCompare": .init(
      text: "use 'caseInsensitiveCompare'", rename: "caseInsensitiveCompare"),
    "localizedStandardCompare": .init(text: "use 'localizedCompare'", rename: "localizedCompare"),
    "compare": .init(text: "use '==', '<' or 'caseInsensitiveCompare'"),
    "range": .init(text: "use 'contains' or 'localizedStandardContains'"),
    "ranges": .init(text: "use 'contains'"),
    "firstIndex": .init(text: "use 'contains'"),
    "firstRange": .init(text: "use 'contains'"),
    "first": .init(text: "compare it with nil, or use 'contains(where:)'"),
    "last": .init(text: "use 'contains(where:)'"),
    "map": .init(
      text: "use 'contains(where:)', 'allSatisfy' or 'filter'; on an optional, use '?.' or 'flatMap'"),
    "compactMap": .init(text: "use 'contains(where:)', 'allSatisfy' or 'filter'"),
    "reduce": .init(text: "use 'min()', 'max()', or 'filter { … }.count'"),
    "sorted": .init(text: "sort with the 'sortBy' of the fetch descriptor"),
    "count": .init(text: "use 'filter { … }.count'"),
    "elementsEqual": .init(text: "use '=='"),
    "isEqual": .init(text: "use '=='"),
    "isMultiple": .init(text: "use '% … == 0'"),
    "prefix": .init(text: "use 'starts(with:)' or 'hasPrefix'"),
    "suffix": .init(text: "use 'hasSuffix'"),
    "isSubset": .init(text: "use 'allSatisfy { other.contains($0) }'"),
    "isSuperset": .init(text: "use 'other.allSatisfy'"),
    "isDisjoint": .init(text: "use '!contains { other.contains($0) }'"),
    "firstMatch": .init(text: "use 'contains' with the regular expression"),
    "wholeMatch": .init(text: "use 'contains' with the regular expression between '^' and '$'"),
    "addingTimeInterval": .init(text: "compute the other side of the comparison instead"),
    "timeIntervalSince": .init(text: "compute the other side of the comparison instead"),
    "isDate": .init(text: "compute the first and the last moment, and compare with '>=' and '<'"),
    "isDateInToday": .init(
      text: "compute the first and the last moment of today, and compare with '>=' and '<'"),
  ]
}
