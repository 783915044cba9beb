import JSON
import System

/// Proofs that this device wrote the lines of its file in a shared folder.
///
///     let proof = OwnProof(home, for: "/media/stick")
///     proof.write(for: own)                        // before the shared folder's copy of `own` changes
///     let bytes = proof.provenLength(of: theirs)   // this device wrote the lines up to there
///
/// Anyone who can reach a shared folder can write lines in this device's name, and `ExchangeMark` does not notice every
/// older copy that was put back: `cp` and `git checkout` write into the files that exist. A proof tells the lines that
/// such a folder lost from forged ones. `DEVICE.secret` in the state folder holds random bytes that never leave the
/// folder; `DEVICE.proof` beside the shared file holds codes that only these bytes yield, each for the file's first
/// lines. An older secret is the same secret, and a device never takes lines out of its file, so a proof stays true.
struct AuthorshipProof {
  private let home: StateFolder
  /// The path of the shared folder's file of proofs.
  private let path: String

  /// The ending of the file in the state folder, and of the one in the shared folder.
  static let secretEnding = ".secret"
  static let ending = ".proof"
  private static let secretSize = 32
  /// The maximum number of proofs in a file: the file that they are for may be older than the last one.
  private static let limit = 8
  private static let lengthLimit = 4_096

  init(_ home: StateFolder, for shared: String) {
    self.home = home
    path = "\(shared)/\(home.device.name)\(Self.ending)"
  }

  /// The code of a file's first lines.
  private struct Code: Hashable {
    let lines: Int
    let text: String

    var line: [UInt8] {
      Line.framing(
        Array(JSON.object([.init("lines", .integer(Int64(lines))), .init("code", .string(text))]).text.utf8))
    }
  }

  // MARK: Writing

  /// Adds the proof for the whole file of this device, and makes the secret if there is none. Without a proof, an
  /// exchange works as well.
  /// - Complexity: O(bytes of the file).
  func write(for own: Source) {
    do throws(FileError) {
      var known = try secret()
      if known == nil { known = try makeSecret() }
      guard let secret = known else { return }
      var last: Code?
      try walk(own.file, to: own.scanned, secret) { lines, _, hash in
        last = Code(lines: lines, text: Self.hex(hash.code))
      }
      guard let last else { return }
      let earlier = codes()
      guard earlier.first != last else { return }
      let codes = [last] + earlier.filter { $0 != last }.prefix(Self.limit - 1)
      try home.files.replace(path, in: FilePath.folder(of: path)) { file throws(FileError) in
        try file.appendAll(codes.flatMap { $0.line })
      }
    } catch {}
  }

  /// `true` if the shared folder has a file of proofs.
  var isThere: Bool { !codes().isEmpty }

  // MARK: Reading

  /// Returns the length of the beginning of a file that this device wrote; 0 if that cannot be proved.
  /// - Complexity: O(bytes of the file).
  func provenLength(of theirs: OtherDeviceFile) -> Int64 {
    guard let secret = (try? secret()) ?? nil else { return 0 }
    let codes = Set(codes())
    guard let limit = codes.map({ $0.lines }).max() else { return 0 }
    let wanted = Set(codes.map { $0.lines })
    var proven: Int64 = 0
    try? walk(theirs.file, to: theirs.size, limit: limit, secret) { lines, end, hash in
      guard wanted.contains(lines), codes.contains(Code(lines: lines, text: Self.hex(hash.code))) else { return }
      proven = end
    }
    return proven
  }

  /// Calls `body` with the number of lines, the offset after them and their hash, after each line that may end a
  /// proof: the last one, or all if `limit` is given. Line ends make no difference.
  private func walk(
    _ file: any JournalFile, to size: Int64, limit: Int? = nil, _ secret: [UInt8], _ body: (Int, Int64, HMAC) -> Void
  ) throws(FileError) {
    var hash = HMAC(key: secret)
    Array("\(Format.name)\n\(home.device)\n".utf8).withUnsafeBytes { hash.update($0) }
    var walk = LineIterator(file, from: 0, to: size)
    var lines = 0
    while lines < limit ?? .max, try walk.next() {
      walk.withLine { hash.update($0) }
      withUnsafeBytes(of: UInt8(ascii: "\n")) { hash.update($0) }
      lines += 1
      if limit != nil { body(lines, walk.end, hash) }
    }
    if limit == nil, lines > 0 { body(lines, walk.end, hash) }
  }

  private func codes() -> [Code] {
    lines(of: path).compactMap { json in
      guard let lines = json["lines"]?.integerValue, (1...1 << 40).contains(lines), let text = json["code"]?.stringValue
      else { return nil }
      return Code(lines: Int(lines), text: text)
    }
  }

  private func lines(of path: String) -> [JSON] {
    guard let file = try? home.files.open(path, for: .reading),
      let bytes = try? file.bytes(at: 0, count: Self.lengthLimit)
    else { return [] }
    return bytes.split(separator: 0x0A).prefix(2 * Self.limit).compactMap { line in
      line.withUnsafeBytes { Line.json(of: Line.trimmed($0), Checksum()).flatMap { try? JSON(parsing: $0) } }
    }
  }

  // MARK: The secret

  private var secretPath: String { home.path(of: home.device.name + Self.secretEnding) }

  private func secret() throws(FileError) -> [UInt8]? {
    guard let text = lines(of: secretPath).first?["secret"]?.stringValue, text.utf8.count == 2 * Self.secretSize,
      text.utf8.allSatisfy(Journal.DeviceID.isAllowed)
    else { return nil }
    return Array(text.utf8)
  }

  /// Replaces whatever is in the secret's place by a new one, which only the user may read.
  private func makeSecret() throws(FileError) -> [UInt8]? {
    let text = Self.hex((0..<Self.secretSize).map { _ in UInt8.random(in: 0...255) })
    try home.files.replace(secretPath, in: home.path) { file throws(FileError) in
      try file.appendAll(Line.framing(Array(JSON.object([.init("secret", .string(text))]).text.utf8)))
    }
    return Array(text.utf8)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
