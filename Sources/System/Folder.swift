import CSystem

/// Operations on folders, by direct system calls: Foundation would cost more than the work itself.
public enum Folder {
  public struct Entry: Hashable, Sendable {
    public let name: String
    /// The kind; `nil` if the folder itself does not contain it.
    public let kind: FileStatus.Kind?
  }

  /// Returns the entries of a folder without `.` and `..`, in no particular order.
  public static func entries(of path: String) throws(SystemError) -> [Entry] {
    guard let stream = FileName.call(path, { opendir($0) }) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = FileName.text(csystem_entry_name(entry))
      if name != ".", name != ".." { entries.append(Entry(name: name, kind: kind(entry.pointee.d_type))) }
    }
    guard errno == 0 else { throw .last }
    return entries
  }

  /// Returns the names in a folder without `.` and `..`, in no particular order.
  public static func names(in path: String) throws(SystemError) -> [String] { try entries(of: path).map { $0.name } }

  /// Returns whether the content of a folder can be listed and opened.
  public static func isReadable(_ path: String) -> Bool { FileName.call(path) { access($0, R_OK | X_OK) } == 0 }

  /// Returns whether files can be created in a folder.
  public static func isWritable(_ path: String) -> Bool {
    FileName.call(path, writes: true) { access($0, W_OK | X_OK) } == 0
  }

  /// Makes a folder the working folder of the program.
  public static func enter(_ path: String) throws(SystemError) {
    guard FileName.call(path, writes: true, { chdir($0) }) == 0 else { throw .last }
  }

  /// Creates the folder and missing ones above it; they survive a loss of power.
  ///
  /// Another file with that name is left in place: using it as a folder will report the error.
  public static func make(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
    let parent = FilePath.folder(of: path)
    if FileName.call(path, writes: true, { mkdir($0, mode) }) != 0 {
      if errno == EEXIST { return }
      guard errno == ENOENT, parent != path else { throw .last }
      try make(parent, mode: mode)
      guard FileName.call(path, writes: true, { mkdir($0, mode) }) == 0 || errno == EEXIST else { throw .last }
    }
    try sync(parent)
  }

  /// Returns when the names in the folder would survive a loss of power.
  public static func sync(_ path: String) throws(SystemError) {
    let folder: Descriptor
    do throws(SystemError) {
      folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
    } catch {
      // Only its owner can sync a folder that may be written but not read.
      if error.code == EACCES { return }
      throw error
    }
    defer { folder.close() }
    // Some file systems cannot sync a folder and report EINVAL; nothing more can be done there.
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

  /// Returns the bytes that this user may still write on the folder's disk; the largest number if the system does not
  /// report it.
  public static func freeSpace(at path: String) throws(SystemError) -> Int64 {
    var disk = statvfs()
    guard FileName.call(path, { statvfs($0, &disk) }) == 0 else { throw .last }
    // Some network file systems report 0 for all sizes.
    guard disk.f_blocks > 0 else { return .max }
    let (bytes, isTooMuch) = Int64(clamping: disk.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: disk.f_frsize))
    return isTooMuch ? .max : bytes
  }
}
