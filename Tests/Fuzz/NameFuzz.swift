// Names and icons with hostile text.

import TerminalText

@testable import Timers

/// Texts that may appear beside a name or an icon.
private let neighbours = ["a", " ", "1", "'", "(", ",", ":", "│", "…"]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  do {
    let name = try Profile.checked(text)
    check(name)
    precondition((1...PrintableText.nameLengthLimit).contains(name.count))
    let again = try Profile.checked(name)
    precondition(Array(again.utf8) == Array(name.utf8), "a name that is kept is not accepted as it is")
    precondition(Profile(name: name, onboarding: .done).name == name)
  } catch {
    if case .tooLong(let count) = error { precondition(count > PrintableText.nameLengthLimit) }
  }
  for character in text { checkIcon(character) }
  checkActivity(text)
  return 0
}

/// Any accepted text prints on one line, is visible, and occupies the cells of its width, wherever it appears.
private func check(_ text: String) {
  precondition(sanitized(text) == text, "it would not be printed as it is")
  precondition(!text.contains(where: \.isNewline))
  let width = DisplayWidth.of(text)
  precondition(width >= 1, "nothing of it is seen")
  precondition(width == text.reduce(0) { $0 + DisplayWidth.of($1) })
  for neighbour in neighbours {
    let beside = DisplayWidth.of(neighbour)
    precondition(DisplayWidth.of(neighbour + text) == beside + width, "it joins the text before it")
    precondition(DisplayWidth.of(text + neighbour) == width + beside, "it joins the text after it")
  }
}

private func checkIcon(_ character: Character) {
  let text = String(character)
  guard PrintableText.isIcon(text) else { return }
  check(text)
  precondition((1...2).contains(DisplayWidth.of(text)), "an icon takes one or two cells")
  // A timer session's record keeps any icon that an activity may have.
  precondition(!character.isWhitespace)
}

private func checkActivity(_ text: String) {
  var catalog = ActivityCatalog()
  let icon = text.last ?? "⏱"
  do {
    let activity = try catalog.add(name: text, icon: icon, minutes: 7)
    check(activity.name)
    check(String(activity.icon))
    precondition(catalog.match(activity.name) == .found(activity), "it cannot be found by its name")
    var other = ActivityCatalog()
    try other.put(activity)
    precondition(other.activities == catalog.activities, "what was stored does not come back")
    try other.put(activity)
    precondition(other.activities == catalog.activities, "what was stored twice is there twice")
    precondition(other.remove(exactly: activity.name) == activity)
    precondition(other.activities == ActivityCatalog().activities)
  } catch {
    precondition(catalog.activities == ActivityCatalog().activities, "what was refused has changed something")
  }
}
