// SPDX-License-Identifier: Apache-2.0

/// How Studio looks: rules that go with the host's own.
package enum StudioStyle {
  package static var sheet: [UInt8] { PackageResources.studio_css }
}
