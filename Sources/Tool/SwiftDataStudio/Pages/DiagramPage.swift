// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// Entities and relationships as a drawing.
struct DiagramPage: View {
  let model: StudioModel
  @State private var diagram: Loaded<Diagram> = .loading
  /// `nil` as long as nobody has chosen one.
  @State private var chosenScale: Double?
  @State private var search = ""

  var body: some View {
    Markup(.box, "st-rows-main") {
      Markup(.header, "st-head") {
        Markup(
          MarkupPart(
            .box, "st-head-title",
            parts: [Parts.text(.title, "st-title", "Diagram"), Parts.text(.text, "st-head-count", count)]))
        Markup(.box, "st-actions") {
          Markup(
            MarkupPart(
              .textField, "st-input st-find",
              [.init(.placeholder, "Find entity"), .init(.label, "Find entity"), .init(.value, search)],
              on: [(.input, { search = $0 ?? "" })]))
          Markup(
            Parts.button("st-button", text: "−", [.init(.label, "Smaller")]) { chosenScale = max(0.3, scale - 0.15) })
          Markup(
            Parts.button("st-button", text: "+", [.init(.label, "Larger")]) { chosenScale = min(2, scale + 0.15) })
          Markup(Parts.download(ExportRequest(.mermaid), "Mermaid"))
        }
      }
      switch diagram {
      case .loading: Markup(Parts.loading)
      case .failed(let error): Markup(Parts.error(error))
      case .value(let diagram):
        Markup(DiagramDrawing(model: model, diagram: diagram, scale: scale, search: search.lowercased()).part)
      }
    }
    .task(id: model.revision) { diagram = await Loaded.of { try await model.store.diagram() } }
  }

  /// Wide drawings are shown smaller, as far as one can still read them.
  private var scale: Double {
    chosenScale ?? min(1, max(0.7, 1_040 / max(1, diagram.value?.width ?? 1)))
  }

  private var count: String {
    guard let diagram = diagram.value else { return "" }
    let relationships = diagram.edges.filter { $0.kind == .relationship }.count
    return "\(diagram.boxes.count) \(diagram.boxes.count == 1 ? "entity" : "entities"), "
      + Parts.count(relationships, "relationship")
  }
}

/// The drawing itself: SVG.
@MainActor struct DiagramDrawing {
  let model: StudioModel
  let diagram: Diagram
  let scale: Double
  let search: String

  var part: MarkupPart {
    let width = diagram.width
    let height = diagram.height
    return MarkupPart(
      .box, "st-diagram", [.init(.isFocusable, true)],
      parts: [
        MarkupPart(
          .box, "st-legend",
          parts: ["○ one object", "● many objects", "┄ is a", "◆ unique"].map { Parts.text(.text, "", $0) }),
        MarkupPart(
          .drawing, "",
          [
            .init(.coordinates, "0 0 \(Int(width)) \(Int(height))"), .init(.width, "\(Int(width * scale))"),
            .init(.height, "\(Int(height * scale))"), .init(.image), .init(.label, "Entities and relationships"),
          ], parts: diagram.edges.map(line) + diagram.boxes.map(box) + diagram.edges.flatMap(ends)),
      ])
  }

  private func isFaint(_ names: String...) -> Bool {
    !search.isEmpty && !names.contains { $0.lowercased().contains(search) }
  }

  private func line(_ edge: Diagram.Edge) -> MarkupPart {
    let names = edge.kind == .inheritance ? "st-edge st-inherits" : "st-edge"
    let faint = isFaint(edge.from, edge.to) ? " st-hidden" : ""
    let description =
      edge.kind == .inheritance
      ? "\(edge.from) is a \(edge.to)"
      : "\(edge.from) \(edge.isFromMany.map { $0 ? "*" : "1" } ?? "") — \(edge.isToMany ? "*" : "1") \(edge.to): \(edge.name)"
    return MarkupPart(
      .path, names + faint, [.init(.outline, edge.path)], parts: [MarkupPart(.drawingTitle, text: description)])
  }

  /// A ring for one, a disc for many.
  private func ends(_ edge: Diagram.Edge) -> [MarkupPart] {
    let faint = isFaint(edge.from, edge.to) ? " st-hidden" : ""
    guard edge.kind == .relationship, let start = point(edge.path, first: true),
      let end = point(edge.path, first: false)
    else { return [] }
    return [(start, edge.isFromMany), (end, edge.isToMany)].compactMap { point, isMany -> MarkupPart? in
      guard let isMany else { return nil }
      return MarkupPart(
        .circle, (isMany ? "st-end st-many" : "st-end") + faint,
        [.init(.centerX, point.0), .init(.centerY, point.1), .init(.radius, isMany ? "4.5" : "3.5")])
    }
  }

  private func point(_ path: String, first: Bool) -> (String, String)? {
    let numbers = path.split { " MCc".contains($0) }.map(String.init)
    guard numbers.count >= 4 else { return nil }
    if path.contains("c") { return first ? (numbers[0], numbers[1]) : nil }
    return first ? (numbers[0], numbers[1]) : (numbers[numbers.count - 2], numbers[numbers.count - 1])
  }

  private func box(_ box: Diagram.Box) -> MarkupPart {
    func text(_ names: String, _ x: Double, _ y: Double, _ text: String, end: Bool = false) -> MarkupPart {
      MarkupPart(
        .drawnText, names, [Element.Attribute(.x, "\(x)"), Element.Attribute(.y, "\(y)")].adding(.endsThere, if: end),
        text: text)
    }
    let width = Diagram.Box.width
    var parts = [
      MarkupPart(
        .rectangle, "st-box",
        [
          .init(.x, "\(box.x)"), .init(.y, "\(box.y)"), .init(.width, "\(width)"), .init(.height, "\(box.height)"),
          .init(.cornerRadius, "9"),
        ]),
      MarkupPart(
        .path, "st-box-head",
        [
          .init(
            .outline,
            "M\(box.x) \(box.y + Diagram.Box.header) v-\(Diagram.Box.header - 9) a9 9 0 0 1 9 -9 h\(width - 18) a9 9 0 0 1 9 9 v\(Diagram.Box.header - 9) z"
          )
        ]),
      text("st-box-name", box.x + 11, box.y + 22, Self.cut(box.entity, box.rows == nil ? 24 : 18)),
    ]
    if box.isAbstract {
      parts.append(text("st-box-count", box.x + width - 11, box.y + 22, "abstract", end: true))
    } else if let rows = box.rows {
      parts.append(text("st-box-count", box.x + width - 11, box.y + 22, Parts.number(rows), end: true))
    }
    for (index, line) in box.lines.enumerated() {
      let y = box.y + Diagram.Box.header + 18 + Double(index) * Diagram.Box.line
      let type = Self.cut(line.type, 15)
      parts.append(
        text(
          line.isRelationship ? "st-line st-line-link" : "st-line", box.x + 11, y,
          Self.cut((line.isUnique ? "◆ " : "") + line.name, max(8, 27 - type.count))))
      parts.append(text("st-line-type", box.x + width - 11, y, type, end: true))
    }
    if box.hidden > 0 {
      let y = box.y + Diagram.Box.header + 18 + Double(box.lines.count) * Diagram.Box.line
      parts.append(text("st-line-type", box.x + 11, y, "and \(box.hidden) more"))
    }
    return Parts.link(
      model, .rows(of: box.entity), isFaint(box.entity) ? "st-entity st-hidden" : "st-entity",
      parts: parts + [], [.init(.label, box.entity)])
  }

  private static func cut(_ text: String, _ length: Int) -> String {
    text.count <= length ? text : String(text.prefix(length - 1)) + "…"
  }
}
