/// The system's description of a file.
public struct FileStatus: Hashable, Sendable {
  /// The identity of a file: device and inode. It tells whether two paths, or a path and an open file, are the same
  /// file.
  public struct Identity: Hashable, Sendable {
    public let device: UInt64
    public let number: UInt64

    public init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }
  }

  public enum Kind: String, Hashable, Sendable { case file, folder, link, pipe, socket, device }

  public let identity: Identity
  public let kind: Kind
  /// The size in bytes.
  public let size: Int64
  /// The bytes used on the disk: fewer than the size if parts were never written, or are compressed.
  public let allocated: Int64
  /// The number of hard links.
  public let links: Int
  /// The time of the last change of the content, in microseconds since 1970, in the years 1 to 9999.
  public let modified: Int64
  /// The time of the last change of any kind, in nanoseconds. Programs cannot set it, so a copy never has the value
  /// of its original.
  public let changed: Int64
  /// The permissions: the lower twelve bits of the mode.
  public let permissions: mode_t
  public let owner: uid_t
  public let group: gid_t

  /// Creates the status of a file unknown to the system, such as one in memory.
  public init(identity: Identity, size: Int64, kind: Kind = .file, allocated: Int64? = nil, links: Int = 1) {
    self.identity = identity
    self.size = size
    self.kind = kind
    self.allocated = allocated ?? size
    self.links = links
    (modified, changed, permissions, owner, group) = (0, 0, 0o600, 0, 0)
  }

  /// - Parameter followsLinks: whether to describe the target of a symbolic link.
  public init(_ path: String, followsLinks: Bool = true) throws(SystemError) {
    var status = stat()
    let result = FileName.call(path) { followsLinks ? stat($0, &status) : lstat($0, &status) }
    guard result == 0 else { throw .last }
    self.init(status)
  }

  /// Creates the status of an open file.
  public init(_ descriptor: Descriptor) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Two statuses are equal if they describe the same file with the same content: `changed` does not count, because a
  /// file gets a new one when it is renamed.
  public static func == (a: FileStatus, b: FileStatus) -> Bool {
    (a.identity, a.kind, a.size, a.allocated, a.links, a.modified)
      == (b.identity, b.kind, b.size, b.allocated, b.links, b.modified)
      && (a.permissions, a.owner, a.group) == (b.permissions, b.owner, b.group)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(size)
    hasher.combine(modified)
  }

  public var isFile: Bool { kind == .file }
  public var isFolder: Bool { kind == .folder }

  private init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int64(status.st_size)
    // POSIX does not define the unit; it is 512 bytes everywhere.
    allocated = Int64(status.st_blocks) * 512
    links = Int(status.st_nlink)
    #if canImport(Darwin)
      let (time, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (time, change) = (status.st_mtim, status.st_ctim)
    #endif
    changed = Int64(change.tv_sec) &* 1_000_000_000 &+ Int64(change.tv_nsec)
    // File systems can hold dates outside the calendar.
    let seconds = min(max(Int64(time.tv_sec), -62_135_596_800), 253_402_300_799)
    modified = seconds * 1_000_000 + Int64(time.tv_nsec) / 1_000
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    permissions = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
  }
}
