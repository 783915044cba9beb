/// Files as a whole. Nothing here waits for a pipe or a device: they are refused.
public enum File {
  public static func exists(_ path: String) -> Bool { FileName.call(path) { access($0, F_OK) } == 0 }
  /// Whether a program may be run.
  public static func isExecutable(_ path: String) -> Bool { FileName.call(path) { access($0, X_OK) } == 0 }
  public static func isReadable(_ path: String) -> Bool { FileName.call(path) { access($0, R_OK) } == 0 }
  public static func isWritable(_ path: String) -> Bool { FileName.call(path) { access($0, W_OK) } == 0 }

  /// Nothing happens when there is no such file.
  public static func remove(_ path: String) throws(SystemError) {
    guard FileName.call(path, { unlink($0) }) == 0 || errno == ENOENT else { throw .last }
  }

  /// Puts a file in the place of another at once.
  public static func rename(_ path: String, to target: String) throws(SystemError) {
    guard systemRename(path, target) == 0 else { throw .last }
  }

  // MARK: Reading

  /// Opens a file, whoever put it there; what it turns out to be is looked at before anything is read.
  ///
  /// - Parameter flags: of open(2); a new file is its owner's alone.
  public static func open(
    _ path: String, _ flags: Int32 = O_RDONLY
  ) throws(SystemError) -> (descriptor: Descriptor, status: FileStatus) {
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, flags | O_NONBLOCK | O_NOCTTY)
    } catch {
      // A link that may not be followed, and a socket, which nobody can open: the system's words for them are riddles.
      guard error.code == ELOOP && flags & O_NOFOLLOW != 0 || error.code == ENXIO,
        let status = try? FileStatus(path, followsLinks: false), !status.isFile
      else { throw error }
      throw .notAFile(status.kind)
    }
    do throws(SystemError) {
      return (descriptor, try regular(descriptor))
    } catch {
      descriptor.close()
      throw error
    }
  }

  /// A file's content, or its beginning: who has to know whether there is more than `limit` bytes asks for one more.
  public static func read(_ path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let (descriptor, _) = try open(path)
    defer { descriptor.close() }
    return try descriptor.readAll(atMost: limit)
  }

  private static func regular(_ descriptor: Descriptor) throws(SystemError) -> FileStatus {
    let status = try FileStatus(descriptor)
    guard status.isFile else { throw .notAFile(status.kind) }
    return status
  }

  // MARK: Sharing

  /// Opens a file and holds its lock until it is closed, for programs that take turns. While waiting the file may be
  /// replaced or removed, and a lock on it would keep nobody out: then it is opened anew.
  ///
  /// Where the file system has no locks at all, the file is opened without one: alone, a program is as safe as ever.
  /// - Parameters:
  ///   - flags: of open(2), such as `O_RDWR | O_CREAT`; a new file is its owner's alone.
  ///   - patience: milliseconds.
  ///   - needsLock: throws where there are no locks, an error that `meansNoLocks`, instead of doing without.
  /// - Throws: as `Descriptor.lock`.
  public static func openLocked(
    _ path: String, _ flags: Int32, patience: Int = 10_000, needsLock: Bool = false
  ) throws(SystemError) -> Descriptor {
    while true {
      let (descriptor, held) = try open(path, flags)
      do throws(SystemError) {
        do throws(SystemError) {
          try descriptor.lock(patience: patience)
        } catch {
          guard error.meansNoLocks, !needsLock else { throw error }
        }
        if (try? FileStatus(path))?.identity == held.identity { return descriptor }
      } catch {
        descriptor.close()
        throw error
      }
      descriptor.close()
    }
  }

  // MARK: Writing

  /// Writes a file that must not be there yet. It appears whole, and lasts when this returns.
  /// - Parameter mode: who may do what with it, as far as the user's mask lets it.
  /// - Throws: `EEXIST` for whatever has that name, a link that leads nowhere too.
  @discardableResult
  public static func create(
    _ path: String, with content: some Sequence<UInt8>, mode: mode_t = 0o644, lasts: Bool = true
  ) throws(SystemError) -> FileStatus {
    try write(content, beside: path, mode: mode, like: nil, lasts: lasts) { (new) throws(SystemError) in
      if FileName.call(new, { new in FileName.call(path) { link(new, $0) } }) == 0 {
        try remove(new)
        return
      }
      // Not every file system knows a second name.
      guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(errno) else { throw .last }
      guard (try? FileStatus(path, followsLinks: false)) == nil else { throw .number(EEXIST) }
      try rename(new, to: path)
    }
  }

  /// Writes a file anew, or for the first time: a reader sees the old one or the new one, never half of it, and the new one
  /// lasts when this returns. When it fails the old one stays as it was.
  ///
  /// A symbolic link goes on leading to the file. Owner and permissions stay; of several hard links the others keep the
  /// old content.
  /// - Parameters:
  ///   - mode: who may do what with it; `nil` leaves that as it is, `0o644` for a file that was not there.
  ///   - lasts: whether it survives a loss of power once this returns; else that may leave a damaged one, and costs no time.
  /// - Throws: `EACCES` for a file that nobody or not this user may write, `EPERM` for one whose owner could not be kept.
  /// - Returns: what the system says of the new file.
  @discardableResult
  public static func replace(
    _ path: String, with content: some Sequence<UInt8>, mode: mode_t? = nil, lasts: Bool = true
  ) throws(SystemError) -> FileStatus {
    guard (try? FileStatus(path, followsLinks: false)) != nil else {
      return try create(path, with: content, mode: mode ?? 0o644, lasts: lasts)
    }
    let target = try FilePath.resolved(path)
    let old = try FileStatus(target)
    guard old.isFile else { throw .notAFile(old.kind) }
    // What is protected even from its owner is protected from the administrator, too.
    guard old.permissions & 0o222 != 0 else { throw .number(EACCES) }
    guard FileName.call(target, { access($0, W_OK) }) == 0 else { throw .last }
    return try write(content, beside: target, mode: mode ?? old.permissions, like: old, lasts: lasts) {
      (new) throws(SystemError) in try rename(new, to: target)
    }
  }

  /// Writes a new file in a path's folder and has it put in place; nothing of it is left when that fails.
  private static func write(
    _ content: some Sequence<UInt8>, beside path: String, mode: mode_t, like old: FileStatus?,
    lasts: Bool, place: (_ new: String) throws(SystemError) -> Void
  ) throws(SystemError) -> FileStatus {
    let folder = FilePath.folder(of: path)
    let (new, descriptor) = try temporary(in: folder, mode: old == nil ? mode : 0o600)
    defer { descriptor.close() }
    let status: FileStatus
    do throws(SystemError) {
      if let old { try descriptor.take(owner: old.owner, group: old.group, mode: mode) }
      try descriptor.writeAll(Array(content))
      if lasts { try descriptor.sync() }
      status = try FileStatus(descriptor)
      try place(new)
    } catch {
      try? remove(new)
      throw error
    }
    if lasts { try Folder.sync(folder) }
    return status
  }

  /// A new file of a name that no other program chooses.
  private static func temporary(
    in folder: String, mode: mode_t
  ) throws(SystemError) -> (path: String, descriptor: Descriptor) {
    while true {
      let path = "\(folder)/.storyline-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
      do throws(SystemError) {
        return (path, try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode))
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }
}

extension Descriptor {
  /// Makes a new file look like another one.
  fileprivate func take(owner: uid_t, group: gid_t, mode: mode_t) throws(SystemError) {
    let mine = try FileStatus(self)
    if mine.owner != owner || mine.group != group {
      guard fchown(number, owner, group) == 0 else { throw .last }
    }
    // After the owner, whose change takes some bits away.
    guard fchmod(number, mode) == 0 else { throw .last }
  }
}
