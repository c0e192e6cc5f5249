// SPDX-License-Identifier: Apache-2.0

/// Which saves a store may have after a power failure, by what the program was told before it.
struct Ledger {
  /// The numbers of the saves that returned, in order; a restored backup has that of the save in it.
  private(set) var saves = [0]
  /// The one that has begun and not returned.
  private(set) var begun: Int?
  /// The place, among the saves, of the last one that must be there.
  private(set) var least = 0
  private(set) var backups: [Int] = []
  private(set) var begunBackup: Int?
  /// One that was begun when the process was killed: it may be there.
  private var halfBackup: Int?
  private(set) var mistakes: [String] = []
  let waitsForDisk: Bool

  init(waitsForDisk: Bool) { self.waitsForDisk = waitsForDisk }

  mutating func note(_ operation: DiskLog.Operation) {
    switch operation {
    // All that was saved until then is in the log.
    case .sync("data/a.store-wal"): least = saves.count - 1
    case .note(let text):
      let words = text.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]) else { return }
      note(words[0], number)
    default: break
    }
  }

  private mutating func note(_ word: Substring, _ number: Int) {
    switch word {
    case "begin": begun = number
    case "done":
      saves.append(number)
      begun = nil
      if waitsForDisk { least = saves.count - 1 }
    case "has":
      // After a process was killed, or has ended.
      if number == begun {
        saves.append(number)
      } else if number != saves.last {
        mistakes.append("The store was opened with save \(number), not with \(saves.last ?? 0).")
      }
      begun = nil
      halfBackup = begunBackup ?? halfBackup
      begunBackup = nil
    case "backup": begunBackup = number
    case "backed":
      backups.append(number)
      begunBackup = nil
      halfBackup = nil
    default: break
    }
  }

  /// What is wrong with this save being there; `nil` if nothing is.
  func complaint(store number: Int) -> String? {
    if number == begun || saves[least...].contains(number) { return nil }
    return "it has save \(number); the last one that must be there is \(saves[least]), the last one that returned "
      + "\(saves.last ?? 0)"
  }

  /// Backups wait for the disk, whatever saves do.
  func complaint(backup number: Int?) -> String? {
    if number == backups.last || number != nil && (number == begunBackup || number == halfBackup) { return nil }
    return "the backup is of \(number.map { "save \($0)" } ?? "nothing"), not of save \(backups.last ?? 0)"
  }

  /// How many of the saves that returned are not there.
  func lost(_ number: Int) -> Int {
    // A restored backup has the number of an earlier save.
    number == begun ? 0 : saves.lastIndex(of: number).map { saves.count - 1 - $0 } ?? 0
  }
}
