import System

/// A second, non-blocking opening of the terminal that keys are read from.
///
/// The terminal discards unread keys on ^C. If that happens between `poll`, which has seen keys, and `read`, an ordinary
/// `read` waits for the next key and the ^C is not handled until then. A flag on the terminal's own descriptor would
/// not do: the shell that started the program shares it.
final class TerminalInput {
  /// The descriptor that this is another opening of.
  let original: Descriptor
  /// The descriptor to read from: the original if the terminal cannot be opened a second time, as after `su`.
  let descriptor: Descriptor

  init(_ original: Descriptor) {
    self.original = original
    descriptor = TerminalInput.open(original) ?? original
  }

  deinit { if descriptor != original { descriptor.close() } }

  private static func open(_ original: Descriptor) -> Descriptor? {
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(original.number, &name, name.count) == 0 else { return nil }
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let opened = try? Descriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK) else { return nil }
    if let first = try? FileStatus(original), let second = try? FileStatus(opened), first.identity == second.identity {
      return opened
    }
    opened.close()
    return nil
  }
}
