import JournalTesting
import Timeline

@testable import Journal

typealias Event = Journal.Event
typealias SavedEvent = Journal.SavedEvent

let kitchen = Journal.DeviceID("kitchen")!
let phone = Journal.DeviceID("phone")!

func id(_ text: String) -> Event.ID { Event.ID(text)! }

/// Returns an event with the id `e/NUMBER`, `number` seconds after the start of practice.
func event(_ number: Int, type: String = "story.liked", payload: Journal.Payload? = nil) -> Event {
  Event(
    id: id("e/\(number)"), type: type, instant: .practiceStart + .seconds(Int64(number)),
    payload: payload ?? ["story": .integer(Int64(number))])
}

/// Opens a journal on `files`, in memory or with faults.
func open(
  _ files: any FileSystem, folder: String = "state", kind: Journal.Kind = .real, device: Journal.DeviceID = kitchen
) throws -> Journal {
  try Journal.open(folder: folder, kind: kind, device: device, files: files)
}

extension Journal {
  /// Returns a journal whose files live in memory.
  static func inMemory() -> Journal {
    try! open(folder: "memory", kind: .practice, device: DeviceID(nearest: "memory"), files: MemoryFileSystem())
  }

  /// The ids of the events that count, in the order of folding.
  var ids: [String] { get throws { try saved().map(\.event.id.text) } }

  func saved(includingVoided: Bool = false) throws -> [SavedEvent] {
    var cursor = cursor(includingVoided: includingVoided)
    var all: [SavedEvent] = []
    while let next = try cursor.next() { all.append(next) }
    return all
  }
}

extension MemoryFileSystem {
  func text(_ path: String) -> String { String(decoding: self[path] ?? [], as: UTF8.self) }

  func append(_ text: String, to path: String) { self[path] = (self[path] ?? []) + Array(text.utf8) }
}
