/// The arguments of one call, with what a function may use besides them.
struct FunctionCall {
  let name: String
  let arguments: UnsafeBufferPointer<Value>
  let context: FunctionContext

  var count: Int { arguments.count }
  subscript(index: Int) -> Value { arguments[index] }
  func wrong(_ index: Int, _ needs: String) -> Failure { wrong(needs, found: arguments[index].kind.phrase) }
  func wrong(_ needs: String, found: String) -> Failure {
    Failure(.wrongKind(operation: "'\(name)'", needs: needs, found: found))
  }
  func text(_ index: Int) throws(Failure) -> String {
    guard case .text(let text) = arguments[index] else { throw wrong(index, "a text") }
    return text
  }
  func number(_ index: Int) throws(Failure) -> Double {
    guard case .number(let number) = arguments[index] else { throw wrong(index, "a number") }
    return number
  }
  func whole(_ index: Int) throws(Failure) -> Int {
    let number = try number(index)
    guard let whole = Int(exactly: number) else { throw wrong("a whole number", found: NumberText.plain(number)) }
    return whole
  }
  func record(_ index: Int) throws(Failure) -> Record {
    guard case .record(let record) = arguments[index] else { throw wrong(index, "a record") }
    return record
  }
  func list(_ index: Int) throws(Failure) -> [Value] {
    guard case .list(let list) = arguments[index] else { throw wrong(index, "a list") }
    return list
  }
}
