say (#)
print [#]
