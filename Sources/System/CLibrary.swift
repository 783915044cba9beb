// The system's C library, for this module and for those that import it: no other module checks which one it is.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(CWeb)
  // A page in a browser.
  @_exported import CWeb
#else
  @_exported import Glibc
#endif

/// What the program runs on.
public enum Platform {
  /// `true` in a page of a browser, which has no other programs, no threads and no connections.
  public static var isPage: Bool {
    #if canImport(CWeb)
      true
    #else
      false
    #endif
  }
}

// System calls that members of the same name would hide.
func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  let writes = flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC) != 0
  return FileName.call(path, writes: writes) { open($0, flags, mode) }
}
func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
func systemRename(_ path: String, _ target: String) -> Int32 {
  FileName.call(path, writes: true) { path in FileName.call(target, writes: true) { rename(path, $0) } }
}
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
