/// The process's environment, read without Foundation so that starting stays fast.
public enum Environment {
  public static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The machine's name, which tells devices apart.
  public static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "device" }
    return bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }
}
