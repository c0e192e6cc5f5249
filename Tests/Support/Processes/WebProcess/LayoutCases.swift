// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// A layout in a room of 300 by 200 points, with a name; the names of its parts begin with it.
  struct Room<Content: View>: View {
    let name: String
    let content: Content

    init(_ name: String, @ViewBuilder content: () -> Content) {
      self.name = name
      self.content = content()
    }

    var body: some View { content.frame(width: 300, height: 200).accessibilityIdentifier(name) }
  }

  @MainActor func block(_ name: String, _ width: CGFloat, _ height: CGFloat) -> some View {
    Color.red.frame(width: width, height: height).named(name)
  }

  extension View {
    func named(_ name: String) -> some View { accessibilityIdentifier(name) }
  }

  private let sentence = "The quick brown fox jumps over the lazy dog and runs away from it"

  /// How views are laid out by SwiftUI's rules. Where each part has to be, Tests/Views/Browser/layouts.py says.
  struct LayoutCases: View {
    var body: some View {
      ScrollView {
        VStack(spacing: 0) {
          StackLayouts()
          FrameLayouts()
          PriorityLayouts()
          TextLayouts()
          GridLayouts()
          LayerLayouts()
          PlacedLayouts()
        }
      }
    }
  }

  private struct StackLayouts: View {
    var body: some View {
      Room("row") { HStack { row("row") } }
      Room("row-top") { HStack(alignment: .top, spacing: 0) { row("row-top") } }
      Room("row-bottom") { HStack(alignment: .bottom, spacing: 20) { row("row-bottom") } }
      Room("column") { VStack(alignment: .trailing, spacing: 10) { row("column") } }
      Room("halves") {
        HStack(spacing: 0) {
          Color.red.named("halves.a")
          Color.blue.named("halves.b")
        }
      }
      Room("ends") {
        HStack {
          block("ends.a", 40, 20)
          Spacer()
          block("ends.b", 40, 20)
        }
      }
      Room("thirds") {
        HStack(spacing: 0) {
          block("thirds.a", 30, 20)
          Spacer()
          block("thirds.b", 30, 20)
          Spacer()
          Spacer()
          block("thirds.c", 30, 20)
        }
      }
      Room("gap") {
        HStack(spacing: 0) {
          block("gap.a", 20, 20)
          Spacer(minLength: 50)
          block("gap.b", 20, 20)
        }
        .fixedSize().named("gap.s")
      }
      Room("corner") {
        ZStack(alignment: .bottomTrailing) {
          block("corner.a", 100, 100)
          block("corner.b", 20, 20)
        }
      }
      Room("too-wide") {
        HStack(spacing: 0) {
          block("too-wide.a", 200, 20)
          block("too-wide.b", 200, 20)
        }
      }
      Room("line") {
        HStack(spacing: 0) {
          block("line.a", 50, 40)
          Divider().named("line.d")
          block("line.b", 49, 20)
        }
        .fixedSize(horizontal: false, vertical: true)
      }
    }

    @ViewBuilder private func row(_ name: String) -> some View {
      block(name + ".a", 50, 20)
      block(name + ".b", 30, 40)
    }
  }

  private struct FrameLayouts: View {
    var body: some View {
      Room("at-start") { block("at-start.b", 20, 20).frame(width: 100, height: 100, alignment: .topLeading) }
      Room("at-end") {
        block("at-end.b", 20, 20).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
      }
      Room("least") { block("least.b", 20, 20).frame(minWidth: 100).named("least.f") }
      Room("most") { Color.red.frame(minWidth: 50, maxWidth: 100, minHeight: 20, maxHeight: 40).named("most.f") }
      Room("ideal") { Color.red.frame(idealWidth: 80, idealHeight: 40).named("ideal.f") }
      Room("ideal-fixed") { Color.red.frame(idealWidth: 80, idealHeight: 40).fixedSize().named("ideal-fixed.f") }
      Room("within") { block("within.b", 20, 20).frame(width: 100).frame(width: 200, alignment: .trailing) }
      Room("beyond") { block("beyond.b", 150, 20).frame(width: 100).named("beyond.f") }
      Room("padded") { block("padded.b", 50, 20).padding(10).background { Color.blue.named("padded.c") } }
      Room("picture") {
        HStack(spacing: 0) {
          Image(systemName: "star").resizable().scaledToFit().frame(height: 40).named("picture.a")
          block("picture.b", 20, 20)
        }
      }
      Room("picture-wide") {
        VStack(spacing: 0) {
          Image(systemName: "star").resizable().scaledToFit().frame(width: 40).named("picture-wide.a")
          block("picture-wide.b", 20, 20)
        }
      }
      Room("ratio") { Color.red.aspectRatio(2, contentMode: .fit).named("ratio.c") }
    }
  }

  private struct PriorityLayouts: View {
    var body: some View {
      Room("low") {
        HStack(spacing: 0) {
          Color.red.named("low.a").layoutPriority(-1)
          Color.blue.named("low.b")
        }
      }
      Room("high") {
        HStack(spacing: 0) {
          Color.red.named("high.a").layoutPriority(1)
          Color.blue.frame(minWidth: 40).named("high.b")
        }
      }
      Room("high-column") {
        VStack(spacing: 0) {
          Color.red.named("high-column.a").layoutPriority(1)
          Color.blue.frame(minHeight: 30).named("high-column.b")
        }
      }
      Room("first") {
        HStack {
          Text("Text that comes first").named("first.a").layoutPriority(1)
          Text(sentence).named("first.b")
        }
        .lineLimit(1).frame(width: 250).named("first.f")
      }
      Room("last") {
        HStack(spacing: 0) {
          Text(sentence).lineLimit(1).named("last.a").layoutPriority(-1)
          Text("Text of four words").named("last.b")
        }
      }
    }
  }

  private struct TextLayouts: View {
    @State private var text = "text"

    var body: some View {
      Room("text-fixed") { Text(sentence).fixedSize().named("text-fixed.t").frame(width: 100) }
      Room("text-wraps") {
        Text(sentence).fixedSize(horizontal: false, vertical: true).named("text-wraps.t").frame(width: 100, height: 20)
      }
      Room("limit") {
        VStack {
          Text(sentence).named("limit.a")
          Text(sentence).lineLimit(nil).named("limit.b")
        }
        .lineLimit(1).frame(width: 120)
      }
      Room("labeled") {
        Form { LabeledContent("Name") { TextField("", text: $text).named("labeled.f") } }
      }
      Room("labeled-date") {
        Form { LabeledContent("Day") { DatePicker("", selection: .constant(.distantPast)).named("labeled-date.f") } }
      }
      Room("labeled-fixed") {
        Form {
          LabeledContent("Name") { TextField("", text: $text).fixedSize().named("labeled-fixed.f") }
          Toggle("Toggle", isOn: .constant(true)).fixedSize().named("labeled-fixed.t")
        }
      }
    }
  }

  private struct GridLayouts: View {
    @State private var text = "text"

    var body: some View {
      Room("grid") {
        Grid(horizontalSpacing: 0, verticalSpacing: 0) {
          GridRow {
            block("grid.a", 50, 20)
            block("grid.b", 30, 20)
          }
          GridRow {
            block("grid.c", 20, 20)
            block("grid.d", 60, 40)
          }
        }
      }
      Room("grid-grows") {
        Grid(horizontalSpacing: 0, verticalSpacing: 0) {
          GridRow {
            block("grid-grows.a", 50, 20)
            Color.blue.named("grid-grows.b")
          }
          GridRow {
            block("grid-grows.c", 20, 30)
            TextField("", text: $text).named("grid-grows.d")
          }
        }
      }
      Room("grid-unsized") {
        Grid(horizontalSpacing: 0, verticalSpacing: 0) {
          GridRow {
            block("grid-unsized.a", 50, 20)
            Color.blue.gridCellUnsizedAxes([.horizontal, .vertical]).named("grid-unsized.b")
          }
          GridRow {
            block("grid-unsized.c", 20, 30)
            block("grid-unsized.d", 40, 30)
          }
        }
      }
    }
  }

  private struct LayerLayouts: View {
    var body: some View {
      Room("over") { block("over.a", 100, 60).overlay(alignment: .topTrailing) { block("over.b", 20, 20) } }
      Room("over-large") { block("over-large.a", 50, 20).overlay(alignment: .bottom) { block("over-large.b", 80, 30) } }
      Room("behind") { block("behind.a", 50, 50).background(alignment: .leading) { block("behind.b", 100, 10) } }
      Room("circle") { Circle().named("circle.c") }
    }
  }

  /// Views below and beside each other.
  private struct Stairs: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
      let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
      return CGSize(width: sizes.map(\.width).reduce(0, +), height: sizes.map(\.height).reduce(0, +))
    }
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      var place = bounds.origin
      for view in subviews {
        let size = view.sizeThatFits(.unspecified)
        view.place(at: place, proposal: ProposedViewSize(size))
        place = CGPoint(x: place.x + size.width, y: place.y + size.height)
      }
    }
  }

  /// As large as its room, with its views in the corner.
  private struct Corner: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
      proposal.replacingUnspecifiedDimensions()
    }
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
      for view in subviews {
        view.place(at: CGPoint(x: bounds.maxX, y: bounds.maxY), anchor: .bottomTrailing, proposal: .unspecified)
      }
    }
  }

  private struct PlacedLayouts: View {
    var body: some View {
      Room("stairs") {
        Stairs {
          block("stairs.a", 50, 20)
          block("stairs.b", 30, 40)
        }
      }
      Room("stairs-leading") {
        VStack(alignment: .leading, spacing: 0) {
          Stairs { block("stairs-leading.a", 50, 20) }
          block("stairs-leading.b", 30, 40)
        }
      }
      Room("in-corner") { Corner { block("in-corner.a", 50, 20) } }
    }
  }
#endif
