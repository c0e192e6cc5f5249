import Foundation

/// Writes a source file that declares the colours and pictures of the asset catalogs below a folder.
///
/// `AssetSymbolsTool FOLDER OUTPUT`
@main struct AssetSymbolsTool {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let folder = arguments.first, let output = arguments.last else {
      FileHandle.standardError.write(Data("usage: AssetSymbolsTool FOLDER OUTPUT\n".utf8))
      exit(64)
    }
    let symbols = AssetNames(below: URL(fileURLWithPath: folder))
    try Data(symbols.source.utf8).write(to: URL(fileURLWithPath: output))
  }
}
