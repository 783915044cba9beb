/// Folders, asked of the system directly: Foundation would cost more than the work itself.
public enum Folder {
  public struct Entry: Hashable, Sendable {
    public let name: String
    /// `nil` where the folder itself does not say.
    public let kind: FileStatus.Kind?
  }

  /// What is in a folder without `.` and `..`, in no order.
  public static func entries(of path: String) throws(SystemError) -> [Entry] {
    guard let stream = FileName.call(path, { opendir($0) }) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    errno = 0
    while let entry = readdir(stream) {
      // d_name is as long as its name needs, not as its declaration says, so it is read through a pointer to it.
      let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name)!)
      let name = FileName.text(start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { entries.append(Entry(name: name, kind: kind(entry.pointee.d_type))) }
    }
    guard errno == 0 else { throw .last }
    return entries
  }

  /// The names in a folder without `.` and `..`, in no order.
  public static func names(in path: String) throws(SystemError) -> [String] { try entries(of: path).map(\.name) }

  /// Whether what is in a folder can be seen and reached.
  public static func isReadable(_ path: String) -> Bool { FileName.call(path) { access($0, R_OK | X_OK) } == 0 }

  /// Whether files can be made in a folder.
  public static func isWritable(_ path: String) -> Bool { FileName.call(path) { access($0, W_OK | X_OK) } == 0 }

  /// Makes the folder and those above it where they are missing; they survive a loss of power.
  ///
  /// Something else of that name stays: using it as a folder will say so.
  public static func make(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
    let parent = FilePath.folder(of: path)
    if FileName.call(path, { mkdir($0, mode) }) != 0 {
      if errno == EEXIST { return }
      guard errno == ENOENT, parent != path else { throw .last }
      try make(parent, mode: mode)
      guard FileName.call(path, { mkdir($0, mode) }) == 0 || errno == EEXIST else { throw .last }
    }
    try sync(parent)
  }

  /// Returns when the names in the folder would survive a loss of power.
  public static func sync(_ path: String) throws(SystemError) {
    let folder: Descriptor
    do throws(SystemError) {
      folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
    } catch {
      // What may be written and not read cannot be synced by anybody but its owner.
      if error.code == EACCES { return }
      throw error
    }
    defer { folder.close() }
    // Some file systems cannot sync a folder and say EINVAL; there is nothing more to be done on those.
    guard fsync(folder.number) == 0 || errno == EINVAL else { throw .last }
  }

  private static func kind(_ type: UInt8) -> FileStatus.Kind? {
    switch Int32(type) {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    default: nil
    }
  }

  /// Bytes that this user may still write on the folder's disk; the largest number where the system does not say.
  public static func freeSpace(at path: String) throws(SystemError) -> Int64 {
    var disk = statvfs()
    guard FileName.call(path, { statvfs($0, &disk) }) == 0 else { throw .last }
    // Some file systems of networks know no sizes and say 0 to everything.
    guard disk.f_blocks > 0 else { return .max }
    let (bytes, isTooMuch) = Int64(clamping: disk.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: disk.f_frsize))
    return isTooMuch ? .max : bytes
  }
}
