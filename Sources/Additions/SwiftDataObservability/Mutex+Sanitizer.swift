// SPDX-License-Identifier: Apache-2.0

#if SANITIZE_THREAD
  import SwiftDataCore

  // Two imported modules have a `Mutex` then.
  typealias Mutex<Value: ~Copyable> = SwiftDataCore.Mutex<Value>
#endif
