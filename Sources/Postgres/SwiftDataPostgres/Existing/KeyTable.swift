// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  /// The numbers by which the engine knows rows whose keys are no whole numbers.
  ///
  /// A key gets the next number when it comes along, as the key of a row or in a reference to one, for as long as the store
  /// is open. Nothing is asked of the server for it: a statement has keys, and so has its result. Numbers are not used
  /// again. A number is of one hierarchy of classes: rows of two tables that have the same key have two, and one of them may
  /// get another key.
  final class KeyTable: Sendable {
    /// A key of up to 16 bytes, as UUIDs and most codes are, takes no memory of its own.
    enum Value: Hashable, Sendable {
      case short(UInt64, UInt64, count: UInt8)
      case long([UInt8])

      init(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= 16 else {
          self = .long(Array(bytes))
          return
        }
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
        self = .short(words.0, words.1, count: UInt8(bytes.count))
      }

      init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { Value($0) } }

      var bytes: [UInt8] {
        switch self {
        case .short(let first, let second, let count):
          withUnsafeBytes(of: (first, second)) { Array($0.prefix(Int(count))) }
        case .long(let bytes): bytes
        }
      }
    }

    /// What a transaction has changed, until it is committed.
    struct Change {
      let number: Int64
      let value: Value
      /// What the number stood for.
      let formerValue: Value?
      /// The number that the key had.
      let formerNumber: Int64?
    }

    private struct State {
      /// By the hierarchy.
      var numbers: [Int: [Value: Int64]] = [:]
      /// The number is the position, from 1 on.
      var values: [Value?] = []
      /// The hierarchy of each number.
      var spaces: [Int32] = []

      func position(_ number: Int64) -> Int? {
        number > 0 && number <= Int64(values.count) ? Int(number) - 1 : nil
      }

      mutating func number(of value: Value, in space: Int) -> Int64 {
        if let known = numbers[space]?[value] { return known }
        values.append(value)
        spaces.append(Int32(truncatingIfNeeded: space))
        numbers[space, default: [:]][value] = Int64(values.count)
        return Int64(values.count)
      }
    }

    private let state = Mutex(State())
    /// By the ordinals of root entities, those whose rows have others' keys: what refers to a row by its own key has that
    /// row's number.
    private let shared: [Int: Int]

    init(_ layout: StoreLayout) {
      var shared: [Int: Int] = [:]
      func space(_ root: Int) -> Int { shared[root] ?? root }
      for table in layout.tables where table.keyType != .integer {
        for relationship in table.root.family.flatMap(\.relationships) where !relationship.isToMany {
          guard let destination = relationship.destination?.root.ordinal,
            layout.columns(of: relationship).contains(where: { $0.name == table.key })
          else { continue }
          let (former, other) = (space(table.root.ordinal), space(destination))
          for root in shared.keys where shared[root] == former { shared[root] = other }
          if former != other { shared[former] = other }
        }
      }
      self.shared = shared
    }

    private func space(_ entity: _Entity) -> Int { shared[entity.root.ordinal] ?? entity.root.ordinal }

    // MARK: Asking

    /// The number of a row of an entity's table.
    func number(of bytes: UnsafeRawBufferPointer, _ entity: _Entity) -> Int64 {
      let (value, space) = (Value(bytes), space(entity))
      return state.withLock { $0.number(of: value, in: space) }
    }

    func number(of bytes: [UInt8], _ entity: _Entity) -> Int64 { bytes.withUnsafeBytes { number(of: $0, entity) } }

    /// The key; `nil` if the number stands for none.
    func bytes(of number: Int64) -> [UInt8]? {
      state.withLock { state in state.position(number).flatMap { state.values[$0] } }?.bytes
    }

    /// How many numbers were given out.
    var count: Int { state.withLock { $0.values.count } }

    // MARK: New rows

    /// Numbers that follow each other, of rows whose keys are not known yet.
    ///
    /// - Returns: The first of them.
    func reserve(_ count: Int, _ entity: _Entity) -> Int64 {
      let space = Int32(truncatingIfNeeded: space(entity))
      return state.withLock { state in
        let first = Int64(state.values.count) + 1
        state.values.append(contentsOf: repeatElement(nil, count: count))
        state.spaces.append(contentsOf: repeatElement(space, count: count))
        return first
      }
    }

    /// Says which key the row of a reserved number will have. Until ``settle(_:as:)``, the key leads to another number or
    /// to none.
    func assign(_ bytes: [UInt8]?, to number: Int64) {
      let value = bytes.map { Value($0) }
      state.withLock { state in
        if let position = state.position(number) { state.values[position] = value }
      }
    }

    /// From now on a row has a key, and is known by a number.
    func settle(_ number: Int64, as bytes: [UInt8]) -> Change {
      let value = Value(bytes)
      return state.withLock { state in
        guard let position = state.position(number) else {
          return Change(number: number, value: value, formerValue: nil, formerNumber: nil)
        }
        let space = Int(state.spaces[position])
        let change = Change(
          number: number, value: value, formerValue: state.values[position],
          formerNumber: state.numbers[space]?[value])
        if let former = change.formerValue, former != value, state.numbers[space]?[former] == number {
          state.numbers[space]?[former] = nil
        }
        state.values[position] = value
        state.numbers[space, default: [:]][value] = number
        return change
      }
    }

    /// The transaction was rolled back.
    func undo(_ change: Change) {
      state.withLock { state in
        guard let position = state.position(change.number) else { return }
        let space = Int(state.spaces[position])
        if state.numbers[space]?[change.value] == change.number {
          state.numbers[space]?[change.value] = change.formerNumber
        }
        state.values[position] = change.formerValue
        guard let former = change.formerValue, former != change.value, state.numbers[space]?[former] == nil else {
          return
        }
        state.numbers[space, default: [:]][former] = change.number
      }
    }
  }

  /// The names of the rows of one table.
  final class KeyNames: RowKeyNames {
    private let table: KeyTable
    private let type: ExistingKeyType
    private let root: _Entity

    init(_ table: KeyTable, _ type: ExistingKeyType, _ root: _Entity) {
      self.table = table
      self.type = type
      self.root = root
    }

    func text(of number: Int64) -> String? { table.bytes(of: number).flatMap { type.text(of: $0) } }

    func number(of text: String) -> Int64? { type.bytes(of: text).map { table.number(of: $0, root) } }

    func precedes(_ left: Int64, _ right: Int64) -> Bool {
      guard let first = table.bytes(of: left), let second = table.bytes(of: right) else { return left < right }
      return first.lexicographicallyPrecedes(second)
    }
  }
#endif
