/// The rewriting of this device's file without what no reader counts: second lines of one id, damaged lines, and, if
/// that is asked for, pairs of an event and what voids it.
///
/// Every other line stays as it is, in its place among the others.
struct Compaction {
  let contents: Contents
  /// This device's file, in `contents`.
  let source: Source
  let droppingVoided: Bool
  /// Lines that were left out.
  private(set) var dropped = 0
  /// Those of them that are damaged, with their line feeds.
  private(set) var damaged: (bytes: [UInt8], lines: Int) = ([], 0)
  /// Ids whose counting line is in another device's file.
  private var kept: Set<Journal.Event.ID> = []

  init(_ contents: Contents, of source: Source, droppingVoided: Bool) {
    (self.contents, self.source, self.droppingVoided) = (contents, source, droppingVoided)
  }

  /// Whether more than half of a large file is lines that no reader counts.
  static func isWorthIt(_ contents: Contents) -> Bool {
    guard let own = contents.own, own.lines > 1_000 else { return false }
    // The header is no event.
    return contents.countInOwnFile * 2 < own.lines - 1
  }

  /// Writes `header` and the lines that stay to the end of a file.
  /// - Complexity: O(bytes of the file).
  mutating func write(_ header: Header, to file: any JournalFile) throws(FileError) {
    let checksum = Checksum()
    var bytes = header.line
    _ = try LineScanner.scan(source.file, from: 0, size: source.scanned) { (line, offset) throws(FileError) in
      let line = Line.trimmed(line)
      guard offset > 0, stays(line, at: offset, checksum) else { return }
      // Copied rather than written anew, so that fields of a later writer stay.
      bytes.append(contentsOf: line)
      bytes.append(UInt8(ascii: "\n"))
      guard bytes.count >= LineScanner.piece else { return }
      try file.appendAll(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try file.appendAll(bytes)
  }

  private mutating func stays(_ line: UnsafeRawBufferPointer, at offset: Int64, _ checksum: Checksum) -> Bool {
    guard Line.json(of: line, checksum) != nil,
      let event = source.migrations.savedEvent(of: line, version: source.version)?.event,
      let offsets = contents.ownOffsets(of: event.id)
    else {
      damaged.bytes.append(contentsOf: line)
      damaged.bytes.append(UInt8(ascii: "\n"))
      damaged.lines += 1
      dropped += 1
      return false
    }
    let isCounted = offsets.isEmpty ? kept.insert(event.id).inserted : offsets.contains(offset)
    let stays = isCounted && !(droppingVoided && isHalfOfOwnPair(event))
    if !stays { dropped += 1 }
    return stays
  }

  /// Whether the event is voided, or voids another, by lines that are both in this device's file; not when it was
  /// restored since, because the restored event's number counts from it.
  private func isHalfOfOwnPair(_ event: Journal.Event) -> Bool {
    guard let target = event.voidedID ?? (contents.isTakenBack(event.id) ? event.id : nil) else { return false }
    return [target, target.void].allSatisfy(contents.isOwn) && !contents.contains(target.next)
  }
}
