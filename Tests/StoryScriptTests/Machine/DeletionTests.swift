import Testing

/// `delete` for a part of a variable, `omit` for lists, and running sums.
@Suite struct DeletionTests {
  @Test(arguments: [
    ("let r = {a: 1, b: 2}; delete $r.a; print $r", "{b: 2}"),
    ("let l = [1, 2, 3]; delete $l[1]; print $l", "[1, 3]"),
    ("let l = [1, 2, 3]; delete $l[-1]; print $l", "[1, 2]"),
    ("let l = [1, 2, 3]; delete $l[0]; print $l", "[2, 3]"),
    (#"let r = {a: {b: [1, {c: 1, d: 2}]}}; delete $r.a.b[1].c; print $r"#, "{a: {b: [1, {d: 2}]}}"),
    (#"let r = {a: 1, "b c": 2}; let k = "b c"; delete $r[$k]; print $r"#, "{a: 1}"),
    ("let l = [[1, 2], [3]]; delete $l[0][1]; print $l", "[[1], [3]]"),
    // The value has no other owner that changes.
    ("let a = [1, 2]; let b = $a; delete $a[0]; print [$a, $b]", "[[2], [1, 2]]"),
    ("def f l { delete $l[0]; return $l }; let a = [1, 2]; print [f $a, $a]", "[[2], [1, 2]]"),
    // A key is calculated once.
    (
      "let n = 0; def next { n += 1; return 0 }; let l = [[1, 2], 3]; delete $l[(next)][(next)]; print [$l, $n]",
      "[[[2], 3], 2]"
    ),
    ("print (omit [1, 2, 3, 4] 0 -1)", "[2, 3]"),
    ("print (omit [1] 0)", "[]"),
    ("print (running [1, 2, 6])", "[1, 3, 9]"),
    ("print (running [1s, 2s])", "[1s, 3s]"),
    ("print (running [1, none, 2])", "[1, 1, 3]"),
    ("print (running [])", "[]"),
    ("print ([{km: 3}, {km: 4}] | each { km } | running | last)", "7"),
    (#"print (duration "1 h 30 min")"#, "1h30m"),
    (#"print (duration "1h 30m")"#, "1h30m"),
  ])
  func partsAreRemoved(_ script: String, _ expected: String) { #expect(run(script) == [expected]) }

  @Test(arguments: [
    ("let r = {ab: 1}; delete $r.ac", "there is no field 'ac'"),
    ("let l = [1]; delete $l[1]", "1:21 there is no item [1]: the length is 1"),
    ("print (omit [1] 1)", "there is no item [1]: the length is 1"),
    ("print (omit [1] \"a\")", "'omit' expects a number"),
    ("print (running [1, 1s])", "a number and a duration"),
    ("print (running [\"a\"])", "'running' expects a list of numbers or durations"),
    ("delete $x.a", "there is no variable"),
    ("let n = 5; delete $n.a", "expects a list, a record"),
  ])
  func missingPartsAreErrors(_ script: String, _ expected: String) {
    let output = run(script)
    #expect(output.last?.contains(expected) == true, "\(output)")
  }

  /// A word that begins the block of a step and names no command is the item's field.
  @Test(arguments: [
    ("print ([{page: 1}, {page: 2}] | each { page })", "[1, 2]"),
    ("print ([{page: 1}] | each { page + 1 })", "[2]"),
    ("print ([{page: 1}] | each row { page * $row.page })", "[1]"),
    ("print ([{page: [5]}] | each { page[0] })", "[5]"),
    ("print ([{page: [5]}] | each {\n  page | count\n})", "[1]"),
    ("print ([{n: 1}, {n: 2}] | reduce 0 { n + $sum })", "3"),
  ])
  func aFieldBeginsABlock(_ script: String, _ expected: String) { #expect(run(script) == [expected]) }
}
