import Foundation

/// Steps over 1,000,000 records, compared with python3: the time of the step, without creating the records.
enum RecordsBench {
  private static let records =
    "let a = range 1 1000000 | each { {v: $it * 7919 mod 1000003, g: $it mod 97, t: \"k{$it mod 5003}\"} }\n"
  private static let pythonRecords =
    "a=[{'v':i*7919%1000003,'g':i%97,'t':f'k{i%5003}'} for i in range(1,1000001)]\n"

  private static let rows: [(name: String, script: String, python: String)] = [
    ("where", "let b = $a | where v > 500000", "b=[x for x in a if x['v']>500000]"),
    ("sort by a number", "let b = $a | sort by v", "b=sorted(a,key=lambda x:x['v'])"),
    ("sort by a text", "let b = $a | sort by t", "b=sorted(a,key=lambda x:x['t'])"),
    (
      "sort by two, one of them down", "let b = $a | sort by g, v desc",
      "b=sorted(a,key=lambda x:(x['g'],-x['v']))"
    ),
    (
      "group", "let b = $a | group by g",
      "d={}\nfor x in a: d.setdefault(x['g'],[]).append(x)\nb=[{'key':k,'count':len(v),'items':v} for k,v in d.items()]"
    ),
    ("group by a text", "let b = $a | group by t", "d={}\nfor x in a: d.setdefault(x['t'],[]).append(x)"),
    ("sum", "let b = $a | sum v", "b=sum(x['v'] for x in a)"),
    ("each", "let b = $a | each { $it.v + 1 }", "b=[x['v']+1 for x in a]"),
  ]

  static func run() {
    Measure.title("steps over 1,000,000 records (ratio: python3 to storyline)")
    // In processor time, since the difference of two long runs is measured.
    func time(_ path: String, _ text: String) -> Double? {
      let times = (0..<5).compactMap { _ in Measure.processor(path, ["-c", text]) }
      return times.isEmpty ? nil : Measure.median(times)
    }
    guard let own = time(Measure.storyline, records) else { return }
    Measure.row("records made", own * 1e3, "ms")
    let python = Measure.find("python3").flatMap { path in time(path, pythonRecords).map { (path, base: $0) } }
    for row in rows {
      guard let all = time(Measure.storyline, records + row.script) else { continue }
      let peer = python.flatMap { python in time(python.0, pythonRecords + row.python).map { $0 - python.base } }
      Measure.row(row.name, (all - own) * 1e3, "ms", ratio: peer.map { $0 / (all - own) })
    }
  }
}
