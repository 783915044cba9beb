import StoryScript
import System

/// `storyline check`: reads scripts as if to run them, and runs nothing.
public struct Checker {
  private let catalog: CommandCatalog
  public init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// The scripts among the paths: files as they are named, and all `.story` files in folders.
  public static func scripts(in paths: [String]) throws(Diagnostic) -> [String] {
    try ScriptFiles.find(paths, extensions: ["story"])
  }

  /// All errors of one script and of what it includes.
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
      _ = try session.load(source)
      return []
    } catch {
      return error.all + (error.readable.map { furtherErrors(in: $0, session) } ?? [])
    }
  }

  /// The mistakes in the statements that could be read, although others could not: without what only follows from
  /// those.
  private func furtherErrors(in script: Script, _ session: Session) -> [Diagnostic] {
    let names = Declarations.possibleNames(in: script.source)
    do throws(Diagnostics) {
      _ = try session.compile(script)
      return []
    } catch {
      return error.all.filter { diagnostic in
        switch diagnostic.problem {
        case .unknownVariable(let name, _), .undeclaredAssignment(let name, _), .unknownFunction(let name, _):
          return !names.contains(name)
        case .unreachable: return false
        default: return true
        }
      }
    }
  }
}

/// Finds scripts: files as they are named, and below folders everything that ends in one of the extensions.
enum ScriptFiles {
  /// - Throws: a diagnostic for a path that is not there.
  static func find(_ paths: [String], extensions: [String]) throws(Diagnostic) -> [String] {
    var found: [String] = []
    for path in paths {
      guard let entries = try? Folder.names(in: path) else {
        guard File.exists(path) else {
          throw Diagnostic(
            .refused("there is no file or folder '\(path)'", suggestion: nil), SourceRange(0, 0), in: nil)
        }
        found.append(path)
        continue
      }
      let names = entries.sorted().filter { !$0.hasPrefix(".") }
      for name in names {
        let full = path.hasSuffix("/") ? path + name : path + "/" + name
        if (try? FileStatus(full))?.isFolder == true {
          found += try find([full], extensions: extensions)
        } else if extensions.contains(where: { name.hasSuffix("." + $0) }) {
          found.append(full)
        }
      }
    }
    return found
  }
}
