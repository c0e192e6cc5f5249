// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  extension VerticalAlignment {
    private enum Third: AlignmentID {
      static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 3 }
    }
    private enum Name: AlignmentID {
      static func defaultValue(in context: ViewDimensions) -> CGFloat { context[VerticalAlignment.center] }
    }
    fileprivate static let third = VerticalAlignment(Third.self)
    fileprivate static let name = VerticalAlignment(Name.self)
  }

  extension HorizontalAlignment {
    private enum Colon: AlignmentID {
      static func defaultValue(in context: ViewDimensions) -> CGFloat { context[.leading] }
    }
    fileprivate static let colon = HorizontalAlignment(Colon.self)
  }

  /// Alignment guides: what is aligned by them, and how much room that takes. See LayoutCases.
  struct AlignmentCases: View {
    @State private var isFurther = false

    var body: some View {
      ScrollView {
        VStack(spacing: 0) {
          stacks
          layers
          names
        }
      }
    }

    @ViewBuilder private var stacks: some View {
      Button("Further") { isFurther = true }
      Room("away") {
        VStack(alignment: .leading, spacing: 0) {
          block("away.a", 50, 20)
          block("away.b", 60, 20).alignmentGuide(.leading) { $0[.leading] - (isFurther ? 40 : 20) }
        }
        .named("away.s")
      }
      Room("colon") {
        VStack(alignment: .leading, spacing: 0) {
          block("colon.a", 50, 20).alignmentGuide(.leading) { $0[.trailing] }
          block("colon.b", 60, 20)
        }
        .named("colon.s")
      }
      Room("below") {
        HStack(spacing: 0) {
          block("below.a", 50, 20).alignmentGuide(VerticalAlignment.center) { $0[.top] }
          block("below.b", 60, 60)
        }
        .named("below.s")
      }
      Room("both") {
        ZStack(alignment: .topLeading) {
          block("both.a", 50, 50).alignmentGuide(.top) { _ in 10 }.alignmentGuide(.leading) { $0.width / 2 }
          block("both.b", 60, 60)
        }
        .named("both.s")
      }
      Room("around") {
        VStack(alignment: .leading, spacing: 0) {
          block("around.a", 50, 20).alignmentGuide(.leading) { _ in 10 }.padding(5)
          block("around.b", 60, 20)
        }
        .padding(10).background { Color.blue.named("around.c") }
      }
      Room("text") {
        HStack(alignment: .firstTextBaseline) {
          block("text.a", 20, 20).alignmentGuide(.firstTextBaseline) { $0[.bottom] - 5 }
          Text("text").named("text.b")
        }
      }
      Room("reversed") {
        VStack(alignment: .leading, spacing: 0) {
          block("reversed.a", 50, 20).alignmentGuide(.leading) { _ in 10 }
          block("reversed.b", 60, 20)
        }
        .environment(\.layoutDirection, .rightToLeft)
      }
      Room("steps") {
        HStack(alignment: .top, spacing: 0) {
          ForEach(0..<3, id: \.self) { number in
            block("steps.\(number)", 20, 20).alignmentGuide(.top) { _ in CGFloat(number) * -10 }
          }
        }
      }
      // Neither is aligned by these.
      Room("other") {
        VStack(alignment: .leading, spacing: 0) {
          block("other.a", 50, 20).alignmentGuide(.trailing) { _ in 0 }
          block("other.b", 60, 20).alignmentGuide(.leading) { max($0.width, 80) }
        }
      }
    }

    @ViewBuilder private var layers: some View {
      Room("badge") {
        block("badge.a", 100, 60).overlay(alignment: .topTrailing) {
          block("badge.b", 20, 20).alignmentGuide(.top) { $0[VerticalAlignment.center] }
            .alignmentGuide(.trailing) { $0[HorizontalAlignment.center] }
        }
      }
      Room("under") {
        block("under.a", 100, 60).background(alignment: .bottom) {
          block("under.b", 50, 50).alignmentGuide(.bottom) { $0[.top] }
        }
      }
      Room("frame") {
        block("frame.a", 20, 20).alignmentGuide(.leading) { _ in -30 }
          .frame(width: 100, height: 100, alignment: .topLeading).named("frame.f")
      }
    }

    @ViewBuilder private var names: some View {
      Room("third") {
        HStack(alignment: .third, spacing: 0) {
          block("third.a", 20, 30)
          block("third.b", 20, 90)
          block("third.c", 20, 60)
        }
      }
      Room("name") {
        HStack(alignment: .name, spacing: 0) {
          VStack(spacing: 0) {
            block("name.a", 20, 20).alignmentGuide(.name) { $0[VerticalAlignment.center] }
            block("name.b", 20, 40)
          }
          VStack(spacing: 0) {
            block("name.c", 20, 50)
            block("name.d", 20, 30).alignmentGuide(.name) { $0[VerticalAlignment.center] }
          }
        }
      }
      Room("columns") {
        VStack(alignment: .colon, spacing: 0) {
          HStack(spacing: 0) {
            block("columns.a", 30, 20)
            block("columns.b", 50, 20).alignmentGuide(.colon) { $0[.leading] }
          }
          HStack(spacing: 0) {
            block("columns.c", 70, 20)
            block("columns.d", 20, 20).alignmentGuide(.colon) { $0[.leading] }
          }
        }
      }
    }
  }
#endif
