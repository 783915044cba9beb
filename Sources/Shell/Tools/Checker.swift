import StoryScript
import System
import Terminal

/// `storyline check`: reads scripts as if to run them, and runs nothing.
public struct Checker {
  let catalog: CommandCatalog
  public init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// All errors and warnings of one script and of what it includes.
  public func errors(in path: String) -> [Diagnostic] {
    do throws(Diagnostic) {
      let source = try SourceFile.read(path)
      return errors(in: source)
    } catch {
      return [error]
    }
  }

  func errors(in source: Source) -> [Diagnostic] {
    // Scripts may use arguments that only a run gives.
    let session = Session(output: Output(to: .nowhere), catalog: catalog)
    session.define((1...9).map(String.init))
    do throws(Diagnostics) {
      let script = try session.parse(source)
      _ = try session.compile(script)
      let kinds = KindChecker.problems(in: script, schema: catalog.schema)
      return (session.runtime.program.warnings + kinds).sorted { $0.range.start < $1.range.start }
    } catch {
      return session.allMistakes(of: error)
    }
  }
}
