// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  // Where apps look for their files; Foundation has these on Apple's platforms only.

  extension URL {
    /// The folder that default stores are in: `$XDG_DATA_HOME/<program>` on Linux.
    public static var applicationSupportDirectory: URL {
      DataDirectory.url()
    }

    /// The user's documents.
    public static var documentsDirectory: URL { folder(.documentDirectory) }
    /// Files that can be made again.
    public static var cachesDirectory: URL { folder(.cachesDirectory) }
    /// The user's downloads.
    public static var downloadsDirectory: URL { folder(.downloadsDirectory) }
    /// The user's desktop.
    public static var desktopDirectory: URL { folder(.desktopDirectory) }
    /// The user's pictures.
    public static var picturesDirectory: URL { folder(.picturesDirectory) }
    /// The user's music.
    public static var musicDirectory: URL { folder(.musicDirectory) }
    /// The user's films.
    public static var moviesDirectory: URL { folder(.moviesDirectory) }

    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
      FileManager.default.urls(for: directory, in: .userDomainMask).first ?? homeDirectory
    }
  }

  extension FileManager {
    /// The folder that the stores of a group are in: `$XDG_DATA_HOME/<group>` on Linux.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
      DataDirectory.url(group: groupIdentifier)
    }
  }

  /// Where a program keeps its data.
  ///
  /// - Windows and Android: a folder with the program's name in Foundation's application support directory.
  /// - Elsewhere: `$XDG_DATA_HOME/<program>`, with `~/.local/share` for `XDG_DATA_HOME` if it is not set (XDG Base
  ///   Directory Specification).
  ///
  /// The environment is read each time, so a test can point it elsewhere.
  package enum DataDirectory {
    /// - Parameter group: The name that several programs share; the program's own if `nil`.
    package static func url(group: String? = nil) -> URL {
      home.appendingPathComponent(group ?? ProcessInfo.processInfo.processName, isDirectory: true)
    }

    #if os(Windows) || os(Android)
      private static var home: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
          ?? URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
      }
    #else
      private static var home: URL {
        let environment = ProcessInfo.processInfo.environment
        // The specification: a relative path is invalid and to be ignored.
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
          return URL(fileURLWithPath: path, isDirectory: true)
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return URL(fileURLWithPath: home ?? NSHomeDirectory(), isDirectory: true)
          .appendingPathComponent(".local/share", isDirectory: true)
      }
    #endif
  }
#endif
