@_exported import struct SwiftDataUI.UTType
