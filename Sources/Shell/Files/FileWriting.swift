#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files whole or not at all.
enum FileWriting {
  /// Puts a new file in the place of an old one: a reader sees the one or the other, never half of it.
  /// - Returns: what the system says when it fails.
  static func replace(_ path: String, with text: String) -> String? { replace(path, with: Array(text.utf8)) }

  /// The same for bytes.
  static func replace(_ path: String, with bytes: [UInt8]) -> String? {
    let temporary = path + ".storyline-\(getpid())"
    if let problem = create(temporary, with: bytes) { return problem }
    guard rename(temporary, path) == 0 else {
      defer { unlink(temporary) }
      return String(cString: strerror(errno))
    }
    return nil
  }

  /// Writes a file that must not be there yet.
  /// - Returns: what the system says when it fails.
  static func create(_ path: String, with text: String) -> String? { create(path, with: Array(text.utf8)) }

  /// The same for bytes.
  static func create(_ path: String, with bytes: [UInt8]) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return String(cString: strerror(errno)) }
    let error = bytes.withUnsafeBytes { buffer -> Int32 in
      var start = 0
      while start < buffer.count {
        let written = write(descriptor, buffer.baseAddress! + start, buffer.count - start)
        if written > 0 { start += written } else if errno != EINTR { return errno }
      }
      return 0
    }
    let closed = close(descriptor)
    guard error == 0, closed == 0 else {
      unlink(path)
      return String(cString: strerror(error == 0 ? errno : error))
    }
    return nil
  }
}
