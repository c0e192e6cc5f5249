// SPDX-License-Identifier: Apache-2.0

// What 'import AppKit' brings to an app: the common names of AppKit, which live with the views. See the article
// "Views in the browser" for the compiler flag that makes this module answer to the name.
@_exported import Foundation
@_exported import SwiftDataUI
