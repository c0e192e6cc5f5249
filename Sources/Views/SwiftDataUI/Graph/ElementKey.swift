// SPDX-License-Identifier: Apache-2.0

/// The identity of an element through all its versions.
///
/// Elements that are made around an element, such as the row of a list, take theirs from its key: they live as long, and
/// nobody has to keep a table. There are few of them mostly: a chain takes a tenth of a dictionary's room.
@MainActor class ElementKey {
  let id = ElementID()
  /// Most elements have nothing around them.
  private var links: Links?

  @MainActor private final class Links {
    var firstCompanion: Companion?
    var firstMemo: Memo?
    /// By name, all companions of an element with many.
    var companions: [String: Companion]?
  }

  private final class Companion: ElementKey {
    let name: String
    /// The next companion of the same element.
    var next: Companion?

    init(_ name: String) { self.name = name }
  }

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

  init() {}

  private var ensuredLinks: Links {
    if let links { return links }
    let made = Links()
    links = made
    return made
  }

  func companion(_ name: String) -> ElementKey {
    let links = ensuredLinks
    if let companions = links.companions {
      if let known = companions[name] { return known }
    } else {
      var count = 0
      var current = links.firstCompanion
      while let key = current {
        if key.name == name { return key }
        current = key.next
        count += 1
      }
      if count == Self.longestChain { links.companions = [:] }
    }
    let key = Companion(name)
    if links.companions != nil {
      if links.firstCompanion != nil { Self.unchain(links) { links.companions?[$0.name] = $0 } }
      links.companions?[name] = key
    } else {
      key.next = links.firstCompanion
      links.firstCompanion = key
    }
    return key
  }

  /// Takes the chain apart, link by link.
  private static func unchain(_ links: Links, _ body: (Companion) -> Void) {
    while let key = links.firstCompanion {
      links.firstCompanion = key.next
      key.next = nil
      body(key)
    }
  }

  /// Lets go of what was made of elements with this key, which refer to it: they are no longer shown.
  func forget() {
    guard let links else { return }
    self.links = nil
    while let memo = links.firstMemo {
      links.firstMemo = memo.next
      memo.next = nil
    }
    Self.unchain(links) { $0.forget() }
    if let left = links.companions?.values { for key in left { key.forget() } }
  }

  /// What `make` makes of an element with this key: the same object as before if it is the same element.
  ///
  /// - Parameter variant: What else the result depends on.
  func derived(_ name: String, of source: Rendered, variant: Int = 0, _ make: () -> Rendered) -> Rendered {
    let links = ensuredLinks
    var current = links.firstMemo
    while let memo = current, memo.name != name { current = memo.next }
    if let memo = current, memo.source === source, memo.variant == variant { return memo.result }
    let result = make()
    if let memo = current {
      memo.source = source
      memo.variant = variant
      memo.result = result
    } else {
      let memo = Memo(name, source, variant, result)
      memo.next = links.firstMemo
      links.firstMemo = memo
    }
    return result
  }
}
