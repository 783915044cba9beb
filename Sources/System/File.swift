/// Operations on whole files. They never wait for a pipe or a device: both are rejected.
///
///     try File.replace(path, with: "one line\n".utf8)   // complete and durable, or the old content
///     let bytes = try File.read(path, atMost: 1_000)
///     if File.exists(path) { try File.remove(path) }
public enum File {
  public static func exists(_ path: String) -> Bool { FileName.call(path) { access($0, F_OK) } == 0 }
  /// Returns whether a program may be executed.
  public static func isExecutable(_ path: String) -> Bool { FileName.call(path) { access($0, X_OK) } == 0 }
  public static func isReadable(_ path: String) -> Bool { FileName.call(path) { access($0, R_OK) } == 0 }
  public static func isWritable(_ path: String) -> Bool { FileName.call(path, writes: true) { access($0, W_OK) } == 0 }

  /// Removes a file; does nothing if it does not exist.
  public static func remove(_ path: String) throws(SystemError) {
    guard FileName.call(path, writes: true, { unlink($0) }) == 0 || errno == ENOENT else { throw .last }
  }

  /// Replaces a file with another one atomically.
  public static func rename(_ path: String, to target: String) throws(SystemError) {
    guard systemRename(path, target) == 0 else { throw .last }
  }

  // MARK: Reading

  /// Opens a file and checks its kind before anything is read, because anyone may have put it there.
  ///
  /// - Parameter flags: of open(2); only its owner may access a new file.
  public static func open(
    _ path: String, _ flags: Int32 = O_RDONLY
  ) throws(SystemError) -> (descriptor: Descriptor, status: FileStatus) {
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, flags | O_NONBLOCK | O_NOCTTY)
    } catch {
      // A link that must not be followed, or a socket, which cannot be opened: the system's error messages are
      // misleading.
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

  /// Returns a file's content, or its beginning: to find out whether there are more than `limit` bytes, pass a limit
  /// that is one greater.
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

  /// Opens a file and holds its lock until it is closed, for programs that take turns. While this function waits, the
  /// file may be replaced or removed, and its lock would protect nothing: then the file is opened again.
  ///
  /// If the file system has no locks, the file is opened without one, which is safe as long as no other program uses
  /// it.
  /// - Parameters:
  ///   - flags: of open(2), such as `O_RDWR | O_CREAT`; only its owner may access a new file.
  ///   - timeout: milliseconds.
  ///   - needsLock: whether to throw an error that `meansNoLocks` if there are no locks, instead of opening without
  ///     one.
  /// - Throws: as `Descriptor.lock`.
  public static func openLocked(
    _ path: String, _ flags: Int32, timeout: Int = 10_000, needsLock: Bool = false
  ) throws(SystemError) -> Descriptor {
    while true {
      let (descriptor, held) = try open(path, flags)
      do throws(SystemError) {
        do throws(SystemError) {
          try descriptor.lock(timeout: timeout)
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

  /// Gives a file another name beside its own, so that its content stays when the file is replaced: `NAME.damaged`, or
  /// `NAME.damaged.2` if that is taken.
  /// - Returns: the other name; `nil` if there is no file, or nothing in it.
  public static func moveAside(_ path: String) throws(SystemError) -> String? {
    guard let status = try? FileStatus(path, followsLinks: false), status.isFile, status.size > 0 else { return nil }
    for number in 1...999 {
      let other = path + ".damaged" + (number == 1 ? "" : ".\(number)")
      if let there = try? FileStatus(other, followsLinks: false) {
        // The file was not replaced after an earlier call.
        if there.identity == status.identity { return other }
        continue
      }
      if FileName.call(path, writes: true, { path in FileName.call(other, writes: true) { link(path, $0) } }) == 0 {
        return other
      }
      if errno == EEXIST { continue }
      // Some file systems do not support hard links.
      guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(errno) else { throw .last }
      do throws(SystemError) {
        try create(other, with: try read(path, atMost: Int(status.size)), mode: 0o600)
        return other
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
    throw .number(EEXIST)
  }

  /// Writes a file that must not exist yet. It appears complete, and is durable when this returns.
  /// - Parameter mode: its permissions, limited by the user's mask.
  /// - Throws: `EEXIST` if the name is taken, even by a dangling link.
  @discardableResult
  public static func create(
    _ path: String, with content: some Sequence<UInt8>, mode: mode_t = 0o644, lasts: Bool = true
  ) throws(SystemError) -> FileStatus {
    try write(content, beside: path, mode: mode, like: nil, lasts: lasts) { (new) throws(SystemError) in
      if FileName.call(new, writes: true, { new in FileName.call(path, writes: true) { link(new, $0) } }) == 0 {
        try remove(new)
        return
      }
      // Some file systems do not support hard links.
      guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(errno) else { throw .last }
      guard (try? FileStatus(path, followsLinks: false)) == nil else { throw .number(EEXIST) }
      try rename(new, to: path)
    }
  }

  /// Writes a new or an existing file: a reader sees the old content or the new one, never a part, and the new one is
  /// durable when this returns. If it fails, the old file is unchanged.
  ///
  /// A symbolic link still leads to the file. Owner and permissions stay; of several hard links the others keep the
  /// old content.
  /// - Parameters:
  ///   - mode: the permissions; `nil` keeps those of an existing file, and means `0o644` for a new one.
  ///   - lasts: whether the file survives a loss of power once this returns; otherwise a loss of power may leave it
  ///     damaged, but no time is spent.
  /// - Throws: `EACCES` for a file that no one may write, or that this user may not write, `EPERM` if the owner could
  ///   not be kept.
  /// - Returns: the status of the new file.
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
    // A file protected even from its owner is protected from the administrator, too.
    guard old.permissions & 0o222 != 0 else { throw .number(EACCES) }
    guard FileName.call(target, writes: true, { access($0, W_OK) }) == 0 else { throw .last }
    return try write(content, beside: target, mode: mode ?? old.permissions, like: old, lasts: lasts) {
      (new) throws(SystemError) in try rename(new, to: target)
    }
  }

  /// Writes a new file in a path's folder and calls `place` to put it in place; if that fails, the new file is
  /// removed.
  private static func write(
    _ content: some Sequence<UInt8>, beside path: String, mode: mode_t, like old: FileStatus?,
    lasts: Bool, place: (_ new: String) throws(SystemError) -> Void
  ) throws(SystemError) -> FileStatus {
    let folder = FilePath.folder(of: path)
    let (new, descriptor) = try temporary(in: folder, mode: old == nil ? mode : 0o600)
    defer { descriptor.close() }
    let status: FileStatus
    do throws(SystemError) {
      if let old { try descriptor.adopt(owner: old.owner, group: old.group, mode: mode) }
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

  /// Creates a new file with a name that no other program chooses.
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
  /// Gives a new file the owner and permissions of another one.
  fileprivate func adopt(owner: uid_t, group: gid_t, mode: mode_t) throws(SystemError) {
    let mine = try FileStatus(self)
    if mine.owner != owner || mine.group != group {
      guard fchown(number, owner, group) == 0 else { throw .last }
    }
    // After the owner, because changing the owner clears some bits.
    guard fchmod(number, mode) == 0 else { throw .last }
  }
}
