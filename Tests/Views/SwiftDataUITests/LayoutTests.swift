// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftUI
import Testing

@testable import SwiftDataUI
@testable import SwiftDataWeb

/// All elements with a class.
@MainActor private func elements<V: View>(_ name: StyleClass, _ view: V) -> [Element] {
  func all(_ element: Element) -> [Element] {
    (element.classes.contains(name) ? [element] : []) + element.children.flatMap(all)
  }
  return all(ViewPage(view).root)
}

extension Element {
  fileprivate var style: String { attribute(.style) ?? "" }
}

/// What is said of a layout; how it looks, `layouts.py` tests in a browser.
@MainActor @Suite struct LayoutTests {
  @Test func viewsOfALowerPriorityGiveRoomAway() throws {
    let row = HStack {
      Text("first").layoutPriority(1)
      Text("usual")
      Color.red
      Text("fixed").fixedSize().layoutPriority(-1)
    }
    let styles = try #require(elements(.hstack, row).first).children.map(\.style)
    #expect(styles[0].isEmpty && styles[1] == "flex-shrink:1000000")
    #expect(styles[2].contains("flex-shrink:1000000") && !styles[2].contains("flex-grow"))
    #expect(styles[3].contains("flex-shrink:0"))
    let column = VStack {
      Color.red
      Color.blue.layoutPriority(-1)
      Spacer().layoutPriority(-2)
    }
    let yields = try #require(elements(.vstack, column).first).children.map { $0.style.contains("flex-grow:0") }
    #expect(yields == [false, true, true])
    let alone = try #require(elements(.hstack, HStack { Spacer().layoutPriority(-1) }).first)
    #expect(alone.children[0].style.isEmpty)
  }

  @Test func aFixedSizeIsTheIdealOne() throws {
    let text = try #require(elements(.text, Text("a").fixedSize()).first)
    #expect(text.style.contains("width:var(--ideal-width,max-content)") && text.style.contains("flex-shrink:0"))
    let tall = try #require(elements(.text, Text("a").fixedSize(horizontal: false, vertical: true)).first)
    #expect(!tall.style.contains("width") && !tall.style.contains("flex-shrink"))
    let frame = try #require(elements(.frame, Color.red.frame(idealWidth: 80).fixedSize()).first)
    #expect(frame.style.contains("--ideal-width:80px") && !frame.classes.contains(.growsHorizontally))
    // A frame's own length counts.
    let fixed = try #require(elements(.frame, Color.red.frame(width: 50, height: 40).fixedSize()).first)
    #expect(fixed.style.contains("width:50px") && !fixed.style.contains("max-content"))
  }

  @Test func aLimitOfLinesIsThatOfTexts() throws {
    let stack = VStack {
      Text("a")
      Text("b").lineLimit(nil)
      Text("c").lineLimit(3)
    }
    .lineLimit(1)
    #expect(elements(.lineLimit, stack).map(\.text) == ["a", "c"])
    #expect(elements(.lineLimit, stack).map(\.style) == ["--lines:1", "--lines:3"])
  }

  @Test func aGridGrowsWithItsCells() throws {
    let grid = try #require(
      elements(
        .grid,
        Grid {
          GridRow {
            Text("a")
            TextField("b", text: .constant(""))
          }
          GridRow { Color.red.gridCellColumns(2).gridCellUnsizedAxes(.vertical) }
        }
      ).first)
    #expect(grid.style.contains("grid-template-columns:auto minmax(0,1fr)") && !grid.style.contains("template-rows"))
    #expect(grid.classes.contains(.growsHorizontally) && !grid.classes.contains(.growsVertically))
    let plain = try #require(elements(.grid, Grid { GridRow { Text("a") } }).first)
    #expect(plain.style.contains("grid-template-columns:repeat(1,auto)") && plain.classes == [.grid])
  }

  @Test func anEmptyLabelTakesNoRoom() throws {
    let day = Binding.constant(Date.distantPast)
    #expect(try #require(elements(.control, DatePicker("", selection: day)).first).children.count == 1)
    #expect(try #require(elements(.control, DatePicker("Day", selection: day)).first).children.count == 2)
  }

  @Test func aLimitedFrameLiesWhereItsContainerHasOthers() throws {
    let limited = try #require(elements(.frame, Text("a").frame(maxWidth: 100)).first)
    #expect(limited.classes.contains(.limitedWidth) && limited.classes.contains(.growsHorizontally))
    #expect(try !#require(elements(.frame, Text("a").frame(maxWidth: .infinity)).first).classes.contains(.limitedWidth))
  }
}
