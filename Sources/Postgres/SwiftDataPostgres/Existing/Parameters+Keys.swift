// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension ExistingKeyType {
    /// The number of the type of parameters.
    var number: UInt32 {
      switch self {
      case .integer: TypeNumber.integer64
      case .uuid: TypeNumber.uuid
      case .text: TypeNumber.text
      case .bytes: TypeNumber.bytes
      case .blankPadded: TypeNumber.blankPadded
      }
    }

    /// The type of a column of a result that has keys; `nil` for whole numbers, and for what no key is.
    init?(result type: UInt32) {
      switch type {
      case TypeNumber.uuid: self = .uuid
      case TypeNumber.text, TypeNumber.variableText: self = .text
      case TypeNumber.bytes: self = .bytes
      case TypeNumber.blankPadded: self = .blankPadded
      default: return nil
      }
    }
  }

  extension ArrayBuilder {
    /// For the keys of rows.
    init(keys type: ExistingKeyType) { self.init(element: type.number) }

    /// Adds a row's key: the engine's number itself, or what it stands for. What stands for nothing is NULL, which no row
    /// has.
    mutating func append(key: Int64, _ table: KeyTable?) {
      if element == TypeNumber.integer64 { return append(key) }
      guard let bytes = table?.bytes(of: key) else { return appendNull() }
      bytes.withUnsafeBytes { append($0) }
    }

    mutating func append(bytes: [UInt8]?) {
      guard let bytes else { return appendNull() }
      bytes.withUnsafeBytes { append($0) }
    }
  }

  extension Parameter {
    /// The key of a row.
    init(key: Int64, _ type: ExistingKeyType, _ table: KeyTable?) {
      self =
        type == .integer ? Parameter(key) : Parameter(type: type.number, bytes: table?.bytes(of: key))
    }

    /// The keys of rows.
    init(keys: some Collection<Int64>, _ type: ExistingKeyType, _ table: KeyTable?) {
      guard type != .integer else {
        self = Parameter(keys)
        return
      }
      var array = ArrayBuilder(keys: type)
      for key in keys { array.append(key: key, table) }
      self = array.parameter
    }
  }

  extension ResultRows {
    /// The key that a column has; `nil` for NULL.
    func key(_ row: Int32, _ column: Int32) -> [UInt8]? {
      guard !isNull(row, column) else { return nil }
      let bytes = Array(bytes(row, column))
      return ExistingKeyType(result: type(column))?.canonical(bytes) ?? bytes
    }

    /// The number of a row's key, or of one in a reference: the key itself, or what it is known by; 0 for NULL.
    ///
    /// - Parameter entity: Whose row it is.
    func number(_ row: Int32, _ column: Int32, of entity: _Entity) -> Int64 {
      guard let keyTable, let type = ExistingKeyType(result: type(column)) else { return integer(row, column) }
      if isNull(row, column) { return 0 }
      if type == .blankPadded { return keyTable.number(of: type.canonical(Array(bytes(row, column))), entity) }
      return keyTable.number(of: bytes(row, column), entity)
    }
  }
#endif
