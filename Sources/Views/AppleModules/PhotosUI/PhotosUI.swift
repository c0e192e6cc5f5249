// SPDX-License-Identifier: Apache-2.0

// 'PhotosPicker' and what comes with it live with the other controls.
@_exported import Foundation
@_exported import SwiftDataUI
