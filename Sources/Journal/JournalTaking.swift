extension Journal {
  /// Takes the whole lines behind `source.scanned` into the index.
  func take(_ source: Source, size: Int64) throws(FileError) {
    let number = sources.firstIndex { $0 === source }!
    readings += 1
    // The index is moved out for the scan: changing it in place through a class would check for exclusive access and
    // for other holders of the arrays at every line.
    var index = Index()
    swap(&index, &self.index)
    let known = index.count
    defer {
      if index.count > known { arrivals.entries.append(known..<index.count) }
      swap(&index, &self.index)
    }
    if size - source.scanned > 1 << 16 { index.reserve(try expectedLines(source, size: size)) }
    let checksum = Checksum()
    let isOwn = number == own
    let thisDevice = device.name.withBytes { index.devices.number(of: $0) }
    let linesBefore = source.lines
    var isDone = false
    // After an error the same lines are read again.
    defer { if !isDone { source.lines = linesBefore } }
    source.scanned = try LineScanner.scan(source.file, from: source.scanned, size: size) {
      (line, offset) throws(FileError) in
      source.lines += 1
      // The header.
      guard offset > 0 else { return }
      guard let json = Line.json(of: line, checksum) else { return damaged(source, offset) }
      guard source.version != Format.version else {
        return try take(json, of: source, number, at: offset, isOwn: isOwn, thisDevice, into: &index)
      }
      guard let converted = migrations.convert(json, from: source.version) else { return damaged(source, offset) }
      let result = converted.withUnsafeBytes { bytes in
        Result { () throws(FileError) in
          try take(bytes, of: source, number, at: offset, isOwn: isOwn, thisDevice, into: &index)
        }
      }
      try result.get()
    }
    isDone = true
  }

  private func take(
    _ json: UnsafeRawBufferPointer, of source: Source, _ number: Int, at offset: Int64, isOwn: Bool,
    _ thisDevice: UInt16?, into index: inout Index
  ) throws(FileError) {
    guard let fields = LineFields(json),
      let device = index.devices.number(of: .init(rebasing: json[fields.device])),
      let origin = index.origin(device, fields.run),
      let type = index.types.number(of: .init(rebasing: json[fields.type]))
    else { return damaged(source, offset) }
    let entry = Index.Entry(
      instant: fields.instant, place: Index.Entry.place(source: number, offset: offset), sequence: fields.sequence,
      origin: origin, type: type)
    let id = UnsafeRawBufferPointer(rebasing: json[fields.id])
    let hash = index.hash(of: id)
    let found = try index.find(hash) { known throws(FileError) in try hasID(known, id) }
    if let found {
      let known = index.entries[found]
      if try comesBefore(entry, json, known, index) {
        index.replace(found, with: entry)
        arrivals.news.needsFold = true
      }
    } else {
      index.add(entry, hash: hash)
    }
    if fields.type.count == Event.voidType.utf8.count, let target = fields.savedEvent(in: json).event.voidedID,
      voided.insert(target).inserted
    {
      arrivals.voids.append((target, found ?? index.count - 1))
    }
    guard device == thisDevice else { return }
    count(fields, isOwn: isOwn, isNew: found == nil)
  }

  /// Keeps count of this device's numbers, and tells when it shows that they were given out twice.
  private func count(_ fields: LineFields, isOwn: Bool, isNew: Bool) {
    let floor = ownCount.floor
    if isOwn {
      ownCount.sawOwn(run: fields.run, sequence: fields.sequence, isNew: isNew)
    } else if isNew {
      ownCount.sawElsewhere(run: fields.run, sequence: fields.sequence)
    }
    if ownCount.floor > floor { note(.restoredFromBackup(device: device, run: ownCount.floor)) }
  }

  /// Whether the line comes before a known line with the same id.
  private func comesBefore(
    _ entry: Index.Entry, _ json: UnsafeRawBufferPointer, _ known: Index.Entry, _ index: Index
  ) throws(FileError) -> Bool {
    if index.comesBefore(entry, known) { return true }
    if index.comesBefore(known, entry) { return false }
    let source = sources[known.source]
    return try source.line(at: known.offset) { line in
      guard line.count > Format.prefixLength else { return false }
      let other = UnsafeRawBufferPointer(rebasing: line[Format.prefixLength...])
      guard source.version != Format.version else { return json.lexicographicallyPrecedes(other) }
      return migrations.convert(other, from: source.version).map { json.lexicographicallyPrecedes($0) } ?? false
    }
  }

  /// Whether the line of an entry has this id.
  func hasID(_ entry: Index.Entry, _ id: UnsafeRawBufferPointer) throws(FileError) -> Bool {
    let source = sources[entry.source]
    return try source.line(at: entry.offset) { line in
      guard line.count > Format.prefixLength else { return false }
      let json = UnsafeRawBufferPointer(rebasing: line[Format.prefixLength...])
      guard source.version != Format.version else {
        return LineFields(json).map { json[$0.id].elementsEqual(id) } ?? false
      }
      return savedEvent(of: line, version: source.version).map { $0.event.id.text.utf8.elementsEqual(id) } ?? false
    }
  }

  private func damaged(_ source: Source, _ offset: Int64) {
    source.isDamaged = true
    note(.damaged(file: source.name, line: source.lines, offset: offset))
  }

  /// How many lines there may be behind `scanned`, judged by the first of them.
  private func expectedLines(_ source: Source, size: Int64) throws(FileError) -> Int {
    var sample = [UInt8](repeating: 0, count: 1 << 14)
    let result = sample.withUnsafeMutableBytes { buffer in
      Result { () throws(FileError) in try source.file.read(into: buffer, at: source.scanned) }
    }
    let count = try result.get()
    let lines = max(1, sample[..<count].count { $0 == 0x0A })
    // A few more than that: growing a full table costs more than some spare room.
    return Int(size - source.scanned) / max(count / lines, 64) * 17 / 16
  }
}
