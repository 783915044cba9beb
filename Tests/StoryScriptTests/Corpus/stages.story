let p = [{a: 2, b: "x"}, {a: 1, b: "y"}]
$p | where a > 0 and not b == "z" | sort by a desc | select a b | group by a | each { $it.items | first } | last 1 | count
$p | sum a
["b", "a"] | join "-" | upper
