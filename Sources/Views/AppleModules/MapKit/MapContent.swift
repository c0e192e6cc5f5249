// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// Something on a map. See Apple's documentation of `MapContent`.
@MainActor @preconcurrency public protocol MapContent {
  associatedtype Body: MapContent
  @MapContentBuilder var body: Body { get }
}

extension Never: MapContent {}

extension MapContent where Body == Never {
  // Never called: content of this module is asked for its places instead.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

/// What is shown of a map: places with names.
struct MapPlace {
  var coordinate: CLLocationCoordinate2D
  var title: String
  var symbol: String?
  var view: AnyView?
  var tag: AnyHashable?
}

/// Content that says itself which places it has.
@MainActor protocol PlacedContent {
  var places: [MapPlace] { get }
}

@MainActor func mapPlaces<C: MapContent>(_ content: C) -> [MapPlace] {
  if let placed = content as? any PlacedContent { return placed.places }
  return C.Body.self == Never.self ? [] : mapPlaces(content.body)
}

/// Several things on a map.
public struct _MapGroup: MapContent, PlacedContent {
  public typealias Body = Never
  let places: [MapPlace]
}

/// See Apple's documentation of `MapContentBuilder`.
@MainActor @resultBuilder public struct MapContentBuilder {
  /// Takes one statement of a builder.
  public static func buildExpression<C: MapContent>(_ content: C) -> _MapGroup { _MapGroup(places: mapPlaces(content)) }
  /// Joins the statements of a block, in their order.
  public static func buildBlock(_ parts: _MapGroup...) -> _MapGroup { _MapGroup(places: parts.flatMap(\.places)) }
  /// An `if` without `else`: nothing if the condition is false.
  public static func buildOptional(_ part: _MapGroup?) -> _MapGroup { part ?? _MapGroup(places: []) }
  /// The branch of an `if` or `switch` that holds.
  public static func buildEither(first part: _MapGroup) -> _MapGroup { part }
  /// The branch of an `if` or `switch` that holds.
  public static func buildEither(second part: _MapGroup) -> _MapGroup { part }
  /// Content behind `if #available`, unchanged.
  public static func buildLimitedAvailability(_ part: _MapGroup) -> _MapGroup { part }
}

extension ForEach: MapContent where Content: MapContent {
  public typealias Body = Never
}

extension ForEach: PlacedContent where Content: MapContent {
  var places: [MapPlace] { data.flatMap { mapPlaces(content($0)) } }
}

extension ForEach where Content: MapContent {
  /// Places for each element of the data, which `id` tells apart.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @MapContentBuilder content: @escaping (Data.Element) -> Content
  ) { self.init(data: data, content: content, id: { $0[keyPath: id] }) }

  /// Places for each element of the data.
  public init(_ data: Data, @MapContentBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data: data, content: content, id: { $0.id })
  }
}

/// A place with a balloon marker. See Apple's documentation of `Marker`.
public struct Marker: MapContent, PlacedContent {
  public typealias Body = Never
  let place: MapPlace
  var places: [MapPlace] { [place] }

  /// A place with a title.
  public init<S: StringProtocol>(_ title: S, coordinate: CLLocationCoordinate2D) {
    place = MapPlace(coordinate: coordinate, title: String(title))
  }
  /// A place with a title, and a symbol before it.
  public init<S: StringProtocol>(_ title: S, systemImage: String, coordinate: CLLocationCoordinate2D) {
    place = MapPlace(coordinate: coordinate, title: String(title), symbol: systemImage)
  }
  /// A place with a title. The image is not shown here.
  public init<S: StringProtocol>(_ title: S, image: String, coordinate: CLLocationCoordinate2D) {
    place = MapPlace(coordinate: coordinate, title: String(title))
  }
  /// A place with a title. The monogram is not shown here.
  public init<S: StringProtocol>(_ title: S, monogram: Text, coordinate: CLLocationCoordinate2D) {
    place = MapPlace(coordinate: coordinate, title: String(title))
  }
  /// A place with a view before its link.
  public init<Label: View>(coordinate: CLLocationCoordinate2D, @ViewBuilder label: () -> Label) {
    place = MapPlace(coordinate: coordinate, title: "", view: AnyView(label()))
  }
  /// The place and the name of an item.
  public init(item: MKMapItem) {
    place = MapPlace(coordinate: item.placemark.coordinate, title: item.name ?? "")
  }
}

/// A map position with a view. See Apple's documentation of `Annotation`.
public struct Annotation: MapContent, PlacedContent {
  public typealias Body = Never
  let place: MapPlace
  var places: [MapPlace] { [place] }

  /// A place with a title, and a view before it. The anchor has no effect here.
  public init<S: StringProtocol, Content: View>(
    _ title: S, coordinate: CLLocationCoordinate2D, anchor: UnitPoint = .center, @ViewBuilder content: () -> Content
  ) { place = MapPlace(coordinate: coordinate, title: String(title), view: AnyView(content())) }

  /// A place with a view and its label before the link. The anchor has no effect here.
  public init<Label: View, Content: View>(
    coordinate: CLLocationCoordinate2D, anchor: UnitPoint = .center, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    place = MapPlace(
      coordinate: coordinate, title: "",
      view: AnyView(
        VStack {
          content(); label()
        }))
  }
}

/// The user's location, which is not known here. See Apple's documentation of `UserAnnotation`.
public struct UserAnnotation: MapContent, PlacedContent {
  public typealias Body = Never
  /// Shows nothing.
  public init() {}
  /// Shows nothing: the content is not asked for.
  public init<Content: View>(anchor: UnitPoint = .center, @ViewBuilder content: () -> Content) {}
  var places: [MapPlace] { [] }
}

/// A line: its ends are listed here. See Apple's documentation of `MapPolyline`.
public struct MapPolyline: MapContent, PlacedContent {
  public typealias Body = Never
  let coordinates: [CLLocationCoordinate2D]
  /// A line whose first and last places are listed as “Start” and “End”.
  public init(coordinates: [CLLocationCoordinate2D]) { self.coordinates = coordinates }
  var places: [MapPlace] {
    guard let first = coordinates.first, let last = coordinates.last else { return [] }
    return [MapPlace(coordinate: first, title: "Start"), MapPlace(coordinate: last, title: "End")]
  }
}

/// A circle: its center is listed here. See Apple's documentation of `MapCircle`.
public struct MapCircle: MapContent, PlacedContent {
  public typealias Body = Never
  let center: CLLocationCoordinate2D
  /// - Parameter radius: in metres.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) { self.center = center }
  var places: [MapPlace] { [MapPlace(coordinate: center, title: "")] }
}

extension MapContent {
  /// The content as it is: says once that a modifier does nothing here.
  func withoutEffect(_ name: String) -> Self {
    Accepted.withoutEffect(name, of: "a place")
    return self
  }

  /// Has no effect in the browser.
  public func tint<S: ShapeStyle>(_ style: S) -> some MapContent { withoutEffect("tint") }
  /// Sets the value of the selection when a user selects this place.
  public func tag<V: Hashable>(_ tag: V) -> some MapContent {
    _MapGroup(
      places: mapPlaces(self).map {
        var place = $0
        place.tag = AnyHashable(tag)
        return place
      })
  }
  /// Has no effect in the browser.
  public func annotationTitles(_ visibility: Visibility) -> some MapContent { withoutEffect("annotationTitles") }
  /// Has no effect in the browser.
  public func annotationSubtitles(_ visibility: Visibility) -> some MapContent { withoutEffect("annotationSubtitles") }
  /// Has no effect in the browser.
  public func stroke<S: ShapeStyle>(_ style: S, lineWidth: CGFloat = 1) -> some MapContent { withoutEffect("stroke") }
  /// Has no effect in the browser.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some MapContent { withoutEffect("foregroundStyle") }
}
