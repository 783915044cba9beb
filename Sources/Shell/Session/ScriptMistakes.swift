import StoryScript

extension Session {
  /// All that is wrong with a script that could not be read as a whole: also the mistakes in the statements that could be,
  /// without what only follows from those that could not. In the order of their places.
  func allMistakes(of found: Diagnostics) -> [Diagnostic] {
    guard let script = found.readable else { return found.all }
    if case .interrupted? = found.all.first?.problem { return found.all }
    let names = Declarations.possibleNames(in: script.source)
    do throws(Diagnostics) {
      _ = try compile(script)
      return found.all
    } catch {
      let further = error.all.filter { diagnostic in
        switch diagnostic.problem {
        case .unknownVariable(let name, _), .undeclaredAssignment(let name, _), .unknownFunction(let name, _):
          !names.contains(name)
        case .unreachable, .interrupted: false
        default: true
        }
      }
      return (found.all + further).sorted { $0.range.start < $1.range.start }
    }
  }
}
