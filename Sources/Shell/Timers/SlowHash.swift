import StoryScript
import System

/// A salted hash that takes long on purpose: the system's own crypt(3), yescrypt where it knows that, else SHA-512 in a
/// million rounds.
///
/// The library is looked up when a PIN is first used: a start without one does not pay for it. One check takes about an
/// eighth of a second and, with yescrypt, 128 MiB for that long.
enum SlowHash {
  /// - Throws: where the system has no slow hash, or too little memory for it.
  static func make(_ text: String) throws(Failure) -> String {
    let library = try Library.loaded()
    for setting in library.settings() {
      if let hash = library.hash(text, setting) { return hash }
    }
    throw .refused("the system's crypt(3) made no hash, perhaps for want of memory; nothing was changed")
  }

  /// Whether `text` is what `hash` was made of. How long it takes says nothing about where they differ.
  static func matches(_ text: String, _ hash: String) throws(Failure) -> Bool {
    guard let other = try Library.loaded().hash(text, hash) else {
      throw .refused("the system's crypt(3) cannot check this PIN, perhaps for want of memory; it was not looked at")
    }
    return isEqual(Array(other.utf8), Array(hash.utf8))
  }

  /// Whether a text has the form of a hash of crypt(3) that is slow; O(length).
  static func isHash(_ text: String) -> Bool {
    (text.hasPrefix("$y$") || text.hasPrefix("$6$rounds=")) && text.utf8.count >= 40
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "*") }
  }

  /// Whether there is one: crypt(3) of macOS is DES alone, which guesses all PINs in a blink, and in no such library.
  static var exists: Bool { (try? Library.loaded()) != nil }

  /// Compares all bytes, whatever the first ones say.
  static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var difference = a.count ^ b.count
    for index in 0..<min(a.count, b.count) { difference |= Int(a[index] ^ b[index]) }
    return difference == 0
  }
}

/// libcrypt's functions. They work on memory of their own, so one caller at a time.
private struct Library: @unchecked Sendable {
  typealias Crypt = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
  typealias MakeSalt =
    @convention(c) (UnsafePointer<CChar>?, UInt, UnsafePointer<CChar>?, Int32) -> UnsafeMutablePointer<CChar>?

  private let crypt: Crypt
  private let makeSalt: MakeSalt?
  /// Guards what the functions keep between calls.
  private let lock = Lock()

  /// Twice as much doubles time and memory: 128 MiB.
  private static let yescryptCost: UInt = 8
  private static let rounds = 1_000_000
  private static let names = ["libcrypt.so.1", "libcrypt.so.2", "libcrypt.so"]
  private static let found: Library? = Library()

  static func loaded() throws(Failure) -> Library {
    guard let found else {
      throw .refused(
        "a PIN needs the system's crypt(3), and there is no \(names[0]) or \(names[1])", "sudo apt install libcrypt1")
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

  /// The ways to hash, each with a new salt from the system: the best first.
  func settings() -> [String] {
    var settings: [String] = []
    lock.holding {
      if let made = makeSalt?("$y$", Self.yescryptCost, nil, 0) { settings.append(String(cString: made)) }
    }
    settings.append("$6$rounds=\(Self.rounds)$\(Self.randomSalt())$")
    return settings.filter { !$0.hasPrefix("*") }
  }

  /// `nil` for what the library does not know.
  func hash(_ text: String, _ setting: String) -> String? {
    lock.holding {
      guard let made = crypt(text, setting) else { return nil }
      let hash = String(cString: made)
      return SlowHash.isHash(hash) ? hash : nil
    }
  }

  /// Sixteen characters, 96 bits of the system's randomness.
  private static func randomSalt() -> String {
    let letters = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    return String((0..<16).map { _ in letters[Int.random(in: 0..<64)] })
  }
}
