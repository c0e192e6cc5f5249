// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The models that a view fetches and keeps up to date: the storage of the macro `@Query`. See Apple's documentation of
/// `Query`.
///
/// ```swift
/// @Query(sort: \Trip.startDate) private var trips: [Trip]
///
/// init(search: String) {
///   _trips = Query(filter: #Predicate { search.isEmpty || $0.name.localizedStandardContains(search) })
/// }
/// ```
///
/// Fetches again when an entity that matters was changed in the context of the view, or saved by another one. The view
/// is evaluated again only if other models were found, or in another order, or if sections have other titles.
public struct Query<Element: PersistentModel, Result>: DynamicProperty {
  let descriptor: FetchDescriptor<Element>
  let sectioning: QuerySectioning<Element>?
  let convert: @MainActor (QueryStorage<Element>) -> Result
  private var storage: QueryStorage<Element>?

  init(
    _ descriptor: FetchDescriptor<Element>, _ sectioning: QuerySectioning<Element>?,
    convert: @escaping @MainActor (QueryStorage<Element>) -> Result
  ) {
    self.descriptor = descriptor
    self.sectioning = sectioning
    self.convert = convert
  }

  /// The results.
  @MainActor @preconcurrency public var wrappedValue: Result { convert(storage ?? QueryStorage()) }

  /// The error of the last fetch; nil if it succeeded. The former results stay.
  @MainActor @preconcurrency public var fetchError: (any Error)? { storage?.error }

  /// The context that fetches.
  @MainActor @preconcurrency public var modelContext: ModelContext { storage?.context ?? MissingContainer.context }

  /// The results by section; without `sectionBy`, all of them have the title "".
  @MainActor @preconcurrency public var sections: SectionedResults<Element, String> {
    (storage ?? QueryStorage()).sections
  }
}

extension Query: GraphProperty {
  mutating func connect(to node: Node, _ connection: inout AnyObject?) {
    let storage = connection as? QueryStorage<Element> ?? QueryStorage()
    connection = storage
    self.storage = storage
    storage.connect(node, descriptor, sectioning, node.environment.containerContext)
  }

  static func isSame(_ lhs: Self, _ rhs: Self) -> Bool {
    lhs.descriptor.isSame(as: rhs.descriptor) && lhs.sectioning?.keyPath == rhs.sectioning?.keyPath
  }

  func differs(in environment: EnvironmentValues, _ connection: AnyObject?) -> Bool {
    storage?.context !== environment.containerContext
  }
}

extension FetchDescriptor {
  /// Whether both find the same, as far as can be told.
  func isSame(as other: FetchDescriptor) -> Bool { self == other }
}

/// By which property results are divided.
struct QuerySectioning<Element: PersistentModel> {
  let keyPath: PartialKeyPath<Element>
  /// One: in an array, since programs that store a `SortDescriptor` by itself do not link in release builds.
  let order: [SortDescriptor<Element>]
  let title: (Element) -> String
}
