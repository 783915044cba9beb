/// The system's time zones: the IANA database, which every Linux and macOS has in a folder of files.
public enum ZoneDatabase {
  /// The folders in which systems keep the database. `TZDIR` names another folder, as for the C library.
  private static var folders: [String] {
    (Environment.value("TZDIR").map { [$0] } ?? []) + [
      "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo", "/var/db/timezone/zoneinfo",
    ]
  }

  /// The maximum size of a file in bytes; the largest file of the database has 4 kB.
  private static let sizeLimit = 1 << 16

  /// Returns the file of a zone with its clock changes ("TZif").
  /// - Parameter name: such as `Europe/Lisbon`.
  /// - Returns: `nil` for a name that the database does not have.
  public static func file(_ name: String) -> [UInt8]? {
    guard name.first?.isUppercase == true, isName(name) else { return nil }
    return ThreadSandbox.opened {
      for folder in folders {
        if let bytes = try? File.read(folder + "/" + name, atMost: sizeLimit), isFile(bytes) { return bytes }
      }
      return nil
    }
  }

  /// The names of all zones, sorted, for suggestions.
  /// - Complexity: O(n) folders and files, some hundreds.
  public static var names: [String] {
    ThreadSandbox.opened { folders.first { Folder.isReadable($0) }.map { names(in: $0, prefix: "").sorted() } ?? [] }
  }

  private static func names(in folder: String, prefix: String) -> [String] {
    let entries = (try? Folder.entries(of: folder)) ?? []
    return entries.flatMap { entry -> [String] in
      let (name, path) = (prefix + entry.name, folder + "/" + entry.name)
      // Other names are duplicates (`posix`), count leap seconds (`right`) or are tables.
      guard name.first?.isUppercase == true, !name.contains(".") else { return [] }
      if let status = try? FileStatus(path), status.isFile { return isName(name) ? [name] : [] }
      return names(in: path, prefix: name + "/")
    }
  }

  /// A machine's setting of its own zone.
  public enum Local: Hashable, Sendable {
    /// No setting, which means UTC.
    case unsaid
    /// A name of the database; in `TZ` also a rule, such as `JST-9`, or a mistake.
    case words(String)
    /// A file outside the database.
    case file([UInt8])
  }

  /// The machine's own zone: the value of `TZ`, otherwise the target or content of `/etc/localtime`, otherwise
  /// `/etc/timezone`.
  public static var local: Local {
    guard let words = Environment.value("TZ") else {
      let machine = file(at: "/etc/localtime")
      guard machine == .unsaid else { return machine }
      let line = ((try? File.read("/etc/timezone", atMost: 256)) ?? []).prefix { $0 > 0x20 }
      return line.isEmpty ? .unsaid : .words(String(decoding: line, as: UTF8.self))
    }
    let name = words.hasPrefix(":") ? String(words.dropFirst()) : words
    if name.isEmpty { return .unsaid }
    guard name.hasPrefix("/") else { return .words(name) }
    let found = file(at: name)
    return found == .unsaid ? .words(name) : found
  }

  /// Returns the zone of a path: by the name of its target in the database, otherwise by the content of the file.
  static func file(at path: String) -> Local {
    if let name = (try? FilePath.resolved(path)).flatMap({ self.name(of: $0) }), isName(name) { return .words(name) }
    guard let bytes = try? File.read(path, atMost: sizeLimit), isFile(bytes) else { return .unsaid }
    return .file(bytes)
  }

  /// Returns the name of the zone whose file is at a path.
  private static func name(of path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    for folder in folders where path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.utf8.count + 1)) }
    return nil
  }

  /// Returns whether a name stays inside the folder.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= 64
      && parts.allSatisfy { part in
        part.utf8.first != UInt8(ascii: ".") && !part.isEmpty
          && part.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
              true
            default: false
            }
          }
      }
  }

  private static func isFile(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "TZif".utf8) }
}
