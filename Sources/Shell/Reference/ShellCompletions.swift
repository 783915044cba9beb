/// Completions for the system's shells, made from the options' table: `storyline completions fish | source`.
public enum ShellCompletions {
  public enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  private static let tools = ToolUsage.Tool.allCases.map(\.rawValue)

  public static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'").joined(separator: "'\\''") + "'"
  }

  private static var bash: String {
    let words = (tools + ToolOption.allCases.map(\.word)).joined(separator: " ")
    let values = ToolOption.allCases.filter { !$0.values.isEmpty }.map {
      "    \($0.word)) COMPREPLY=($(compgen -W \(quoted($0.values.joined(separator: " "))) -- \"$word\")); return ;;\n"
    }
    return """
      _storyline() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        case $previous in
      \(values.joined())    completions) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
        esac
        COMPREPLY=($(compgen -W \(quoted(words)) -- "$word") $(compgen -f -X '!*.story' -- "$word") $(compgen -d -- "$word"))
      }
      complete -o filenames -F _storyline storyline

      """
  }

  private static var zsh: String {
    let options = ToolOption.allCases.map { option -> String in
      let summary = option.summary.split(separator: ":").joined(separator: ";")
      let value =
        option.value == nil
        ? "" : option.values.isEmpty ? ":value:" : ":value:(\(option.values.joined(separator: " ")))"
      return "    \(quoted("\(option.word)[\(summary)]\(value)")) \\\n"
    }
    return """
      #compdef storyline
      _arguments \\
      \(options.joined())    '1:script or tool:_alternative "tools:tool:(\(tools.joined(separator: " ")))" "files:script:_files -g *.story"' \\
          '*:file:_files'

      """
  }

  private static var fish: String {
    var lines = ["complete -c storyline -n '__fish_is_first_arg' -a \(quoted(tools.joined(separator: " ")))"]
    for option in ToolOption.allCases {
      let name = option.word.hasPrefix("--") ? "-l \(option.word.dropFirst(2))" : "-s \(option.word.dropFirst())"
      let value =
        option.value == nil
        ? "" : option.values.isEmpty ? " -x" : " -xa \(quoted(option.values.joined(separator: " ")))"
      lines.append("complete -c storyline \(name)\(value) -d \(quoted(option.summary))")
    }
    lines.append("complete -c storyline -n '__fish_seen_subcommand_from completions' -xa 'bash zsh fish'")
    return lines.joined(separator: "\n") + "\n"
  }
}
