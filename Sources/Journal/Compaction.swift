/// A rewrite of this device's file without the lines that no reader counts: repeated lines of one id, and damaged
/// lines.
///
/// Every other line stays unchanged and in the same order.
struct Compaction {
  let contents: Contents
  /// This device's file, in `contents`.
  let source: Source
  /// The number of lines that were left out.
  private(set) var dropped = 0
  /// The damaged lines among the dropped ones, with their line feeds.
  private(set) var damaged: (bytes: [UInt8], lines: Int) = ([], 0)
  /// Ids whose counting line is in another device's file.
  private var kept: Set<Journal.Event.ID> = []

  init(_ contents: Contents, of source: Source) {
    (self.contents, self.source) = (contents, source)
  }

  /// `true` if no reader counts more than half of the lines of a large file.
  static func isWorthwhile(_ contents: Contents) -> Bool {
    guard let own = contents.own, own.lines > 1_000 else { return false }
    // The header is not an event.
    return contents.countInOwnFile * 2 < own.lines - 1
  }

  /// Appends `header` and the remaining lines to a file.
  /// - Complexity: O(bytes of the file).
  mutating func write(_ header: Header, to file: any JournalFile) throws(FileError) {
    let checksum = Checksum()
    var bytes = header.line
    var sorted = SortedLines(device: contents.device)
    let isDisordered = source.isDisordered
    _ = try LineScanner.scan(source.file, from: 0, size: source.scanned) { (line, offset) throws(FileError) in
      let line = Line.trimmed(line)
      for (range, origin) in staying(of: line, at: offset, header, checksum) {
        // Copied rather than written again, so that fields of a later writer stay.
        let piece = UnsafeRawBufferPointer(rebasing: line[range])
        if isDisordered {
          sorted.insert(piece, origin)
        } else {
          bytes.append(contentsOf: piece)
          bytes.append(UInt8(ascii: "\n"))
        }
      }
      guard bytes.count >= LineScanner.piece else { return }
      try file.appendAll(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try file.appendAll(bytes + sorted.bytes)
  }

  /// Returns the ranges of a line to keep: the line itself, or the whole lines within a damaged one.
  private mutating func staying(
    of line: UnsafeRawBufferPointer, at offset: Int64, _ header: Header, _ checksum: Checksum
  ) -> [(Range<Int>, Journal.Origin)] {
    if let saved = event(line, checksum) {
      return stays(saved.event, at: offset) ? [(0..<line.count, saved.origin)] : []
    }
    // The new file has its own header.
    if isHeader(line, checksum) { return [] }
    var staying: [(Range<Int>, Journal.Origin)] = []
    var rest: [UInt8] = []
    var end = 0
    for piece in Line.pieces(of: line, checksum) {
      let bytes = UnsafeRawBufferPointer(rebasing: line[piece])
      let saved = event(bytes, checksum)
      guard saved != nil || isHeader(bytes, checksum) else { continue }
      rest += line[end..<piece.lowerBound]
      end = piece.upperBound
      if let saved, stays(saved.event, at: offset + Int64(piece.lowerBound)) { staying.append((piece, saved.origin)) }
    }
    let isLost = end == 0
    rest += line[end...]
    // Bytes in place of a line end, zeros after a power loss and the remains of a damaged header carry no
    // information.
    if !isLost, rest.count < 4 || rest.isZero { return staying }
    if isLost, offset == 0, rest.count <= header.line.count + 3 { return staying }
    damaged.bytes += rest + [UInt8(ascii: "\n")]
    damaged.lines += 1
    dropped += 1
    return staying
  }

  /// Returns the event of a whole line, or `nil` if no reader counts the event.
  private func event(_ line: UnsafeRawBufferPointer, _ checksum: Checksum) -> Journal.SavedEvent? {
    guard Line.json(of: line, checksum) != nil,
      let saved = Line.savedEvent(of: line),
      contents.ownOffsets(of: saved.event.id) != nil
    else { return nil }
    return saved
  }

  private func isHeader(_ line: UnsafeRawBufferPointer, _ checksum: Checksum) -> Bool {
    Line.json(of: line, checksum).flatMap(Header.init(json:)) != nil
  }

  private mutating func stays(_ event: Journal.Event, at offset: Int64) -> Bool {
    let offsets = contents.ownOffsets(of: event.id) ?? []
    let stays = offsets.isEmpty ? kept.insert(event.id).inserted : offsets.contains(offset)
    if !stays { dropped += 1 }
    return stays
  }
}

/// The lines of a file in the order in which its device wrote them.
private struct SortedLines {
  private let device: Journal.DeviceID
  private var lines: [(number: Journal.Origin.Number, bytes: [UInt8])] = []

  init(device: Journal.DeviceID) { self.device = device }

  mutating func insert(_ line: UnsafeRawBufferPointer, _ origin: Journal.Origin) {
    // A line of another device stays after the line that it follows.
    let number =
      origin.device == device
      ? .init(run: origin.run, sequence: origin.sequence) : lines.last?.number ?? .init(run: 0, sequence: 0)
    lines.append((number, Array(line) + [UInt8(ascii: "\n")]))
  }

  var bytes: [UInt8] {
    let order = lines.indices.sorted {
      let (a, b) = (lines[$0].number, lines[$1].number)
      return (a.run, a.sequence, $0) < (b.run, b.sequence, $1)
    }
    return order.flatMap { lines[$0].bytes }
  }
}
