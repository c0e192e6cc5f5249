// SPDX-License-Identifier: Apache-2.0

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Titles of two to five words.
enum Words {
  private static let words = [
    "After", "Autumn", "Blue", "Café", "City", "Cœur", "Dancing", "Days", "Distant", "Dream",
    "Echo", "Ever", "Fire", "Fjord", "Garden", "Ghost", "Gold", "Harbour", "Hour", "House",
    "Island", "Journey", "Kind", "Lantern", "Light", "Lost", "Midnight", "Mirror", "Moon",
    "Morning", "Mountain", "Never", "Night", "North", "Ocean", "Old", "Paper", "Quiet", "Rain",
    "River", "Road", "Running", "Señorita", "Shadow", "Silver", "Sky", "Slow", "Snow", "Song",
    "South", "Star", "Stone", "Summer", "Sunday", "Thunder", "Time", "Träume", "Under", "Velvet",
    "Waiting", "Water", "Winter", "Wire", "Yesterday",
  ]

  static func title(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 2...5, using: &random))
      .map { _ in words.randomElement(using: &random)! }
      .joined(separator: " ")
  }
}
