/// Returns the candidate most likely meant by a misspelt word, if one is near enough.
///
/// The distance is Damerau's (insert, delete, replace, swap neighbours), at most a third of the word's length and never
/// more than 3; a candidate that begins with the word counts as near. Ties go to the first candidate. O(candidates ×
/// length²); words over 64 characters are ignored.
public func closest(to word: String, among candidates: some Sequence<String>) -> String? {
  let target = Array(word.lowercased().unicodeScalars)
  guard !target.isEmpty, target.count <= 64 else { return nil }
  // One letter is too near to any word of two letters.
  if target.count == 1 { return candidates.first { $0.count == 1 && $0.lowercased() == word.lowercased() } }
  let most = min(3, max(1, target.count / 3))
  var best: (distance: Int, candidate: String, continues: Bool)?
  let isPlain = word.utf8.allSatisfy { $0 < 0x80 }
  for candidate in candidates {
    // Most candidates are too short, or too long without beginning with the word: their lengths show it.
    let length = candidate.utf8.count
    if isPlain, length + most < target.count || length > target.count + most,
      candidate.utf8.allSatisfy({ $0 < 0x80 }), length < target.count || !begins(candidate, with: target)
    {
      continue
    }
    let other = Array(candidate.lowercased().unicodeScalars)
    guard other.count <= 64 else { continue }
    var distance = editDistance(target, other)
    if target.count >= 2, other.starts(with: target) { distance = min(distance, 1) }
    if distance <= most, distance < max(target.count, other.count) {
      // Of two equally near candidates, prefer one that the word begins: `of` means `off` rather than `on`.
      let isNearer = distance < best?.distance ?? .max
      if isNearer || distance == best?.distance && other.starts(with: target) && !(best?.continues ?? false) {
        best = (distance, candidate, other.starts(with: target))
      }
    }
  }
  return best?.candidate
}

/// Returns the name most likely meant, if one is near enough: by the whole name, or else by one of its words, since
/// names may be shortened: `flim` means "film evening".
public func closestName(to text: String, among names: some Sequence<String>) -> String? {
  if let whole = closest(to: text, among: names) { return whole }
  return names.first { name in
    let words = name.split(separator: " ").map(String.init)
    return words.count > 1 && closest(to: text, among: words) != nil
  }
}

/// Returns whether an ASCII word begins with lower-case letters, ignoring case.
private func begins(_ word: String, with start: [Unicode.Scalar]) -> Bool {
  zip(word.utf8, start).allSatisfy { UInt32($0 | (65...90 ~= $0 ? 0x20 : 0)) == $1.value }
}

/// Returns the number of slips between two words, ignoring case: missing, extra, wrong or swapped letters.
public func slips(from word: String, to other: String) -> Int {
  editDistance(Array(word.lowercased().unicodeScalars), Array(other.lowercased().unicodeScalars))
}

private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforePrevious = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  var current = previous
  for i in 1...a.count {
    current[0] = i
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      current[j] = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        current[j] = min(current[j], beforePrevious[j - 2] + 1)
      }
    }
    (beforePrevious, previous, current) = (previous, current, beforePrevious)
  }
  return previous[b.count]
}
