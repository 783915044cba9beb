import Timeline

/// A writer of events as lines, one after the other, in the fixed field order of this program.
///
/// The parts that are usually the same from line to line (device, run and type; the day) are kept as bytes and
/// copied.
struct LineWriter: ~Copyable {
  /// Lines are written to the file when this many bytes have gathered: they are then still in a processor's
  /// second-level cache, and the disk starts while the next lines are formatted.
  static let piece = 1 << 18

  private var lines = LineBuffer()
  /// The previous piece, while it is being written.
  private var inFlight = LineBuffer(capacity: 16)
  private let checksum = Checksum()
  /// The text between the instant and the id, and the values it was formatted for.
  private var head = LineBuffer(capacity: 256)
  private var headOf: (device: Journal.DeviceID, run: UInt32, type: String)?
  /// The text between the id and the payload, and the day it was formatted for.
  private var middle = LineBuffer(capacity: 64)
  private var middleOf: Journal.LocalDay?

  init() { makeMiddle(nil) }
  /// The lines since the last `removeAll`.
  var bytes: UnsafeRawBufferPointer { lines.bytes }
  mutating func removeAll() { lines.removeAll() }

  /// Appends the line of an event.
  /// - Complexity: O(bytes of the line).
  mutating func append(_ event: Journal.Event, _ origin: Journal.Origin) {
    withUnsafePointer(to: event) { append($0, origin) }
  }

  /// Appends the lines of `events`, numbered from `first` on, to a file: whole lines, in as few pieces as it takes.
  ///
  /// If there will be more than two pieces, a thread writes each while the next is formatted; the thread has ended on
  /// return.
  /// - Returns: for each event the start of its line, relative to the previous end of the file.
  mutating func write(
    _ events: [Journal.Event], from first: Journal.Origin, to file: any JournalFile, at end: Int64
  ) throws(FileError) -> (offsets: [Int64], count: Int64) {
    var origin = first
    var offsets: [Int64] = []
    offsets.reserveCapacity(events.count)
    var written: Int64 = 0
    var behind: WriteBehind?
    removeAll()
    do {
      for position in events.indices {
        offsets.append(written + Int64(lines.count))
        // Through a pointer, because a loop over the events would copy each of them with its three strings.
        events.withUnsafeBufferPointer { append($0.baseAddress! + position, origin) }
        origin.sequence += 1
        guard lines.count >= Self.piece else { continue }
        if written == 0, events.count / (position + 1) > 2 { behind = WriteBehind(file, at: end) }
        let count = Int64(lines.count)
        if let behind {
          try behind.submit(lines.bytes)
          swap(&lines, &inFlight)
        } else {
          try file.appendAll(lines.bytes)
          file.startSync(from: end + written, count: count)
        }
        written += count
        lines.removeAll()
      }
    } catch {
      // This would throw the same failure again.
      try? behind?.finish()
      throw error
    }
    try behind?.finish()
    inFlight.removeAll()
    try file.appendAll(lines.bytes)
    return (offsets, written + Int64(lines.count))
  }

  @inline(__always)
  private mutating func append(_ event: UnsafePointer<Journal.Event>, _ origin: Journal.Origin) {
    let start = lines.beginLine()
    lines.append("{\"seq\":" as StaticString)
    lines.append(decimal: Int64(origin.sequence))
    lines.append(",\"at\":" as StaticString)
    lines.append(decimal: event.pointee.instant.microseconds)
    if let headOf, headOf.type == event.pointee.type, headOf.run == origin.run, headOf.device == origin.device {
    } else {
      makeHead(origin, event.pointee.type)
    }
    lines.append(head.bytes)
    lines.append(event.pointee.id.text)
    if middleOf != event.pointee.local { makeMiddle(event.pointee.local) }
    lines.append(middle.bytes)
    lines.append(event.pointee.payload.text)
    lines.append(UInt8(ascii: "}"))
    lines.endLine(from: start, checksum)
  }

  private mutating func makeHead(_ origin: Journal.Origin, _ type: String) {
    headOf = (origin.device, origin.run, type)
    head.removeAll()
    head.append(",\"device\":\"" as StaticString)
    head.append(origin.device.name)
    if origin.run != 1 {
      head.append("\",\"run\":" as StaticString)
      head.append(decimal: Int64(origin.run))
      head.append(",\"type\":\"" as StaticString)
    } else {
      head.append("\",\"type\":\"" as StaticString)
    }
    head.append(type)
    head.append("\",\"id\":\"" as StaticString)
  }

  private mutating func makeMiddle(_ local: Journal.LocalDay?) {
    middleOf = local
    middle.removeAll()
    middle.append(UInt8(ascii: "\""))
    if let local {
      let day = local.day
      middle.append(",\"day\":\"" as StaticString)
      middle.append(decimal: Int64(day.year), digits: 4)
      middle.append(UInt8(ascii: "-"))
      middle.append(decimal: Int64(day.month), digits: 2)
      middle.append(UInt8(ascii: "-"))
      middle.append(decimal: Int64(day.day), digits: 2)
      middle.append("\",\"offset\":" as StaticString)
      middle.append(decimal: Int64(local.offsetSeconds))
    }
    middle.append(",\"data\":" as StaticString)
  }
}
