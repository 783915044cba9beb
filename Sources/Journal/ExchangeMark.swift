import JSON
import System

extension Journal {
  /// Returns the length of a device's file; 0 if there is none, or something else in its place: a folder, or a link that
  /// does not lead to the device's journal.
  public static func ownLength(
    of device: DeviceID, in folder: String, files: any FileSystem = POSIXFileSystem()
  ) -> Int64 {
    let path = StateFolder(folder, device: device, files: files).ownPath
    guard let status = (try? files.status(of: path, followsLinks: false)) ?? nil else { return 0 }
    if status.isFile { return status.size }
    guard status.kind == .link, let file = try? files.open(path, for: .readingThroughLink),
      let size = try? file.status().size, case .header(let header)? = try? Source.beginning(of: file, size: size),
      header.device == device.name
    else { return 0 }
    return size
  }

  /// Returns the length that a device's file had at its last exchange, if the file has no event now: it was emptied or
  /// removed. `nil` for every other file.
  public static func lostLength(
    of device: DeviceID, in folder: String, files: any FileSystem = POSIXFileSystem()
  ) -> Int64? {
    let home = StateFolder(folder, device: device, files: files)
    let size = ownLength(of: device, in: folder, files: files)
    guard let bytes = ExchangeMark(home).exchangedBytes, bytes > size else { return nil }
    let header = Int64(Header(kind: .practice, device: device.name).line.count)
    // The first line of a copied folder's file is longer.
    return size <= header || home.hasOnlyHeader(size) ? bytes : nil
  }

  /// Returns the devices that have made exchanges in this very folder, rather than in one that it is a copy of.
  public static func devicesAtHome(in folder: String, files: any FileSystem = POSIXFileSystem()) -> [DeviceID] {
    let ending = ExchangeMark.endings[1]
    let names = (try? files.names(in: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.compactMap { DeviceID(String($0.dropLast(ending.count))) }
      .filter { ExchangeMark(StateFolder(folder, device: $0, files: files)).isAtHome }.sorted()
  }

  /// `true` if a device has made an exchange in this folder or in one that it is a copy of. This is one system call.
  public static func hasExchanged(
    _ device: DeviceID, in folder: String, files: any FileSystem = POSIXFileSystem()
  ) -> Bool {
    let home = StateFolder(folder, device: device, files: files)
    return ((try? files.status(of: home.path(of: device.name + ExchangeMark.endings[1]), followsLinks: false)) ?? nil)
      != nil
  }
}

extension StateFolder {
  /// Returns whether this device's file, of this size, consists of its first line.
  fileprivate func hasOnlyHeader(_ size: Int64) -> Bool {
    guard let file = try? files.open(ownPath, for: .reading),
      case .header? = try? Source.beginning(of: file, size: size)
    else { return false }
    var walk = LineIterator(file, from: 0)
    return (try? walk.next()) == true && walk.end == size
  }
}

/// The extent of this device's own file at the last exchange, written beside the file. It shows whether the state
/// folder was restored from a backup since.
///
/// Anyone who can reach a shared folder can write lines in this device's name. After a restored backup, such lines
/// are all that is left of the device's later events; at any other time the device has all of its own lines, and
/// others are forged. A file that is copied, moved to another disk or unpacked gets another inode number, or another
/// time of its last change, which no program can set: so `DEVICE.place`, an empty file, distinguishes a folder from
/// its copy.
struct ExchangeMark {
  private let home: StateFolder

  init(_ home: StateFolder) { self.home = home }

  /// The endings of the files that exchanges create beside the journal of `DEVICE`.
  static let endings = [".sent", ".place"]

  private var path: String { home.path(of: home.device.name + Self.endings[0]) }
  private var placePath: String { home.path(of: home.device.name + Self.endings[1]) }

  /// The recorded values.
  private struct Record: Hashable {
    var bytes: Int64
    var checksum: UInt32
    var number: UInt64
    var changed: Int64

    var line: [UInt8] {
      Line.framing(
        Array(
          JSON.object([
            .init("bytes", .integer(bytes)), .init("checksum", .integer(Int64(checksum))),
            .init("number", .string("\(number)")), .init("changed", .integer(changed)),
          ]).text.utf8))
    }
  }

  /// `true` if the own file holds everything that this device had at its last exchange, and the folder is the same
  /// one.
  /// - Complexity: O(bytes of the file).
  func holds(for own: Source) -> Bool {
    guard let record = read(), isAtHome(record), own.scanned >= record.bytes else { return false }
    return (try? Self.checksum(of: own.file, record.bytes)) == record.checksum
  }

  /// `true` if the folder is the one of the device's last exchange.
  fileprivate var isAtHome: Bool { read().map(isAtHome) ?? false }

  private func isAtHome(_ record: Record) -> Bool {
    guard let place = (try? home.files.status(of: placePath, followsLinks: false)) ?? nil else { return false }
    return place.identity.number == record.number && place.changed == record.changed
  }

  /// The length of the own file at the last exchange; `nil` if there was none.
  fileprivate var exchangedBytes: Int64? { read()?.bytes }

  /// `true` if this folder has made an exchange.
  var isThere: Bool { read() != nil }

  /// Records the extent of the own file. If that fails, the next exchange accepts what it finds, as after a restored
  /// backup.
  func write(for own: Source) {
    do {
      var place = try home.files.status(of: placePath, followsLinks: false)
      if place == nil {
        _ = try home.files.open(placePath, for: .making)
        place = try home.files.status(of: placePath, followsLinks: false)
      }
      guard let place else { return }
      let record = Record(
        bytes: own.scanned, checksum: try Self.checksum(of: own.file, own.scanned), number: place.identity.number,
        changed: place.changed)
      guard record != read() else { return }
      try home.files.replace(path, in: home.path) { file throws(FileError) in try file.appendAll(record.line) }
    } catch {}
  }

  private func read() -> Record? {
    guard let file = try? home.files.open(path, for: .reading), let bytes = try? file.bytes(at: 0, count: 1_024) else {
      return nil
    }
    return bytes.dropLast().withUnsafeBytes { line in
      guard let json = Line.json(of: line, Checksum()).flatMap({ try? JSON(parsing: $0) }),
        let bytes = json["bytes"]?.integerValue, let checksum = json["checksum"]?.integerValue,
        let number = json["number"]?.stringValue.flatMap({ UInt64($0) }), let changed = json["changed"]?.integerValue
      else { return nil }
      return Record(bytes: bytes, checksum: UInt32(truncatingIfNeeded: checksum), number: number, changed: changed)
    }
  }

  /// Returns the checksum of the checksums of a file's pieces.
  private static func checksum(of file: any JournalFile, _ size: Int64) throws(FileError) -> UInt32 {
    let checksum = Checksum()
    var (position, value) = (Int64(0), UInt32(0))
    while position < size {
      let piece = try file.bytes(at: position, count: Int(min(Int64(LineScanner.piece), size - position)))
      guard !piece.isEmpty else { break }
      value = (value &* 0x0100_0193) ^ piece.withUnsafeBytes { checksum($0) }
      position += Int64(piece.count)
    }
    return value
  }
}
