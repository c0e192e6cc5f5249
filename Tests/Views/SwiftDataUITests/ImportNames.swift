// SPDX-License-Identifier: Apache-2.0

// Names that apps import, and whose content comes with 'SwiftUI'. They need only resolve. Not in a file that imports
// Testing, which would ask for overlays of its own that exist on Apple's platforms only.
import Combine
import CoreGraphics
import SwiftUI
import UIKit

/// What an app writes that imports them.
final class ImportedNames: ObservableObject {
  @Published var size = CGSize.zero
}
