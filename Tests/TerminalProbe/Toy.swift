import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

let words = [
  ("hold", "presses until released"), ("history", "the timer's sessions"), ("help", "what there is"),
  ("story", "plays stories"), ("日本", "a wide one"),
]

/// First word bold, `#tag` cyan, `@name` magenta, `"text"` green, `5s` yellow, `bad` red.
func colours(_ line: String) -> [StyledRange] {
  var result: [StyledRange] = []
  let bytes = Array(line.utf8)
  var start = 0
  while start < bytes.count {
    if bytes[start] == 0x20 || bytes[start] == 0x0A {
      start += 1
      continue
    }
    var end = start
    while end < bytes.count, bytes[end] != 0x20, bytes[end] != 0x0A { end += 1 }
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    let style: Style =
      word.hasPrefix("#")
      ? .tag
      : word.hasPrefix("@")
        ? .mention
        : word.hasPrefix("\"")
          ? .string
          : word == "bad"
            ? .error : word.first!.isNumber && word.hasSuffix("s") ? .duration : start == 0 ? .command : .plain
    result.append(StyledRange(start..<end, style))
    start = end
  }
  return result
}

func completions(_ line: String, _ cursor: Int) -> [Completion] {
  let before = Array(line.utf8.prefix(cursor))
  let start = (before.lastIndex(of: 0x20) ?? -1) + 1
  let typed = String(decoding: before[start...], as: UTF8.self)
  return words.filter { $0.0.hasPrefix(typed) }.map {
    Completion($0.0 + " ", description: $0.1, replacing: start..<cursor)
  }
}

func isComplete(_ line: String) -> Bool {
  line.reduce(0) { $1 == "{" ? $0 + 1 : $1 == "}" ? $0 - 1 : $0 } <= 0 && line.last != "\\"
}

struct LateMessage: Sendable {
  var seconds: Double
  var text: String
}

private final class Delivery: Sendable {
  let mailbox: Mailbox
  let message: LateMessage

  init(_ mailbox: Mailbox, _ message: LateMessage) {
    self.mailbox = mailbox
    self.message = message
  }
}

/// Posts from another thread.
func postLater(_ message: LateMessage, in mailbox: Mailbox) {
  let delivery = Unmanaged.passRetained(Delivery(mailbox, message)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  pthread_create(&thread, nil, deliver, delivery)
}

#if canImport(Darwin)
  private func deliver(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { deliverIt(argument) }
#else
  private func deliver(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    argument.flatMap { deliverIt($0) }
  }
#endif

private func deliverIt(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let delivery = Unmanaged<Delivery>.fromOpaque(argument).takeRetainedValue()
  usleep(UInt32(delivery.message.seconds * 1e6))
  delivery.mailbox.post(delivery.message.text)
  return nil
}

/// Seconds of a clock that never jumps.
func elapsed() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Printed at once, without a buffer.
func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

/// Visible on the screen, so that tests see exactly what was read.
func shown(_ text: String) -> String {
  text.utf8.count > 200 ? "\(text.utf8.count) bytes" : sanitized(text)
}
