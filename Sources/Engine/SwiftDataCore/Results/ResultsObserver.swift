// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation

/// The results of a fetch, kept up to date, for code that is not a view.
///
/// ```swift
/// let favorites = try ResultsObserver<Trip, Never>(
///   filterBy: #Predicate { $0.isFavorite }, sortBy: [SortDescriptor(\.startDate)],
///   modelContext: context)
/// withObservationTracking {
///   show(favorites.results)
/// } onChange: {
///   // Read `results` again, on the actor that the context belongs to.
/// }
/// ```
///
/// The results change when another context of the container or another process saves, and when the observer's own
/// context has unsaved changes. Observers are notified at once; the fetch runs when the results are next read. Read
/// them on the actor of the context.
///
/// Only relevant changes count: insertions and deletions of the fetched models, and changes to properties that the
/// predicate, the order or the sections read.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  /// The context that fetches. Initializers that take a container create one.
  public let modelContext: ModelContext

  private var descriptor: FetchDescriptor<Element>
  private let sectioning: Sectioning<Element, SectionTitle>?
  private var fetched: FetchResultsCollection<Element>
  private var divided: SectionedResults<Element, SectionTitle>?
  private var failure: (any Error)?
  let signal = ResultsSignal()
  /// How many models are loaded at a time; `nil` for all.
  private let window: Int?
  private var background: BackgroundKeys<Element>?

  init(
    descriptor: FetchDescriptor<Element>, sectioning: Sectioning<Element, SectionTitle>?,
    context: ModelContext, window: Int? = nil, isInBackground: Bool = false
  ) throws {
    modelContext = context
    self.sectioning = sectioning
    self.window = window
    var descriptor = descriptor
    descriptor.sortBy = Self.order(descriptor.sortBy, sectioning)
    if window != nil { descriptor.includePendingChanges = false }
    self.descriptor = descriptor
    signal.setInterest(ResultsInterest(descriptor, section: sectioning?.keyPath, context._core.model))
    // Before the fetch: what happens meanwhile counts.
    signal.follow(context._core)
    guard let window else {
      let models = try context.fetch(descriptor)
      fetched = Self.collection(models)
      divided = sectioning.map { SectionedResults(models, title: $0.title) }
      return
    }
    let keys = try context._core.keys(descriptor)
    fetched = context._core.window(keys, window)
    guard isInBackground else {
      signal.follow(savesOnly: true, background: nil)
      return
    }
    let background = BackgroundKeys<Element>(descriptor, context._core.container, delivered: keys) {
      [weak signal] in signal?.raise()
    }
    self.background = background
    signal.follow(savesOnly: true) { background.fetch() }
    // Saves since the fetch were not reported to this observer.
    if signal.take() { background.fetch() }
  }

  // MARK: Results

  /// The models that match, in order.
  public var results: FetchResultsCollection<Element> {
    get {
      update()
      return fetched
    }
    set {
      update()
      signal.announce { fetched = newValue }
    }
  }

  /// The models by section; `nil` without ``sectionBy``.
  public var sections: SectionedResults<Element, SectionTitle>? {
    get {
      update()
      return divided
    }
    set {
      update()
      signal.announce { divided = newValue }
    }
  }

  /// The error of the last fetch; `nil` if it succeeded. The results stay as they were. Not part of
  /// Apple's API.
  public var fetchError: (any Error)? {
    update()
    return failure
  }

  // MARK: What is fetched

  /// The descriptor of the fetch, with the order of the sections first.
  public var fetchDescriptor: FetchDescriptor<Element> {
    _ = signal.isStale
    return descriptor
  }

  /// Which models to fetch; all if `nil`. Assigning it fetches again.
  public var filterBy: Predicate<Element>? {
    get { fetchDescriptor.predicate }
    set {
      descriptor.predicate = newValue
      descriptorHasChanged()
    }
  }

  /// The order of the results. Assigning it fetches again. The order of the sections comes first.
  public var sortBy: [SortDescriptor<Element>] {
    get { fetchDescriptor.sortBy }
    set {
      descriptor.sortBy = Self.order(newValue, sectioning)
      descriptorHasChanged()
    }
  }

  /// The property whose values are the titles of the sections.
  public var sectionBy: PartialKeyPath<Element>? { sectioning?.keyPath }

  // MARK: Index paths

  /// The model at a section and a position in it, or, without sections, at a
  /// position alone or in section 0; `nil` if there is none.
  ///
  /// ```swift
  /// observer.element(at: IndexPath(indexes: [0, 3]))
  /// ```
  public func element(at indexPath: IndexPath) -> Element? {
    guard let item = indexPath.last, indexPath.count <= 2 else { return nil }
    let section = indexPath.count == 2 ? indexPath[0] : 0
    if let sections {
      guard sections.indices.contains(section), sections[section].indices.contains(item) else {
        return nil
      }
      return sections[section][item]
    }
    let results = results
    return section == 0 && results.indices.contains(item) ? results[item] : nil
  }

  /// The section of a model and its position in it; section 0 if there are
  /// none; `nil` if the model is not among the results.
  public func indexPath(for element: Element) -> IndexPath? {
    guard let sections else {
      return results.firstIndex(of: element).map { IndexPath(indexes: [0, $0]) }
    }
    for (section, members) in sections.enumerated() {
      if let item = members.firstIndex(of: element) { return IndexPath(indexes: [section, item]) }
    }
    return nil
  }

  // MARK: Fetching

  /// Fetches if something has changed since the last fetch.
  private func update() {
    _ = signal.isStale
    guard signal.take() else { return }
    do {
      if let background {
        if let keys = try background.take()?.get() {
          // Objects that are here hear of what others have saved.
          modelContext.processPendingChanges()
          fetched = modelContext._core.window(keys, window ?? keys.count)
          failure = nil
        }
        return
      }
      if let window {
        fetched = modelContext._core.window(try modelContext._core.keys(descriptor), window)
        failure = nil
        return
      }
      let models = try modelContext.fetch(descriptor)
      fetched = Self.collection(models)
      divided = sectioning.map { SectionedResults(models, title: $0.title) }
      failure = nil
    } catch {
      failure = error
    }
  }

  private func descriptorHasChanged() {
    signal.setInterest(ResultsInterest(descriptor, section: sectioning?.keyPath, modelContext._core.model))
    if let background { background.fetch(descriptor) } else { signal.raise() }
  }

  private static func collection(_ models: [Element]) -> FetchResultsCollection<Element> {
    // One window: everything is loaded already.
    FetchResultsCollection(count: models.count, batchSize: models.count) { _ in models }
  }

  private static func order(
    _ order: [SortDescriptor<Element>], _ sectioning: Sectioning<Element, SectionTitle>?
  ) -> [SortDescriptor<Element>] {
    guard let sectioning else { return order }
    if let first = order.first, first.keyPath == sectioning.keyPath { return order }
    return sectioning.order + order
  }
}

extension ResultsObserver: CustomDebugStringConvertible {
  /// The model, how many there are, and the key path of the sections.
  public var debugDescription: String {
    let sections = sectioning.map { ", by \($0.keyPath)" } ?? ""
    return "ResultsObserver(\(fetched.count) of \(Element.self)\(sections))"
  }
}

/// How results are divided.
struct Sectioning<Element: PersistentModel, SectionTitle: Hashable> {
  let keyPath: PartialKeyPath<Element>
  /// Brings the models of a section together. One descriptor, in an array:
  /// a stored one does not link in release builds (its copies name a type
  /// that Foundation keeps to itself; 6.3.1).
  let order: [SortDescriptor<Element>]
  let title: (Element) -> SectionTitle
}
