import CNetwork
import System

/// The system's libcurl, opened when the first request is made.
enum Curl {
  /// The second comes with git, the first with nearly everything else, Swift's own package manager among it; the third is
  /// macOS's.
  static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"]

  /// Whether the system has one.
  static let isThere = names.contains { network_open($0) != 0 }

  /// Options and information by libcurl's numbers (curl.h). Those for which a pointer is passed are named apart, because
  /// their type is not checked.
  enum Number: Int32 {
    case post = 47
    case noSignal = 99
    case timeout = 155
    case connectTimeout = 156
    case protocols = 181
    case httpGet = 80
    /// Since 7.87; older ones refuse it, and then a cancelled look-up of a name is waited for.
    case quickExit = 322
  }

  enum Pointer: Int32 {
    case sinkContext = 10001
    case address = 10002
    case words = 10010
    case body = 10015
    case userAgent = 10018
    case headers = 10023
    case headerContext = 10029
    case certificates = 10065
    case encodings = 10102
    case noProxy = 10177
  }

  enum Sink: Int32 {
    case body = 20011
    case header = 20079
  }

  static let bodySize: Int32 = 30120
  static let status: Int32 = 0x20_0002
  static let requestSize: Int32 = 0x20_000C
  /// What a proxy has answered to `CONNECT`.
  static let proxyStatus: Int32 = 0x20_0016

  static let maximumHostConnections: Int32 = 7
  static let maximumConnections: Int32 = 6
  /// HTTP and HTTPS alone.
  static let httpProtocols = 1 | 2
}
