// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// A part of a chart. See Apple's documentation of `ChartContent`.
@MainActor @preconcurrency public protocol ChartContent {
  associatedtype Body: ChartContent
  @ChartContentBuilder var body: Body { get }
}

extension Never: ChartContent {}

extension ChartContent where Body == Never {
  // Never called: content of this module is asked for its marks instead.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

/// Content that says itself which marks it has.
@MainActor protocol MarkedContent {
  var marks: [Mark] { get }
}

@MainActor func chartMarks<C: ChartContent>(_ content: C) -> [Mark] {
  if let marked = content as? any MarkedContent { return marked.marks }
  return C.Body.self == Never.self ? [] : chartMarks(content.body)
}

/// Several parts of a chart.
public struct _ChartGroup: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
}

/// See Apple's documentation of `ChartContentBuilder`.
@MainActor @resultBuilder public struct ChartContentBuilder {
  /// Takes one statement of a builder.
  public static func buildExpression<C: ChartContent>(_ content: C) -> _ChartGroup {
    _ChartGroup(marks: chartMarks(content))
  }
  /// Joins the statements of a block, in their order.
  public static func buildBlock(_ parts: _ChartGroup...) -> _ChartGroup { _ChartGroup(marks: parts.flatMap(\.marks)) }
  /// An `if` without `else`: nothing if the condition is false.
  public static func buildOptional(_ part: _ChartGroup?) -> _ChartGroup { part ?? _ChartGroup(marks: []) }
  /// The branch of an `if` or `switch` that holds.
  public static func buildEither(first part: _ChartGroup) -> _ChartGroup { part }
  /// The branch of an `if` or `switch` that holds.
  public static func buildEither(second part: _ChartGroup) -> _ChartGroup { part }
  /// Content behind `if #available`, unchanged.
  public static func buildLimitedAvailability(_ part: _ChartGroup) -> _ChartGroup { part }
}

extension ForEach: ChartContent where Content: ChartContent {
  public typealias Body = Never
}

extension ForEach: MarkedContent where Content: ChartContent {
  var marks: [Mark] { data.flatMap { chartMarks(content($0)) } }
}

extension ForEach where Content: ChartContent {
  /// Marks for each element of the data, which `id` tells apart.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content
  ) { self.init(data: data, content: content, id: { $0[keyPath: id] }) }

  /// Marks for each element of the data.
  public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data: data, content: content, id: { $0.id })
  }
}

/// Type-erased chart content. See Apple's documentation of `AnyChartContent`.
public struct AnyChartContent: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
  /// Takes the marks of any content.
  public init<C: ChartContent>(_ content: C) { marks = chartMarks(content) }
}

/// A group of chart contents with the same modifiers. See Apple's documentation of `Plot`.
public struct Plot<Content: ChartContent>: ChartContent, MarkedContent {
  public typealias Body = Never
  let marks: [Mark]
  /// Takes the marks of the content, so that modifiers apply to all of them.
  public init(@ChartContentBuilder content: () -> Content) { marks = chartMarks(content()) }
}
