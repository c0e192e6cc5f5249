// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What is stored of floating-point values that SQLite has no place for: it has no NaN, and keeps -0.0 as 0.
@Suite struct NotANumberTests {
  struct Point: Codable, Equatable {
    var x: Double
    var y: Double
  }

  enum Shape: Codable, Equatable {
    case nothing
    case circle(Double)
    case line(Float)
    case box(width: Double, height: Double?)
  }

  @Model final class Sample {
    var number: Double = 0
    var maybe: Double?
    var single: Float = 0
    var day: Date = Date(timeIntervalSinceReferenceDate: 0)
    var maybeDay: Date?
    var list: [Double] = []
    var point: Point = Point(x: 0, y: 0)
    var maybePoint: Point?
    var shape: Shape = Shape.nothing
    var maybeShape: Shape?

    init() {}
  }

  private func stored(_ change: (Sample) -> Void) throws -> Sample {
    let folder = try TestFolder()
    let container = try folder.container(Sample.self)
    let context = ModelContext(container)
    let sample = Sample()
    change(sample)
    context.insert(sample)
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Sample>()).first)
    withExtendedLifetime(folder) {}
    return read
  }

  /// NULL, which reads as NaN where there must be a value, and as `nil` where there need not be one.
  @Test func notANumber() throws {
    let sample = try stored {
      $0.number = .nan
      $0.maybe = .nan
      $0.single = .nan
      $0.list = [.nan, 1]
      $0.point = Point(x: .nan, y: 1)
      $0.maybePoint = Point(x: .nan, y: 1)
    }
    #expect(sample.number.isNaN && sample.single.isNaN && sample.maybe == nil)
    #expect(sample.list[0].isNaN && sample.list[1] == 1)
    #expect(sample.point.x.isNaN && sample.point.y == 1)
    #expect(sample.maybePoint?.x.isNaN == true && sample.maybePoint?.y == 1)
  }

  /// NaN on one side and `nil!` on the other: both are NULL in SQL, but NaN is a value that differs from all others.
  @Test func comparedWithWhatMayBeUndefined() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Sample.self))
    for number in [Double.nan, 0, 2] {
      for maybe in [nil, 0, 2] as [Double?] {
        let sample = Sample()
        context.insert(sample)
        sample.number = number
        sample.maybe = maybe
      }
    }
    try context.save()
    let all = try context.fetch(FetchDescriptor<Sample>())
    #expect(all.count == 9)
    let predicates: [Predicate<Sample>] = [
      #Predicate { $0.number == $0.maybe! }, #Predicate { $0.number != $0.maybe! },
      #Predicate { $0.maybe! == $0.number }, #Predicate { !($0.maybe! == $0.number) },
      #Predicate { $0.number < $0.maybe! }, #Predicate { !($0.number < $0.maybe!) },
      #Predicate { !($0.maybe! >= $0.number) },
    ]
    for predicate in predicates {
      let expected = all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.persistentModelID)
      let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.persistentModelID)
      #expect(Set(found) == Set(expected), "\(predicate.expression)")
    }
    withExtendedLifetime(folder) {}
  }

  /// A struct of which nothing is left cannot be told from none.
  @Test func nothingButNotANumber() throws {
    let sample = try stored {
      $0.point = Point(x: .nan, y: .nan)
      $0.maybePoint = Point(x: .nan, y: .nan)
    }
    #expect(sample.point.x.isNaN && sample.point.y.isNaN && sample.maybePoint == nil)
  }

  /// Which case it is stays known, unlike whether there was a struct.
  @Test func associatedValuesThatAreNoNumbers() throws {
    let circle = try stored {
      $0.shape = .circle(.nan)
      $0.maybeShape = .circle(.nan)
    }
    for shape in [circle.shape, circle.maybeShape] {
      guard case .circle(let radius) = shape else {
        Issue.record("\(String(describing: shape))")
        continue
      }
      #expect(radius.isNaN)
    }
    let others = try stored {
      $0.shape = .line(.nan)
      $0.maybeShape = .box(width: .nan, height: .nan)
    }
    guard case .line(let length) = others.shape, case .box(let width, let height)? = others.maybeShape else {
      Issue.record("\(others.shape) \(String(describing: others.maybeShape))")
      return
    }
    // What need not be there is `nil`, as in a property of its own.
    #expect(length.isNaN && width.isNaN && height == nil)
  }

  @Test func negativeZeroIsZero() throws {
    let sample = try stored {
      $0.number = -0.0
      $0.maybe = -0.0
      $0.single = -0.0
    }
    #expect(sample.number == 0 && sample.maybe == 0 && sample.single == 0)
    #expect(sample.number.sign == .plus)
  }

  @Test func infinityIsKept() throws {
    let sample = try stored {
      $0.number = -.infinity
      $0.maybe = .infinity
      $0.day = Date(timeIntervalSinceReferenceDate: .infinity)
    }
    #expect(sample.number == -.infinity && sample.maybe == .infinity)
    #expect(sample.day.timeIntervalSinceReferenceDate == .infinity)
  }

  /// NULL would read as another date, or as none.
  @Test(arguments: ["day", "maybeDay"]) func aDateMustBeANumber(property: String) throws {
    let container = try memoryContainer(Sample.self)
    let context = ModelContext(container)
    let sample = Sample()
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    if property == "day" { sample.day = date } else { sample.maybeDay = date }
    context.insert(sample)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .valueOutOfRange && error?.property == property)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sample>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Sample>(predicate: #Predicate { $0.day < date })) == 0)
  }
}
