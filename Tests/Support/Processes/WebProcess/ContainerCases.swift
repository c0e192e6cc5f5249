// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// How grids, what scrolls, readers and other containers lay out what they hold. Where each part has to be, and which
  /// documentation says so, is in Tests/Views/Browser/layouts.py.
  struct ContainerCases: View {
    var body: some View {
      ScrollView {
        VStack(spacing: 0) {
          GridContainers()
          LazyContainers()
          ScrollContainers()
          SizeContainers()
          RowContainers()
          TextContainers()
        }
      }
    }
  }

  private struct GridContainers: View {
    var body: some View {
      Room("spans") {
        Grid(horizontalSpacing: 10, verticalSpacing: 10) {
          GridRow {
            block("spans.a", 40, 20)
            block("spans.b", 60, 20)
          }
          GridRow { block("spans.c", 100, 20).gridCellColumns(2) }
        }
      }
      Room("whole-row") {
        Grid(alignment: .leading, horizontalSpacing: 10, verticalSpacing: 10) {
          GridRow {
            block("whole-row.a", 40, 20)
            block("whole-row.b", 60, 20)
          }
          block("whole-row.c", 20, 20)
        }
      }
      Room("column-end") {
        Grid(horizontalSpacing: 0, verticalSpacing: 0) {
          GridRow {
            block("column-end.a", 20, 20).gridColumnAlignment(.trailing)
            block("column-end.b", 40, 20)
          }
          GridRow {
            block("column-end.c", 60, 20)
            block("column-end.d", 40, 20)
          }
        }
      }
      Room("anchored") {
        Grid(horizontalSpacing: 0, verticalSpacing: 0) {
          GridRow {
            block("anchored.a", 20, 20).gridCellAnchor(.topLeading)
            block("anchored.b", 20, 40)
          }
          GridRow {
            block("anchored.c", 60, 20)
            block("anchored.d", 20, 20)
          }
        }
      }
    }
  }

  private struct LazyContainers: View {
    var body: some View {
      Room("adaptive") {
        LazyVGrid(columns: [GridItem(.adaptive(minimum: 80), spacing: 10)], spacing: 10) {
          ForEach(0..<4, id: \.self) { number in Color.red.frame(height: 20).named("adaptive.\(number)") }
        }
      }
    }
  }

  private struct ScrollContainers: View {
    var body: some View {
      Room("scroll-wide") {
        ScrollView(.horizontal) {
          HStack(spacing: 0) {
            block("scroll-wide.a", 200, 20)
            block("scroll-wide.b", 200, 20)
          }
        }
      }
      Room("share-of-container") {
        ScrollView(.horizontal) {
          HStack(spacing: 10) {
            ForEach(0..<2, id: \.self) { number in
              Color.red.frame(height: 20).containerRelativeFrame(.horizontal, count: 4, span: 3, spacing: 10)
                .named("share-of-container.\(number)")
            }
          }
        }
      }
      Room("whole-container") {
        ScrollView(.horizontal) {
          HStack(spacing: 0) {
            ForEach(0..<2, id: \.self) { number in
              Color.red.frame(height: 20).containerRelativeFrame(.horizontal).named("whole-container.\(number)")
            }
          }
        }
      }
      Room("inset") {
        Color.red.named("inset.c").safeAreaInset(edge: .bottom, spacing: 10) { block("inset.b", 100, 40) }
      }
    }
  }

  private struct SizeContainers: View {
    var body: some View {
      Room("reader") {
        HStack(spacing: 0) {
          GeometryReader { proxy in
            Color.red.frame(width: proxy.size.width / 2, height: proxy.size.height / 4).named("reader.a")
          }
          .named("reader.r")
          block("reader.b", 100, 20)
        }
      }
      Room("fits") {
        ViewThatFits(in: .horizontal) {
          block("fits.a", 400, 20)
          block("fits.b", 200, 20)
          block("fits.c", 100, 20)
        }
      }
    }
  }

  private struct RowContainers: View {
    var body: some View {
      Room("line-across") {
        VStack(spacing: 0) {
          block("line-across.a", 50, 49)
          Divider().named("line-across.d")
          block("line-across.b", 50, 50)
        }
      }
      Room("labeled-block") { Form { LabeledContent("Name") { block("labeled-block.b", 40, 20) } } }
    }
  }

  private let long = "The quick brown fox jumps over the lazy dog and runs away from it"

  private struct TextContainers: View {
    var body: some View {
      Room("last-line") {
        HStack(alignment: .lastTextBaseline, spacing: 0) {
          Text(long).named("last-line.a").frame(width: 150)
          Text("text").named("last-line.b")
        }
      }
      Room("two-lines") {
        VStack(spacing: 0) {
          Text(long).lineLimit(2).named("two-lines.a").frame(width: 150)
          Text("text").named("two-lines.b")
        }
      }
      Room("scaled") {
        VStack(spacing: 0) {
          Text("A text of many words").named("scaled.a").lineLimit(1).fixedSize()
          Text("A text of many words").lineLimit(1).minimumScaleFactor(0.5).named("scaled.b").frame(width: 120)
        }
      }
    }
  }
#endif
