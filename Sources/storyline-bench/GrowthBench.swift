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
    (
      "r = put $r $k $i, a def's parameter",
      "def put r k v { r[$k] = $v; return $r }; let r = {}; for i in (range 1 N) { r = put $r (text $i) $i }",
      "def put(r,k,v):\n  r[k]=v\n  return r\nr={}\nfor i in range(N): r=put(r,str(i),i)"
    ),
    (
      "xs = put $xs $i, an item",
      "def put xs i { xs[$i] = 5; return $xs }; let xs = (range 1 N); for i in (range 1 N) { xs = put $xs ($i - 1) }",
      "def put(xs,i):\n  xs[i]=5\n  return xs\nxs=list(range(N))\nfor i in range(1,N+1): xs=put(xs,i-1)"
    ),
    (
      "s = step $s $i, two fields",
      "def step s i { s.n += 1; s.l += [$i]; return $s }; let s = {n: 0, l: []}; for i in (range 1 N) { s = step $s $i }",
      "def step(s,i):\n  s['n']+=1; s['l']+=[i]\n  return s\ns={'n':0,'l':[]}\nfor i in range(N): s=step(s,i)"
    ),
    (
      "put (put $r a) b",
      "def put r k { with $r $k 1 }; let r = {}; for i in (range 1 N) { r = put (put $r (text $i)) \"b\" }",
      "def put(r,k):\n  r[k]=1\n  return r\nr={}\nfor i in range(N): r=put(put(r,str(i)),'b')"
    ),
    (
      "omit, all fields",
      "let r = {}; for i in (range 1 N) { r[text $i] = 1 }; for i in (range 1 N) { r = omit $r (text $i) }",
      "r={}\nfor i in range(N): r[str(i)]=1\nfor i in range(N): r.pop(str(i))"
    ),
    (
      "groups by append and get",
      "let r = {}; for i in (range 1 N) { let k = text ($i mod 10); r[$k] = append (get $r $k []) $i }",
      "r={}\nfor i in range(N): r.setdefault(str(i%10),[]).append(i)"
    ),
    (
      "consuming a text, not ASCII",
      "let t = repeated \"äöü€ \" (N / 5); let p = find $t \" \"; while $p != none { t = slice $t ($p + 1); p = find $t \" \" }",
      "t='äöü€ '*(N//5)\np=t.find(' ')\nwhile p>=0:\n  t=t[p+1:]; p=t.find(' ')"
    ),
    (
      "a grid column by column, not ASCII",
      "let g = []; repeat 100 { g = append $g (repeated \"äöü€\" (N / 400)) }; "
        + "for x in (range 1 (N / 100)) { for y in (range 0 99) { let c = $g[$y][$x - 1] } }",
      "g=['äöü€'*(N//400) for y in range(100)]\nfor x in range(N//100):\n  for y in range(100): c=g[y][x]"
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
      var growth = Growth()
      for count in [40_000, 160_000, 640_000] {
        func time(_ path: String, _ flag: String, _ text: String) -> Double? {
          Measure.program(path, [flag, text.replacingOccurrences(of: "N", with: "\(count)")], runs: 3)
        }
        guard let own = time(Measure.storyline, "-c", row.script) else { continue }
        let peer = Measure.find("python3").flatMap { time($0, "-c", row.python) }
        growth.add(count, own)
        Measure.row(
          "\(row.name), \(count)", own / Double(count) * 1e9, "ns", ratio: peer.map { $0 / own }, note: growth.text)
      }
    }
  }
}

/// The growth of a time with the number of items: 1 is linear, 2 quadratic.
struct Growth {
  private var points: [(count: Int, time: Double)] = []

  mutating func add(_ count: Int, _ time: Double) { points.append((count, time)) }

  /// The exponent between the first size and the last; `nil` with one size.
  var exponent: Double? {
    guard points.count > 1, let first = points.first, let last = points.last else { return nil }
    return log(last.time / first.time) / log(Double(last.count) / Double(first.count))
  }

  /// The exponent, judged at the third size: 1.2 leaves room for a logarithm and for what no longer fits into a cache.
  var text: String {
    guard let exponent else { return "" }
    let judgement = points.count > 2 && exponent > 1.2 ? ": more than linear" : ""
    return String(format: "grows like n^%.2f", exponent) + judgement
  }
}
