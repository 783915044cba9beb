/// The functions of keys where libedit's own are not enough, or have no key.
///
/// libedit knows each by a C1 control character, which nobody can type: the sequences of all terminals become one of
/// them, and one binding serves the Emacs and both vi maps.
enum KeyFunction: UInt8, CaseIterable {
  case paste = 0x80
  case newline, right, left, end, home, wordRight, wordLeft, up, down, delete, redo, backTab, pageUp, pageDown,
    lastArgument, help, edit, earlier, later
  var scalar: Unicode.Scalar { Unicode.Scalar(rawValue) }

  /// What terminals send: VT and xterm cursor keys in both modes, rxvt and Linux consoles, with Ctrl or Alt.
  static let sequences: [[UInt8]: KeyFunction] = {
    let table: [(KeyFunction, [String])] = [
      (.up, ["[A", "OA"]), (.down, ["[B", "OB"]), (.right, ["[C", "OC"]), (.left, ["[D", "OD"]),
      (.home, ["[H", "OH", "[1~", "[7~"]), (.end, ["[F", "OF", "[4~", "[8~"]), (.delete, ["[3~"]),
      (.wordRight, ["[1;5C", "Oc", "[5C", "f"]), (.wordLeft, ["[1;5D", "Od", "[5D", "b"]),
      (.newline, ["\r", "\n"]), (.redo, ["/"]), (.backTab, ["[Z"]), (.help, ["OP", "[11~", "h"]), (.edit, ["e"]),
      (.earlier, ["[1;3D"]), (.later, ["[1;3C"]), (.lastArgument, [".", "_"]), (.pageUp, ["[5~"]),
      (.pageDown, ["[6~"]),
    ]
    var result: [[UInt8]: KeyFunction] = [:]
    for (function, endings) in table {
      for ending in endings { result[[0x1B] + Array(ending.utf8)] = function }
    }
    return result
  }()
}
