// SPDX-License-Identifier: Apache-2.0

enum KnownViewNames {
  static let all = ""
  static let types = ""
  static let withoutEffect = ""
  static let placeholders = ""
}
