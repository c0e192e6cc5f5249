// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A view that offers values to whoever looks at the page: a link to one, rows of some.
@MainActor protocol OfferingView {
  /// Whether one of the values is wanted.
  func offers(_ isWanted: (Any) -> Bool) -> Bool
}

extension NavigationLink: OfferingView {
  func offers(_ isWanted: (Any) -> Bool) -> Bool { value.map { isWanted($0.base) } ?? false }
}

extension ForEach: OfferingView where Content: View {
  /// Of a long list there are views for the rows in sight only; whoever sees those can see the others, too.
  func offers(_ isWanted: (Any) -> Bool) -> Bool {
    let hasModels = Data.Element.self is any PersistentModel.Type
    return data.contains { isWanted(id($0)) || (hasModels && isWanted($0)) }
  }
}

extension Node {
  /// Whether a view here or below offers a value that is wanted, without those of stacks within.
  func offers(_ isWanted: (Any) -> Bool) -> Bool {
    if let view = shownView as? any OfferingView, view.offers(isWanted) { return true }
    return children.contains { $0.environment.navigation === environment.navigation && $0.offers(isWanted) }
  }
}

extension AddressValue {
  /// The value that a segment names, if it is one of the type, and may be opened by an address.
  ///
  /// Anybody can write any address. On a page with a user it opens what views offer, so that nobody gets to rows of
  /// others by counting. An identifier does not tell the type of its model: also without a user it has to be of an
  /// entity whose models are offered, because the program's closure expects one of those.
  ///
  /// - Parameter views: Those that may offer it.
  static func value(_ segment: String, as type: Any.Type, offeredBy views: [Node], _ environment: EnvironmentValues)
    -> AnyHashable?
  {
    func isOffered(_ isWanted: (Any) -> Bool) -> Bool { views.contains { $0.offers(isWanted) } }
    let hasUser = environment.pageUser != nil
    let isIdentifier = type == PersistentIdentifier.self
    let isModel = isIdentifier || type is any PersistentModel.Type
    if isModel, hasUser || isIdentifier {
      // Before the store is asked.
      guard let row = row(segment),
        isOffered({ value in
          guard let offered = identifier(of: value), offered.entityName == row.entity else { return false }
          return !hasUser || offered.rowKey == row.key
        })
      else { return nil }
    }
    guard let value = value(segment, as: type, environment.containerContext) else { return nil }
    return !hasUser || isModel || isOffered({ $0 as? AnyHashable == value }) ? value : nil
  }

  private static func identifier(of value: Any) -> PersistentIdentifier? {
    value as? PersistentIdentifier ?? (value as? any PersistentModel)?.persistentModelID
  }
}
