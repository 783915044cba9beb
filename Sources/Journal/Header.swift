import JSON

/// The first line of a journal file.
struct Header: Hashable {
  var version = Format.version
  var kind: Journal.Kind
  var device: String
  /// The number of the last line of each device whose name the folder had before, at the time when it got its present
  /// name. Instants would not do: clocks are set, and facts are written again with their original dates.
  var inherited: [String: Journal.Origin.Number] = [:]
  /// The device; `nil` if the line does not name one.
  var knownDevice: String? { device.isEmpty ? nil : device }

  /// The whole line, with checksum and line feed.
  var line: [UInt8] {
    var fields: [JSON.Field] = [
      .init("format", .string(Format.name)), .init("version", .integer(Int64(version))),
      .init("kind", .string(kind.rawValue)), .init("device", .string(device)),
    ]
    if !inherited.isEmpty {
      let parts = inherited.sorted { $0.key < $1.key }.map { device, last in
        JSON.object([
          .init("device", .string(device)), .init("run", .integer(Int64(last.run))),
          .init("seq", .integer(Int64(last.sequence))),
        ])
      }
      fields.append(.init("inherited", .array(parts)))
    }
    return Line.framing(Array(JSON.object(fields).text.utf8))
  }

  /// Throws if a journal of `kind` cannot read the file.
  /// - Parameter whole: the path to report as being of the other kind (default: the file).
  func check(for kind: Journal.Kind, path: String, whole: String? = nil) throws(Journal.Failure) {
    guard self.kind == kind else { throw .otherKind(path: whole ?? path, recorded: self.kind, wanted: kind) }
    guard version <= Format.version else { throw .newerFormat(path: path, version: version) }
    guard version == Format.version else { throw .unknownFormat(path: path, version: version) }
  }
}

extension Header {
  /// Reads the JSON of a header line; unknown fields are skipped, whatever the version.
  init?(json bytes: UnsafeRawBufferPointer) {
    guard let json = try? JSON(parsing: bytes), json["format"]?.stringValue == Format.name,
      let version = json["version"]?.integerValue, (0...1_000_000).contains(version),
      let kind = json["kind"]?.stringValue.flatMap(Journal.Kind.init(rawValue:))
    else { return nil }
    var inherited: [String: Journal.Origin.Number] = [:]
    for part in json["inherited"]?.arrayValue ?? [] {
      guard let device = part["device"]?.stringValue,
        let run = part["run"]?.integerValue.flatMap({ UInt32(exactly: $0) }),
        let sequence = part["seq"]?.integerValue.flatMap({ UInt32(exactly: $0) })
      else { continue }
      inherited[device] = .init(run: run, sequence: sequence)
    }
    self.init(
      version: Int(version), kind: kind, device: json["device"]?.stringValue ?? "", inherited: inherited)
  }
}

/// The text format of a journal file, version 1, which README.md in this folder describes for readers without this
/// program.
///
/// Each line is `CHECKSUM SPACE JSON`; the first is the header, every other one an event, in one order of fields:
///
/// ```text
/// 043b1a83 {"format":"storyline-journal","version":1,"kind":"real","device":"kitchen"} ........
/// {"seq":1,"at":1767603600000000,"device":"kitchen","type":"timer.saved","id":"…","day":"2026-01-05",
///           "offset":3600,"data":{"activity":"reading","stars":15}}      (in one line)
/// ```
enum Format {
  static let name = "storyline-journal"
  static let version = 1
  static let fileSuffix = ".journal"
  static let lockName = "journal.lock"
  /// Checksum, space.
  static let prefixLength = 9
  /// The maximum length of a line in bytes, including its line feed: 1 MiB, a thousand times the size of a post with
  /// all its facets.
  static let lineLengthLimit = 1 << 20
}

extension Journal {
  /// The use of a state folder. Sessions of one kind refuse a folder of the other, so that an exercise never mixes
  /// with a child's real stars.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case practice, real
  }
}
