// SPDX-License-Identifier: Apache-2.0

/// A number of bytes, for people.
func byteText(_ bytes: UInt64) -> String {
  let units = ["bytes", "KB", "MB", "GB", "TB"]
  var value = Double(bytes)
  var unit = 0
  while value >= 1024, unit < units.count - 1 {
    value /= 1024
    unit += 1
  }
  guard unit > 0 else { return "\(bytes) bytes" }
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(tenths % 10) \(units[unit])"
}

/// `1 change`, `2 changes`.
func countText(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
