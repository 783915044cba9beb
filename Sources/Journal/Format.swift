/// The text format of a journal file, version 1.
///
/// ```text
/// A journal is a folder with one file for each device, DEVICE.journal. A file is UTF-8 text that only grows. Each line
/// ends with a line feed and is
///
///     CHECKSUM SPACE JSON
///
/// CHECKSUM is the CRC-32C (RFC 3720, B.4) of the bytes of JSON, as 8 lower-case hexadecimal digits. This framing is
/// the same in every version of the format. JSON is one object (RFC 8259) without line ends.
///
/// The first line is the header:
///
///     {"format":"storyline-journal","version":1,"kind":"real","device":"kitchen"}
///
/// kind is real or practice. Every other line is one event:
///
///     {"seq":17,"at":1767603600000000,"device":"kitchen","type":"timer.saved","id":"timer.saved/kitchen/1767603600000000",
///      "day":"2026-01-05","offset":3600,"data":{"activity":"reading","stars":15}}      (in one line)
///
///     seq     counts the device's events, from 1
///     at      microseconds since 1970-01-01 00:00 UTC by the device's clock
///     device  lower-case letters, digits and -, at most 64
///     run     the device's incarnation; left out when it is 1. One more each time the device was set back to a backup
///     type    lower-case letters, digits, . and -, at most 64
///     id      derived from the cause; printable ASCII without space, " and \, at most 512. The same id is the same event
///     day     the local calendar day, when it matters          (left out otherwise)
///     offset  seconds that the local clock was ahead of UTC    (left out otherwise)
///     data    the event's own fields, an object; always the last field
///
/// Names of fields are ASCII. A reader passes over fields that it does not know. The events of a folder are the union
/// of all its files by id; of several lines with one id the first in the order (at, device, run, seq, then bytes)
/// counts. An event of type void with data {"of":ID} voids the event ID, wherever either of them stands; lines are
/// never rewritten. An event that is redone is appended again as ID~2, ID~3 and so on.
///
/// A last line without a line feed was cut off by a crash: the next writer moves it to DEVICE.torn. A line whose
/// checksum does not hold is damaged: readers report it and go on; compaction moves it to DEVICE.damaged.
/// DEVICE.journal.new is a file that is being written and replaces DEVICE.journal when it is whole; DEVICE.journal.v0
/// is a file as it was before its format was migrated; journal.lock is locked (flock) by whoever writes.
/// ```
enum Format {
  static let name = "storyline-journal"
  static let version = 1
  static let fileSuffix = ".journal"
  static let lockName = "journal.lock"

  /// Checksum, space.
  static let prefixLength = 9

  /// Bytes of the longest line, its line feed included: 1 MiB, a thousand times what a post with all its facets takes.
  static let longestLine = 1 << 20
}

extension Journal {
  /// What a state folder is for. A folder of one kind is refused by sessions of the other, so that an exercise never
  /// mixes with a child's real stars.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case practice, real
  }
}

/// The first line of a journal file.
struct Header: Hashable {
  var version: Int
  var kind: Journal.Kind
  var device: String

  /// The whole line, with checksum and line feed.
  var line: [UInt8] {
    let json: Journal.JSON = .object([
      .init("format", .string(Format.name)), .init("version", .integer(Int64(version))),
      .init("kind", .string(kind.rawValue)), .init("device", .string(device)),
    ])
    var bytes: [UInt8] = []
    json.write(to: &bytes)
    return Line.framing(bytes)
  }

  init(version: Int = Format.version, kind: Journal.Kind, device: String) {
    self.version = version
    self.kind = kind
    self.device = device
  }

  /// Reads the JSON of a header line; fields that it does not know are passed over, whatever the version.
  init?(json bytes: UnsafeRawBufferPointer) {
    guard let json = try? Journal.JSON.parse(Array(bytes)), json["format"]?.stringValue == Format.name,
      let version = json["version"]?.integerValue, (0...1_000_000).contains(version),
      let kind = json["kind"]?.stringValue.flatMap(Journal.Kind.init(rawValue:))
    else { return nil }
    self.init(version: Int(version), kind: kind, device: json["device"]?.stringValue ?? "")
  }
}
