// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftDataCore

/// A view in the graph: what it was made of, its children, and what it shows.
///
/// A node lives as long as its view keeps its place and type, or its identifier. What the view remembers is kept here.
@MainActor class Node {
  let graph: Graph
  // Unsafe: a parent that goes takes itself out. A weak reference would give each parent a side table.
  nonisolated(unsafe) private unowned(unsafe) var above: Node?
  /// By what the parent finds the node again.
  let slot: Slot
  // A page has thousands of nodes: small numbers lie in the room that the slot leaves, and what few nodes have in `Extra`.
  private var flags: Flags = [.isAlive, .needsOutput]
  private let ownDepth: UInt16
  private let ownSerial: UInt32
  var environment: EnvironmentValues
  // The next five are the business of the extensions of this folder alone.
  var kept = Children.none
  var shown = Shown.nothing
  private(set) var ownSubscriber: Subscriber?
  var firstKey: ElementKey?
  private(set) var extra: Extra?

  /// What few nodes have: most views neither remember nor observe anything.
  @MainActor final class Extra {
    var keys: [Int: ElementKey] = [:]
    var memory: [(type: ObjectIdentifier, name: String, object: AnyObject)] = []
    var endings: [() -> Void] = []
    /// What was read of observable objects, by the evaluation and by the output that are current.
    var inEvaluation: Reading?
    var inAssembly: Reading?
    /// What ``output`` says beside its elements.
    var preferences = PreferenceValues()
    var shownLocale: Locale?
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let isAlive = Flags(rawValue: 1)
    static let readsLanguage = Flags(rawValue: 2)
    static let isVisited = Flags(rawValue: 4)
    static let needsOutput = Flags(rawValue: 8)
    static let isAssembling = Flags(rawValue: 16)
    static let wasHandedAnother = Flags(rawValue: 32)

    subscript(_ flag: Flags) -> Bool {
      get { contains(flag) }
      set { if newValue { insert(flag) } else { remove(flag) } }
    }
  }

  private(set) var isAlive: Bool {
    get { flags[.isAlive] }
    set { flags[.isAlive] = newValue }
  }
  /// Whether a text was looked up in the language of the place.
  var readsLanguage: Bool {
    get { flags[.readsLanguage] }
    set { flags[.readsLanguage] = newValue }
  }
  /// While children are replaced: whether the node stays one.
  var isVisited: Bool {
    get { flags[.isVisited] }
    set { flags[.isVisited] = newValue }
  }
  var needsOutput: Bool {
    get { flags[.needsOutput] }
    set { flags[.needsOutput] = newValue }
  }
  var isAssembling: Bool {
    get { flags[.isAssembling] }
    set { flags[.isAssembling] = newValue }
  }
  /// Whether the node is evaluated since its parent has made another view.
  private(set) var wasHandedAnother: Bool {
    get { flags[.wasHandedAnother] }
    set { flags[.wasHandedAnother] = newValue }
  }

  /// Mostly there is one, which needs no array.
  enum Children {
    case none
    case one(Node)
    case several([Node])
    /// They are gone, and are made again when they are needed; see `RestingNodes.swift`.
    case resting(RestingNode)
    /// They are being made again.
    case waking(WakingNode)
  }

  /// What the node shows. Mostly it is one element, which needs no array.
  enum Shown {
    case nothing
    case one(Rendered)
    case several([Rendered])
  }

  enum Slot: Hashable {
    case index(Int)
    case id(RowIdentity)

    static func named(_ id: AnyHashable) -> Slot { .id(.named(id)) }
  }

  init(graph: Graph, parent: Node?, slot: Slot, environment: EnvironmentValues) {
    self.graph = graph
    above = parent
    self.slot = slot
    // Deeper ones would count as equally deep.
    ownDepth = parent.map { UInt16(clamping: Int($0.ownDepth) + 1) } ?? 0
    ownSerial = graph.nextSerial()
    self.environment = environment
  }

  deinit {
    ownSubscriber?.node = nil
    switch kept {
    case .none, .resting, .waking: break
    case .one(let child): child.above = nil
    case .several(let children): for child in children { child.above = nil }
    }
  }

  var parent: Node? { above }
  var depth: Int { Int(ownDepth) }
  /// Differs from that of any other node of the graph.
  var serial: Int { Int(ownSerial) }

  var subscriber: Subscriber {
    if let ownSubscriber { return ownSubscriber }
    let made = Subscriber(graph.inbox)
    made.node = self
    if !isAlive { made.end() }
    ownSubscriber = made
    return made
  }

  var ensuredExtra: Extra {
    if let extra { return extra }
    let made = Extra()
    extra = made
    return made
  }

  // MARK: To override

  /// Gives each child its view.
  func evaluate() {}
  func makeOutput() -> Output { content }
  /// The environment is another one, the view is the same.
  func environmentChanged() {}
  var viewType: Any.Type { Node.self }
  /// The stored properties whose values the node keeps, and how often they have changed.
  var propertyChanges: [(name: String, count: Int)] { [] }
  var shownView: Any? { nil }
  /// Whether the node could be made again of its view, and nobody would notice (``StatelessView``).
  var isStateless: Bool { false }

  /// Evaluates the view, and notes that it may show something else.
  func evaluateNow() {
    guard isAlive else { return }
    ownSubscriber?.clear()
    if let extra {
      extra.inEvaluation?.end()
      extra.inEvaluation = nil
    }
    wake()
    evaluate()
    markOutput()
  }

  /// Whether views of the type have read observable objects that are no models.
  var observesObjects: Bool {
    get { true }
    set {}
  }

  /// Evaluates the view that the parent has made anew.
  func evaluateHandedAnother() {
    wasHandedAnother = true
    evaluateNow()
    wasHandedAnother = false
  }

  /// In which language texts were looked up.
  var shownLocale: Locale? {
    get { extra?.shownLocale }
    set { ensuredExtra.shownLocale = newValue }
  }

  func invalidate() { subscriber.invalidate() }

  // MARK: The end

  func atEnd(_ action: @escaping () -> Void) { ensuredExtra.endings.append(action) }

  func end() {
    guard isAlive else { return }
    isAlive = false
    ownSubscriber?.end()
    ownSubscriber?.node = nil
    let extra = extra
    extra?.inEvaluation?.end()
    extra?.inAssembly?.end()
    forEachChild { $0.end() }
    for ending in extra?.endings ?? [] { ending() }
    children = []
    // Elements have closures that may keep the node, and keys keep elements.
    self.extra = nil
    firstKey = nil
    shown = .nothing
    above = nil
  }
}
