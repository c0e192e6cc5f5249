// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A stack's part of the address: the pages over the first one.
extension Navigator: AddressPart {
  var segments: [String] {
    var segments: [String] = []
    for value in values {
      // What is over a page without a name cannot be reached by an address either.
      guard let segment = AddressValue.segment(for: value) else { break }
      segments.append(segment)
    }
    return segments
  }

  func restore(_ segments: inout [String], isFirst: Bool) -> Bool {
    if isFirst {
      // Pages that are open already stay.
      let open = values.map { AddressValue.segment(for: $0) }
      var count = 0
      while count < open.count, count < segments.count, open[count] == segments[count] { count += 1 }
      if count < open.count { show(Array(values[..<count])) }
      segments.removeFirst(count)
      // Those that are left have to go before others are opened.
      if count < open.count { return false }
    }
    guard let next = segments.first, let node else { return true }
    if let value = value(next, offeredBy: node.children, node.environment) {
      segments.removeFirst()
      push(value)
      return false
    }
    // Otherwise it is what a link on the page opens.
    guard let page = node.children.last,
      let link = page.firstLink(where: { $0.segment(from: $1) == next })
    else { return true }
    segments.removeFirst()
    link.0.open(from: link.1)
    return false
  }

  /// The value of a type with a page that a segment names, if an address may open it: one that views offer, or that
  /// was open before.
  func value(_ segment: String, offeredBy views: [Node], _ environment: EnvironmentValues) -> AnyHashable? {
    let wasOpen = closed.contains(segment)
    for type in types {
      let value =
        wasOpen
        ? AddressValue.value(segment, as: type, environment.containerContext)
        : AddressValue.value(segment, as: type, offeredBy: views, environment)
      if let value { return value }
    }
    return nil
  }
}

extension Node {
  /// The first link among the views below, without those of stacks within.
  func firstLink(where isWanted: (any OpeningLink, Node) -> Bool) -> (any OpeningLink, Node)? {
    if let link = shownView as? any OpeningLink, isWanted(link, self) { return (link, self) }
    for child in children {
      if child.environment.navigation !== environment.navigation { continue }
      if let found = child.firstLink(where: isWanted) { return found }
    }
    return nil
  }
}
