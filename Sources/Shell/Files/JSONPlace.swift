/// Where in a JSON text a value stands: messages about a file name the line, and reading it anew is only for mistakes.
enum JSONPlace {
  /// One step from the outermost value inwards.
  enum Step {
    case field(String)
    case item(Int)
  }

  /// The line, from 1, on which the value of that path begins, or the innermost one on its way that is there.
  ///
  /// The text must be JSON. O(length).
  static func line(of path: [Step], in text: String) -> Int {
    var scanner = Scanner(bytes: Array(text.utf8))
    scanner.enter(path[...])
    return 1 + scanner.bytes[..<min(scanner.found, scanner.bytes.count)].count { $0 == UInt8(ascii: "\n") }
  }

  private struct Scanner {
    let bytes: [UInt8]
    var at = 0
    var found = 0

    var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

    mutating func skipSpace() {
      while [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
    }

    mutating func enter(_ path: ArraySlice<Step>) {
      skipSpace()
      found = at
      guard let step = path.first else { return }
      switch step {
      case .field(let name):
        guard byte == UInt8(ascii: "{") else { return }
        at += 1
        while true {
          skipSpace()
          guard byte == UInt8(ascii: "\"") else { return }
          let start = at + 1
          skipString()
          let isIt = bytes[start..<max(start, at - 1)].elementsEqual(name.utf8)
          skipSpace()
          at += 1  // the colon
          if isIt { return enter(path.dropFirst()) }
          guard skipValue() else { return }
        }
      case .item(let number):
        guard byte == UInt8(ascii: "[") else { return }
        at += 1
        for _ in 0..<number { guard skipValue() else { return } }
        skipSpace()
        if byte != UInt8(ascii: "]"), byte != 0 { enter(path.dropFirst()) }
      }
    }

    mutating func skipString() {
      at += 1
      while at < bytes.count, byte != UInt8(ascii: "\"") { at += byte == UInt8(ascii: "\\") ? 2 : 1 }
      at += 1
    }

    /// Passes over a value and the comma behind it; `false` when none follows.
    mutating func skipValue() -> Bool {
      var depth = 0
      while at < bytes.count {
        switch byte {
        case UInt8(ascii: "\""):
          skipString()
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return false }
          depth -= 1
        case UInt8(ascii: ",") where depth == 0:
          at += 1
          return true
        default: break
        }
        at += 1
      }
      return false
    }
  }
}
