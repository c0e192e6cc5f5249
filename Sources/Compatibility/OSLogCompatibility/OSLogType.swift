// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  /// How important a message is.
  public struct OSLogType: RawRepresentable, Equatable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A type by Apple's number of it.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// Worth keeping.
    public static let `default` = OSLogType(0)
    /// Helpful, not essential.
    public static let info = OSLogType(1)
    /// For debugging only.
    public static let debug = OSLogType(2)
    /// Something failed.
    public static let error = OSLogType(16)
    /// A fault of the program.
    public static let fault = OSLogType(17)

    var name: String {
      switch self {
      case .debug: "debug"
      case .info: "info"
      case .error: "error"
      case .fault: "fault"
      default: "notice"
      }
    }

    /// From unimportant to important; the raw values are in another order.
    var importance: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .error: 3
      case .fault: 4
      default: 2
      }
    }
  }

  /// Where messages belong to: a part of a program.
  public final class OSLog: Sendable {
    /// A category with a special meaning to the system.
    public struct Category: RawRepresentable, Sendable {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Has no special meaning here.
      public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    }

    let subsystem: String
    let category: String
    let isDisabled: Bool

    /// The log of a category.
    public init(subsystem: String, category: String) {
      self.subsystem = subsystem
      self.category = category
      isDisabled = false
    }

    /// The log of a category.
    public convenience init(subsystem: String, category: Category) {
      self.init(subsystem: subsystem, category: category.rawValue)
    }

    private init(isDisabled: Bool) {
      subsystem = ""
      category = ""
      self.isDisabled = isDisabled
    }

    /// The log without a category.
    public static let `default` = OSLog(isDisabled: false)
    /// A log that drops its messages.
    public static let disabled = OSLog(isDisabled: true)

    /// Whether messages of the type are written.
    public func isEnabled(type: OSLogType) -> Bool { !isDisabled && LogOutput.writes(type) }
  }
#endif
