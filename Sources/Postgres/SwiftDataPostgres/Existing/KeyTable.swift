// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  /// The numbers by which the engine knows rows whose keys are no whole numbers.
  ///
  /// A key gets the next number when it comes along, as the key of a row or in a reference to one, for as long as the store
  /// is open. Nothing is asked of the server for it: a statement has keys, and so has its result. Numbers are not used
  /// again. A number says nothing of the table: keys of two tables that have the same bytes have the same one.
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
      var numbers: [Value: Int64] = [:]
      /// The number is the position, from 1 on.
      var values: [Value?] = []

      func position(_ number: Int64) -> Int? {
        number > 0 && number <= Int64(values.count) ? Int(number) - 1 : nil
      }

      mutating func number(of value: Value) -> Int64 {
        if let known = numbers[value] { return known }
        values.append(value)
        numbers[value] = Int64(values.count)
        return Int64(values.count)
      }
    }

    private let state = Mutex(State())

    // MARK: Asking

    func number(of bytes: UnsafeRawBufferPointer) -> Int64 {
      let value = Value(bytes)
      return state.withLock { $0.number(of: value) }
    }

    func number(of bytes: [UInt8]) -> Int64 { bytes.withUnsafeBytes { number(of: $0) } }

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
    func reserve(_ count: Int) -> Int64 {
      state.withLock { state in
        let first = Int64(state.values.count) + 1
        state.values.append(contentsOf: repeatElement(nil, count: count))
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
        let position = state.position(number)
        let change = Change(
          number: number, value: value, formerValue: position.flatMap { state.values[$0] },
          formerNumber: state.numbers[value])
        if let former = change.formerValue, former != value, state.numbers[former] == number {
          state.numbers[former] = nil
        }
        if let position { state.values[position] = value }
        state.numbers[value] = number
        return change
      }
    }

    /// The transaction was rolled back.
    func undo(_ change: Change) {
      state.withLock { state in
        if state.numbers[change.value] == change.number { state.numbers[change.value] = change.formerNumber }
        guard let position = state.position(change.number) else { return }
        state.values[position] = change.formerValue
        guard let former = change.formerValue, former != change.value, state.numbers[former] == nil else { return }
        state.numbers[former] = change.number
      }
    }
  }

  /// The names of the rows of tables with one type of keys.
  final class KeyNames: RowKeyNames {
    private let table: KeyTable
    private let type: ExistingKeyType

    init(_ table: KeyTable, _ type: ExistingKeyType) {
      self.table = table
      self.type = type
    }

    func text(of number: Int64) -> String? { table.bytes(of: number).flatMap { type.text(of: $0) } }

    func number(of text: String) -> Int64? { type.bytes(of: text).map { table.number(of: $0) } }

    func precedes(_ left: Int64, _ right: Int64) -> Bool {
      guard let first = table.bytes(of: left), let second = table.bytes(of: right) else { return left < right }
      return first.lexicographicallyPrecedes(second)
    }
  }
#endif
