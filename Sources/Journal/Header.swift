import JSON

/// The first line of a journal file.
struct Header: Hashable {
  var version = Format.version
  var kind: Journal.Kind
  var device: String
  /// The device; `nil` where the line does not name one.
  var knownDevice: String? { device.isEmpty ? nil : device }

  /// The whole line, with checksum and line feed.
  var line: [UInt8] {
    let json: JSON = [
      "format": .string(Format.name), "version": .integer(Int64(version)), "kind": .string(kind.rawValue),
      "device": .string(device),
    ]
    return Line.framing(Array(json.text.utf8))
  }

  /// Refuses what a journal of `kind` cannot read.
  /// - Parameter whole: what is of the other kind when the header is: the file, unless said.
  func check(for kind: Journal.Kind, path: String, whole: String? = nil) throws(Journal.Failure) {
    guard self.kind == kind else { throw .otherKind(path: whole ?? path, recorded: self.kind, wanted: kind) }
    guard version <= Format.version else { throw .newerFormat(path: path, version: version) }
    guard version == Format.version else { throw .unknownFormat(path: path, version: version) }
  }
}

extension Header {
  /// Reads the JSON of a header line; fields that it does not know are passed over, whatever the version.
  init?(json bytes: UnsafeRawBufferPointer) {
    guard let json = try? JSON(parsing: bytes), json["format"]?.stringValue == Format.name,
      let version = json["version"]?.integerValue, (0...1_000_000).contains(version),
      let kind = json["kind"]?.stringValue.flatMap(Journal.Kind.init(rawValue:))
    else { return nil }
    self.init(version: Int(version), kind: kind, device: json["device"]?.stringValue ?? "")
  }
}
