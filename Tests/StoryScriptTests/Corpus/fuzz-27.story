#0 definns, used before y ashttend
tal =($total +   ) # => err an end?