import JSON
import ShellCore
import System
import Timeline

/// The picture files of routines' steps, which belong to this device, as folders of photos do.
///
/// A step, which all devices share, has only a name for its picture: it does not tell where files are on this device, and
/// no other device can name a file to open here. The file `steps` of a state folder has the files. It is not part of the
/// journal. Without it, steps show their icons.
final class StepPictures: @unchecked Sendable {
  /// The files of all state folders that this program has opened: a name is a hash of the file's path.
  static let shared = StepPictures()

  private let lock = Lock()
  private var files: [String: String] = [:]
  private static let byteLimit = 1 << 20
  private static let version: Int64 = 1

  private static func path(in folder: String) -> String { folder + (folder.hasSuffix("/") ? "steps" : "/steps") }

  /// Returns the files in a state folder, and whether its file was understood or has no content.
  private static func read(_ folder: String) -> (files: [String: String], isSound: Bool) {
    guard let bytes = try? File.read(path(in: folder), atMost: byteLimit), !File.isBlank(bytes) else {
      return ([:], true)
    }
    guard let json = try? JSON(parsing: bytes), json["version"]?.integerValue == version,
      case .object(let rows)? = json["pictures"]
    else { return ([:], false) }
    let files = rows.compactMap { row in row.value.stringValue.map { (row.name, $0) } }
    // A name that is not that of its file was not written by this program.
    return (Dictionary(files.filter { $0.0 == name(of: $0.1) }) { $1 }, true)
  }

  /// Knows the files of a state folder from now on.
  func open(_ folder: String) {
    let found = Self.read(folder).files
    lock.holding { files.merge(found) { $1 } }
  }

  /// Stores a file's path, in a state folder if there is one.
  /// - Returns: the name of the picture.
  func add(_ file: String, in folder: String?, note: (String) -> Void) -> String {
    let name = Self.name(of: file)
    lock.holding { files[name] = file }
    guard let folder else { return name }
    var (all, isSound) = Self.read(folder)
    guard all[name] == nil else { return name }
    all[name] = file
    let rows = all.sorted { $0.key < $1.key }.map { JSON.Field($0.key, .string($0.value)) }
    let json: JSON = ["version": .integer(Self.version), "pictures": .object(rows)]
    do throws(SystemError) {
      try File.replaceOwn(Self.path(in: folder), with: json.text.utf8, isSound: isSound, note: note)
    } catch {
      note("the picture is shown only in this session: '\(Self.path(in: folder))' cannot be written: \(error)")
    }
    return name
  }

  /// Returns the file of a picture; `nil` if another device has set it.
  func file(of name: String) -> String? { lock.holding { files[name] } }

  /// Returns `dress.jpg 1f3k9`: the file's name, and a hash of its path.
  private static func name(of file: String) -> String {
    let last = file.split(separator: "/").last.map { String($0.suffix(200)) } ?? ""
    return "\(last) \(String(file.fingerprint, radix: 36))"
  }
}
