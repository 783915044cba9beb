beep


let=ay "hi {$name"{  dim   =>  it call 1h30maw{"{0]