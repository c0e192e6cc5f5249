// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Why a file cannot be used.
public enum JSONStoreError: Error, CustomStringConvertible {
  case noFile(URL)
  /// What is in the file is not what a store has written.
  case damaged(URL, reason: String)
  case newerFormat(URL, Int)
  case failed(URL, operation: String, code: Int32)
  /// A changed model is not in the file any more.
  case gone(PersistentIdentifier)

  public var description: String {
    switch self {
    case .noFile(let url): "\(url) is not the address of a file."
    case .damaged(let url, let reason): "The file \(url.path) is damaged: \(reason)"
    case .newerFormat(let url, let format):
      "The file \(url.path) has format \(format), which is newer than this program."
    case .failed(let url, let operation, let code): "\(operation) failed for \(url.path): error \(code)."
    case .gone(let identifier): "\(identifier) is not in the file any more."
    }
  }
}
