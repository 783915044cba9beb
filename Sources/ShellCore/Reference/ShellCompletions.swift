import System

/// Completions for the system's shells, made from the tables of tools and options: `storyline completions fish |
/// source`.
public struct ShellCompletions {
  public enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  private static let tools = ToolUsage.Tool.allCases
  /// A shell command that prints the names of all time zones, one a line.
  private static let zones = "cut -sf 3 /usr/share/zoneinfo/zone1970.tab 2>/dev/null | grep /; echo UTC"

  /// - Parameter catalog: whose commands `storyline help` explains.
  public static func text(for shell: Shell, _ catalog: CommandCatalog) -> String {
    let completions = ShellCompletions(topics: HelpWords(catalog))
    return switch shell {
    case .bash: completions.bash
    case .zsh: completions.zsh
    case .fish: completions.fish
    }
  }

  /// What `storyline help` explains.
  private let topics: HelpWords

  /// The words that can follow `storyline help`, without the names of keys, which are not words.
  private struct HelpWords {
    /// The first words: commands, topics and tools.
    var first: [String] = []
    /// The words that can follow a first word, such as `start` after `timer`.
    var second: [(first: String, words: [String])] = []

    init(_ catalog: CommandCatalog) {
      let isWord = { (name: String) in
        name.utf8.allSatisfy { $0 >= 97 && $0 <= 122 || $0 >= 48 && $0 <= 57 || " .-_".utf8.contains($0) }
      }
      var names = Help(catalog: catalog).topics.map { $0.name }.filter(isWord)
      names += HelpGroup.names.filter(isWord) + ["all"]
      for tool in ToolUsage.Tool.allCases {
        names += [tool.rawValue] + tool.choices.map { "\(tool.rawValue) \($0.word)" }
      }
      var following: [String: Set<String>] = [:]
      for name in names {
        let words = name.split(separator: " ").prefix(2).map { String($0) }
        guard let word = words.first, word.utf8.contains(where: { $0 >= 97 }) else { continue }
        following[word, default: []].formUnion(words.dropFirst())
      }
      first = following.keys.sorted()
      second = first.compactMap { word in following[word].flatMap { $0.isEmpty ? nil : (word, $0.sorted()) } }
    }
  }

  // MARK: bash

  /// Candidates are read line by line: file names may contain spaces.
  private var bash: String {
    func words(_ words: [String]) -> String { ShellWord.quoted(words.joined(separator: " ")) }
    let options = ToolOption.allCases
    let values = options.filter { $0.value != nil }.map { option in
      let action =
        switch option {
        case .zone: "_storyline_words \"$(\(Self.zones))\""
        case .state: "_storyline_files -d"
        case .record: "_storyline_files -f"
        case .help: "_storyline_words all"
        default: option.values.isEmpty ? ":" : "_storyline_words \(words(option.values))"
        }
      return "    \(option.word)) \(action); return ;;\n"
    }
    let cases = Self.tools.map { tool -> String in
      var text = "      \(tool.rawValue))\n"
      if !tool.flags.isEmpty {
        text += "        [[ $word == -* ]] && { \(call(tool.flags.map { $0.rawValue })); return; }\n"
      }
      for flag in tool.flags where flag.value != nil {
        let action = flag.values.isEmpty ? ":" : call(flag.values)
        text += "        [[ $previous == \(flag.rawValue) ]] && { \(action); return; }\n"
      }
      if tool == .render {
        text += "        (( operands == 1 )) && { _storyline_words to; return; }\n"
        text += "        (( operands == 2 )) && { _storyline_files -f; return; }\n"
      }
      if tool == .help {
        text += "        if (( operands == 0 )); then \(call(topics.first)); return; fi\n"
        text += "        (( operands == 1 )) && case $choice in\n"
        for (word, words) in topics.second { text += "          \(word)) \(call(words)) ;;\n" }
        return text + "        esac ;;\n"
      }
      guard !tool.choices.isEmpty else { return text + "        \(action(tool.operand)) ;;\n" }
      text += "        if (( operands == 0 )); then \(call(tool.choices.map { $0.word })); return; fi\n"
      let actions = tool.choices.filter { $0.operand != nil }
      if !actions.isEmpty {
        text += "        case $choice in\n"
        for choice in actions { text += "          \(choice.word)) \(action(choice.operand)) ;;\n" }
        text += "        esac\n"
      }
      return text + "        ;;\n"
    }
    func call(_ list: [String]) -> String { "_storyline_words \(words(list))" }
    func action(_ operand: ToolUsage.Tool.Operand?) -> String {
      switch operand {
      case .script: "_storyline_files -d '*.story'"
      case .document: "_storyline_files -d '*.story' '*.md'"
      case .folder: "_storyline_files -d"
      case .free: "_storyline_files -f"
      case .topic, nil: ":"
      }
    }
    let valued = options.filter { $0.value != nil && $0 != .help }.map { $0.word }.joined(separator: "|")
    return """
      _storyline_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
      # -d: folders; -f: all files; PATTERN: files of this name.
      _storyline_files() {
        local what
        for what in "$@"; do
          case $what in
            -*) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "$what" -- "$path") ;;
            *) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X "!$what" -- "$path") ;;
          esac
        done
      }
      _storyline() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path index
        local first= choice= operands=0
        # The name of the file as it is on the disk, without backslashes and the opening quote.
        path=${word#[\\"\\']}; path=${path//\\\\/}
        COMPREPLY=()
        case $previous in
      \(values.joined())  esac
        for ((index = 1; index < COMP_CWORD; index++)); do
          case ${COMP_WORDS[index]} in
            \(valued)) ((index++)) ;;
            --cast) [[ $first == render ]] && ((index++)) ;;
            -?*) ;;
            *) if [[ -z $first ]]; then first=${COMP_WORDS[index]}
               else ((operands++)); [[ -n $choice ]] || choice=${COMP_WORDS[index]}; fi ;;
          esac
        done
        if [[ -z $first ]]; then
          if [[ $word == -* ]]; then
            \(call(options.map { $0.word }))
          else
            (( COMP_CWORD == 1 )) && \(call(Self.tools.map { $0.rawValue }))
            _storyline_files -d '*.story'
          fi
        elif [[ $first == ${COMP_WORDS[1]} ]]; then
          case $first in
      \(cases.joined())      *) _storyline_files -f ;;
          esac
        else
          _storyline_files -f
        fi
      }
      complete -o filenames -F _storyline storyline

      """
  }

  // MARK: zsh

  /// For a folder of `$fpath` as well as for `source <(storyline completions zsh)`.
  private var zsh: String {
    func text(_ summary: String) -> String {
      summary.map { ":[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
    func action(_ operand: ToolUsage.Tool.Operand?, _ position: String = "*") -> String {
      switch operand {
      case .script: "'\(position):script:_files -g \"*.story\"'"
      case .document: "'\(position):document:_files -g \"*.(story|md)\"'"
      case .folder: "'\(position):folder:_files -/'"
      case .free: "'\(position):file:_files'"
      case .topic, nil: ""
      }
    }
    let options = ToolOption.allCases.map { option -> String in
      let values =
        switch option {
        case .zone: "_time_zone"
        case .state: "_files -/"
        case .record: "_files"
        default: option.values.isEmpty ? "" : "(\(option.values.joined(separator: " ")))"
        }
      let value = option == .help ? "::topic:(all)" : option.value.map { ":\($0.lowercased()):\(values)" } ?? ""
      return "        \(ShellWord.quoted("\(option.word)[\(text(option.summary))]\(value)")) \\\n"
    }
    let cases = Self.tools.map { tool -> String in
      let flags = tool.flags.map { flag in
        let words = flag.values.isEmpty ? "" : "(\(flag.values.joined(separator: " ")))"
        let values = flag.value.map { ":\($0.lowercased()):\(words)" } ?? ""
        return ShellWord.quoted("\(flag.rawValue)[\(text(flag.summary))]\(values)") + " "
      }.joined()
      if tool == .render {
        return "      render) _arguments '1:tool:' \(flags)\(action(.script, "2")) '3:to:(to)' '4:file:_files' ;;\n"
      }
      if tool == .help {
        var text =
          "      help)\n        if (( CURRENT == 3 )); then compadd -- \(topics.first.joined(separator: " "))\n"
        text += "        elif (( CURRENT == 4 )); then\n          case $words[3] in\n"
        for (word, words) in topics.second {
          text += "            \(word)) compadd -- \(words.joined(separator: " ")) ;;\n"
        }
        return text + "          esac\n        fi ;;\n"
      }
      guard !tool.choices.isEmpty else {
        return "      \(tool.rawValue)) _arguments '1:tool:' \(flags)\(action(tool.operand)) ;;\n"
      }
      let choices = tool.choices.map { "\($0.word)\\:\(ShellWord.quoted(text($0.summary)))" }.joined(separator: " ")
      var lines = "      \(tool.rawValue))\n        case $words[3] in\n"
      for choice in tool.choices where choice.operand != nil && tool.flags.isEmpty {
        lines +=
          "          \(choice.word)) (( CURRENT > 3 )) && { _arguments '1:tool:' '2:what:' \(action(choice.operand)); return; } ;;\n"
      }
      lines += "        esac\n"
      let rest = tool.flags.isEmpty ? "" : " \(flags)\(action(.script))"
      return lines + "        _arguments '1:tool:' \(ShellWord.quoted("2:what:((\(choices)))"))\(rest) ;;\n"
    }
    let described = Self.tools.map { "    \(ShellWord.quoted("\($0.rawValue):\($0.meaning)"))\n" }
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
      \(cases.joined())    esac
          [[ $words[2] == (\(Self.tools.map { $0.rawValue }.joined(separator: "|"))) ]] && return
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

  // MARK: fish

  private var fish: String {
    func quoted(_ text: String) -> String { ShellWord.quoted(text) }
    // A value with an empty description: without the tab, fish shows the option's beside each value.
    func values(_ words: [String]) -> String { "(printf '%s\\t\\n' \(words.joined(separator: " ")))" }
    let names = Self.tools.map { $0.rawValue }.joined(separator: " ")
    // fish itself quotes paths with spaces.
    var lines = Self.tools.map { tool in
      "complete -c storyline -n __fish_is_first_arg -a \(tool.rawValue) -d \(quoted(tool.meaning))"
    }
    // A tool accepts none of a script's options.
    let isNoTool = quoted("not __fish_seen_subcommand_from \(names)")
    for option in ToolOption.allCases {
      let name = option.word.hasPrefix("--") ? "-l \(option.word.dropFirst(2))" : "-s \(option.word.dropFirst())"
      let value =
        switch option {
        case .help: ""
        case .zone: " -xa \(quoted("(\(Self.zones))"))"
        case .state: " -xa '(__fish_complete_directories)'"
        case .record: " -rF"
        default:
          option.value == nil
            ? "" : option.values.isEmpty ? " -x" : " -xa \(quoted(values(option.values)))"
        }
      lines.append("complete -c storyline -n \(isNoTool) \(name)\(value) -d \(quoted(option.summary))")
    }
    for tool in Self.tools {
      let name = tool.rawValue
      let isIn = "__fish_seen_subcommand_from \(name)"
      for flag in tool.flags {
        let values =
          flag.value == nil ? "" : flag.values.isEmpty ? " -x" : " -xa \(quoted(values(flag.values)))"
        lines.append(
          "complete -c storyline -n \(quoted(isIn)) -l \(flag.rawValue.dropFirst(2))\(values) -d \(quoted(flag.summary))"
        )
      }
      let words = tool.choices.map { $0.word }.joined(separator: " ")
      for choice in tool.choices {
        lines.append(
          "complete -c storyline -n \(quoted("\(isIn); and not __fish_seen_subcommand_from \(words)")) -f -a \(choice.word) -d \(quoted(choice.summary))"
        )
        if choice.operand == .folder {
          lines.append(
            "complete -c storyline -n \(quoted("\(isIn); and __fish_seen_subcommand_from \(choice.word)")) -xa '(__fish_complete_directories)'"
          )
        }
      }
      switch tool.operand {
      case .topic:
        // Counted, because a tool's name may follow: `help check`.
        func complete(_ words: [String], _ place: Int, after word: String? = nil) {
          let condition =
            "\(isIn); and test (count (commandline -opc)) -eq \(place)"
            + (word.map { "; and test (commandline -opc)[3] = \($0)" } ?? "")
          lines.append("complete -c storyline -n \(quoted(condition)) -a \(quoted(words.joined(separator: " ")))")
        }
        lines.append("complete -c storyline -n \(quoted(isIn)) -f")
        complete(topics.first, 2)
        for (word, words) in topics.second where ToolUsage.Tool(rawValue: word)?.choices.isEmpty != false {
          complete(words, 3, after: word)
        }
      case nil where tool.choices.isEmpty: lines.append("complete -c storyline -n \(quoted(isIn)) -f")
      default: break
      }
      if tool == .render {
        lines.append(
          "complete -c storyline -n \(quoted("\(isIn); and not __fish_seen_subcommand_from to; and string match -q \"*.story\" -- (commandline -opc)[-1]")) -f -a to -d 'before the file to write'"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
