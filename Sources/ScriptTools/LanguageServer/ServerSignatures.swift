import JSON
import ShellCore
import StoryScript

/// Signature help: the arguments of commands, functions and definitions, and the one that is being typed.
extension LanguageServer {
  func signatureHelp(_ document: OpenDocument, _ parameters: JSON) throws(RPCError) -> JSON {
    let offset = document.sourceOffset(try self.offset(in: document, parameters))
    guard let source = document.source else { return .null }
    let vocabulary = catalog.schema.vocabulary
    let text = source.text(SourceRange(0, source.bytes.count))
    let definitions = names(includedBy: document)
    // A call in parentheses is nearer than the command around them.
    if let call = SyntaxCall.at(offset, in: text, vocabulary: vocabulary, definitions: definitions),
      let signature = signature(of: call, document)
    {
      return signature
    }
    let command: Int
    let active: Int?
    switch SyntaxPlace.at(offset, in: text, vocabulary: vocabulary, definitions: definitions).expectation {
    case .argument(let index, let parameter, let announced): (command, active) = (index, parameter ?? announced.first)
    case .announcedArgument(let index, let parameter): (command, active) = (index, parameter)
    case .commandWord(_, _, let index?): (command, active) = (index, 0)
    default: return .null
    }
    let called = vocabulary.commands.commands[command]
    guard !called.parameters.isEmpty else { return .null }
    let label = called.usage
    let parameters = called.parameters.map { parameter -> JSON in
      let name = label.contains(parameter.usage) ? parameter.usage : parameter.name
      return ["label": .string(name), "documentation": .string(parameter.summary)]
    }
    return help(label, called.summary, parameters, active: active ?? called.parameters.count)
  }

  private func help(_ label: String, _ documentation: String, _ parameters: [JSON], active: Int) -> JSON {
    [
      "signatures": [
        [
          "label": .string(label), "documentation": .string(documentation), "parameters": .array(parameters),
        ]
      ],
      "activeSignature": 0,
      "activeParameter": .integer(Int64(active)),
    ]
  }

  /// Returns the signature of a definition, of the script or an included one, or of a function.
  private func signature(of call: SyntaxCall, _ document: OpenDocument) -> JSON? {
    if let (head, comment, parameters) = definition(named: call.name, document) {
      return help(head, comment, parameters.map { ["label": .string($0)] }, active: call.argument)
    }
    guard let function = Functions.all.first(where: { $0.name == call.name }), function.parameters != "" else {
      return nil
    }
    let words = function.parameters.split(separator: " ").map(String.init)
    // The last one repeats.
    let active = words.last?.hasSuffix("…") == true ? min(call.argument, words.count - 1) : call.argument
    return help(
      "\(function.name) \(function.parameters)",
      "\(function.summary)\n\(function.example.call) is \(function.example.result)",
      words.map { ["label": .string($0)] }, active: active)
  }

  private func definition(
    named name: String, _ document: OpenDocument
  ) -> (head: String, comment: String, parameters: [String])? {
    let scripts = [document.script(catalog)] + sources(includedBy: document).map { parsed($0) }
    for case let script? in scripts {
      for statement in script.statements {
        guard case .def(let found, let parameters, _) = statement.kind, found.text == name else { continue }
        let words = parameters.map { parameter in
          let range = SourceRange(
            Int(parameter.name.range.start), Int(parameter.fallback?.range.end ?? parameter.name.range.end))
          return script.source.text(range)
        }
        return (
          ([name] + words).joined(separator: " "), comment(above: Int(found.range.start), script.source), words
        )
      }
    }
    return nil
  }
}
