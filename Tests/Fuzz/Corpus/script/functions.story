def f a b { return {a: $a, b: "{$b}\n"} }
let r = f 1 2026-01-05T10:00
every 1s as t { beep }
try { expect r.a == 1 } catch e { print $e.message }
wait until light.state == off for 2s
cancel t
