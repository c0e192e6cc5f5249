@_exported import SwiftData
