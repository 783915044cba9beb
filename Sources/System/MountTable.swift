/// The mounted file systems, which give a folder's place in its file system independently of mount points: a part of
/// a file system may be mounted in several places, and no link shows that two paths are the same.
public struct MountTable: Sendable {
  /// A file system, and a path from its own root.
  public struct Place: Hashable, Sendable {
    let device: String
    let path: String

    public func isInside(_ folder: Place) -> Bool {
      device == folder.device && FilePath.isTextInside(path, folder.path)
    }
  }

  private let mounts: [(point: String, place: Place)]

  /// Reads the mounts of this process; none if the system does not list them.
  public init() {
    let file = try? Descriptor.open("/proc/self/mountinfo", O_RDONLY)
    defer { file?.close() }
    self.init((try? file?.readAll(atMost: 1 << 22)) ?? [])
  }

  /// Reads lines such as `36 35 98:0 /photos /home/mia/link rw,noatime - ext4 /dev/sda1 rw`.
  init(_ bytes: [UInt8]) {
    mounts = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard words.count == 6 else { return nil }
      let device = String(decoding: words[2], as: UTF8.self)
      return (Self.path(words[4]), Place(device: device, path: Self.path(words[3])))
    }
  }

  /// Returns a path of the table, in which spaces and the like are written as three octal digits.
  private static func path(_ word: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
        bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return FileName.text(bytes)
  }

  /// - Parameter path: absolute and without links.
  /// - Returns: `nil` if nothing is known about the path.
  public func place(of path: String) -> Place? {
    // Of several mounts at one point, the last one is visible.
    let mount = mounts.reduce(into: (point: String, place: Place)?.none) { best, mount in
      guard FilePath.isTextInside(path, mount.point), mount.point.utf8.count >= best?.point.utf8.count ?? 0 else {
        return
      }
      best = mount
    }
    guard let mount else { return nil }
    let rest = path.dropFirst(mount.point == "/" ? 0 : mount.point.count)
    let root = mount.place.path == "/" ? "" : mount.place.path
    let whole = root + (rest == "/" ? "" : rest)
    return Place(device: mount.place.device, path: whole.isEmpty ? "/" : whole)
  }
}
