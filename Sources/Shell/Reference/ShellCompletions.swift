import System

/// Completions for the system's shells, made from the table of options: `storyline completions fish | source`.
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

  private static var bash: String {
    let words = (tools + ToolOption.allCases.map(\.word)).joined(separator: " ")
    let values = ToolOption.allCases.filter { $0.takesFolder || !$0.values.isEmpty }.map { option in
      let given = option.takesFolder ? "-d" : "-W \(ShellWord.quoted(option.values.joined(separator: " ")))"
      return "    \(option.word)) COMPREPLY=($(compgen \(given) -- \"$word\")); return ;;\n"
    }
    let flags = ToolUsage.Tool.allCases.filter { !$0.flags.isEmpty }.map { tool in
      "    \(tool.rawValue)) words=\(ShellWord.quoted(tool.flags.map(\.rawValue).joined(separator: " "))) ;;\n"
    }
    return """
      _storyline() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\(ShellWord.quoted(words))
        case $previous in
      \(values.joined())    completions) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
          grammar) COMPREPLY=($(compgen -W 'vim textmate' -- "$word")); return ;;
          state) COMPREPLY=($(compgen -W 'check' -- "$word")); return ;;
        esac
        (( COMP_CWORD > 1 )) && case ${COMP_WORDS[1]} in
      \(flags.joined())    check|man) words= ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -X '!*.story' -- "$word") $(compgen -f -X '!*.md' -- "$word") $(compgen -d -- "$word"))
      }
      complete -o filenames -F _storyline storyline

      """
  }

  /// For a folder of `$fpath` as well as for `source <(storyline completions zsh)`.
  private static var zsh: String {
    func text(_ summary: String) -> String {
      summary.map { ":[]".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
    let options = ToolOption.allCases.map { option -> String in
      let values =
        option.takesFolder ? "_files -/" : option.values.isEmpty ? "" : "(\(option.values.joined(separator: " ")))"
      let value = option.value.map { ":\($0.lowercased()):\(values)" } ?? ""
      return "        \(ShellWord.quoted("\(option.word)[\(text(option.summary))]\(value)")) \\\n"
    }
    let flags = ToolUsage.Tool.allCases.map { tool -> String in
      let flags = tool.flags.map { ShellWord.quoted("\($0.rawValue)[\(text($0.summary))]") + " " }.joined()
      let operands =
        switch tool {
        case .completions: "'2:shell:(bash zsh fish)'"
        case .grammar: "'2:editor:(vim textmate)'"
        case .state: "'2:what:(check)' '3:folder:_files -/'"
        case .man: ""
        default: "'*:script:_files'"
        }
      return "      \(tool.rawValue)) _arguments '1:tool:' \(flags)\(operands) ;;\n"
    }
    let described = ToolUsage.Tool.allCases.map { "    \(ShellWord.quoted("\($0.rawValue):\($0.meaning)"))\n" }
    return """
      #compdef storyline
      _storyline_first() {
        local -a tools=(
      \(described.joined())  )
        _describe -t tools tool tools
        _files -g '*.story'
      }
      _storyline() {
        if (( CURRENT > 2 )); then
          case $words[2] in
      \(flags.joined())    esac
          [[ $words[2] == (\(tools.joined(separator: "|"))) ]] && return
        fi
        _arguments \\
      \(options.joined())        '1:script or tool:_storyline_first' '*:file:_files'
      }
      if [[ ${funcstack[1]} == _storyline ]]; then _storyline "$@"; else
        (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
        compdef _storyline storyline
      fi

      """
  }

  private static var fish: String {
    var lines = ["complete -c storyline -n '__fish_is_first_arg' -a \(ShellWord.quoted(tools.joined(separator: " ")))"]
    // A tool accepts none of a script's options.
    let isNoTool = ShellWord.quoted("not __fish_seen_subcommand_from \(tools.joined(separator: " "))")
    for option in ToolOption.allCases {
      let name = option.word.hasPrefix("--") ? "-l \(option.word.dropFirst(2))" : "-s \(option.word.dropFirst())"
      let values = option.takesFolder ? "(__fish_complete_directories)" : option.values.joined(separator: " ")
      let value = option.value == nil ? "" : values.isEmpty ? " -x" : " -xa \(ShellWord.quoted(values))"
      lines.append("complete -c storyline -n \(isNoTool) \(name)\(value) -d \(ShellWord.quoted(option.summary))")
    }
    for tool in ToolUsage.Tool.allCases {
      for flag in tool.flags {
        lines.append(
          "complete -c storyline -n '__fish_seen_subcommand_from \(tool.rawValue)' -l \(flag.rawValue.dropFirst(2)) -d \(ShellWord.quoted(flag.summary))"
        )
      }
    }
    lines.append(
      "complete -c storyline -n '__fish_seen_subcommand_from state' -xa 'check (__fish_complete_directories)'")
    lines.append("complete -c storyline -n '__fish_seen_subcommand_from completions' -xa 'bash zsh fish'")
    lines.append("complete -c storyline -n '__fish_seen_subcommand_from grammar' -xa 'vim textmate'")
    return lines.joined(separator: "\n") + "\n"
  }
}
