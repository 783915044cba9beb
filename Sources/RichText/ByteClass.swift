/// What a byte of UTF-8 can mean to the detector, as a set of bits.
///
/// One table look-up answers every question that the rules ask of a byte. The table is a string literal, so it lies in the
/// program's constant data and costs nothing at start; the tests derive each of its 256 entries from words.
struct ByteClass: OptionSet {
  let rawValue: UInt8
  /// A byte that can begin a facet or stand where a link is recognised: `# $ . : @` and the first byte of `＃`.
  static let trigger = ByteClass(rawValue: 1)
  /// ASCII white space: U+0009–000D and the space.
  static let space = ByteClass(rawValue: 2)
  static let letter = ByteClass(rawValue: 4)
  static let digit = ByteClass(rawValue: 8)
  /// `.` and `-`, which join letters and digits in a handle.
  static let joiner = ByteClass(rawValue: 16)
  /// ASCII punctuation as Unicode's category P sees it; the symbols `$ + < = > ^ ` | ~` are not in it.
  static let punctuation = ByteClass(rawValue: 32)
  /// The first byte of a scalar of several bytes that may be white space or end a tag.
  static let wideStop = ByteClass(rawValue: 64)
  static let alphanumeric: ByteClass = [.letter, .digit]
  static let handle: ByteClass = [.letter, .digit, .joiner]

  @inline(__always)
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The class of `byte`.
  @inline(__always)
  init(of byte: UInt8) { rawValue = ByteClass.table[Int(byte)] }

  /// Whether `byte` is in any of these classes.
  @inline(__always)
  func holds(_ byte: UInt8) -> Bool { ByteClass.table[Int(byte)] & rawValue != 0 }

  /// 256 entries, sixteen to a row.
  @inline(__always)
  static var table: UnsafePointer<UInt8> {
    let rows: StaticString = """
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{2}\u{2}\u{2}\u{2}\u{2}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{2}\u{20}\u{20}\u{21}\u{1}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{0}\u{20}\u{30}\u{31}\u{20}\
      \u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{21}\u{20}\u{0}\u{0}\u{0}\u{20}\
      \u{21}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\
      \u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{20}\u{20}\u{20}\u{0}\u{20}\
      \u{0}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\
      \u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{20}\u{0}\u{20}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{40}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{40}\u{40}\u{40}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{41}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}
      """
    return rows.utf8Start
  }
}
