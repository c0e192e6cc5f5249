// SPDX-License-Identifier: Apache-2.0

import RealmFile

/// Compares the links of all properties with what is noted at their targets.
struct LinkComparison {
  private struct Link: Hashable {
    var origin: String
    var property: String
    var from: RealmObjectKey
    var target: RealmLink
  }

  private(set) var count = 0
  private(set) var differences: [String] = []

  init(_ file: RealmFile) throws {
    var forward: [Link: Int] = [:]
    var backward: [Link: Int] = [:]
    for table in file.tables {
      let rows = table.rows()
      while let row = try rows.next() {
        for (index, property) in table.type.properties.enumerated() {
          for target in try row.value(at: index).links {
            count += 1
            forward[
              Link(origin: table.name, property: property.name, from: row.key, target: target),
              default: 0] += 1
          }
        }
        for (index, backlink) in table.type.backlinks.enumerated() {
          for key in try row.sources(ofBacklink: index) where key.rawValue >= 0 {
            let target = RealmLink(table: table.type.key, key: row.key)
            backward[
              Link(origin: backlink.origin, property: backlink.property, from: key, target: target),
              default: 0] += 1
          }
        }
      }
    }
    for (link, number) in forward where backward[link] != number {
      differences.append("\(link): \(number) links, \(backward[link] ?? 0) back")
    }
    for (link, number) in backward where forward[link] == nil {
      differences.append("\(link): no link, \(number) back")
    }
  }
}

extension RealmValue {
  /// All links in a value.
  var links: [RealmLink] {
    switch self {
    case .link(let link): [link]
    case .list(let values), .set(let values): values.flatMap(\.links)
    case .dictionary(let entries): entries.flatMap(\.value.links)
    default: []
    }
  }
}
