// SPDX-License-Identifier: Apache-2.0

#if Web
  internal import CWebFiles

  /// The files of the folder `Client`, which are part of the program.
  enum EmbeddedFile {
    static var liveScript: [UInt8] { bytes(of: web_file_live_js()) }
    static var rowsScript: [UInt8] { bytes(of: web_file_rows_js()) }
    static var motionScript: [UInt8] { bytes(of: web_file_motion_js()) }
    static var styleSheet: [UInt8] { bytes(of: web_file_style_css()) }
    static var icons: [UInt8] { bytes(of: web_file_icons_svg()) }

    private static func bytes(of file: CWebFile) -> [UInt8] {
      Array(UnsafeRawBufferPointer(start: file.start, count: file.count))
    }
  }
#endif
