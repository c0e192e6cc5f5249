// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that Apple animates step by step; here it changes at once. See Apple's documentation of `Animatable`.
public protocol Animatable {
  /// The type of the numbers that would change; none unless the type says so.
  associatedtype AnimatableData: VectorArithmetic = EmptyAnimatableData
  /// The numbers that would change step by step. Nothing in this module sets them.
  var animatableData: AnimatableData { get set }
}

extension Animatable where AnimatableData == EmptyAnimatableData {
  /// No numbers, for types that have none to change.
  public var animatableData: EmptyAnimatableData {
    get { EmptyAnimatableData() }
    set {}
  }
}

/// Numbers that can be mixed. See Apple's documentation of `VectorArithmetic`.
public protocol VectorArithmetic: AdditiveArithmetic {
  /// Multiplies the value by a number.
  mutating func scale(by rhs: Double)
  /// The sum of the squares of the components.
  var magnitudeSquared: Double { get }
}

extension Double: VectorArithmetic {
  /// Multiplies the number by another one.
  public mutating func scale(by rhs: Double) { self *= rhs }
  /// The square of the number.
  public var magnitudeSquared: Double { self * self }
}
extension Float: VectorArithmetic {
  /// Multiplies the number by another one, which is rounded to `Float` first.
  public mutating func scale(by rhs: Double) { self *= Float(rhs) }
  /// The square of the number.
  public var magnitudeSquared: Double { Double(self * self) }
}
extension CGFloat: VectorArithmetic {
  /// Multiplies the number by another one.
  public mutating func scale(by rhs: Double) { self *= CGFloat(rhs) }
  /// The square of the number.
  public var magnitudeSquared: Double { Double(self * self) }
}

/// The numbers of what has none to change. All values are equal.
public struct EmptyAnimatableData: VectorArithmetic, Sendable {
  /// Creates the one value of the type.
  public init() {}
  /// The one value of the type.
  public static let zero = EmptyAnimatableData()
  /// Returns the value as it is: there is nothing to add.
  public static func + (lhs: Self, rhs: Self) -> Self { lhs }
  /// Returns the value as it is: there is nothing to subtract.
  public static func - (lhs: Self, rhs: Self) -> Self { lhs }
  /// Does nothing.
  public mutating func scale(by rhs: Double) {}
  /// Always zero.
  public var magnitudeSquared: Double { 0 }
}

/// A pair of animatable values. See Apple's documentation of `AnimatablePair`.
public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic {
  /// The first of the two values.
  public var first: First
  /// The second of the two values.
  public var second: Second
  /// Creates a pair of two values.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
  /// A pair of two zeros.
  public static var zero: Self { Self(.zero, .zero) }
  /// Adds two pairs, each value to the one at its place.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.first + rhs.first, lhs.second + rhs.second) }
  /// Subtracts a pair from another one, value by value.
  public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.first - rhs.first, lhs.second - rhs.second) }
  /// Multiplies both values by a number.
  public mutating func scale(by rhs: Double) {
    first.scale(by: rhs)
    second.scale(by: rhs)
  }
  /// The sum of the squares of both values.
  public var magnitudeSquared: Double { first.magnitudeSquared + second.magnitudeSquared }
}

/// A modifier whose numbers change step by step at Apple. See Apple's documentation of `AnimatableModifier`.
@MainActor @preconcurrency public protocol AnimatableModifier: Animatable, ViewModifier {}

/// A change of place and form. See Apple's documentation of `GeometryEffect`.
@MainActor @preconcurrency public protocol GeometryEffect: Animatable, ViewModifier where Body == Content {
  /// The transform for a view of some size, in points. It is never asked for in a browser.
  func effectValue(size: CGSize) -> ProjectionTransform
}

extension GeometryEffect {
  /// Has no effect in the browser.
  public func body(content: Content) -> Content {
    Diagnostics.noteOnce("The transform of '\(Self.self)' has no effect in a browser.")
    return content
  }
}

/// A transform of the plane, of which nothing is kept here: all are equal. See Apple's documentation of
/// `ProjectionTransform`.
public struct ProjectionTransform: Equatable, Sendable {
  /// Creates a transform that stands for none.
  public init() {}
  /// Creates a transform; the numbers of the other one are not kept.
  public init(_ m: CGAffineTransform) {}
}

/// A transform of the plane: ``View/transformEffect(_:)`` takes one, shapes do not. See Apple's documentation of
/// `CGAffineTransform`.
public struct CGAffineTransform: Equatable, Sendable {
  /// The numbers of the matrix: `a` to `d` scale, rotate and shear, `tx` and `ty` move by points.
  public var a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat
  /// The transform that leaves every point where it is.
  public static let identity = CGAffineTransform()
  /// Creates the transform that leaves every point where it is.
  public init() { (a, b, c, d, tx, ty) = (1, 0, 0, 1, 0, 0) }
  /// Creates a transform of the six numbers of its matrix.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }
  /// Creates a transform that moves points by a distance in each direction.
  public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }
  /// Creates a transform that scales around the origin by a factor in each direction.
  public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }
  /// Creates a transform that rotates around the origin by an angle in radians: clockwise, since the y axis points
  /// down.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }
  /// Returns the transform that does what this one does first, then what the other one does.
  public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }
  /// Returns the transform that moves points first, then does what this one does.
  public func translatedBy(x: CGFloat, y: CGFloat) -> Self { Self(translationX: x, y: y).concatenating(self) }
  /// Returns the transform that scales points first, then does what this one does.
  public func scaledBy(x: CGFloat, y: CGFloat) -> Self { Self(scaleX: x, y: y).concatenating(self) }
  /// Returns the transform that rotates points first, by an angle in radians, then does what this one does.
  public func rotated(by angle: CGFloat) -> Self { Self(rotationAngle: angle).concatenating(self) }
}
