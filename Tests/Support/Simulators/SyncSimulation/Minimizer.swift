// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension Plan {
  /// Fewer steps that still fail, by leaving out ever smaller parts.
  package func minimized(disabled: Set<SyncRule> = []) -> Plan {
    var plan = self
    var size = max(plan.steps.count / 2, 1)
    while true {
      var start = 0
      var isSmaller = false
      while start < plan.steps.count {
        var candidate = plan
        candidate.steps.removeSubrange(start..<min(start + size, plan.steps.count))
        var world = World(candidate, disabled: disabled)
        if !world.run().isEmpty {
          plan = candidate
          isSmaller = true
        } else {
          start += size
        }
      }
      if size == 1, !isSmaller { return plan }
      size = max(size / 2, 1)
    }
  }
}
