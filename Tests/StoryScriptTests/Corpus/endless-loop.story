try { while true { } } catch { }
