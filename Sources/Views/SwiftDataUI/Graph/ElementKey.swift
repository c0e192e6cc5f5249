// SPDX-License-Identifier: Apache-2.0

/// The identity of an element through all its versions.
///
/// Elements that are made around an element, such as the row of a list, take theirs from its key: they live as long, and
/// nobody has to keep a table. There are few of them mostly: a chain takes a tenth of a dictionary's room.
@MainActor final class ElementKey {
  let id = ElementID()
  private let name: String
  private var firstCompanion: ElementKey?
  /// The next companion of the same element.
  private var next: ElementKey?
  private var firstMemo: Memo?
  /// By name, all companions of an element with many.
  private var companions: [String: ElementKey]?

  private static let longestChain = 8

  private final class Memo {
    let name: String
    var source: Rendered
    var variant: Int
    var result: Rendered
    var next: Memo?

    init(_ name: String, _ source: Rendered, _ variant: Int, _ result: Rendered) {
      self.name = name
      self.source = source
      self.variant = variant
      self.result = result
    }
  }

  init(_ name: String = "") { self.name = name }

  func companion(_ name: String) -> ElementKey {
    if let companions {
      if let known = companions[name] { return known }
    } else {
      var count = 0
      var current = firstCompanion
      while let key = current {
        if key.name == name { return key }
        current = key.next
        count += 1
      }
      if count == Self.longestChain { companions = [:] }
    }
    let key = ElementKey(name)
    if companions != nil {
      if firstCompanion != nil { unchain { companions?[$0.name] = $0 } }
      companions?[name] = key
    } else {
      key.next = firstCompanion
      firstCompanion = key
    }
    return key
  }

  /// Takes the chain apart, link by link.
  private func unchain(_ body: (ElementKey) -> Void) {
    while let key = firstCompanion {
      firstCompanion = key.next
      key.next = nil
      body(key)
    }
  }

  /// Lets go of what was made of elements with this key, which refer to it: they are no longer shown.
  func forget() {
    while let memo = firstMemo {
      firstMemo = memo.next
      memo.next = nil
    }
    let left = companions?.values
    companions = nil
    unchain { $0.forget() }
    if let left { for key in left { key.forget() } }
  }

  /// What `make` makes of an element with this key: the same object as before if it is the same element.
  ///
  /// - Parameter variant: What else the result depends on.
  func derived(_ name: String, of source: Rendered, variant: Int = 0, _ make: () -> Rendered) -> Rendered {
    var current = firstMemo
    while let memo = current, memo.name != name { current = memo.next }
    if let memo = current, memo.source === source, memo.variant == variant { return memo.result }
    let result = make()
    if let memo = current {
      memo.source = source
      memo.variant = variant
      memo.result = result
    } else {
      let memo = Memo(name, source, variant, result)
      memo.next = firstMemo
      firstMemo = memo
    }
    return result
  }
}
