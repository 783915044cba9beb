import System
import Terminal

let words = [
  ("hold", "presses until released"), ("history", "the timer's sessions"), ("help", "what there is"),
  ("story", "plays stories"), ("日本", "a wide one"),
]

/// Returns the colours of the toy language: first word bold, `#tag` cyan, `@name` magenta, `"text"` green, `5s`
/// yellow, `bad` red.
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

/// Words without a description, so many that a menu has several pages.
let manyWords = (0..<60).map { "w\($0 / 10)\($0 % 10)" }

/// Returns the completions, and those of the many words.
func manyCompletions(_ line: String, _ cursor: Int) -> [Completion] {
  let before = Array(line.utf8.prefix(cursor))
  let start = (before.lastIndex(of: 0x20) ?? -1) + 1
  let typed = String(decoding: before[start...], as: UTF8.self)
  return completions(line, cursor)
    + manyWords.filter { $0.hasPrefix(typed) }.map { Completion($0 + " ", replacing: start..<cursor) }
}

func isComplete(_ line: String) -> Bool {
  line.reduce(0) { $1 == "{" ? $0 + 1 : $1 == "}" ? $0 - 1 : $0 } <= 0 && line.last != "\\"
}

/// Work that runs on a thread of its own.
class Work: @unchecked Sendable {
  func run() {}
}

/// Posts one message after a delay.
final class LateMessage: Work, @unchecked Sendable {
  let seconds: Double
  let text: String
  let mailbox: Mailbox

  init(seconds: Double, text: String, mailbox: Mailbox) {
    (self.seconds, self.text, self.mailbox) = (seconds, text, mailbox)
  }

  override func run() {
    usleep(UInt32(seconds * 1e6))
    mailbox.post(text)
  }
}

/// Posts each message that is written into a FIFO; a message ends with NUL.
final class MessageSource: Work, @unchecked Sendable {
  let path: String
  let mailbox: Mailbox

  init(path: String, mailbox: Mailbox) { (self.path, self.mailbox) = (path, mailbox) }

  override func run() {
    let descriptor = open(path, O_RDONLY)
    var message: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      if byte != 0 {
        message.append(byte)
        continue
      }
      mailbox.post(String(decoding: message, as: UTF8.self))
      message = []
    }
  }
}

func onThread(_ work: Work) {
  let argument = Unmanaged.passRetained(work).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  pthread_create(&thread, nil, perform, argument)
}

#if canImport(Darwin)
  private func perform(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func perform(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    argument.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
    return nil
  }
#endif

/// Returns the seconds of a monotonic clock.
func elapsed() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Writes the text at once, without a buffer.
func show(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(1, bytes, bytes.count)
}

func say(_ line: String) { show(line + "\n") }

/// Returns the text with control characters made visible, so that tests see exactly what was read.
func shown(_ text: String) -> String {
  text.utf8.count > 200 ? "\(text.utf8.count) bytes" : sanitized(text)
}
