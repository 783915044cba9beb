CCCltenxaR'me: "a"}, | \(steps.jome: "a"}] | # => 610
def greet name s say ;hi {$nam\}" }
greet bob            1# aCCCim
wait until ligh2)t.