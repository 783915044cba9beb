/// JSON for people: one field or item on each line, two spaces for each level.
enum PrettyJSON {
  /// Returns JSON that was written on one line in this form. O(n).
  static func text(_ json: String) -> String {
    var out: [UInt8] = []
    var (depth, isInString, isEscaped) = (0, false, false)
    func startLine() {
      out.append(UInt8(ascii: "\n"))
      out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
    let bytes = Array(json.utf8)
    for (index, byte) in bytes.enumerated() {
      if isInString {
        out.append(byte)
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        out.append(byte)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        out.append(byte)
        depth += 1
        // An empty record or list stays on its line.
        if !isCloser(bytes, index + 1) { startLine() }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if !isOpener(bytes, index - 1) { startLine() }
        out.append(byte)
      case UInt8(ascii: ","):
        out.append(byte)
        startLine()
      case UInt8(ascii: ":"): out.append(contentsOf: [byte, UInt8(ascii: " ")])
      case UInt8(ascii: " "), UInt8(ascii: "\n"): break
      default: out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isCloser(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes.indices.contains(index) && "}]".utf8.contains(bytes[index])
  }

  private static func isOpener(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes.indices.contains(index) && "{[".utf8.contains(bytes[index])
  }
}
