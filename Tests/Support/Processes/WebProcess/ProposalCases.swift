// SPDX-License-Identifier: Apache-2.0

#if Web
  import SwiftUI

  /// What stacks, frames and layers offer to the views in them, and what these make of it. Where each part has to be, and
  /// which documentation says so, is in Tests/Views/Browser/layouts.py.
  struct ProposalCases: View {
    var body: some View {
      ScrollView {
        VStack(spacing: 0) {
          LimitProposals()
          IdealProposals()
          SharedProposals()
          RatioProposals()
          PlaceProposals()
          LayerProposals()
        }
      }
    }
  }

  private struct LimitProposals: View {
    var body: some View {
      Room("limit") { block("limit.b", 150, 20).frame(maxWidth: 100).named("limit.f") }
      Room("squeezed") { block("squeezed.b", 200, 20).frame(minWidth: 100).named("squeezed.f").frame(width: 150) }
    }
  }

  private struct IdealProposals: View {
    var body: some View {
      Room("color-fixed") { Color.red.named("color-fixed.c").fixedSize() }
      Room("fixed-one") {
        Color.red.frame(idealWidth: 80, idealHeight: 40).fixedSize(horizontal: true, vertical: false)
          .named("fixed-one.f")
      }
      Room("equal-heights") {
        HStack(spacing: 0) {
          block("equal-heights.a", 50, 20).frame(maxHeight: .infinity).named("equal-heights.f")
          block("equal-heights.b", 50, 60).frame(maxHeight: .infinity).named("equal-heights.g")
        }
        .fixedSize(horizontal: false, vertical: true)
      }
      Room("equal-widths") {
        VStack(spacing: 0) {
          block("equal-widths.a", 120, 20).frame(maxWidth: .infinity).named("equal-widths.f")
          block("equal-widths.b", 60, 20).frame(maxWidth: .infinity).named("equal-widths.g")
        }
        .fixedSize(horizontal: true, vertical: false)
      }
    }
  }

  private struct SharedProposals: View {
    var body: some View {
      Room("shares") {
        HStack(spacing: 0) {
          Color.red.frame(maxWidth: 50).named("shares.a")
          Color.blue.named("shares.b")
          block("shares.c", 40, 20)
        }
      }
      Room("least-spacer") {
        HStack(spacing: 0) {
          block("least-spacer.a", 130, 20)
          Spacer(minLength: 60)
          block("least-spacer.b", 130, 20)
        }
      }
      Room("priorities") {
        HStack(spacing: 0) {
          Color.red.named("priorities.a").layoutPriority(1)
          Color.blue.named("priorities.b").layoutPriority(1)
          Color.green.frame(minWidth: 60).named("priorities.c")
        }
      }
      Room("priority-limit") {
        HStack(spacing: 0) {
          Color.red.frame(maxWidth: 100).named("priority-limit.a").layoutPriority(1)
          Color.blue.named("priority-limit.b")
        }
      }
    }
  }

  private struct RatioProposals: View {
    var body: some View {
      Room("ratio-tall") { Color.red.aspectRatio(0.5, contentMode: .fit).named("ratio-tall.c") }
      Room("ratio-fill") { Color.red.aspectRatio(0.5, contentMode: .fill).named("ratio-fill.c") }
    }
  }

  private struct PlaceProposals: View {
    var body: some View {
      Room("edges") {
        block("edges.b", 50, 20).padding(.leading, 30).padding(.bottom, 10)
          .background { Color.blue.named("edges.c") }
      }
      Room("moved") {
        HStack(spacing: 0) {
          block("moved.a", 50, 20)
          block("moved.b", 50, 20).offset(x: 10, y: 30)
          block("moved.c", 50, 20)
        }
      }
      Room("middle") {
        HStack(spacing: 0) {
          block("middle.a", 100, 20)
          block("middle.b", 20, 20).position(x: 50, y: 20)
        }
      }
    }
  }

  private struct LayerProposals: View {
    var body: some View {
      Room("union") {
        ZStack(alignment: .leading) {
          block("union.a", 100, 20)
          block("union.b", 20, 80)
        }
      }
      Room("overlays") {
        block("overlays.a", 100, 60).overlay(alignment: .bottomLeading) {
          block("overlays.b", 40, 40)
          block("overlays.c", 20, 20)
        }
      }
      Room("trailing-guide") {
        block("trailing-guide.a", 20, 20).alignmentGuide(.trailing) { $0[.trailing] + 10 }
          .frame(width: 100, height: 100, alignment: .bottomTrailing).named("trailing-guide.f")
      }
    }
  }
#endif
