/// The arguments of one call, with what a function may use besides them.
struct FunctionCall {
  let name: String
  let arguments: UnsafeMutableBufferPointer<Value>
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
    guard let number = arguments[index].number else { throw wrong(index, "a number") }
    return number
  }
  func whole(_ index: Int) throws(Failure) -> Int {
    let number = try number(index)
    if case .whole(let whole) = arguments[index] { return Int(whole) }
    guard let whole = Int(exactly: number) else { throw wrong("a whole number", found: NumberText.plain(number)) }
    return whole
  }
  func record(_ index: Int) throws(Failure) -> Record {
    guard case .record(let record) = arguments[index] else { throw wrong(index, "a record") }
    return record
  }
  /// Takes a list out of the arguments, so that it can change in place where nobody else holds it. After it nothing may
  /// fail: an argument that was taken is gone.
  func takenList(_ index: Int) -> ValueList {
    guard case .list(let list) = arguments[index] else { return ValueList() }
    arguments[index] = .none
    return list
  }
  /// Takes a record out of the arguments likewise.
  func takenRecord(_ index: Int) -> Record {
    guard case .record(let record) = arguments[index] else { return Record() }
    arguments[index] = .none
    return record
  }
  func list(_ index: Int) throws(Failure) -> ValueList {
    guard case .list(let list) = arguments[index] else { throw wrong(index, "a list") }
    return list
  }
}
