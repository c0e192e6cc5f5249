// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A line that views can be aligned by, in one direction.
///
/// Only the browser knows how large a view is. So a guide is no length but what a length is computed from: see ``Form``.
package struct AlignmentGuide: Hashable, Sendable {
  /// Begins with `x` or `y`; has letters, digits, points and underscores.
  package let name: String
  /// Where the line is.
  package let form: Form

  /// A sum of parts of a view's measures, and of a length.
  package struct Form: Hashable, Sendable {
    var length: CGFloat = 0
    var width: CGFloat = 0
    var height: CGFloat = 0
    var firstBaseline: CGFloat = 0
    var lastBaseline: CGFloat = 0

    /// The factors in their order, for the script of the page.
    package var factors: [CGFloat] { [length, width, height, firstBaseline, lastBaseline] }
  }

  init(_ name: String, _ form: Form) {
    self.name = name
    self.form = form
  }

  init(_ id: any AlignmentID.Type, _ axis: Axis) {
    let plain = String(reflecting: id).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" }
    let middle = axis == .horizontal ? Form(width: 0.5) : Form(height: 0.5)
    self.init(
      (axis == .horizontal ? "x." : "y.") + String(plain),
      Form(reporting: "'defaultValue' of an 'AlignmentID'") { id.defaultValue(in: $0) } ?? middle)
  }

  /// Where views lie whose guides are all that: nil if a host has no word for it.
  var place: Element.Style.Place? {
    switch form {
    case Form(): .start
    case Form(width: 0.5), Form(height: 0.5): .center
    case Form(width: 1), Form(height: 1): .end
    case Form(firstBaseline: 1): .firstBaseline
    case Form(lastBaseline: 1): .lastBaseline
    default: nil
    }
  }
}

extension AlignmentGuide.Form {
  /// Finds the sum that a function is, by asking it about views of several sizes; nil, and says so, if it is none.
  init?(
    reporting name: String, explicit: [AlignmentGuide] = [], _ compute: (ViewDimensions) -> CGFloat
  ) {
    func at(_ width: CGFloat, _ height: CGFloat, _ first: CGFloat, _ last: CGFloat) -> CGFloat {
      compute(ViewDimensions(width, height, first, last, explicit))
    }
    // All differences are powers of two, so that simple factors are found as they are.
    let start = at(64, 32, 16, 24)
    width = (at(192, 32, 16, 24) - start) / 128
    height = (at(64, 160, 16, 24) - start) / 128
    firstBaseline = (at(64, 32, 20, 24) - start) / 4
    lastBaseline = (at(64, 32, 16, 28) - start) / 4
    length = start - 64 * width - 32 * height - 16 * firstBaseline - 24 * lastBaseline
    for (width, height, first, last) in [(1000, 800, 20, 760), (12, 10, 8, 9), (300, 18, 14, 14)] as [Measures] {
      let wanted = at(width, height, first, last)
      let found = value(width, height, first, last)
      guard found.isFinite, (found - wanted).magnitude < 0.001 * max(1, wanted.magnitude) else {
        Diagnostics.noteOnce(
          "\(name) has no effect in a browser unless it is a sum of parts of the view's width, height and baselines.")
        return nil
      }
    }
  }

  private typealias Measures = (CGFloat, CGFloat, CGFloat, CGFloat)

  func value(_ width: CGFloat, _ height: CGFloat, _ first: CGFloat, _ last: CGFloat) -> CGFloat {
    length + self.width * width + self.height * height + firstBaseline * first + lastBaseline * last
  }
}

extension View {
  /// Sets where a guide of the view is, from side to side: in stacks, frames and layers with this alignment, also around
  /// what the view lies in.
  ///
  /// The closure is not called with the size of the view, which only the browser knows, but with several others: its
  /// value has to be a sum of parts of the view's width, height and baselines. Any other has no effect.
  public func alignmentGuide(_ g: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat) -> some View
  { guided(g.guide.name, computeValue) }

  /// Sets where a guide of the view is, from top to bottom, as for the other direction.
  public func alignmentGuide(_ g: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat) -> some View {
    guided(g.guide.name, computeValue)
  }

  private func guided(_ name: String, _ compute: @escaping (ViewDimensions) -> CGFloat) -> some View {
    ChangedElements(content: self) { element, node in
      if element.traits.isGap { return element }
      let guides = element.guides(.guides)
      let form = node.track { AlignmentGuide.Form(reporting: "'alignmentGuide'", explicit: guides, compute) }
      guard let form else { return element }
      return element.changed { element in
        element.guides(.guides, guides.filter { $0.name != name } + [AlignmentGuide(name, form)])
        element.traits.guideNames.insert(name)
        // Whatever comes next lies around it: the guide is one of the view without it.
        element.stage = .effect
      }
    }
  }
}

extension Rendered {
  fileprivate func guides(_ attribute: Element.Attribute.Name) -> [AlignmentGuide] {
    for known in attributes where known.name == attribute {
      if case .guides(let guides) = known.value { return guides }
    }
    return []
  }

  fileprivate func guides(_ attribute: Element.Attribute.Name, _ guides: [AlignmentGuide]) {
    self.attribute(.init(attribute, .guides(guides)))
  }

  /// Aligns what is in the element, which `names` of guides were set for. Where a guide counts, everything lies at the
  /// beginning, and the script of the page moves it.
  ///
  /// - Parameter style: What says that all lie at a place.
  func align(by guide: AlignmentGuide, names: Set<String>, _ style: (Element.Style.Place) -> Element.Style) {
    if let place = guide.place, !names.contains(guide.name) {
      self.style(style(place))
      return
    }
    self.style(style(.start))
    guides(.alignment, guides(.alignment) + [guide])
    // The script makes room within the element for what it moves.
    stage = .effect
  }
}

extension [Rendered] {
  /// The names of the guides that are set in some element.
  @MainActor var guideNames: Set<String> {
    var names: Set<String> = []
    for element in self where !element.traits.guideNames.isEmpty { names.formUnion(element.traits.guideNames) }
    return names
  }
}
