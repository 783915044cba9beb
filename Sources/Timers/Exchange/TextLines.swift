/// The lines of a text with their numbers, from 1: they end in CR LF, LF or CR. A byte order mark is passed over.
struct TextLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place: Int
  private var number = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> (number: Int, line: ArraySlice<UInt8>)? {
    guard place < bytes.count else { return nil }
    let start = place
    let end = bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
    let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
    place = end + (isPair ? 2 : 1)
    number += 1
    return (number, bytes[start..<end])
  }
}
