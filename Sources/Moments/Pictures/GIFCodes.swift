/// Undoes the compression of a GIF's picture: LZW with codes of three to twelve bits (GIF89a, appendix F).
struct GIFCodes {
  private static let mostCodes = 4_096

  private let bytes: UnsafeRawBufferPointer
  private var place: Int
  /// What is left of the block that is being read.
  private var blockLeft = 0
  private var bits = 0
  private var bitCount = 0

  /// The code that begins anew; the one behind it ends.
  private let anew: Int
  private var width: Int
  /// Of each code its last index and the code of those before it.
  private var last = [UInt8](repeating: 0, count: Self.mostCodes)
  private var before = [Int](repeating: 0, count: Self.mostCodes)
  private var count: Int
  private var previous: Int?
  /// Indexes that were read and not handed over yet, the next one at the end.
  private var waiting: [UInt8] = []
  private var isOver = false

  /// - Parameter place: of the byte that says how many bits an index has.
  init?(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    let size = Int(bytes.byte(place))
    guard (1...8).contains(size) else { return nil }
    (self.bytes, self.place) = (bytes, place + 1)
    anew = 1 << size
    (width, count) = (size + 1, anew + 2)
    for index in 0..<anew { last[index] = UInt8(index) }
  }

  /// The next so many indexes, or as many as there still are.
  mutating func next(_ wanted: Int) -> [UInt8] {
    var found: [UInt8] = []
    found.reserveCapacity(min(wanted, 1 << 16))
    while found.count < wanted {
      if let index = waiting.popLast() {
        found.append(index)
      } else if !expand() {
        break
      }
    }
    return found
  }

  /// Reads a code.
  /// - Returns: false when nothing sensible follows.
  private mutating func expand() -> Bool {
    guard !isOver, let code = take() else { return false }
    if code == anew {
      (width, count, previous) = (anew.trailingZeroBitCount + 1, anew + 2, nil)
      return true
    }
    guard code != anew + 1, code < count || code == count && previous != nil else {
      isOver = true
      return false
    }
    // The code that is about to be made is what came before and its own beginning.
    var rest = code
    if code == count, let previous {
      waiting.append(0)
      rest = previous
    }
    while rest > anew {
      waiting.append(last[rest])
      rest = before[rest]
    }
    waiting.append(last[rest])
    if code == count { waiting[0] = last[rest] }
    if let previous, count < Self.mostCodes {
      (last[count], before[count]) = (last[rest], previous)
      count += 1
      if count == 1 << width, width < 12 { width += 1 }
    }
    previous = code
    return true
  }

  /// The next code; `nil` at the end.
  private mutating func take() -> Int? {
    while bitCount < width {
      if blockLeft == 0 {
        blockLeft = Int(bytes.byte(place))
        place += 1
        if blockLeft == 0 {
          isOver = true
          return nil
        }
      }
      guard place < bytes.count else { return nil }
      bits |= Int(bytes[place]) << bitCount
      (place, blockLeft, bitCount) = (place + 1, blockLeft - 1, bitCount + 8)
    }
    defer {
      bits >>= width
      bitCount -= width
    }
    return bits & (1 << width - 1)
  }
}
