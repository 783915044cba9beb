import StoryScript
import System

/// A salted hash that is slow on purpose: the system's crypt(3), with yescrypt if available, otherwise SHA-512 with a
/// million rounds.
///
/// The library is loaded when a PIN is first used, so that other starts do not pay for it. One check takes about an
/// eighth of a second and, with yescrypt, 128 MiB for that time.
enum SlowHash {
  /// - Throws: if the system has no slow hash, or too little memory for it.
  static func make(_ text: String) throws(Failure) -> String {
    let library = try Library.loaded()
    for setting in library.settings() {
      if let hash = library.hash(text, setting) { return hash }
    }
    throw .refused("the system's crypt(3) could not hash the PIN, perhaps because memory is low; nothing was changed")
  }

  /// Returns whether `hash` is the hash of `text`. The time taken does not reveal where they differ.
  static func matches(_ text: String, _ hash: String) throws(Failure) -> Bool {
    guard let other = try Library.loaded().hash(text, hash) else {
      throw .refused("the system's crypt(3) could not check this PIN, perhaps because memory is low")
    }
    return isEqual(Array(other.utf8), Array(hash.utf8))
  }

  /// Returns whether a text has the form of a slow crypt(3) hash; O(length).
  static func isHash(_ text: String) -> Bool {
    (text.hasPrefix("$y$") || text.hasPrefix("$6$rounds=")) && text.utf8.count >= 40
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "*") }
  }

  /// `true` if there is a slow hash. The crypt(3) of macOS supports only DES, with which all PINs are guessed in an
  /// instant, and is not in such a library.
  static var exists: Bool { (try? Library.loaded()) != nil }

  /// Compares all bytes, so that the time does not reveal the first difference.
  static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var difference = a.count ^ b.count
    for index in 0..<min(a.count, b.count) { difference |= Int(a[index] ^ b[index]) }
    return difference == 0
  }
}

/// The functions of libcrypt. They use static memory, so only one caller may use them at a time.
private struct Library: @unchecked Sendable {
  typealias Crypt = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
  typealias MakeSalt =
    @convention(c) (UnsafePointer<CChar>?, UInt, UnsafePointer<CChar>?, Int32) -> UnsafeMutablePointer<CChar>?

  private let crypt: Crypt
  private let makeSalt: MakeSalt?
  /// Guards the functions' static memory.
  private let lock = Lock()

  /// One more doubles time and memory; this is 128 MiB.
  private static let yescryptCost: UInt = 8
  private static let rounds = 1_000_000
  private static let names = ["libcrypt.so.1", "libcrypt.so.2", "libcrypt.so"]
  private static let found: Library? = Library()

  static func loaded() throws(Failure) -> Library {
    guard let found else {
      throw .refused(
        "a PIN needs crypt(3), but neither \(names[0]) nor \(names[1]) is installed",
        "try: sudo apt install libcrypt1")
    }
    return found
  }

  private init?() {
    for name in Self.names {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL), let crypt = dlsym(handle, "crypt") else { continue }
      self.crypt = unsafeBitCast(crypt, to: Crypt.self)
      makeSalt = dlsym(handle, "crypt_gensalt").map { unsafeBitCast($0, to: MakeSalt.self) }
      return
    }
    return nil
  }

  /// Returns the hash settings, each with a new random salt: the best first.
  func settings() -> [String] {
    var settings: [String] = []
    lock.holding {
      if let made = makeSalt?("$y$", Self.yescryptCost, nil, 0) { settings.append(String(cString: made)) }
    }
    settings.append("$6$rounds=\(Self.rounds)$\(Self.randomSalt())$")
    return settings.filter { !$0.hasPrefix("*") }
  }

  /// Returns a hash; `nil` if the library does not know the setting.
  func hash(_ text: String, _ setting: String) -> String? {
    lock.holding {
      guard let made = crypt(text, setting) else { return nil }
      let hash = String(cString: made)
      return SlowHash.isHash(hash) ? hash : nil
    }
  }

  /// Returns sixteen characters, 96 bits from the system's random generator.
  private static func randomSalt() -> String {
    let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    return String((0..<16).map { _ in letters[Int.random(in: 0..<64)] })
  }
}
