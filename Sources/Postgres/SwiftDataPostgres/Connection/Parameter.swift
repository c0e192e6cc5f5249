// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// The types of PostgreSQL that are sent and read here, by their fixed numbers.
  enum TypeNumber {
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let integer64: UInt32 = 20
    static let integer16: UInt32 = 21
    static let integer32: UInt32 = 23
    static let text: UInt32 = 25
    static let real32: UInt32 = 700
    static let real64: UInt32 = 701
    static let character: UInt32 = 18
    static let blankPadded: UInt32 = 1042
    static let name: UInt32 = 19
    static let variableText: UInt32 = 1043
    static let numeric: UInt32 = 1700
    static let timestamp: UInt32 = 1184
    static let localTimestamp: UInt32 = 1114
    static let date: UInt32 = 1082
    static let uuid: UInt32 = 2950
    static let json: UInt32 = 114
    static let binaryJSON: UInt32 = 3802
    static let transaction: UInt32 = 5069

    /// The type of arrays of a type.
    static func array(of element: UInt32) -> UInt32 {
      switch element {
      case boolean: 1000
      case bytes: 1001
      case integer16: 1005
      case integer32: 1007
      case text: 1009
      case blankPadded: 1014
      case integer64: 1016
      case real32: 1021
      case real64: 1022
      case numeric: 1231
      case uuid: 2951
      case binaryJSON: 3807
      case transaction: 271
      case timestamp: 1185
      case localTimestamp: 1115
      default: 0
      }
    }
  }

  /// A value on its way to the server, with its type: in binary form, but for numbers of any length.
  struct Parameter: Sendable {
    let type: UInt32
    /// `nil` for NULL.
    let bytes: [UInt8]?
    var isText = false

    init(type: UInt32, bytes: [UInt8]?, isText: Bool = false) {
      self.type = type
      self.bytes = bytes
      self.isText = isText
    }

    init(_ value: Int64) { self.init(type: TypeNumber.integer64, bytes: BigEndian.bytes(value)) }
    init(_ value: Double) { self.init(type: TypeNumber.real64, bytes: BigEndian.bytes(value.bitPattern)) }
    init(_ value: String) { self.init(type: TypeNumber.text, bytes: Array(value.utf8)) }
    init(_ value: String?) { self.init(type: TypeNumber.text, bytes: value.map { Array($0.utf8) }) }

    init(_ texts: [String]) {
      var array = ArrayBuilder(element: TypeNumber.text)
      for text in texts { array.append(text) }
      self = array.parameter
    }

    init(_ keys: some Collection<Int64>) {
      var array = ArrayBuilder(element: TypeNumber.integer64)
      for key in keys { array.append(key) }
      self = array.parameter
    }
  }

  /// Moments as PostgreSQL has them: whole microseconds since 2000, where a `Date` has seconds since 2001.
  enum Moment {
    private static let offset: Int64 = 31_622_400_000_000
    /// The first and the last that a timestamp has.
    private static let range: ClosedRange<Double> = -211_845_067_200.0...9_223_339_708_799.0

    /// - Returns: `nil` for a moment that no timestamp has.
    static func microseconds(_ seconds: Double) -> Int64? {
      if seconds == .infinity { return .max }
      if seconds == -.infinity { return .min }
      guard range.contains(seconds) else { return nil }
      return Int64((seconds * 1_000_000).rounded()) + offset
    }

    static func seconds(_ microseconds: Int64) -> Double {
      switch microseconds {
      case .max: .infinity
      case .min: -.infinity
      // Rounded once.
      default: Double(microseconds - offset) / 1_000_000
      }
    }

    /// - Parameter days: Since 2000.
    static func seconds(days: Int64) -> Double {
      switch days {
      case Int64(Int32.max): .infinity
      case Int64(Int32.min): -.infinity
      default: Double(days * 86_400 - offset / 1_000_000)
      }
    }
  }

  enum BigEndian {
    static func bytes<I: FixedWidthInteger>(_ value: I) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    static func append<I: FixedWidthInteger>(_ value: I, to bytes: inout [UInt8]) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// A one-dimensional array in binary form, element by element.
  struct ArrayBuilder {
    let element: UInt32
    private var bytes: [UInt8] = []
    private(set) var count: Int32 = 0
    private var hasNull = false

    init(element: UInt32) { self.element = element }

    mutating func appendNull() {
      hasNull = true
      count += 1
      BigEndian.append(Int32(-1), to: &bytes)
    }

    mutating func append<I: FixedWidthInteger>(_ value: I) {
      count += 1
      BigEndian.append(Int32(MemoryLayout<I>.size), to: &bytes)
      BigEndian.append(value, to: &bytes)
    }

    mutating func append(_ value: UnsafeRawBufferPointer) {
      count += 1
      BigEndian.append(Int32(value.count), to: &bytes)
      bytes.append(contentsOf: value)
    }

    mutating func append(_ text: String) {
      var text = text
      text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// How many bytes the elements have, with their lengths.
    var byteCount: Int { bytes.count }

    /// The element that begins after some bytes; `nil` for NULL, and if there is none.
    func element(after start: Int) -> [UInt8]? {
      guard start >= 0, bytes.count >= start + 4, bytes[start..<(start + 4)] != [255, 255, 255, 255] else { return nil }
      return Array(bytes[(start + 4)...])
    }

    /// The only element, as a parameter of its own.
    var single: Parameter {
      // Its length comes first.
      Parameter(type: element, bytes: hasNull || count == 0 ? nil : Array(bytes.dropFirst(4)))
    }

    var parameter: Parameter {
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + 20)
      BigEndian.append(Int32(count == 0 ? 0 : 1), to: &result)
      BigEndian.append(Int32(hasNull ? 1 : 0), to: &result)
      BigEndian.append(element, to: &result)
      if count > 0 {
        BigEndian.append(count, to: &result)
        BigEndian.append(Int32(1), to: &result)
        result.append(contentsOf: bytes)
      }
      return Parameter(type: TypeNumber.array(of: element), bytes: result)
    }
  }

  /// A statement with its parameters, `$1` and so on.
  struct PostgresStatement: Sendable {
    let text: String
    var parameters: [Parameter] = []
    /// Whether values come back as the server writes them, whatever their types; otherwise in binary form.
    var answersInText = false

    init(_ text: String, _ parameters: [Parameter] = []) {
      self.text = text
      self.parameters = parameters
    }

    /// How many bytes the parameters have.
    var byteCount: Int { parameters.reduce(0) { $0 + ($1.bytes?.count ?? 0) } }
  }
#endif
