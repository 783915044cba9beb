# delastfi # => "            # => "left"
turn '.tself without an enft"
turn '.tself witnft"
turn '?