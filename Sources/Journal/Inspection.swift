import System

extension Journal {
  /// The problems in the files of a state folder, with their remedies. An inspection changes nothing.
  ///
  ///     let inspection = try Journal.inspect("/home/mia/.local/share/storyline", own: DeviceID("kitchen"))
  ///     for problem in inspection.problems { print(problem.place, problem.text, problem.remedy) }
  public struct Inspection: Hashable, Sendable {
    /// A problem in a file or in the folder.
    public struct Problem: Hashable, Sendable {
      /// The name of the file in the folder; `nil` for the folder itself.
      public let file: String?
      /// The line's number, from 1.
      public var line: Int?
      public let text: String
      /// The remedy, as a sentence.
      public let remedy: String

      public init(file: String?, line: Int? = nil, _ text: String, remedy: String) {
        (self.file, self.line, self.text, self.remedy) = (file, line, text, remedy)
      }
    }

    /// The number of journals that could be read, and the number of their different events.
    public internal(set) var journals = 0
    public internal(set) var events = 0
    public internal(set) var problems: [Problem] = []
  }

  /// Inspects all journals of a folder, and the files that belong to them.
  /// - Parameter own: this device, if the folder names it.
  /// - Throws: `Failure` when the folder cannot be listed.
  /// - Complexity: O(bytes of all files); 16 bytes for each event are in memory.
  public static func inspect(
    _ folder: String, own: DeviceID?, files: any FileSystem = POSIXFileSystem()
  ) throws(Failure) -> Inspection {
    var inspector = Inspector(
      StateFolder(folder, device: own ?? DeviceID(nearest: ""), files: files), hasOwn: own != nil)
    return try inspector.inspect()
  }
}

/// An inspection of the files of a state folder.
private struct Inspector {
  /// The maximum number of damaged lines reported for one file.
  private static let lineLimit = 20

  private let home: StateFolder
  private let hasOwn: Bool
  private let openFiles: OpenFiles
  private var result = Journal.Inspection()
  /// The ids of all events by their hashes.
  private var ids: Set<Int> = []

  init(_ home: StateFolder, hasOwn: Bool) {
    (self.home, self.hasOwn) = (home, hasOwn)
    openFiles = OpenFiles(home.files)
  }

  mutating func inspect() throws(Journal.Failure) -> Journal.Inspection {
    let names = try Journal.Failure.of(home.files.names(in: home.path).sorted())
    let journals = names.filter { $0.hasSuffix(Format.fileSuffix) }
    var files: [(name: String, file: OtherDeviceFile)] = []
    for name in journals {
      if let file = open(name) { files.append((name, file)) }
    }
    if journals.count > Inbox.Limits().files + 1 {
      add(
        nil, "has \(journals.count) journals; only \(Inbox.Limits().files) from other devices are read",
        "move journals that are not from your devices into a separate folder")
    }
    findKinds(files)
    result.journals = files.count
    // Copies that a synchroniser made come last: only events that no other file has count there.
    let (plain, copies) = (files.filter { !isCopy($0) }, files.filter(isCopy))
    for (name, file) in plain { _ = read(file, name) }
    for (name, file) in copies {
      let before = result.problems.count
      let fresh = read(file, name)
      let device = file.header?.device ?? ""
      let original = device + Format.fileSuffix
      let remedy =
        if result.problems.count > before {
          "keep this file: some of it cannot be read; check again after a sync"
        } else if fresh > 0 {
          "keep this file: \(fresh == 1 ? "one event is" : "\(fresh) events are") in no other file; check again after a sync"
        } else {
          "remove this file: the other files contain all of its events"
        }
      add(
        name,
        plain.contains { $0.name == original }
          ? "is a second version of \(original), probably made by a sync program"
          : "has a different name from \(original), the journal to which it belongs", remedy)
    }
    result.events = ids.count
    checkForLoss()
    for name in names where !name.hasSuffix(Format.fileSuffix) { inspectOther(name) }
    return result
  }

  private mutating func add(_ file: String?, line: Int? = nil, _ text: String, _ remedy: String) {
    result.problems.append(.init(file: file, line: line, text, remedy: remedy))
  }

  private func isOwn(_ name: String) -> Bool { hasOwn && name == home.ownName }

  private func isCopy(_ entry: (name: String, file: OtherDeviceFile)) -> Bool {
    guard let device = entry.file.header?.device, !device.isEmpty else { return false }
    return entry.name != device + Format.fileSuffix
  }

  // MARK: Journals

  private func advice(forLink name: String) -> String {
    guard isOwn(name) else { return "replace the link with a copy of the file: links are not followed here" }
    if Journal.ownLength(of: home.device, in: home.path, files: home.files) > 0 {
      return "start Storyline: it replaces the link with a file that has the same events"
    }
    return
      "the link does not point to this device's journal: replace it with a copy of the journal, or start Storyline and "
      + "sync"
  }

  /// Opens a journal, or reports why it cannot be opened.
  private mutating func open(_ name: String) -> OtherDeviceFile? {
    let path = home.path(of: name)
    do throws(FileError) {
      guard let status = try home.files.status(of: path, followsLinks: false) else { return nil }
      switch status.kind {
      case .file: break
      case .link:
        add(name, "is a link", advice(forLink: name))
        return nil
      case let kind:
        add(name, "is a \(kind.rawValue), not a file", "move it to another folder")
        return nil
      }
      if status.links > 1 {
        add(
          name, "has \(status.links) hard links",
          "start Storyline, or sync: this replaces it with a separate file")
      }
      let file = try home.files.open(path, for: .reading)
      // Kinds and versions are compared with those of the other files later.
      switch try Source.beginning(of: file, size: status.size) {
      case .header(let header):
        if header.version > Format.version {
          add(
            name, "has format \(header.version), from a newer version of this program",
            "update Storyline on this device")
          return nil
        }
        return limited(file, status, header, name)
      case .damagedHeader: return limited(file, status, nil, name)
      case .nothing:
        if status.size > 0 || isOwn(name) {
          add(
            name, line: isOwn(name) ? 1 : nil, "has no complete first line",
            isOwn(name) ? "start Storyline: it rewrites the file" : "sync again")
        }
      case .somethingElse: add(name, "is not a journal", "move it to another folder")
      }
    } catch {
      add(name, "\(error)", "make it readable: chmod 600, or chown to yourself")
    }
    return nil
  }

  /// Returns a file of another device if it is within the limits.
  private mutating func limited(
    _ file: any JournalFile, _ status: FileStatus, _ header: Header?, _ name: String
  ) -> OtherDeviceFile? {
    let path = home.path(of: name)
    let inbox = Inbox(files: home.files, kind: header?.kind ?? .real, place: .state)
    if !isOwn(name), header != nil {
      do throws(Journal.Failure) { _ = try inbox.open(path) } catch {
        if case .refused(_, let refusal) = error {
          add(name, "\(refusal)", "remove it, and sync again with its device")
        } else {
          add(name, "\(error)", "move it to another folder")
        }
        return nil
      }
    }
    // With thousands of files, not all can stay open.
    let later = openFiles.file(at: path, with: status.identity, opened: file)
    return OtherDeviceFile(path: path, file: later, status: status, header: header)
  }

  private static let otherDamage =
    "sync with its device: the intact lines are copied again; a damaged line does no harm"

  /// Reports the files that are of a different kind than most.
  private mutating func findKinds(_ files: [(name: String, file: OtherDeviceFile)]) {
    let own = files.first { isOwn($0.name) }?.file.header?.kind
    let real = files.count { $0.file.header?.kind == .real }
    let kind = own ?? (real * 2 >= files.count ? .real : .practice)
    for (name, file) in files {
      guard let other = file.header?.kind, other != kind else { continue }
      add(
        name, "belongs to \(other.rawValue) sessions, but the folder is for \(kind.rawValue) sessions",
        "move it to another folder")
    }
  }

  /// Reads all lines of a file, and reports those that differ from what was written.
  /// - Returns: the number of events that no earlier file has.
  private mutating func read(_ file: OtherDeviceFile, _ name: String) -> Int {
    let known = ids.count
    let own = isOwn(name)
    var (number, damaged, hasReturns) = (0, 0, false)
    var order = LineOrder(String(name.dropLast(Format.fileSuffix.utf8.count)))
    do {
      var walk = LineIterator(file.file, from: 0)
      while try walk.next() {
        number += 1
        if walk.endsInReturn { hasReturns = true }
        guard let (text, remedy) = walk.withLine({ flaw(of: $0, in: file, number, own, &order) }) else { continue }
        damaged += 1
        guard damaged <= Self.lineLimit else { continue }
        add(name, line: number, text, remedy)
      }
      if damaged > Self.lineLimit {
        let rest = damaged - Self.lineLimit
        add(
          name, rest == 1 ? "has 1 more line with a problem" : "has \(rest) more lines with problems",
          own ? "start Storyline" : Self.otherDamage)
      }
      if hasReturns { add(name, "has CR LF line endings", "start Storyline: it writes the file with LF") }
      if walk.end < file.status.size {
        let rest = try file.file.bytes(
          at: walk.end, count: min(Format.lineLengthLimit, Int(file.status.size - walk.end)))
        let events = rest.withUnsafeBytes { bytes in
          Line.pieces(of: bytes, Checksum()).compactMap { file.event(.init(rebasing: bytes[$0])) }
        }
        for saved in events where own { ids.insert(saved.event.id.hashValue) }
        let size = file.status.size - walk.end
        add(
          name, line: number + 1,
          events.isEmpty
            ? "ends in an unfinished line of \(size == 1 ? "1 byte" : "\(size) bytes")" : "has no line ending",
          !own
            ? "sync again to receive the complete line"
            : events.isEmpty
              ? "start Storyline: it moves the line to \(home.device).torn" : "start Storyline: it adds the line ending"
        )
      }
    } catch {
      add(name, "\(error)", "copy the folder to another disk")
    }
    return ids.count - known
  }

  /// Returns the problem of a line and its remedy; `nil` if the line is as it was written. Its events are counted.
  private mutating func flaw(
    of line: UnsafeRawBufferPointer, in file: OtherDeviceFile, _ number: Int, _ own: Bool, _ order: inout LineOrder
  ) -> (text: String, remedy: String)? {
    if let saved = file.event(line) {
      ids.insert(saved.event.id.hashValue)
      let place = order.insert(saved)
      if number == 1 {
        return ("is an event: the header is missing", own ? "start Storyline: it writes the header" : Self.otherDamage)
      }
      let mending = own ? "start Storyline: it puts the lines in order" : Self.otherDamage
      switch place {
      case .inOrder: return nil
      case .repeated: return ("repeats an earlier line, and is used only once", mending)
      case .misplaced: return ("is out of order, but is read", mending)
      }
    }
    if number == 1, Line.json(of: line, Checksum()).flatMap(Header.init(json:)) != nil { return nil }
    let events = Line.pieces(of: line, Checksum()).compactMap { file.event(.init(rebasing: line[$0])) }
    for saved in events {
      ids.insert(saved.event.id.hashValue)
      _ = order.insert(saved)
    }
    guard events.isEmpty else {
      let count =
        events.count == 1 ? "a complete event in it is used" : "\(events.count) complete events in it are used"
      return ("is damaged; \(count)", own ? "start Storyline: it rewrites the line" : Self.otherDamage)
    }
    let mending = number == 1 ? "it rewrites the line" : "it moves the line to \(home.device).damaged"
    return ("is damaged", own ? "start Storyline: \(mending)" : Self.otherDamage)
  }

  /// Reports that the own file is shorter than it was when it was last synchronised.
  private mutating func checkForLoss() {
    guard hasOwn, let bytes = Journal.lostLength(of: home.device, in: home.path, files: home.files) else { return }
    add(
      home.ownName, "has no events, but had \(bytes) bytes at the last sync",
      "sync with the same folder again: this restores the synced events")
  }

  // MARK: Other files

  private mutating func inspectOther(_ name: String) {
    func isLeft(_ ending: String) -> Bool {
      // Also with a further ending, if the plain name was taken.
      name.hasSuffix(ending)
        || name.lastIndex(of: ".").map { name[..<$0].hasSuffix(ending) && name.utf8.count < 200 } ?? false
    }
    let status = (try? home.files.status(of: home.path(of: name), followsLinks: false)) ?? nil
    if name == Format.lockName, let status, !status.isFile {
      return add(name, "is a \(status.kind.rawValue), not a file: nothing can be saved", "remove it")
    }
    if isLeft(Format.fileSuffix + ".new") {
      add(name, "is an unfinished file that a killed program left behind", "remove it")
    } else if isLeft(".torn") {
      add(
        name, "contains unfinished lines that a crash cut off",
        "check its contents, then remove it: its events were never used")
    } else if isLeft(".damaged") {
      add(
        name, "contains damaged lines that were moved aside",
        "check its contents, then remove it: its lines are not used")
    } else if name == Format.lockName + ".held" {
      add(
        name, "is the lock of a program that is still writing or was killed",
        "start Storyline: it removes the lock of a killed program")
    }
  }
}

/// A check that the lines of a device's own file are in the order in which the device wrote them.
private struct LineOrder {
  enum Place { case inOrder, repeated, misplaced }

  private let author: String
  private var top = (run: UInt32(0), sequence: UInt32(0))
  private var known: Set<Int> = []

  init(_ author: String) { self.author = author }

  mutating func insert(_ saved: Journal.SavedEvent) -> Place {
    let origin = saved.origin
    // Lines of other devices, for example in a synchroniser's copy, have no place in this order.
    guard origin.device.name == author else { return .inOrder }
    var hasher = Hasher()
    hasher.combine(saved.event.id)
    hasher.combine(origin.run)
    hasher.combine(origin.sequence)
    guard known.insert(hasher.finalize()).inserted else { return .repeated }
    let next = (run: origin.run, sequence: origin.sequence)
    guard next >= top else { return .misplaced }
    top = next
    return .inOrder
  }
}
