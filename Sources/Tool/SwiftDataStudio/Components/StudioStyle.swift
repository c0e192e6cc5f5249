// SPDX-License-Identifier: Apache-2.0

#if Web
  internal import CStudioFiles

  /// How Studio looks: rules that go with the host's own.
  package enum StudioStyle {
    package static var sheet: [UInt8] {
      var count = 0
      let start = studio_style_sheet(&count)
      return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
#endif
