import StoryScript
import StorySyntax
import Testing

@testable import Shell
@testable import ShellCore

/// Lines that people type who know Python, JavaScript, Lua, bash or nushell: each gets a hint that leads to the line that
/// does the same here.
@Suite struct OtherLanguagesLinesTests {
  /// Variables that the lines use.
  private static let setup = "let xs = [1, 2, 3]; let x = 5; let s = \"abc\"; let r = {a: 1}\n"

  private let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)

  private func mistake(in line: String) throws -> Diagnostic? {
    do {
      _ = try session.load(try Source(name: SourceFile.promptName, text: Self.setup + line))
      return nil
    } catch let errors as Diagnostics {
      return errors.all.first
    }
  }

  @Test func thereAreTwoHundred() {
    #expect(Self.lines.count >= 200 && Set(Self.lines.map(\.line)).count == Self.lines.count)
  }

  @Test(arguments: lines) func aHintLeadsOn(_ line: Line) throws {
    let found = try #require(try mistake(in: line.line), "\(line.line)")
    let hint = session.fitted(found).problem.suggestion ?? ""
    #expect(hint.contains(line.hint), "\(line.line): \(found.problem.message) | \(hint)")
    // What is suggested in full is right.
    guard let code = Self.code(in: hint) else { return }
    let other = try mistake(in: code)
    #expect(other == nil, "\(line.line): \(hint) gives \(other?.problem.message ?? "")")
  }

  /// Returns the line in a hint; `nil` if it has gaps, or is only a word.
  private static func code(in hint: String) -> String? {
    guard hint.hasPrefix("try: "), !hint.contains("…") else { return nil }
    let code = String(hint.dropFirst("try: ".count))
    let isForm = code.split { !$0.isLetter }.contains { $0.count > 2 && $0.allSatisfy { $0.isUppercase } }
    return isForm || code.contains(",") && code.contains(" or ") || code.hasPrefix("storyline") ? nil : code
  }

  struct Line: Sendable, CustomTestStringConvertible {
    let line: String
    let hint: String
    var testDescription: String { line }
  }

  private static let lines: [Line] = python + javaScript + lua + bash + nushell

  private static let python: [Line] = [
    Line(line: "print(\"a\" + str(x))", hint: "did you mean 'text'?"),
    Line(line: "x = int(\"5\")", hint: "did you mean 'number'?"),
    Line(line: "y = x ** 2", hint: "for a power: (power 2 10)"),
    Line(line: "y = x // 2", hint: "a comment begins with #; to divide"),
    Line(line: "y = x % 2", hint: "for the remainder, write mod"),
    Line(line: "x++", hint: "try: x += 1"),
    Line(line: "if x == 5: print(x)", hint: "put the block in braces: … { … }"),
    Line(line: "if x > 3 and s == \"abc\":", hint: "put the block in braces: … { … }"),
    Line(line: "elif x == 3:", hint: "did you mean 'else if'?"),
    Line(line: "else:", hint: "did you mean 'else'?"),
    Line(line: "while True:", hint: "put the block in braces: while Tru"),
    Line(line: "while x < 10:", hint: "put the block in braces: … { … }"),
    Line(line: "for i in range(10):", hint: "for the numbers from 0 to 9: (rang"),
    Line(line: "for i in range(0, 10, 2):", hint: "a range has steps of 1"),
    Line(line: "for i, v in enumerate(xs):", hint: "use one name for the item: for i i"),
    Line(line: "for k, v in r.items():", hint: "use one name for the item: for k i"),
    Line(line: "def f(a, b=1):", hint: "write parameters without parenthes"),
    Line(line: "def f(a): return a * 2", hint: "write parameters without parenthes"),
    Line(line: "return x", hint: "`exit` ends a script; `exit 5` end"),
    Line(line: "lambda a: a + 1", hint: "did you mean 'def'?"),
    Line(line: "[i * 2 for i in xs]", hint: "for a list of the results: $list |"),
    Line(line: "[i for i in xs if i > 1]", hint: "for a list of the results: $list |"),
    Line(line: "xs.append(4)", hint: "try: (append $xs 4)"),
    Line(line: "xs.pop()", hint: "for example: (upper $name), or $li"),
    Line(line: "xs.sort()", hint: "try: (sort $xs)"),
    Line(line: "len(xs)", hint: "length"),
    Line(line: "sorted(xs)", hint: "| sort"),
    Line(line: "max(xs)", hint: "(max $xs)"),
    Line(line: "sum(xs)", hint: "(sum $xs)"),
    Line(line: "xs[1:3]", hint: "$xs"),
    Line(line: "xs[-1]", hint: "$xs"),
    Line(line: "xs[:2]", hint: "$xs"),
    Line(line: "s.upper()", hint: "try: (upper $s)"),
    Line(line: "s.split(\",\")", hint: "try: (split $s \",\")"),
    Line(line: "\", \".join(xs)", hint: "(join $xs \", \")"),
    Line(line: "s.replace(\"a\", \"b\")", hint: "try: (replace $s \"a\" \"b\")"),
    Line(line: "s.startswith(\"a\")", hint: "try: (starts $s \"a\")"),
    Line(line: "\"a\" in s", hint: "for the variable, write $s; for te"),
    Line(line: "not x", hint: "for the variable, write $x; for te"),
    Line(line: "x is None", hint: "did you mean '$x'?"),
    Line(line: "x = None", hint: "did you mean 'none'?"),
    Line(line: "x = True", hint: "did you mean 'true'?"),
    Line(line: "import json", hint: "did you mean 'include'?"),
    Line(line: "json.loads(s)", hint: "($s | from json)"),
    Line(line: "open(\"a.csv\").read()", hint: "try: open"),
    Line(line: "try:", hint: "'try'"),
    Line(line: "except ValueError:", hint: "catch e"),
    Line(line: "raise ValueError(\"no\")", hint: "'fail'"),
    Line(line: "assert x == 5", hint: "did you mean 'expect'?"),
    Line(line: "pass", hint: "{ }"),
    Line(line: "del r[\"a\"]", hint: "did you mean 'delete'?"),
    Line(line: "r.get(\"a\", 0)", hint: "try: (get $r \"a\" 0)"),
    Line(line: "r.keys()", hint: "try: (keys $r)"),
    Line(line: "isinstance(x, int)", hint: "(type $x)"),
    Line(line: "input(\"name? \")", hint: "ask \"name? \""),
    Line(line: "time.sleep(1)", hint: "wait 1s"),
    Line(line: "range(3)", hint: "(range 0 2)"),
    Line(line: "x = y = 1", hint: "one line for each name"),
    Line(line: "x, y = y, x", hint: "one line for each name"),
    Line(line: "a = 5", hint: "create it first: let a = …"),
    Line(line: "\"\"\"doc\"\"\"", hint: "end the line after the triple quot"),
    Line(line: "class Dog:", hint: "record"),
    Line(line: "global x", hint: "top-level variables"),
    Line(line: "yield x", hint: "each"),
    Line(line: "print(len(s))", hint: "did you mean 'length'?"),
    Line(line: "def f(a):", hint: "without parentheses"),
    Line(line: "print(\"a\", x)", hint: "print \"a {$x}\""),
    Line(line: "x = float(\"5\")", hint: "number"),
    Line(line: "xs.remove(2)", hint: "omit"),
    Line(line: "str(x)", hint: "text"),
    Line(line: "s.lower()", hint: "lower"),
    Line(line: "s.strip()", hint: "trim"),
    Line(line: "s.endswith(\"c\")", hint: "ends"),
    Line(line: "random.randint(1, 6)", hint: "random 1 6"),
    Line(line: "random.choice(xs)", hint: "pick $xs"),
    Line(line: "math.sqrt(4)", hint: "sqrt 4"),
    Line(line: "json.dumps(r)", hint: "to json"),
    Line(line: "sys.exit(1)", hint: "exit"),
    Line(line: "nonlocal x", hint: "top-level"),
    Line(line: "reversed(xs)", hint: "reverse $xs"),
    Line(line: "enumerate(xs)", hint: "number"),
    Line(line: "float(\"2.5\")", hint: "number"),
    Line(line: "abs(-1)", hint: "(abs -1)"),
    Line(line: "round(2.5)", hint: "(round 2.5)"),
    Line(line: "finally:", hint: "catch"),
    Line(line: "elif x:", hint: "else if"),
    Line(line: "print(x, s)", hint: "try: print \"{$x} {$s}\""),
    Line(line: "print(\"a\", x + 1, 2)", hint: "try: print \"a {$x + 1} 2\""),
    Line(line: "\"{} and {}\".format(x, s)", hint: "try: \"{$x} and {$s}\""),
    Line(line: "let z = \"{}\".format(s)", hint: "try: \"{$s}\""),
    Line(line: "f\"x is {x}\"", hint: "try: \"x is {$x}\""),
    Line(line: "print(f\"x is {x:.2f}\")", hint: "try: \"x is {$x:2}\""),
    Line(line: "let z = f\"{x}\"", hint: "try: \"{$x}\""),
    Line(line: "let z = f\"\"", hint: "a value in braces is filled in: \"{$name}\""),
    Line(line: "let z = \"{}\"", hint: "for a value, write {$x}; for the braces themselves, \\{\\}"),
  ]

  private static let javaScript: [Line] = [
    Line(line: "const x = 5", hint: "did you mean 'let'?"),
    Line(line: "var x = 5", hint: "did you mean 'let'?"),
    Line(line: "console.log(x)", hint: "print $x"),
    Line(line: "console.log(`x is ${x}`)", hint: "print"),
    Line(line: "if (x === 5) { print 1 }", hint: "to compare, write =="),
    Line(line: "if (x !== 5) { print 1 }", hint: "to compare, write !="),
    Line(line: "if (x == 5 && x > 1) { print 1 }", hint: "to combine conditions, write 'and'"),
    Line(line: "if (x == 5 || x > 1) { print 1 }", hint: "did you mean 'or'?"),
    Line(line: "if (!x) { print 1 }", hint: "write not x"),
    Line(line: "for (let i = 0; i < 10; i++) { print i }", hint: "for i in (range 0 9)"),
    Line(line: "for (const v of xs) { print v }", hint: "for v in $xs"),
    Line(line: "for (const k in r) { print k }", hint: "for k in $r"),
    Line(line: "function f(a) { return a }", hint: "did you mean 'def'?"),
    Line(line: "const f = (a) => a * 2", hint: "did you mean 'let'?"),
    Line(line: "xs.map(v => v * 2)", hint: "try: ($xs | each [NAME] { … })"),
    Line(line: "xs.filter(v => v > 1)", hint: "try: ($xs | where CONDITION)"),
    Line(line: "xs.forEach(v => console.log(v))", hint: "each"),
    Line(line: "xs.reduce((a, b) => a + b, 0)", hint: "try: ($xs | reduce START { … })"),
    Line(line: "xs.push(4)", hint: "to append, write xs += [4]"),
    Line(line: "xs.length", hint: "(length $xs)"),
    Line(line: "s.length", hint: "(length $s)"),
    Line(line: "s.toUpperCase()", hint: "try: (upper $s)"),
    Line(line: "s.trim()", hint: "try: (trim $s)"),
    Line(line: "s.includes(\"a\")", hint: "try: (contains $s \"a\")"),
    Line(line: "xs.indexOf(2)", hint: "try: (find $xs 2)"),
    Line(line: "xs.slice(1, 3)", hint: "try: (slice $xs 1 3)"),
    Line(line: "xs.join(\", \")", hint: "try: (join $xs \", \")"),
    Line(line: "JSON.parse(s)", hint: "($s | from json)"),
    Line(line: "JSON.stringify(r)", hint: "($r | to json)"),
    Line(line: "parseInt(\"5\")", hint: "(number \"5\")"),
    Line(line: "Math.max(1, 2)", hint: "(max 1 2)"),
    Line(line: "Math.floor(2.5)", hint: "(floor 2.5)"),
    Line(line: "Math.random()", hint: "(random 1 10)"),
    Line(line: "x === 5", hint: "did you mean '$x'?"),
    Line(line: "x ? 1 : 2", hint: "did you mean '$x'?"),
    Line(line: "x ?? 5", hint: "did you mean '$x'?"),
    Line(line: "r?.a", hint: "(get $r \"a\")"),
    Line(line: "r[\"a\"]", hint: "did you mean '$r'?"),
    Line(line: "delete r.a", hint: "try: delete $r.a"),
    Line(line: "typeof x", hint: "(type $x)"),
    Line(line: "null", hint: "none"),
    Line(line: "undefined", hint: "none"),
    Line(line: "setTimeout(() => beep, 1000)", hint: "after 1s"),
    Line(line: "await f()", hint: "wait"),
    Line(line: "try { print 1 } catch (e) { print e }", hint: "write the name without parentheses"),
    Line(line: "throw \"no\"", hint: "did you mean 'fail'?"),
    Line(line: "switch (x) { case 1: print 1 }", hint: "did you mean 'match'?"),
    Line(line: "do { x += 1 } while (x < 5)", hint: "put the block after a statement: r"),
    Line(line: "// a comment", hint: "a comment begins with # and a spac"),
    Line(line: "/* a comment */", hint: "a comment begins with # and a spac"),
    Line(line: "x--", hint: "try: x -= 1"),
    Line(line: "return x;", hint: "`exit` ends a script; `exit 5` end"),
    Line(line: "let { a } = r", hint: "use one line for each name: let a "),
    Line(line: "Object.keys(r)", hint: "(keys $r)"),
    Line(line: "alert(\"hi\")", hint: "print \"hi\""),
    Line(line: "Math.min(1, 2)", hint: "(min 1 2)"),
    Line(line: "Math.round(2.5)", hint: "(round 2.5)"),
    Line(line: "Math.abs(-1)", hint: "(abs -1)"),
    Line(line: "s.toLowerCase()", hint: "lower"),
    Line(line: "s.startsWith(\"a\")", hint: "starts"),
    Line(line: "xs.some(v => v > 1)", hint: "any"),
    Line(line: "xs.every(v => v > 1)", hint: "all"),
    Line(line: "xs.concat([4])", hint: "join"),
    Line(line: "parseFloat(\"2.5\")", hint: "number"),
    Line(line: "console.error(x)", hint: "print $x"),
    Line(line: "Object.values(r)", hint: "(values $r)"),
    Line(line: "if (x <> 5) { print 1 }", hint: "!="),
    Line(line: "function f(a, b) { return a }", hint: "'def'"),
    Line(line: "setInterval(() => beep, 1000)", hint: "every 1s"),
    Line(line: "let ys = [...xs, 4]", hint: "to join lists: $xs + [4]"),
    Line(line: "let ys = [...$xs, 4]", hint: "to join lists: $xs + [4]"),
    Line(line: "let q = {...r, b: 2}", hint: "(with $r \"name\" 1)"),
    Line(line: "print $process.env.HOME", hint: "args name"),
  ]

  private static let lua: [Line] = [
    Line(line: "local x = 5", hint: "did you mean 'let'?"),
    Line(line: "local t = {1, 2, 3}", hint: "did you mean 'let'?"),
    Line(line: "t[#t + 1] = 4", hint: "let t"),
    Line(line: "if x == 5 then print(x) end", hint: "put the block in braces: … { … }"),
    Line(line: "if x ~= 5 then print(x) end", hint: "!="),
    Line(line: "elseif x == 3 then", hint: "did you mean 'else if'?"),
    Line(line: "while x < 5 do x = x + 1 end", hint: "put the block in braces: … { … }"),
    Line(line: "repeat x = x + 1 until x > 5", hint: "while not"),
    Line(line: "for i = 1, 10 do print(i) end", hint: "for i in (range 1 10)"),
    Line(line: "for i = 10, 1, -1 do print(i) end", hint: "(reverse (range 1 10))"),
    Line(line: "for i, v in ipairs(xs) do print(v) end", hint: "use one name for the item: for i i"),
    Line(line: "for k, v in pairs(r) do print(k, v) end", hint: "use one name for the item: for k i"),
    Line(line: "function f(a) return a end", hint: "'def'"),
    Line(line: "local function f(a) return a end", hint: "did you mean 'let'?"),
    Line(line: "print(\"a\" .. \"b\")", hint: "join text with +, or put values in"),
    Line(line: "print(\"a\" .. x)", hint: "join text with +, or put values in"),
    Line(line: "nil", hint: "none"),
    Line(line: "x = nil", hint: "did you mean 'none'?"),
    Line(line: "table.insert(xs, 4)", hint: "xs += [4]"),
    Line(line: "table.concat(xs, \", \")", hint: "(join $xs \", \")"),
    Line(line: "string.upper(s)", hint: "(upper $s)"),
    Line(line: "s:upper()", hint: "(upper $s)"),
    Line(line: "math.floor(2.5)", hint: "(floor 2.5)"),
    Line(line: "tostring(x)", hint: "(text $x)"),
    Line(line: "tonumber(\"5\")", hint: "(number \"5\")"),
    Line(line: "-- a comment", hint: "a comment begins with # and a spac"),
    Line(line: "require \"json\"", hint: "include"),
    Line(line: "error(\"no\")", hint: "fail \"no\""),
    Line(line: "pcall(f)", hint: "try {"),
    Line(line: "not x == 5", hint: "for the variable, write $x; for te"),
    Line(line: "x ^ 2", hint: "did you mean '$x'?"),
    Line(line: "type(x)", hint: "(type $x)"),
    Line(line: "io.read()", hint: "ask"),
    Line(line: "os.time()", hint: "clock.now"),
    Line(line: "goto done", hint: "while true"),
    Line(line: "string.len(s)", hint: "(length $s)"),
    Line(line: "string.lower(s)", hint: "(lower $s)"),
    Line(line: "string.sub(s, 1, 2)", hint: "(slice $s 1 2)"),
    Line(line: "math.max(1, 2)", hint: "(max 1 2)"),
    Line(line: "math.random(1, 6)", hint: "random"),
    Line(line: "table.remove(xs)", hint: "delete"),
    Line(line: "table.sort(xs)", hint: "sort"),
    Line(line: "print(#xs)", hint: "#"),
    Line(line: "s:len()", hint: "(length $s)"),
  ]

  private static let bash: [Line] = [
    Line(line: "echo hello", hint: "did you mean 'print'?"),
    Line(line: "echo \"$x\"", hint: "did you mean 'print'?"),
    Line(line: "echo $x > a.txt", hint: "did you mean 'print'?"),
    Line(line: "x=5", hint: "with spaces: x = 5"),
    Line(line: "$((x + 1))", hint: "($x + 1)"),
    Line(line: "$(date)", hint: "(name …)"),
    Line(line: "`date`", hint: "(name …)"),
    Line(line: "if [ $x -eq 5 ]; then echo yes; fi", hint: "=="),
    Line(line: "if [[ $s == abc ]]; then", hint: "braces"),
    Line(line: "for i in 1 2 3; do echo $i; done", hint: "[1, 2, 3]"),
    Line(line: "while true; do echo 1; done", hint: "braces"),
    Line(line: "cat a.csv | grep foo", hint: "did you mean 'open'?"),
    Line(line: "ls -la", hint: "cluster"),
    Line(line: "ls | wc -l", hint: "cluster"),
    Line(line: "cat a.csv | sort | uniq", hint: "did you mean 'open'?"),
    Line(line: "head -n 5 a.csv", hint: "did you mean 'open'?"),
    Line(line: "tail -5 a.csv", hint: "did you mean 'open'?"),
    Line(line: "grep foo a.csv", hint: "system programs do not run here; t"),
    Line(line: "cd ..", hint: "system programs do not run here; t"),
    Line(line: "pwd", hint: "system programs do not run here; t"),
    Line(line: "rm a.txt", hint: "system programs do not run here; t"),
    Line(line: "cp a b", hint: "system programs do not run here; t"),
    Line(line: "mkdir a", hint: "system programs do not run here; t"),
    Line(line: "sleep 5", hint: "did you mean 'wait'?"),
    Line(line: "test -f a.csv", hint: "a test is a script with expect lin"),
    Line(line: "history | grep foo", hint: "did you mean 'where'?"),
    Line(line: "!!", hint: "system programs do not run here; U"),
    Line(line: "sudo ls", hint: "system programs do not run here; t"),
    Line(line: "curl http://example.com", hint: "system programs do not run here; t"),
    Line(line: "source a.story", hint: "did you mean 'include'?"),
    Line(line: ". a.story", hint: "include"),
    Line(line: "case $x in 1) echo one;; esac", hint: "'match'"),
    Line(line: "echo ${x}", hint: "did you mean 'print'?"),
    Line(line: "echo $?", hint: "did you mean 'print'?"),
    Line(line: "alias ll=\"ls -l\"", hint: "did you mean 'abbreviate'?"),
    Line(line: "which ls", hint: "help"),
    Line(line: "man ls", hint: "storyline man"),
    Line(line: "seq 1 10", hint: "(range 1 10)"),
    Line(line: "printf \"%d\\n\" 5", hint: "did you mean 'print'?"),
    Line(line: "unset x", hint: "none"),
    Line(line: "true && echo yes", hint: "to combine conditions, write 'and'"),
    Line(line: "sed s/a/b/ a.txt", hint: "system programs do not run here; t"),
    Line(line: "awk '{print $1}' a.txt", hint: "system programs do not run here; t"),
    Line(line: "kill 1", hint: "cancel"),
    Line(line: "vim a.story", hint: "system programs do not run here; t"),
    Line(line: "git status", hint: "system programs do not run here; t"),
    Line(line: "elif true; then", hint: "else if"),
    Line(line: "if [ $x -gt 5 ]; then", hint: ">"),
    Line(line: "while [ $x -lt 5 ]; do", hint: "<"),
    Line(line: "trap x EXIT", hint: "catch"),
    Line(line: "declare x=5", hint: "let x = 5"),
    Line(line: "touch a.txt", hint: "system programs"),
    Line(line: "mv a b", hint: "system programs"),
    Line(line: "chmod +x a", hint: "system programs"),
    Line(line: "ssh host", hint: "system programs"),
    Line(line: "wget http://example.com", hint: "system programs"),
    Line(line: "python3 a.py", hint: "system programs"),
    Line(line: "$xs | head -2", hint: "first 2"),
    Line(line: "$xs | tail -1", hint: "last 1"),
    Line(line: "$xs | uniq", hint: "unique"),
    Line(line: "$xs | wc -l", hint: "count"),
    Line(line: "until true; do", hint: "while not"),
    Line(line: "for f in *.jpg { print $f }", hint: "for f in (photos scan FOLDER) { … }"),
    Line(line: "read name", hint: "try: let name = ask \"name?\""),
    Line(line: "read -p \"name? \" name", hint: "try: let name = ask \"name?\""),
    Line(line: "find . -name '*.jpg'", hint: "type a path after a command: cluster FOLDER, open FILE"),
    Line(line: "find Photos", hint: "type a path after a command: cluster FOLDER, open FILE"),
    Line(line: "echo $HOME", hint: "did you mean 'print'?"),
    Line(line: "print $HOME", hint: "args name"),
  ]

  private static let nushell: [Line] = [
    Line(line: "let x = 5; $x + 1 | print", hint: "print"),
    Line(line: "ls | where size > 10kb", hint: "did you mean 'cluster'?"),
    Line(line: "ls | sort-by name", hint: "did you mean 'cluster'?"),
    Line(line: "[1 2 3] | each { |x| $x * 2 }", hint: "separate the items with commas: [1"),
    Line(line: "[1 2 3] | each {|it| $it * 2 }", hint: "separate the items with commas: [1"),
    Line(line: "[1 2 3] | reduce { |it, acc| $it + $acc }", hint: "separate the items with commas: [1"),
    Line(line: "$xs | math sum", hint: "sum"),
    Line(line: "$xs | math avg", hint: "average"),
    Line(line: "$xs | enumerate", hint: "did you mean 'number'?"),
    Line(line: "$xs | filter { |x| $x > 1 }", hint: "did you mean 'where'?"),
    Line(line: "mut y = 5", hint: "try: let y = 5"),
    Line(line: "$r | insert b 2", hint: "with \"name\""),
    Line(line: "$r | update a 2", hint: "with \"name\""),
    Line(line: "for i in 1..3 { print $i }", hint: "for the numbers from 1 to 3: (rang"),
    Line(line: "def f [a: int] { $a }", hint: "without brackets"),
    Line(line: "$\"x is ($x)\"", hint: "{$x}"),
    Line(line: "\"a\" =~ \"b\"", hint: "try: \"a\" like \"*b*\""),
    Line(line: "echo hi | save a.txt", hint: "did you mean 'print'?"),
    Line(line: "[1 2] | str join \",\"", hint: "separate the items with commas: [1"),
    Line(line: "\"abc\" | str length", hint: "length"),
    Line(line: "\"abc\" | str upcase", hint: "upper"),
    Line(line: "$s | str contains \"a\"", hint: "contains"),
    Line(line: "$xs | is-empty", hint: "== 0"),
    Line(line: "length open \"a.csv\"", hint: "length (open \"a.csv\")"),
    Line(line: "$xs | sort-by { |x| $x }", hint: "did you mean 'sort by'?"),
    Line(line: "$xs | group-by a", hint: "did you mean 'group by'?"),
    Line(line: "$xs | math max", hint: "max"),
    Line(line: "$xs | math min", hint: "min"),
    Line(line: "\"abc\" | str downcase", hint: "lower"),
    Line(line: "\"abc\" | str trim", hint: "trim"),
    Line(line: "\"5\" | into int", hint: "number"),
    Line(line: "5 | into string", hint: "text"),
    Line(line: "$xs | take 2", hint: "first"),
    Line(line: "$xs | map { $it }", hint: "each"),
    Line(line: "$xs | par-each { $it }", hint: "each"),
    Line(line: "$xs | flat-map { [$it] }", hint: "flatten"),
    Line(line: "$env.PATH", hint: "args name"),
  ]

  /// Lines whose mistake shows only when they run.
  @Test(arguments: [
    ("print $xs.0", "try: $xs[0]"), ("let y = $xs.0", "try: $xs[0]"), ("print ($xs.2 + 1)", "try: $xs[2]"),
    ("[{a: 1}] | get a", "for a field of each item: each { $it.a }"),
    ("let rows = [{a: 1}]; print (get $rows \"a\")", "for a field of each item: $rows | each { $it.a }"),
    ("open \"Examples/people.csv\" | get name", "for a field of each item: each { $it.name }"),
    ("try { print $xs.0 } catch e { fail $e.suggestion }", "try: $xs[0]"),
  ])
  func aHintLeadsOnFromRunningLines(_ line: String, _ hint: String) {
    #expect(ScriptRun.error(Self.setup + line)?.contains(hint) == true, "\(line)")
    let code = hint.split(separator: ": ").last.map(String.init) ?? ""
    let list = code.hasPrefix("each") ? "[{a: 1, name: 2}] | \(code)" : code
    #expect(ScriptRun.error(Self.setup + "let rows = [{a: 1}]; " + list) == nil, "\(code)")
  }

  /// One slip is one error, also where a quote follows.
  @Test(arguments: ["print(f\"x is {x}\")", "f\"x is {x}\"", "let z = f\"{x}\"", "print(x, s)"])
  func oneSlipIsOneError(_ line: String) throws {
    let failure = #expect(throws: Diagnostics.self) {
      try session.load(try Source(name: SourceFile.promptName, text: Self.setup + line))
    }
    #expect(failure?.all.count == 1, "\(failure?.all.map(\.problem.message) ?? [])")
  }
}
