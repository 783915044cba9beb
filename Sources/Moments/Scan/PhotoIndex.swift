import System
import Timeline

/// The metadata of a library's files when they were last read: an unchanged file need not be opened again.
///
/// Only a cache: without it, or if it is damaged, everything is read again. A file is unchanged if its path, size,
/// time and number are the same, and those of its sidecars.
public struct PhotoIndex: Hashable, Sendable {
  /// The values that show whether a file has changed.
  struct Key: Hashable, Sendable {
    var size: Int64
    /// The modification time in microseconds since 1970.
    var modified: Int64
    var number: UInt64
    var device: UInt64

    init(_ status: FileStatus) {
      (size, modified) = (status.size, status.modified)
      (number, device) = (status.identity.number, status.identity.device)
    }

    fileprivate init?(_ reader: inout IndexReader) {
      guard let size = reader.int64(), let modified = reader.int64(), let number = reader.int64(),
        let device = reader.int64()
      else { return nil }
      (self.size, self.modified) = (size, modified)
      (self.number, self.device) = (UInt64(bitPattern: number), UInt64(bitPattern: device))
    }

    fileprivate func write(to writer: inout IndexWriter) {
      writer.add(size)
      writer.add(modified)
      writer.add(Int64(bitPattern: number))
      writer.add(Int64(bitPattern: device))
    }
  }

  struct Entry: Hashable, Sendable {
    var path: String
    var key: Key
    @CopyOnWrite var metadata: Metadata
    /// The keys of its sidecars: few photos have any, and libraries hold millions of photos.
    let sidecars: [Key]
    /// An array of at most one element: few photos have the same beginning.
    private var bodies: [PhotoBody] = []
    /// Hashes of the content after the first 4 KiB, if they were ever needed.
    var body: PhotoBody? {
      get { bodies.first }
      set { bodies = newValue.map { [$0] } ?? [] }
    }

    init(path: String, key: Key, sidecars: [Key], metadata: Metadata) {
      (self.path, self.key, self.sidecars) = (path, key, sidecars)
      _metadata = CopyOnWrite(wrappedValue: metadata)
    }
  }

  /// The entries by path, in the order of a scan.
  private(set) var entries: [Entry] = []

  public init() {}
  init(_ entries: some Sequence<Entry>, atMost count: Int = 0) {
    self.entries.reserveCapacity(count)
    self.entries.append(contentsOf: entries)
  }
  public var count: Int { entries.count }

  /// Returns the index of a path's entry. O(log n).
  private func place(of path: String) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].path == path ? low : nil
  }

  /// Returns the known hashes of a file after its first 4 KiB. O(log n).
  func body(of path: String) -> PhotoBody? { place(of: path).flatMap { entries[$0].body } }
  /// Stores the hashes of a file after its first 4 KiB. O(log n).
  mutating func keep(_ body: PhotoBody, of path: String) {
    if let place = place(of: path) { entries[place].body = body }
  }

  /// Returns the entry of each path, or `nil`; both are in the order of paths. O(n).
  func known(_ paths: some Collection<String>) -> [Entry?] {
    var rest = entries[...]
    return paths.map { path in
      while let first = rest.first, first.path < path { rest.removeFirst() }
      return rest.first?.path == path ? rest.first : nil
    }
  }

  // MARK: As bytes

  private static let name = Array("storyline photos 6\n".utf8)
  /// The approximate number of bytes of a photo in the index.
  private static let averageLength = 256

  /// Reads an index that was written; `nil` if it is damaged or comes from another program.
  /// - Parameter stamp: Differs between programs that may read files differently.
  public init?(bytes: [UInt8], stamp: String) {
    guard bytes.starts(with: Self.name) else { return nil }
    var reader = IndexReader(bytes[Self.name.count...].dropLast(8))
    var end = IndexReader(bytes.suffix(8))
    guard end.int64() == Int64(bitPattern: bytes.dropLast(8).fingerprint()), reader.text() == stamp,
      let count = reader.int64(),
      count >= 0
    else { return nil }
    for _ in 0..<count {
      guard let path = reader.text(), let key = Key(&reader), let count = reader.int64(), (0...100).contains(count)
      else { return nil }
      var sidecars: [Key] = []
      for _ in 0..<count {
        guard let sidecar = Key(&reader) else { return nil }
        sidecars.append(sidecar)
      }
      guard let metadata = Metadata(&reader), let sample = reader.optional() else { return nil }
      var entry = Entry(path: path, key: key, sidecars: sidecars, metadata: metadata)
      if let sample {
        guard let whole = reader.optional() else { return nil }
        entry.body = PhotoBody(
          sample: UInt64(bitPattern: sample), whole: whole.map { UInt64(bitPattern: $0) })
      }
      entries.append(entry)
    }
  }

  /// - Parameter now: Files that changed in the two seconds before may change again without a new time, so they are
  ///   left out.
  public func bytes(stamp: String, at now: Instant) -> [UInt8] {
    let isSettled = { (entry: Entry) in
      entry.sidecars.reduce(entry.key.modified) { max($0, $1.modified) } < now.microseconds - 2_000_000
    }
    var writer = IndexWriter(bytes: Self.name)
    writer.bytes.reserveCapacity(entries.count * Self.averageLength)
    writer.add(stamp)
    writer.add(Int64(entries.count(where: isSettled)))
    for entry in entries where isSettled(entry) {
      writer.add(entry.path)
      entry.key.write(to: &writer)
      writer.add(Int64(entry.sidecars.count))
      for sidecar in entry.sidecars { sidecar.write(to: &writer) }
      entry.metadata.write(to: &writer)
      writer.add(entry.body.map { Int64(bitPattern: $0.sample) })
      if let body = entry.body { writer.add(body.whole.map { Int64(bitPattern: $0) }) }
    }
    writer.add(Int64(bitPattern: writer.bytes.fingerprint()))
    return writer.bytes
  }
}

extension Metadata {
  /// Stored because `allCases` creates an array each time.
  private static let sources = CaptureTime.Source.allCases

  fileprivate func write(to writer: inout IndexWriter) {
    writer.add(Int64(dates.count))
    for date in dates {
      writer.add(date.local.microseconds)
      writer.add(Int64(Self.sources.firstIndex(of: date.source) ?? 0))
      writer.add(date.offset.map { Int64($0.minutes) })
      if let offset = date.offset { writer.add(offset.source.rawValue) }
    }
    writer.add(position.map { Int64(bitPattern: $0.latitude.bitPattern) })
    if let position { writer.add(Int64(bitPattern: position.longitude.bitPattern)) }
    writer.add(gpsTime?.microseconds)
    for number in [orientation, width, height, rating] { writer.add(number.map { Int64($0) }) }
    writer.add(Int64(bitPattern: head))
    writer.add(make ?? "")
    writer.add(model ?? "")
    writer.add(length?.microseconds)
    writer.add(Int64((endsEarly ? 1 : 0) + (isCompressed ? 2 : 0)))
    writer.add(format?.rawValue ?? "")
  }

  fileprivate init?(_ reader: inout IndexReader) {
    self.init()
    guard let count = reader.int64(), (0...100).contains(count) else { return nil }
    for _ in 0..<count {
      guard let local = reader.int64(), let place = reader.int64(),
        let source = Self.sources.indices.contains(Int(place)) ? Self.sources[Int(place)] : nil,
        let minutes = reader.optional()
      else { return nil }
      var date = CaptureTime(local: LocalTime(microseconds: local), source: source)
      if let minutes {
        guard let by = reader.text().flatMap({ UTCOffset.Source(rawValue: $0) }) else { return nil }
        date.offset = UTCOffset(minutes: Int(minutes), source: by)
      }
      dates.append(date)
    }
    guard let latitude = reader.optional() else { return nil }
    if let latitude {
      guard let longitude = reader.int64() else { return nil }
      position = Coordinate(
        latitude: Double(bitPattern: UInt64(bitPattern: latitude)),
        longitude: Double(bitPattern: UInt64(bitPattern: longitude)))
    }
    guard let gpsTime = reader.optional(), let orientation = reader.optional(), let width = reader.optional(),
      let height = reader.optional(), let rating = reader.optional(), let head = reader.int64(),
      let make = reader.text(), let model = reader.text(),
      let length = reader.optional(), let flags = reader.int64(), let format = reader.text()
    else { return nil }
    self.gpsTime = gpsTime.map { LocalTime(microseconds: $0) }
    self.orientation = orientation.map { Int($0) }
    self.rating = rating.map { Int($0) }
    self.head = UInt64(bitPattern: head)
    (self.width, self.height) = (width.map { Int($0) }, height.map { Int($0) })
    (self.make, self.model) = (make.isEmpty ? nil : make, model.isEmpty ? nil : model)
    self.length = length.map { Duration(microseconds: $0) }
    (endsEarly, isCompressed) = (flags & 1 != 0, flags & 2 != 0)
    self.format = MediaFormat(rawValue: format)
  }
}

/// Writes eight-byte numbers, the lowest byte first, and texts with their lengths.
private struct IndexWriter {
  var bytes: [UInt8]

  mutating func add(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }

  mutating func add(_ text: String) {
    add(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes 1 and the number, or 0.
  mutating func add(_ number: Int64?) {
    bytes.append(number == nil ? 0 : 1)
    if let number { add(number) }
  }
}

/// Reads what `IndexWriter` writes; `nil` if the data ends too soon.
private struct IndexReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func int64() -> Int64? {
    guard rest.count >= 8 else { return nil }
    defer { rest.removeFirst(8) }
    return rest.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(as: Int64.self)) }
  }

  mutating func text() -> String? {
    guard let count = int64(), count >= 0, count <= rest.count else { return nil }
    defer { rest.removeFirst(Int(count)) }
    return String(decoding: rest.prefix(Int(count)), as: UTF8.self)
  }

  mutating func optional() -> Int64?? {
    guard let isThere = rest.popFirst() else { return nil }
    return isThere == 0 ? .some(nil) : int64().map { .some($0) }
  }
}
