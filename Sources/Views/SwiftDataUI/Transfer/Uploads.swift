// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files that somebody sends, part by part, into a folder of the page's, which goes with the page.
@MainActor final class Uploads {
  /// The largest file that is taken, in bytes.
  static let largestFile = 256_000_000
  /// How much all files of a page may be, in bytes.
  static let largestPage = 1_000_000_000
  /// How many files a page may have.
  static let most = 2_000
  /// What precedes the bytes of a part is no longer than this, in bytes: names of files have 255 characters at most.
  static let longestHead = 1_024

  /// A file that has come whole.
  struct File: Hashable, Sendable {
    let url: URL
    let name: String
  }

  private var folder: URL?
  private var total = 0
  private var count = 0

  /// The folder, which is made when the first file comes.
  private func made() throws -> URL {
    if let folder { return folder }
    let made = FileManager.default.temporaryDirectory.appendingPathComponent("uploads-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: made, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    folder = made
    return made
  }

  /// Where a new file goes: a folder of its own, so that it keeps its name.
  func place(_ name: String, size: Int) throws -> URL {
    guard size <= Self.largestFile, total + size <= Self.largestPage else {
      throw TransferError(
        "'\(name)' has \(size) bytes. The largest file has \(Self.largestFile), all files of a page together have "
          + "\(Self.largestPage) at most.")
    }
    guard count < Self.most else {
      throw TransferError(
        "'\(name)' is one file too many: a page takes \(Self.most) files. Load the page again to send more.")
    }
    total += size
    count += 1
    let folder = try made().appendingPathComponent(String(count))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent(Self.safe(name))
  }

  /// A name without folders: it is the browser's word.
  static func safe(_ name: String) -> String {
    let last = name.split(whereSeparator: { "/\\:".contains($0) }).last.map(String.init) ?? ""
    // The end of it, which says of what kind the file is. Cut first: a name may be as long as a message.
    let kept = last.unicodeScalars.suffix(200).filter { $0.value >= 0x20 && $0.value != 0x7F }
    var text = String(String.UnicodeScalarView(kept)).trimmingCharacters(in: .whitespaces)
    while text.utf8.count > 200 { text.unicodeScalars.removeFirst() }
    return text.isEmpty || text == "." || text == ".." ? "file" : text
  }

  func end() {
    if let folder { try? FileManager.default.removeItem(at: folder) }
    folder = nil
  }
}

/// Takes the parts of the files of one field.
@MainActor final class UploadReceiver {
  private var handle: FileHandle?
  private var file: Uploads.File?
  private var size = 0, offset = 0, index = 0
  private var done: [Uploads.File] = []

  /// What a part leads to.
  enum Progress {
    case more
    case whole([Uploads.File])
    case failed(any Error)
  }

  /// Takes `INDEX/COUNT/OFFSET/SIZE/NAME`, a line feed, base64.
  func take(_ part: String?, _ uploads: Uploads) -> Progress {
    guard let part else { return .more }
    guard let end = part.utf8.prefix(Uploads.longestHead + 1).firstIndex(of: UInt8(ascii: "\n")) else {
      if part.utf8.count <= Uploads.longestHead { return .more }
      close()
      return .failed(
        TransferError("A file has a name that is longer than \(Uploads.longestHead) bytes. Give it a shorter one."))
    }
    let head = part[..<end].split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
    let numbers = head.prefix(4).compactMap { Int($0) }
    guard head.count == 5, numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }), numbers[0] < numbers[1],
      let bytes = Data(base64Encoded: String(part[part.index(after: end)...]))
    else { return .more }
    do {
      if numbers[2] == 0 {
        if numbers[0] == 0 { done = [] }
        try begin(String(head[4]), size: numbers[3], index: numbers[0], uploads)
      }
      // A part of another file, which was being sent when this one was chosen.
      guard let handle, let file, file.name == head[4], size == numbers[3], index == numbers[0] else { return .more }
      // One after a part that was lost.
      guard offset == numbers[2], bytes.count <= size - offset else {
        close()
        return .more
      }
      try handle.write(contentsOf: bytes)
      offset += bytes.count
      guard offset == size else { return .more }
      close()
      done.append(file)
      guard numbers[0] == numbers[1] - 1 else { return .more }
      defer { done = [] }
      return .whole(done)
    } catch {
      close()
      return .failed(error)
    }
  }

  private func begin(_ name: String, size: Int, index: Int, _ uploads: Uploads) throws {
    close()
    let url = try uploads.place(name, size: size)
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw TransferError("The file '\(name)' cannot be written to \(url.deletingLastPathComponent().path).")
    }
    handle = try FileHandle(forWritingTo: url)
    file = Uploads.File(url: url, name: name)
    self.size = size
    self.index = index
    offset = 0
  }

  private func close() {
    try? handle?.close()
    handle = nil
  }
}

/// A field that takes files, over what it is called.
struct FileChooser<Label: View>: PrimitiveView {
  let label: Label
  let name: String
  let types: [UTType]
  let takesSeveral: Bool
  let take: @MainActor (Result<[Uploads.File], any Error>) -> Void

  func update(_ node: Node) { node.child(0, label) }

  func assemble(_ node: Node) -> Output {
    let box = node.element(.label, [.fileChooser], children: node.content.elements)
    let field = node.element(.fileField, [], key: 1)
    field.attribute(.label, name)
    let accepted = types.compactMap(\.accepted)
    if accepted.count == types.count, !accepted.isEmpty {
      field.attribute(.acceptedFiles, accepted.joined(separator: ","))
    }
    if takesSeveral { field.attribute(.takesSeveralFiles, true) }
    if node.environment.isEnabled {
      let receiver = node.remember { UploadReceiver() }
      let take = take
      // Heard so that the browser does not take the name of the file for text that nobody has.
      field.on(.input) { _ in }
      field.on(.upload) { [weak session = node.environment.session] part in
        guard let session else { return }
        switch receiver.take(part, session.uploads) {
        case .more: break
        case .whole(let files): take(.success(files))
        case .failed(let error): take(.failure(error))
        }
      }
    } else {
      field.attribute(.isDisabled, true)
    }
    box.children.append(field)
    return Output(box, node.content.preferences)
  }
}
