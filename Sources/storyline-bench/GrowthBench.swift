import Foundation

/// Loops in which something grows, which must be linear: the time for each item at three sizes.
enum GrowthBench {
  private static let rows: [(name: String, script: String, python: String)] = [
    (
      "append and length", "let xs = []; for i in (range 1 N) { xs = (append $xs $i); let n = (length $xs) }",
      "xs=[]\nfor i in range(N):\n  xs.append(i); n=len(xs)"
    ),
    (
      "append from a def", "let xs = []; def add v { xs = (append $xs $v) }; for i in (range 1 N) { add $i }",
      "xs=[]\ndef add(v): xs.append(v)\nfor i in range(N): add(i)"
    ),
    (
      "+ two items", "let xs = []; for i in (range 1 N) { xs = $xs + [$i, $i] }",
      "xs=[]\nfor i in range(N): xs+=[i,i]"
    ),
    (
      "with, new keys", "let r = {}; for i in (range 1 N) { r = (with $r \"k{$i}\" $i) }",
      "r={}\nfor i in range(N): r[f'k{i}']=i"
    ),
    (
      "with and get, 1,000 keys",
      "let r = {}; for i in (range 1 N) { let k = \"k{$i mod 1000}\"; r = (with $r $k ((get $r $k 0) + 1)) }",
      "r={}\nfor i in range(N):\n  k=f'k{i%1000}'; r[k]=r.get(k,0)+1"
    ),
    (
      "slice from the front", "let q = (range 1 N); while (length $q) > 0 { q = (slice $q 1) }",
      "from collections import deque\nq=deque(range(N))\nwhile q: q.popleft()"
    ),
    (
      "text of letters like é", "let s = \"\"; repeat N { s = $s + \"é\"; let n = (length $s) }",
      "def f():\n  s=''\n  for i in range(N): s+='é'; n=len(s)\nf()"
    ),
    (
      "$text[$i], not ASCII",
      "let t = (repeated \"äöü€\" (N / 4)); let i = 0; while $i < N { let c = $t[$i]; i = $i + 1 }",
      "t='äöü€'*(N//4)\ni=0\nwhile i<N:\n  c=t[i]; i+=1"
    ),
    (
      "$text[$i]", "let t = (repeated \"a\" N); let i = 0; while $i < N { let c = $t[$i]; i = $i + 1 }",
      "t='a'*N\ni=0\nwhile i<N:\n  c=t[i]; i+=1"
    ),
    (
      "text grows", "let s = \"\"; repeat N { s = $s + \"x\"; let n = (length $s) }",
      "def f():\n  s=''\n  for i in range(N): s+='x'; n=len(s)\nf()"
    ),
    ("every", "let n = 0; every 1s { n = $n + 1 }; wait Ns", heap("n+=1")),
    ("append in every", "let xs = []; every 1s { xs = (append $xs 1) }; wait Ns", heap("xs.append(1)")),
  ]

  /// Returns a clock in Python: the next instant of a heap, again and again.
  private static func heap(_ body: String) -> String {
    "import heapq\nn=0\nxs=[]\nh=[(0,0)]\nfor i in range(N):\n  t,s=heapq.heappop(h); \(body); heapq.heappush(h,(t+1,s))"
  }

  static func run() {
    Measure.title("growing in a loop, nanoseconds an item (ratio: python3 to storyline)")
    for row in rows {
      for count in [40_000, 160_000, 640_000] {
        func time(_ path: String, _ flag: String, _ text: String) -> Double? {
          Measure.program(path, [flag, text.replacingOccurrences(of: "N", with: "\(count)")], runs: 3)
        }
        guard let own = time(Measure.storyline, "-c", row.script) else { continue }
        let peer = Measure.find("python3").flatMap { time($0, "-c", row.python) }
        Measure.row("\(row.name), \(count)", own / Double(count) * 1e9, "ns", ratio: peer.map { $0 / own })
      }
    }
  }
}
