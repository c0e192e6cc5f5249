// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftUI
import Testing

@testable import SwiftDataUI

@Observable private final class Sheet: Identifiable {
  let id: Int
  var title: String
  var note: String?
  init(_ id: Int) {
    self.id = id
    title = "title \(id)"
  }
}

@Observable private final class Stack { var sheets: [Sheet] = [] }

/// As a view of a program's own it is no part that can be made again, so what is around it does not rest.
private struct Awake<Content: View>: View {
  let content: Content
  var body: some View { content }
}

private struct Sheets: View {
  let stack: Stack
  let rests: Bool
  let isList: Bool

  var body: some View {
    if isList { List { rows } } else { VStack { rows } }
  }

  private var rows: some View {
    ForEach(stack.sheets) { sheet in
      HStack {
        VStack {
          if let note = sheet.note { Text(note).transition(.slide) }
          part(Text(sheet.title).bold())
        }
        Spacer()
        part(Text("end of \(sheet.id)")).transition(.scale)
      }
      .transition(.move(edge: .leading).combined(with: .opacity))
    }
  }

  @ViewBuilder private func part<V: View>(_ view: V) -> some View {
    if rests { view } else { Awake(content: view) }
  }
}

/// Rows whose nodes were let go come, go, move and change with animations as those that keep their nodes.
@MainActor @Suite struct RestingMotionTests {
  @MainActor private final class Shown {
    let stack = Stack()
    let dom: ModelDOM
    init(rests: Bool, isList: Bool, _ count: Int) {
      stack.sheets = (0..<count).map { Sheet($0) }
      dom = ModelDOM(ViewPage(Sheets(stack: stack, rests: rests, isList: isList)))
    }

    /// What was sent, without the names of elements, which differ from page to page.
    func take() -> [String] {
      defer { dom.clearOperations() }
      return dom.operations.map { operation in
        switch operation {
        case .insert(let element, _, let before): "insert \(said(element)) before \(text(before))"
        case .move(let id, _, let before): "move \(text(id)) before \(text(before))"
        case .remove: "remove"
        case .attribute(let id, let name, let value): "\(name) of \(text(id)): \(value.map { "\($0)" } ?? "")"
        case .look(let id, let look): "look of \(text(id)): \(look)"
        case .text(_, let text): "text \(text)"
        case .events(let id, let kinds): "events of \(text(id)): \(kinds)"
        case .command(let command): "\(command)"
        }
      }
    }

    private func said(_ element: Element) -> String {
      "\(element.kind) \(element.attributes.map { "\($0.name) \($0.value)" }) \(element.text ?? "")"
        + "[\(element.children.map(said).joined(separator: " "))]"
    }

    private func text(_ id: ElementID?) -> String {
      id.flatMap { id in dom.all.first { $0.id == id } }.map(ModelDOM.text) ?? "none"
    }
  }

  private func change(_ stacks: [Stack], _ random: inout Seeded, _ next: inout Int) {
    let count = stacks[0].sheets.count
    let kind = Int.random(in: 0..<6, using: &random)
    let (first, second) = (Int(random.next() >> 8), Int(random.next() >> 8))
    next += 1
    for stack in stacks {
      switch kind {
      case 0: stack.sheets.insert(Sheet(next), at: first % (count + 1))
      case _ where count == 0: break
      case 1: stack.sheets.remove(at: first % count)
      case 2: stack.sheets.insert(stack.sheets.remove(at: first % count), at: second % count)
      case 3: stack.sheets[first % count].title = "title \(next)"
      case 4:
        let sheet = stack.sheets[first % count]
        sheet.note = sheet.note == nil ? "note \(next)" : nil
      default:
        // The row moves and says something else at once.
        let sheet = stack.sheets.remove(at: first % count)
        sheet.title = "moved \(next)"
        stack.sheets.insert(sheet, at: second % count)
      }
    }
  }

  @Test(arguments: 0..<20) func restingRowsAreAnimatedAsOthers(seed: Int) {
    var random = Seeded(state: UInt64(seed))
    let isList = seed % 2 == 0
    let pages = [true, false].map { Shown(rests: $0, isList: isList, 6) }
    #expect(pages[0].dom.page.root.shape == pages[1].dom.page.root.shape)
    var next = 100
    for _ in 0..<40 {
      let animation = Bool.random(using: &random) ? Animation.bouncy : nil
      withAnimation(animation) {
        for _ in 0..<Int.random(in: 1...3, using: &random) { change(pages.map(\.stack), &random, &next) }
      }
      for page in pages { page.dom.page.update() }
      #expect(pages[0].take() == pages[1].take())
      for page in pages { #expect(page.dom.root == page.dom.page.root) }
    }
  }

  @Test func rowsRest() {
    let nodes = [true, false].map { rests in
      let stack = Stack()
      stack.sheets = (0..<10).map { Sheet($0) }
      return ViewPage(Sheets(stack: stack, rests: rests, isList: true)).nodeCount
    }
    #expect(nodes[0] < nodes[1])
  }
}

extension Element {
  /// All of it but the names.
  fileprivate var shape: String {
    "\(kind) \(look) \(attributes) \(text ?? "") \(events) [\(children.map(\.shape).joined(separator: ","))]"
  }
}
