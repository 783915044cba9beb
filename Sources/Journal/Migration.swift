/// Takes lines of an older format version to the next one.
///
/// The framing (checksum, space, JSON, line feed) and the header's `format` and `version` are the same in all versions;
/// only the JSON of events may change. When version 2 comes, a migration from 1 is added to `Journal.migrations`, and
/// files of version 1 are read for ever: a device's own file is rewritten in the current version when it is opened (the
/// old one stays beside it as `DEVICE.journal.v1`), files of other devices are converted as they are read.
struct Migration: Sendable {
  /// The version that it takes to the next.
  let version: Int
  /// The JSON of an event line in the next version; `nil` when the line is not of its version and counts as damaged.
  let convert: @Sendable (_ json: String) -> String?
}

extension Journal {
  /// All there are: version 1 is the first.
  static let migrations: [Migration] = []
}

extension [Migration] {
  /// Whether files of `version` can be read.
  func reach(from version: Int) -> Bool {
    (version..<Swift.max(version, Format.version)).allSatisfy { step in contains { $0.version == step } }
      && version <= Format.version
  }

  /// The JSON of a line of `version` in the current version.
  func convert(_ json: UnsafeRawBufferPointer, from version: Int) -> [UInt8]? {
    var text = String(decoding: json, as: UTF8.self)
    for step in version..<Format.version {
      guard let migration = first(where: { $0.version == step }), let next = migration.convert(text) else { return nil }
      text = next
    }
    return [UInt8](text.utf8)
  }
}
