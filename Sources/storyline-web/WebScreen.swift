import JSON
import TerminalText

/// The whole window of a page, in cells: `watch`, `browse` and `explore` draw on it as on a terminal's.
///
/// The page gets `{"screen":{"rows":[[0,["▶ ",["playing","dim"]]],…]}}` with the rows that have changed, each behind its
/// number, and `{"screen":null}` at the end.
final class WebScreen: Screen {
  private(set) var columns = 80
  private(set) var rows = 24
  var graphics: Graphics? { nil }
  private let keys: WebKeys
  private let send: (JSON) -> Void
  private var shown: [StyledText] = []
  private var isOpen = true

  /// - Returns: `nil` if the page has no room, or cannot wait for keys.
  init?(_ keys: WebKeys, send: @escaping (JSON) -> Void) {
    self.keys = keys
    self.send = send
    send(Self.message(.object([.init("rows", .array([]))])))
    // A page says first how large its window is.
    guard wait(atMost: 0) == .changed else {
      close()
      return nil
    }
  }

  func draw(_ picture: [StyledText]) -> Bool {
    let picture = picture.prefix(rows) + Array(repeating: StyledText(), count: max(0, rows - picture.count))
    let changes = picture.enumerated().filter { shown.count <= $0.offset || shown[$0.offset] != $0.element }
    shown = Array(picture)
    if !changes.isEmpty {
      let rows = changes.map { JSON.array([.integer(Int64($0.offset)), WebRow.json($0.element)]) }
      send(Self.message(.object([.init("rows", .array(rows))])))
    }
    return isOpen
  }

  func work(_ body: () -> Void) { body() }

  func wait(atMost seconds: Double?) -> ScreenEvent {
    switch keys.next(within: seconds) {
    case .none: return .timeOver
    case .key(let key): return .key(key)
    case .size(let columns, let rows):
      (self.columns, self.rows, shown) = (columns, rows, [])
      return .changed
    case .lost: return .lost
    }
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    send(Self.message(.null))
  }

  private static func message(_ content: JSON) -> JSON { .object([.init("screen", content)]) }
}

/// The screens of a page.
final class WebScreens: ScreenHost {
  private let keys: WebKeys
  private let send: (JSON) -> Void

  init(_ keys: WebKeys, send: @escaping (JSON) -> Void) { (self.keys, self.send) = (keys, send) }

  var isPossible: Bool { keys.canWait }
  func open(_ palette: Palette) -> (any Screen)? { WebScreen(keys, send: send) }
}

/// The keys of a page, which names them as browsers do.
struct WebKeys {
  enum Event: Hashable {
    /// No key within the time.
    case none
    case key(ScreenKey)
    /// The window has another size, in cells.
    case size(columns: Int, rows: Int)
    /// No further keys will come.
    case lost
  }

  /// `false` in a browser that cannot suspend the program: there are no keys then.
  let canWait: Bool
  /// Waits for a key, and returns its words: `ArrowLeft`, `Alt+ArrowLeft`, `a`; `size 80 24` for a window of another size;
  /// empty once the time is over; `nil` if no key will come.
  let ask: (_ seconds: Double?) -> String?

  func next(within seconds: Double?) -> Event {
    guard let words = ask(seconds) else { return .lost }
    guard !words.isEmpty else { return .none }
    if words.hasPrefix("size ") {
      let numbers = words.split(separator: " ").dropFirst().compactMap { Int($0) }
      guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return .lost }
      return .size(columns: min(numbers[0], 400), rows: min(numbers[1], 200))
    }
    return .key(Self.key(words))
  }

  static func key(_ words: String) -> ScreenKey {
    if let character = words.first, words.count == 1 {
      let isControl = character.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value }
      return isControl ? .other : .character(character)
    }
    switch words {
    case "ArrowUp": return .up
    case "ArrowDown": return .down
    case "ArrowLeft": return .left
    case "ArrowRight": return .right
    case "Home": return .home
    case "End": return .end
    case "PageUp": return .pageUp
    case "PageDown": return .pageDown
    case "Enter": return .enter
    case "Tab": return .tab
    case "Backspace": return .backspace
    case "Delete": return .delete
    case "Escape": return .escape
    case "Alt+ArrowLeft": return .earlier
    case "Alt+ArrowRight": return .later
    case "Ctrl+c": return .interrupt
    default: return .other
    }
  }
}
