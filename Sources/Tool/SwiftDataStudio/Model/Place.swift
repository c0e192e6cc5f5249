// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What a page shows, as an address says it: so it can be bookmarked, and the browser's buttons lead back.
package enum Place: Hashable, Sendable {
  case overview
  case rows(GridRequest, selected: ObjectReference?)
  case diagram
  case history(entity: String?)
  /// A statement that is filled in, and never run by itself.
  case sql(statement: String?)
  case health
  case schema

  /// The place of an address; the overview if there is none.
  package init(path: String) {
    let parts = URLComponents(string: path)
    // A slash in a name is none between names.
    let names = (parts?.percentEncodedPath ?? "").split(separator: "/").map { $0.removingPercentEncoding ?? "" }
    func value(_ name: String) -> String? {
      parts?.queryItems?.first { $0.name == name }?.value.flatMap { $0.isEmpty ? nil : $0 }
    }
    switch names.first {
    case "rows" where names.count == 2:
      var request = GridRequest(entity: names[1])
      request.condition = value("where") ?? ""
      if let sort = value("sort") {
        request.isDescending = sort.hasPrefix("-")
        let order = request.isDescending ? String(sort.dropFirst()) : sort
        request.order = order == "self" ? nil : order
      }
      request.relation = Self.relation(value("of"), value("to"))
      self = .rows(request, selected: value("row").flatMap { ObjectReference($0) })
    case "diagram": self = .diagram
    case "history": self = .history(entity: value("entity"))
    case "sql": self = .sql(statement: value("text"))
    case "health": self = .health
    case "schema": self = .schema
    default: self = .overview
    }
  }

  /// `of=Trip/p1.stops`: what it leads to. `to=Trip/p1&…`: what leads to it.
  private static func relation(_ of: String?, _ to: String?) -> GridRequest.Relation? {
    func parts(_ text: String) -> (ObjectReference, String)? {
      guard let slash = text.firstIndex(of: "/"), let point = text[slash...].firstIndex(of: "."),
        let reference = ObjectReference(String(text[..<point]))
      else { return nil }
      return (reference, String(text[text.index(after: point)...]))
    }
    if let (reference, name) = of.flatMap(parts) { return .targets(of: reference, relationship: name) }
    if let (reference, name) = to.flatMap(parts) { return .owners(of: reference, relationship: name) }
    return nil
  }

  /// The address. A long statement or condition is not in it: browsers and the host take no address of any length.
  package var path: String { path(longest: Self.longest) }

  /// All of it, to be kept in a file.
  var wholePath: String { path(longest: .max) }

  /// How long a statement or a condition in an address may be, in bytes.
  static let longest = 2_000

  private func path(longest: Int) -> String {
    var parts = URLComponents()
    var items: [URLQueryItem] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { items.append(URLQueryItem(name: name, value: value)) }
    }
    switch self {
    case .overview: parts.path = "/"
    case .rows(let request, let selected):
      parts.percentEncodedPath =
        "/rows/" + (request.entity.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
      if request.condition.utf8.count <= longest { add("where", request.condition) }
      if request.order != nil || request.isDescending {
        add("sort", (request.isDescending ? "-" : "") + (request.order ?? "self"))
      }
      switch request.relation {
      case .targets(let reference, let name): add("of", "\(reference).\(name)")
      case .owners(let reference, let name): add("to", "\(reference).\(name)")
      case nil: break
      }
      add("row", selected.map { "\($0)" })
    case .diagram: parts.path = "/diagram"
    case .history(let entity):
      parts.path = "/history"
      add("entity", entity)
    case .sql(let statement):
      parts.path = "/sql"
      if let statement, statement.utf8.count <= longest { add("text", statement) }
    case .health: parts.path = "/health"
    case .schema: parts.path = "/schema"
    }
    if !items.isEmpty { parts.queryItems = items }
    return parts.string ?? "/"
  }

  package var title: String {
    switch self {
    case .overview: "Overview"
    case .rows(let request, _): request.entity
    case .diagram: "Diagram"
    case .history: "History"
    case .sql: "SQL"
    case .health: "Health"
    case .schema: "Schema"
    }
  }
}

extension Place {
  static func rows(of entity: String) -> Place { .rows(GridRequest(entity: entity), selected: nil) }

  /// A row among all of its entity.
  static func row(_ reference: ObjectReference) -> Place {
    .rows(GridRequest(entity: reference.entity), selected: reference)
  }
}
