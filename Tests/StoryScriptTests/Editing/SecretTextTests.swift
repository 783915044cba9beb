import Testing

@testable import StoryScript
@testable import StorySyntax

@Suite struct SecretTextTests {
  static let vocabulary = Vocabulary(
    commands: CommandTable([
      Command("pin set", [Parameter("PIN", .text, optional: true, secret: true, "")], summary: "", examples: []),
      Command("pin status", summary: "", examples: []),
      Command(
        "rate",
        [
          Parameter("RATING", .choice(["good"], orNumber: nil), optional: true, ""),
          Parameter("PIN", after: "pin", .text, optional: true, secret: true, ""),
        ], summary: "", examples: []),
      Command(
        "login", [Parameter("NAME", .text, "who"), Parameter("PASSWORD", .text, secret: true, "")], summary: "",
        examples: []),
      Command(
        "enter",
        [
          Parameter("HANDLE", .text, secretBehind: "it is asked for", ""),
          Parameter("HOST", after: "on", .text, optional: true, ""),
          Parameter("CODE", after: "code", .text, optional: true, secret: true, ""),
        ], summary: "", examples: [], searchWords: ["sign in"]),
      Command("door use", [Parameter("HANDLE", .text, secretBehind: "it is asked for", "")], summary: "", examples: []),
      Command("post", [Parameter("TEXT", .text, "")], summary: "", examples: []),
      Command(
        "past", [Parameter("DAYS", .choice(["week"], orNumber: nil), optional: true, "")], summary: "", examples: []),
      Command(
        "past import",
        [Parameter("FILE", .path, ""), Parameter("PIN", after: "pin", .text, optional: true, secret: true, "")],
        summary: "", examples: []),
    ]), roots: [])

  static let masked: [(line: String, masked: String)] = [
    // Correct lines.
    ("pin set 1234", "pin set …"),
    ("pin set \"12 34\"", "pin set …"),
    ("rate good pin 1234", "rate good pin …"),
    ("rate pin 1234 good; post 1234", "rate pin … good; post 1234"),
    ("login bob hunter2", "login bob …"),
    ("if true { pin set 1234 } else { post 5 }", "if true { pin set … } else { post 5 }"),
    ("expect (rate good pin 1234) == 5", "expect (rate good pin …) == 5"),
    ("pin set (join [\"12\", \"34\"])\npost \"34\"", "pin set (… […, …])\npost \"34\""),
    ("pin set (\n  1234\n)\npost 1234", "pin set (\n  …\n)\npost 1234"),
    ("pin set $p", "pin set $p"),
    ("pin set \"{$a}12\"", "pin set …"),
    // A login over several lines, as it is pasted.
    ("signin bob.test\nHorse9Battery", "signin bob.test\n…"),
    ("signin bob.test\r\nHorse9Battery\r\npost 5", "signin bob.test\r\n…\r\npost 5"),
    ("signin\nbob.test Horse1Batt", "signin\nbob.test …"),
    ("signin\nbob.test\nHorse1Batt", "signin\nbob.test\n…"),
    ("signin bob.test\n\n  Horse4Batt\n", "signin bob.test\n\n  …\n"),
    ("user: bob.test\npassword: Horse5Batt", "user: bob.test\npassword: …"),
    ("bob.test\nHorse6Batt", "bob.test\n…"),
    ("password:\nHorse7Batt", "password:\n…"),
    ("signin bob.test # pw\n# Horse8Batt", "signin bob.test # pw\n# …"),
    ("# signin bob.test\n# Horse8Batt", "# signin bob.test\n# …"),
    ("sign in bob.test\nhunter22", "sign in bob.test\n…"),
    ("signin mal.test\nZebra", "signin mal.test\n…"),
    ("signin bob.test\ncorrect horse battery staple", "signin bob.test\n…"),
    ("signin bob.test\n  correct horse 9 staple\nprint 1", "signin bob.test\n  …\nprint 1"),
    ("signin bob.test\n\"Horse9Battery\"", "signin bob.test\n\"…\""),
    // What a script writes there is no password.
    ("enter bob.test\npost 5", "enter bob.test\npost 5"),
    ("enter bob.test\nposst", "enter bob.test\nposst"),
    ("enter bob.test\n$posts", "enter bob.test\n$posts"),
    ("enter bob.test\n}", "enter bob.test\n}"),
    ("def greet { }\nenter bob.test\ngreet", "def greet { }\nenter bob.test\ngreet"),
    ("enter bob.test\nHello there", "enter bob.test\nHello there"),
    ("enter bob.test\npost 5 for all", "enter bob.test\npost 5 for all"),
    ("horses\ncorrect horse battery staple", "horses\ncorrect horse battery staple"),
    ("let x = [\n  login\n  hunter22\n]", "let x = [\n  login\n  hunter22\n]"),
    // Lines with mistakes whose intent is clear.
    ("pin st 1234 # x", "pin st … # x"),
    ("pin 1234", "pin …"),
    ("pni set 1234", "pni set …"),
    ("rate god 1234", "rate god …"),
    ("rate good pn 12a4", "rate good pn …"),
    ("pin set 1234 5678", "pin set … …"),
    ("\"1234\" | pin set", "\"…\" | pin set"),
    ("pin status 1234 $1", "pin status … $1"),
    // Only one of the two commands with this first word takes a secret.
    ("expect (past | count) == 5000", "expect (past | count) == 5000"),
    ("expect (past | first).day == (2026-01-10)", "expect (past | first).day == (2026-01-10)"),
    ("past week | where day == 2026-01-10", "past week | where day == 2026-01-10"),
    ("past import x.json pin 1234", "past import x.json pin …"),
    ("past import x.json pin 1234 | count", "past import x.json pin … | count"),
    ("print (past | first 1000); past import x.json pin 1234", "print (past | first 1000); past import x.json pin …"),
    ("past imprt x.json pin 1234", "past imprt x.json pin …"),
    ("past import x.json pn 1234", "past import x.json pn …"),
    ("pst import x.json pin 1234", "pst import x.json pin …"),
    ("past pin 1234", "past pin …"),
    // Other statements of the line contain no secrets.
    ("post 20; rate god needs; post 30", "post 20; rate god needs; post 30"),
    ("if true { post 5; pni 1234 }; post 6", "if true { post 5; pni … }; post 6"),
    ("post 5; pni \"12;34\"; post 6", "post 5; pni \"…;…\"; post 6"),
    ("post 5; pin st \"1234; post 6", "post 5; pin st \"…; post …"),
    ("let p = 1234; pni set $p", "let p = …; pni set $p"),
    // Only the statement that assigns the variable is hidden.
    (
      "post 7; let q = 12; r = $q; let s = 5; pni set $r; post 9",
      "post 7; let q = …; r = $q; let s = 5; pni set $r; post 9"
    ),
    ("$p | pni; post 9", "$p | pni; post 9"),
    // A password after a command that takes none.
    ("enter bob.test hunter2", "enter bob.test …"), ("enter bob hunter", "enter bob …"),
    ("enter bob.test hunter on http://127.0.0.1:43191", "enter bob.test … on http://127.0.0.1:43191"),
    ("enter bob.test on http://127.0.0.1:43191 hunter", "enter bob.test on http://127.0.0.1:43191 …"),
    ("enter bob.test on 127.0.0.1:43191", "enter bob.test on 127.0.0.1:43191"),
    ("enter bob.test code 12345 hunter", "enter bob.test code … …"), ("enter hunter bob.test", "enter … bob.test"),
    ("enter bob.test \"my pass word\"; post 5", "enter bob.test …; post 5"),
    ("enter \"bob.test hunter\"", "enter \"bob.test …\""),
    ("enter bob.test with password hunter", "enter bob.test with password …"),
    ("enter did:plc:abc hunter # x", "enter did:plc:abc … # x"), ("entr bob.test hunter", "entr bob.test …"),
    ("signin bob.test hunter", "signin bob.test …"),
    // Misspelt command words; the rest of the line is hidden whatever it contains.
    ("sign in bob.test hunter", "sign in bob.test …"), ("sing in bob.test hunter", "sing in bob.test …"),
    ("sign-in bob.test hunter", "sign… … …"), ("sign on bob.test hunter", "sign on bob.test …"),
    ("logon bob.test hunter", "logon bob.test …"), ("Lgin bob.test hunter", "Lgin bob.test …"),
    ("signin hunter5pw", "signin …"), ("signin @bob.test:hunter", "signin @bob.test:…"),
    ("signin bob.test=hunter", "signin bob.test=…"), ("signin bob.test/hunter", "signin bob.test/…"),
    ("signin bob.test|hunter", "signin bob.test|…"), ("signin bob.test,hunter", "signin bob.test,…"),
    ("signinbob.test hunter", "signinbob… …"), ("help signin hunter", "help signin …"),
    ("signin bob.test \"hunter\"", "signin bob.test …"), ("signin bob.test (hunter)", "signin bob.test (…)"),
    ("signin bob.test <hunter>", "signin bob.test …"), ("signin bob.test [hunter]", "signin bob.test …"),
    ("signin bob.test hun;ter#5", "signin bob.test …"), ("signin bob.test #hunter", "signin bob.test …"),
    ("signin bob.test abcd efgh ijkl mnop", "signin bob.test …"),
    ("signin bob.test abcdefghijklmnop", "signin bob.test …"), ("signin did:plc:abc:hunter", "signin did:plc:abc:…"),
    ("signin bob@pds.example hunter", "signin bob@pds.example …"), ("password hunter", "password …"),
    ("passwrd hunter", "passwrd …"), ("$ signin bob.test hunter", "$ signin bob.test …"),
    ("storyline signin bob.test hunter", "storyline signin bob.test …"),
    ("# signin bob.test hunter", "# signin bob.test …"), ("signin $name $password", "signin $name $password"),

    ("signin bob.test on https://bob:hunter@pds.example", "signin bob.test on …"),
    // Whatever stands before the login.
    ("post signin bob.test hunter", "post signin bob.test …"), ("post signin bob hunter", "post signin … …"),
    ("xyzzy post signin bob.test hunter", "xyzzy post signin bob.test …"),
    ("rate signin bob hunter", "rate signin … …"),
    ("post login bob hunter", "post login … …"), ("post enter bob.test hunter", "post enter bob.test …"),
    ("post sign in bob hunter", "post sign in … …"), ("post sign-in bob.test hunter", "post sign-in bob.test …"),
    ("post signni bob hunter", "post signni … …"), ("post sgnni bob.test hunter", "post sgnni bob.test …"),
    ("post signin hunter", "post signin …"), ("post password hunter", "post password …"),
    ("post signin as bob with hunter", "post signin as … with …"), ("post signin in bob hunter", "post signin in … …"),
    ("post \"signin\" bob.test hunter", "post \"signin\" bob.test …"), ("post @signin bob hunter", "post @signin … …"),
    ("post --signin=bob.test hunter", "post --signin=bob.test …"), ("post signin $me hunter", "post signin $me …"),
    ("$x.signin bob.test hunter", "$x.signin bob.test …"), ("post \"signin bob hunter", "post \"signin … …"),
    ("for signin in bob hunter", "for signin in … …"), ("def signin bob hunter", "def signin … …"),
    ("upper signin bob hunter", "upper signin … …"), ("post 'a' signin bob hunter", "post 'a' signin … …"),
    ("post (signin\nbob.test\nhunter)\npost 5", "post (signin\nbob.test\n…)\npost 5"),
    ("post [\n  signin bob\n  hunter\n]", "post [\n  signin …\n  …\n]"),
    ("post signin bob.test hu;nt;er", "post signin bob.test …"),
    ("x # signin bob.test hunter", "x # signin bob.test …"),
    ("post pin set 1234", "post pin set …"), ("rate pin 5 1234 post", "rate pin … … post"),
    ("xyzzy pin is 12345", "xyzzy pin is …"),
    // A field or a text of that name.
    ("$all | where signin == \"bob\" and name == \"x\"", "$all | where signin == \"bob\" and name == \"x\""),
    ("$all | where signin in names and name == 5", "$all | where signin in names and name == 5"),
    ("$all | sort by signin desc, name", "$all | sort by signin desc, name"),
    ("$all | each { [signin, name] }", "$all | each { [signin, name] }"),
    ("$all | each { {signin: signin, who: name} }", "$all | each { {signin: signin, who: name} }"),
    ("for signin in $all { post $signin }", "for signin in $all { post $signin }"),
    ("for log in $logs { post $log }", "for log in $logs { post $log }"),
    ("def signin name key { post $name }", "def signin name key { post $name }"),
    ("post $it.signin $it.name", "post $it.signin $it.name"),
    // A login in a text reveals its password as well; a sentence about one does not.
    ("post 'signin bob.test hunter'", "post 'signin bob.test …'"),
    ("post \"a {$x} signin bob.test hunter\"", "post \"a {$x} signin bob.test …\""),
    ("post \"signin {$x} hunter\" 5", "post \"signin {$x} …\" 5"),
    ("post \"log in as bob.test with hunter\"", "post \"log in as bob.test with …\""),
    ("post \"signin bob.test on pds.example\"", "post \"signin bob.test on pds.example\""),
    ("post \"signin bob.test\" 5", "post \"signin bob.test\" 5"),
    ("post \"signin bob.test, then wait\"", "post \"signin bob.test, then wait\""),
    ("post \"how to sign in to a server\"", "post \"how to sign in to a server\""),
    ("post \"password: hunter2\"", "post \"password: …\""),
    ("post \"the password is wrong\"", "post \"the password is wrong\""),
    ("post 5 # after login the page shows it", "post 5 # after login the page shows it"),
    ("post \"\"\"\nsignin bob.test hunter\n\"\"\"", "post \"\"\"\nsignin bob.test …\n\"\"\""),
    ("post \"pin 1234\" 1234", "post \"pin 1234\" 1234"),
    // The password occurs a second time in the line.
    ("enter bob.test hunter; post \"hunter\"", "enter bob.test …; post \"…\""),
    ("let password = \"hunter\"; post hunter", "let password = …; post …"),
    // Not a login.
    ("logs = [1, 2]", "logs = [1, 2]"),
    ("post \"signin bob.test hunter\"", "post \"signin bob.test …\""),
    ("post signal 5", "post signal 5"), ("door bob.test hunter", "door bob.test …"),
    ("door use bob.test hunter", "door use bob.test …"), ("enter $name $password", "enter $name $password"),
    ("if true { enter bob.test hunter }; post x", "if true { enter bob.test … }; post x"),
    ("enter bob.test", "enter bob.test"), ("enter bob.test on pds.example", "enter bob.test on pds.example"),
    // Text in the form of a secret, anywhere in the line.
    ("abcd-efgh-ijkl-mnop", "…"), ("post \"pw: ab12-CD34-ef56-gh78.\"", "post \"pw: ….\""),
    ("xyzzy abcd-efgh-ijkl-mnop 5", "xyzzy … 5"), ("# abcd-efgh-ijkl-mnop", "# …"),
    ("post \"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF_-\"", "post \"…\""),
    ("post \"Authorization: bearer 0123456789abcdef\"", "post \"Authorization: bearer …\""),
    ("post \"pw abcd\u{2013}efgh\u{2013}ijkl\u{2013}mnop\"", "post \"pw …\""),
    ("post \"abcd\u{2011}efgh\u{2011}ijkl\u{2011}mnop\"", "post \"…\""),
    ("post \"ab12_cd34_ef56_gh78\"", "post \"…\""), ("post \"when ab12 cd34 ef56 gh78 done\"", "post \"when … done\""),
    ("abcd efgh ijkl mnop", "…"), ("\"abcd efgh ijkl mnop\"", "\"…\""), ("(abcd-efgh-ijkl-mnop)", "(…)"),
    ("[ab12cd34ef56gh78]", "[…]"), ("“abcd-efgh-ijkl-mnop”", "“…”"),
    ("post \"my password is ab12cd34ef56gh78\"", "post \"my password is …\""),
    ("post \"this will work fine\"", "post \"this will work fine\""),
    ("post \"in 2026 were many\"", "post \"in 2026 were many\""),
    ("let a = some_name_that_fits", "let a = some_name_that_fits"),
    ("post \"ab12cd34ef56gh78\"", "post \"ab12cd34ef56gh78\""),
    ("post \"123e4567-e89b-12d3-a456-426614174000\"", "post \"123e4567-e89b-12d3-a456-426614174000\""),
    ("post abcd-efgh-ijkl", "post abcd-efgh-ijkl"), ("post abcd-efgh-ijkl-mnop-qrst", "post abcd-efgh-ijkl-mnop-qrst"),
    ("post \"the bearer of news\"", "post \"the bearer of news\""),
    // Variables whose name suggests a secret.
    ("let password = \"hunter\"; post 5", "let password = …; post 5"), ("let my_token = 'x y'", "let my_token = …"),
    ("set password hunter", "set password …"),
    ("STORYLINE_PASSWORD=hunter storyline", "STORYLINE_PASSWORD=… storyline"),
    ("let r = {user: \"bob\", password: \"hunter\"}", "let r = {user: \"bob\", password: …}"),
    ("let token = open \"x.json\"", "let token = open \"x.json\""), ("let token = $x", "let token = $x"),
    ("let tokens = 5", "let tokens = 5"), ("let pin = 2580", "let pin = …"),
    ("let mypassword = \"hunter\"", "let mypassword = …"), ("let pw = \"hunter\"", "let pw = …"),
    ("let pass = 'hunter'", "let pass = …"), ("let secret = \"hunter\"", "let secret = …"),
    ("let myToken = \"hunter\"", "let myToken = …"), ("let password2 = \"hunter\"", "let password2 = …"),
    ("let password_of_bob = \"hunter\"", "let password_of_bob = …"), ("let apiKey = \"hunter\"", "let apiKey = …"),
    ("let password = \"hun\" + \"ter\"; post 5", "let password = …; post 5"),
    ("let secret = 7", "let secret = 7"), ("let pass = true", "let pass = true"),
    ("let compass = \"north\"", "let compass = \"north\""), ("let passed = \"yes\"", "let passed = \"yes\""),
    // Variables that are given as a password.
    ("let p = \"hunter\"; enter bob.test $p", "let p = \"hunter\"; enter bob.test $p"),
    ("let p = \"hunter\"; login bob.test $p", "let p = …; login bob.test $p"),
    ("let p = \"hunter\"\nlogin bob.test $p", "let p = …\nlogin bob.test $p"),
    ("let p = \"1234\"; pin set $p", "let p = …; pin set $p"),
    ("let p = \"hunter\"; let b = \"bob\"; signin $b $p", "let p = …; let b = \"bob\"; signin $b $p"),
    ("let p = \"hunter\"; post \"my password {$p}\"", "let p = …; post \"my password {$p}\""),
    // The value goes a longer way.
    ("let p = trim \"hunter\"; login bob.test $p", "let p = trim …; login bob.test $p"),
    ("let p = (trim (upper \"hunter\")); login bob.test $p", "let p = (trim (upper …)); login bob.test $p"),
    (
      "let p = if true { \"hunter\" } else { \"other\" }\nlogin bob.test $p",
      "let p = if true { … } else { … }\nlogin bob.test $p"
    ),
    ("let p = if true {\n  \"hunter\"\n}\nlogin bob.test $p", "let p = if true {\n  …\n}\nlogin bob.test $p"),
    ("let r = {k: \"hunter\"}; login bob.test $r.k", "let r = {k: …}; login bob.test $r.k"),
    ("let r = [\"hunter\", \"bob.test\"]; login $r", "let r = [\"hunter\", \"bob.test\"]; login $r"),
    ("let a = \"hunter\"; let b = $a; login bob.test $b", "let a = …; let b = $a; login bob.test $b"),
    ("let a = \"hunter\"\nlet b = \"{$a}x\"\nlogin bob.test $b", "let a = …\nlet b = …\nlogin bob.test $b"),
    ("let k = \"hunter\"; login bob.test \"{$k}\"", "let k = …; login bob.test …"),
    ("let k = 7654321; rate good pin \"{$k}\"", "let k = …; rate good pin …"),
    ("[\"hunter\"] | each { login bob.test $it }", "[…] | each { login bob.test $it }"),
    (
      "post 5; [\"hunter\"] | each {\n  login bob.test $it\n}; post 6",
      "post 5; […] | each {\n  login bob.test $it\n}; post 6"
    ),
    ("for w in [\"hunter\"] { login bob.test $w }", "for w in […] { login bob.test $w }"),
    ("def lg w { login bob.test $w }\nlg \"hunter\"", "def lg w { login bob.test $w }\nlg …"),
    ("let password = hunter2; post 5", "let password = …; post 5"),
    ("let password = trim \"hunter\"; post 5", "let password = trim …; post 5"),
    ("let p = post \"hunter\"; login bob.test $p", "let p = post \"hunter\"; login bob.test $p"),
    ("let p = \"bob.test\"; login $p", "let p = \"bob.test\"; login $p"),
    ("let x = \"hunter\"; let y = trim \"b\"; post $x", "let x = \"hunter\"; let y = trim \"b\"; post $x"),
    ("[\"a\"] | each { post $it }; login bob.test", "[\"a\"] | each { post $it }; login bob.test"),
    // A pipe behind a command gives it nothing.
    ("past import u16.csv; past | last 2", "past import u16.csv; past | last 2"),
    ("past import u16.csv | first 2000", "past import u16.csv | first 2000"),
    ("let n = past import u16.csv; past | first 2000", "let n = past import u16.csv; past | first 2000"),
    // Lines without a secret.
    ("post \"pin 1234\"", "post \"pin 1234\""),
    ("post 20 min", "post 20 min"), ("post 20; pni 1234", "post 20; pni …"), ("post 2 | pni 1234", "post … | pni …"),
    ("pin status", "pin status"),
    ("rate good", "rate good"),
    ("post 1234\npin status", "post 1234\npin status"),
    ("xyzzy 1234", "xyzzy 1234"),
    ("", ""),
  ]

  @Test(arguments: masked)
  func masks(_ text: String, _ masked: String) {
    #expect(SecretText.masked(text, Self.vocabulary) == masked)
  }

  @Test(arguments: [
    ("there is no 'pin 1234'", "pin 1234", "there is no 'pin …'"),
    ("12345 is not '1234', 1234", "pin set 1234", "12345 is not '…', …"),
    ("'a b' here", "pin set 'a b'", "… here"),
    ("nothing", "post 1234", "nothing"),
    ("'abcd-efgh-ijkl-mnop' of another line", "post 1", "'…' of another line"),
    ("a is a letter, hunter none", "enter bob.test a hunter", "a is a letter, … none"),
    ("1234", "post 1234", "1234"),
    ("there is no command 'ab', ab", "post signin bob.test x;ab;c", "there is no command '…', ab"),
  ])
  func messagesDoNotQuoteThem(_ message: String, _ source: String, _ masked: String) {
    #expect(SecretText.masked(message, quoting: source, Self.vocabulary) == masked)
  }

  @Test(arguments: [
    ("pin set 1234", true), ("pin set", false), ("pin status", false), ("pin st ", true), ("rate good", false),
    ("enter bob.test hunter", true), ("enter bob.test", false), ("abcd-efgh-ijkl-mnop", true),
    ("let password = \"x1\"", true), ("rate good pin 1234", true), ("rate good 1234", true), ("login bob", true),
    ("post 1234", false),
    ("post 20 min", false),
  ])
  func saysWhichLinesMustNotBeKept(_ line: String, _ isSecret: Bool) {
    #expect(SecretText.isSecret(line, Self.vocabulary) == isSecret)
  }

  /// Words that may be no secret are masked in the line, but are not the secret that later output must not show.
  @Test func guessesCanBeLeftOut() {
    func sure(_ line: String) -> [String] { SecretText.secrets(in: line, Self.vocabulary) }
    #expect(
      sure("enter bob.test hunter") == ["hunter"] && sure("let p = \"hunter\"; login bob.test $p") == ["\"hunter\""])
    #expect(sure("pin set 1234") == ["1234"] && sure("abcd-efgh-ijkl-mnop") == ["abcd-efgh-ijkl-mnop"])
    #expect(sure("let secret = \"scissors\"").isEmpty && sure("past imprt u16.csv pn 20260101").isEmpty)
  }

  @Test func theVariablesOfASecretAreNamed() {
    func names(_ text: String) -> Set<String> { SecretText.secretVariables(in: text, Self.vocabulary) }
    #expect(names("let a = $b; let c = \"{$a}\"; login bob.test $c") == ["a", "b", "c"])
    #expect(names("login $me; post $x").isEmpty && names("rate good pin $p; post $x") == ["p"])
  }

  @Test func aVocabularyWithoutSecretsHasNone() {
    let vocabulary = Vocabulary(commands: CommandTable([Command("pin", summary: "", examples: [])]), roots: [])
    #expect(SecretText.ranges(in: "pin 1234 x", vocabulary).isEmpty)
    #expect(!SecretText.isSecret("pin 1234 x", vocabulary))
  }
}
