import CLibEdit

/// Texts as libedit's wide functions take them.
enum WideText {
  static func terminated(_ text: String) -> [wchar_t] {
    text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
  }

  /// A text that stays where it is, as libedit keeps texts by their address: whoever asks for it frees it, or nobody where
  /// libedit may look at it until the process ends.
  static func allocated(_ text: String) -> UnsafePointer<wchar_t> {
    let wide = terminated(text)
    let memory = UnsafeMutablePointer<wchar_t>.allocate(capacity: wide.count)
    memory.initialize(from: wide, count: wide.count)
    return UnsafePointer(memory)
  }
}
