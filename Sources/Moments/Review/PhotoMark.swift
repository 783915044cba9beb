import Timeline

/// What a photo is known by, wherever its library lies and whatever it is called: its size, what its camera's clock
/// showed, a hash of the camera's name and of the first 4 KiB, and hashes of the rest where other photos begin alike.
///
/// Copies of one file are one photo. The camera's clock counts as the file has it, also where it was corrected, and a
/// date that stands in a name or beside the photo does not count: those may change while the photo stays.
///
/// Two marks are equal when they say the same. A mark that was kept may know more than that of a photo of a library, whose
/// file need not be read where nothing is like it, or less, from the time when the first 4 KiB alone were kept: whether
/// it is that photo's says `isKept(as:)`.
public struct PhotoMark: Hashable, Sendable {
  /// What every mark has.
  struct Beginning: Hashable, Sendable {
    fileprivate let size: Int
    /// Microseconds of the date in the file; `nil` where it has none.
    fileprivate let taken: Int64?
    fileprivate let hash: UInt64
  }

  /// What few marks have.
  private struct More: Sendable {
    var body: PhotoBody?
    /// A hash of the file's name, which tells lookalikes apart where one was kept by less than is known now.
    var name: UInt64?
    /// `true` if other photos of its library begin alike.
    var hasLookalike = false
  }

  let beginning: Beginning
  /// None or one: libraries hold millions of photos, and few begin alike.
  private var more: [More] = []

  public init(_ photo: Photo) {
    beginning = Beginning(
      size: photo.size, taken: photo.metadata.dates.first { $0.source.isOfTheFile }?.local.microseconds,
      hash: (photo.camera ?? "").utf8.fingerprint(after: photo.metadata.head))
    if let body = photo.body {
      more = [More(body: body, name: Self.name(photo.path), hasLookalike: photo.hasLookalike)]
    }
  }

  /// The hashes of what lies behind the first 4 KiB; `nil` where they are not known.
  public var body: PhotoBody? { more.first?.body }
  /// `true` if the file says nothing of when it was taken.
  var isUndated: Bool { beginning.taken == nil }

  /// The same mark with what lies behind the first 4 KiB.
  func with(_ body: PhotoBody, path: String) -> PhotoMark {
    var mark = self
    mark.more = [More(body: body, name: Self.name(path), hasLookalike: more.first?.hasLookalike ?? false)]
    return mark
  }

  /// Whether the photo of this mark may be the one that was kept under another: nothing differs that both know.
  ///
  /// A mark that knows less, such as one from the time when the first 4 KiB alone were kept, is that of each photo of which
  /// it is true; where a library has lookalikes, of those that have its name.
  public func isKept(as kept: PhotoMark) -> Bool {
    guard beginning == kept.beginning else { return false }
    var isTold = body == nil
    if let body, let known = kept.body {
      guard body.agrees(with: known) else { return false }
      isTold = body.whole == nil || known.whole != nil
    }
    guard !isTold, let more = more.first, more.hasLookalike else { return true }
    return more.name == kept.more.first?.name
  }

  public static func == (a: PhotoMark, b: PhotoMark) -> Bool { a.beginning == b.beginning && a.body == b.body }
  public func hash(into hasher: inout Hasher) { hasher.combine(beginning) }

  private static func name(_ path: String) -> UInt64 {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    return path.utf8[slash...].fingerprint()
  }

  // MARK: As text

  /// `2190436/1759410312137000/9f86d081884c7d65`: bytes, microseconds since 1970 on the camera's clock (`-` without a
  /// date), and the hash; without the body.
  public var text: String {
    "\(beginning.size)/\(beginning.taken.map { "\($0)" } ?? "-")/\(String(beginning.hash, radix: 16))"
  }

  /// All that tells it apart from others, in one text.
  public var wholeText: String { text + (body.map { "/" + $0.text } ?? "") }

  /// A mark as it was kept; `nil` for any other text.
  /// - Parameters:
  ///   - body: the text of its body; `nil` where none was kept.
  ///   - path: the photo's path then.
  public init?(text: String, body: String? = nil, path: String = "") {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let size = Int(parts[0]), size >= 0, let hash = UInt64(parts[2], radix: 16) else {
      return nil
    }
    let taken = Int64(parts[1])
    guard taken != nil || parts[1] == "-" else { return nil }
    beginning = Beginning(size: size, taken: taken, hash: hash)
    if let body {
      guard let body = PhotoBody(text: body) else { return nil }
      more = [More(body: body, name: Self.name(path))]
    } else if !path.isEmpty {
      more = [More(name: Self.name(path))]
    }
  }
}

extension Photo {
  /// What it is known by.
  public var mark: PhotoMark { PhotoMark(self) }
}

extension CaptureTime.Source {
  /// Whether it stands in the photo's own bytes, whoever writes something beside it or renames it.
  fileprivate var isOfTheFile: Bool {
    switch self {
    case .exifOriginal, .exifDigitized, .iptc, .ciff, .movieTaken, .movieCreated, .riff, .camcorder, .matroskaTag,
      .matroska, .exifModified:
      true
    case .xmpOriginal, .xmpPhotoshop, .xmpCreated, .takeout, .name, .nameUTC, .day, .nameDay, .file: false
    }
  }
}

/// Values by what photos are known by, to be found by the mark of a photo of a library as well, which may know less or more.
///
/// Nearly all marks differ in their beginnings already: the others lie apart.
struct MarkTable<Value: Equatable & Sendable>: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    let mark: PhotoMark
    var value: Value
  }

  private var first: [PhotoMark.Beginning: Row] = [:]
  /// Further rows of one beginning.
  private var further: [PhotoMark.Beginning: [Row]] = [:]

  var isEmpty: Bool { first.isEmpty }
  /// All rows, in no order.
  var rows: [Row] { Array(first.values) + further.values.joined() }

  /// The value of exactly this mark.
  subscript(mark: PhotoMark) -> Value? {
    get {
      guard let row = first[mark.beginning] else { return nil }
      return row.mark == mark ? row.value : further[mark.beginning]?.first { $0.mark == mark }?.value
    }
    set {
      guard let newValue else { return remove(mark) }
      guard let row = first[mark.beginning], row.mark != mark else {
        first[mark.beginning] = Row(mark: mark, value: newValue)
        return
      }
      if let place = further[mark.beginning]?.firstIndex(where: { $0.mark == mark }) {
        further[mark.beginning]?[place].value = newValue
      } else {
        further[mark.beginning, default: []].append(Row(mark: mark, value: newValue))
      }
    }
  }

  private mutating func remove(_ mark: PhotoMark) {
    guard let row = first[mark.beginning] else { return }
    var rest = further.removeValue(forKey: mark.beginning) ?? []
    if row.mark == mark {
      first[mark.beginning] = rest.isEmpty ? nil : rest.removeFirst()
    } else {
      rest.removeAll { $0.mark == mark }
    }
    if !rest.isEmpty { further[mark.beginning] = rest }
  }

  /// The row of a photo: of this mark, or else the best known of those that may be its.
  func row(of photo: PhotoMark) -> Row? {
    guard let row = first[photo.beginning] else { return nil }
    guard let rest = further[photo.beginning] else { return photo.isKept(as: row.mark) ? row : nil }
    let rows = ([row] + rest).filter { photo.isKept(as: $0.mark) }
    return rows.first { $0.mark == photo } ?? rows.first { $0.mark.body != nil } ?? rows.first
  }

  /// All marks that begin as this one.
  func marks(beginningAs mark: PhotoMark) -> [PhotoMark] {
    guard let row = first[mark.beginning] else { return [] }
    return [row.mark] + (further[mark.beginning] ?? []).map(\.mark)
  }
}
