/// The time zones of the system: the IANA database, as every Linux and macOS has it, in a folder of files.
public enum ZoneDatabase {
  /// Where systems have it. `TZDIR` names another folder, as it does for the C library.
  private static var folders: [String] {
    (Environment.value("TZDIR").map { [$0] } ?? []) + [
      "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo", "/var/db/timezone/zoneinfo",
    ]
  }

  /// The largest file of the database has 4 kB.
  private static let most = 1 << 16

  /// The file of a zone: when its clocks are changed ("TZif").
  /// - Parameter name: such as `Europe/Lisbon`.
  /// - Returns: `nil` for a name that the database does not have.
  public static func file(_ name: String) -> [UInt8]? {
    guard name.first?.isUppercase == true, isName(name) else { return nil }
    return Seal.opened {
      for folder in folders {
        if let bytes = try? File.read(folder + "/" + name, atMost: most), isFile(bytes) { return bytes }
      }
      return nil
    }
  }

  /// The names of all zones, in order, to suggest one.
  /// - Complexity: O(n) folders and files, some hundreds.
  public static var names: [String] {
    Seal.opened { folders.first { Folder.isReadable($0) }.map { names(in: $0, prefix: "").sorted() } ?? [] }
  }

  private static func names(in folder: String, prefix: String) -> [String] {
    let entries = (try? Folder.entries(of: folder)) ?? []
    return entries.flatMap { entry -> [String] in
      let (name, path) = (prefix + entry.name, folder + "/" + entry.name)
      // What begins otherwise is the same once more (`posix`), counts leap seconds (`right`) or is a table.
      guard name.first?.isUppercase == true, !name.contains(".") else { return [] }
      if let status = try? FileStatus(path), status.isFile { return isName(name) ? [name] : [] }
      return names(in: path, prefix: name + "/")
    }
  }

  /// What a machine says of its own zone.
  public enum Local: Hashable, Sendable {
    /// Nothing, which is Greenwich's time.
    case unsaid
    /// A name of the database; in `TZ` also a rule, such as `JST-9`, or a mistake.
    case words(String)
    /// A file that stands beside the database.
    case file([UInt8])
  }

  /// The machine's own zone: what `TZ` says, else where `/etc/localtime` leads or what it holds, else `/etc/timezone`.
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

  /// The zone of a path: by the name to which it leads in the database, else by what the file holds.
  static func file(at path: String) -> Local {
    if let name = (try? FilePath.resolved(path)).flatMap({ self.name(of: $0) }), isName(name) { return .words(name) }
    guard let bytes = try? File.read(path, atMost: most), isFile(bytes) else { return .unsaid }
    return .file(bytes)
  }

  /// The zone whose file a path names.
  private static func name(of path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    for folder in folders where path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.utf8.count + 1)) }
    return nil
  }

  /// Nothing that leads out of the folder.
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
