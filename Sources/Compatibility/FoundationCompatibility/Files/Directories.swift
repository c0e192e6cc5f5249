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
#endif
